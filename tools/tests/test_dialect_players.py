"""Tests of the players: every dialect speaks to stub engines, and to the engine itself."""

import random
import unittest
from dataclasses import replace

from parlour import Engine, EngineError
from tests.engine_and_faulty_engines import JUDGE, PARLOUR
from tests.small_tournaments import (
    FakeEngineTestCase,
    all_games,
    native,
    play,
    rules_of,
    stub_engine,
)
from tournament.dialects.connect5_coordinates import shape_of, stones_of
from tournament.dialects.dialect_player import CannotPlay, SearchInfo, Situation
from tournament.dialects.engine_process import EngineProcess, ProcessGuard
from tournament.dialects.native_and_ugi_dialects import limits_of
from tournament.dialects.ubgi_dialect import gnu_id_of, read_move, xgid_of
from tournament.events.event_definition import Contestant, Limits, Pair
from tournament.playing.judge import Judge

QUICK = Limits(movetime=5)
PISKVORK = Contestant("wire", f"{JUDGE} --dialect piskvork", "piskvork", {}, QUICK)
PISKVORK_WITH_MEMORY_LIMIT = Contestant("wire", JUDGE, "piskvork", {"max_memory": "2000000"}, QUICK)
UBGI = Contestant("wire", f"{JUDGE} --dialect ubgi", "ubgi", {}, QUICK)
SHORT_RACE = "fen XGID=-AA------------------ba---:0:0:1:21:0:0:0:0:10 seed 5"


class Games(FakeEngineTestCase):
    """Whole games between the dialects."""

    def test_ugi_plays_every_game(self) -> None:
        for game in all_games():
            with self.subTest(game):
                rules = rules_of(game, random_plies=2)
                self.ends_by_rules(play(rules, stub_engine("ugi", PARLOUR, game, "1"), native()))

    def test_ugi_is_sent_the_start_of_a_variant(self) -> None:
        rules = rules_of("connect4", "width 8 height 7", random_plies=3)
        self.ends_by_rules(play(rules, stub_engine("ugi", PARLOUR, "connect4", "1"), native()))

    def test_the_engine_itself_plays_by_ugi(self) -> None:
        words = f"{JUDGE} --game connect5"
        plain = Contestant("plain", words, "ugi", {"Player": "slices"}, Limits(nodes=20))
        games = play(rules_of("connect5", "size 9"), plain, native("two", "generic"))
        self.ends_by_rules(games)

    def test_piskvork_plays_on_any_board(self) -> None:
        for variant in ("size 7", "width 9 height 6", "size 8 rule standard"):
            with self.subTest(variant):
                games = play(rules_of("connect5", variant), stub_engine("piskvork", "1"), PISKVORK)
                self.ends_by_rules(games)
        self.assertIn("cp 0", games[0].scores)

    def test_piskvork_begins_after_any_opening(self) -> None:
        variant = "size 9 rule renju"
        for opening in ("startpos moves e5 e6 a1", "fen 9/9/9/3xo4/4x4/4o4/9/9/9 x moves a1"):
            with self.subTest(opening):
                games = play(
                    rules_of("connect5", variant),
                    PISKVORK_WITH_MEMORY_LIMIT,
                    native(),
                    opening=opening,
                )
                self.ends_by_rules(games)
        self.assertTrue(all(game.score_of("wire") for game in games))

    def test_ubgi_plays_both_drafts(self) -> None:
        games = play(
            rules_of("backgammon"),
            stub_engine("ubgi", PARLOUR, "1", limits=QUICK),
            stub_engine("ubgi", PARLOUR, "2", "go"),
        )
        self.ends_by_rules(games)
        self.assertIn("pass", " ".join(games[0].moves))

    def test_the_engine_itself_plays_by_ubgi_with_the_cube(self) -> None:
        rules = rules_of("backgammon", "cube on")
        one = stub_engine("ubgi", PARLOUR, "1", limits=QUICK)
        games = play(rules, one, UBGI, opening=SHORT_RACE)
        self.ends_by_rules(games)

    def test_clocks_are_sent(self) -> None:
        clock = Limits(base=2, inc=0.01)
        one = Contestant("clock", JUDGE, "piskvork", {}, Limits(movetime=5, base=5))
        games = play(rules_of("connect5", "size 5"), one, native(limits=clock))
        self.ends_by_rules(games)


class UnplayableRequests(FakeEngineTestCase):
    """What a dialect cannot play is said before it is tried."""

    def cannot(self, why: str, dialect: str, *, game: str, limits: Limits = QUICK) -> None:
        name, _, variant = game.partition(" ")
        engine = Contestant("wish", f"{JUDGE} --dialect {dialect}", dialect, {}, limits)
        with self.assertRaisesRegex(CannotPlay, f"engine 'wish' cannot play .*{why}"):
            play(rules_of(name, variant), engine, native())

    def test_games_variants_and_limits(self) -> None:
        self.cannot("Connect 5 only", "piskvork", game="connect4")
        self.cannot("backgammon only", "ubgi", game="sticks")
        self.cannot("standard variant only", "ubgi", game="backgammon variant nackgammon")
        self.cannot("limit its time", "ubgi", game="backgammon", limits=Limits(nodes=9))

    def test_draft_01_has_no_answer_to_a_double(self) -> None:
        with self.assertRaisesRegex(CannotPlay, "no answer to a double"):
            play(
                rules_of("backgammon", "cube on"), stub_engine("ubgi", PARLOUR, "1", "go"), native()
            )

    def test_unknown_dialects(self) -> None:
        with self.assertRaisesRegex(CannotPlay, "dialect 'uci', not one of native, ugi"):
            play(rules_of(), Contestant("chess", JUDGE, "uci"), native())


class Native(FakeEngineTestCase):
    """Several lines at once, to an engine with tags."""

    def ask(self, *answers: str) -> list[str]:
        """Asks three lines of one that says this when it has heard them."""
        line = f"for said in {answers} if words[0] == '@3' else (): say(said)"
        engine = self.contestant_answering("native", line)
        with ProcessGuard() as guard:
            wire = EngineProcess.start(engine.command, guard, tagged=True, timeout=20)
            try:
                return wire.ask_all("one", "two", "three")
            finally:
                wire.close()

    def test_answers_may_come_in_another_order(self) -> None:
        stale = "@0 stale", "@33 ok", "ok", "@3x ok", ""
        said = self.ask(*stale, "@3 readyok", "@1 info x", "@1 ok", "@2 bestmove 4")
        self.assertEqual(said, ["ok", "bestmove 4", "readyok"])

    def test_the_first_refusal_is_raised(self) -> None:
        with self.assertRaisesRegex(EngineError, "^illegal-move: no such move$"):
            self.ask("@1 ok", "@2 error illegal-move no such move", "@3 error late no")


class Piskvork(FakeEngineTestCase):
    """What an engine of Gomocup hears, and what is made of its answers."""

    def listener(self, *cells: str, limits: Limits = QUICK, **options: str) -> Contestant:
        """Answers these cells, then one that is not there."""
        engine = self.contestant_answering(
            "piskvork",
            f"cells = {[*cells, '-1,-1']}",
            "if words[0] in ('START', 'RECTSTART'):",
            "    asked = 0",
            "    say('OK')",
            "elif words[0] in ('BEGIN', 'TURN', 'DONE'):",
            "    say(f'MESSAGE depth 3-9 ev {120 if asked % 2 == 0 else \"-M4\"} pv a')",
            "    say(cells[asked])",
            "    asked += 1",
            limits=limits,
        )
        return replace(engine, options=options)

    def test_a_game_is_sent_as_gomocup_has_it(self) -> None:
        limits = Limits(movetime=500, depth=9, nodes=8, base=3)
        listener = self.listener("0,0", "5,4", limits=limits, max_memory="1000", thread_num="2")
        other = self.listener("1, 0", "2,0")
        games = play(rules_of("connect5", "width 6 height 5 rule standard"), listener, other)
        for game in games:
            self.assertEqual(game.reason, "illegal-move: '-1,-1' is no cell of the board")
        self.assertEqual(games[0].moves, ["a5", "b5", "f1", "c5"])
        self.assertEqual((games[0].scores[0], games[0].depths[0]), ("cp 120", 3))
        self.assertEqual(games[0].scores[2], "mate -4")
        infos = ["rule 1", "game_type 2", "timeout_turn 500", "timeout_match 3000", "max_depth 9"]
        infos += ["max_node 8", "max_memory 1000", "thread_num 2"]
        heard = self.heard()
        self.assertEqual(heard[:9], ["RECTSTART 6,5", *(f"INFO {info}" for info in infos)])
        for line in ("INFO time_left 3000", "BEGIN", "TURN 0,0", "TURN 1,0"):
            self.assertIn(line, heard)
        self.assertIn("INFO time_left 2147483647", heard)
        self.assertNotIn("time_increment", "".join(heard))

    def test_the_increment_of_a_clock_is_sent(self) -> None:
        limits = Limits(base=3, inc=0.05)
        games = play(
            rules_of("connect5", "size 5"),
            self.listener("0,0", limits=limits),
            native(),
        )
        self.assertEqual(len(games), 2)
        heard = self.heard()
        for line in ("INFO timeout_match 3000", "INFO time_increment 50", "INFO time_left 3000"):
            self.assertIn(line, heard)

    def test_an_opening_is_sent_as_a_board(self) -> None:
        listener = self.listener("0,0", "1,0")
        opening = "fen 5/5/2x2/5/o4 x moves b1 c1"
        play(rules_of("connect5", "size 5"), listener, native(), opening=opening)
        heard = self.heard()
        at = heard.index("BOARD")
        board = ["BOARD", "2,2,1", "0,4,2", "1,4,1", "2,4,2", "DONE"]
        self.assertEqual(heard[at : at + 6], board)
        self.assertTrue(heard[at + 7].startswith("TURN "), heard)

    def test_what_is_said_instead_of_a_cell_is_in_the_reason(self) -> None:
        fake = self.contestant_answering(
            "piskvork", "say('OK' if words[0] == 'START' else 'ERROR no idea')"
        )
        (game,) = play(rules_of("connect5", hang=500), fake, native(), legs=(0,))
        self.assertRegex(game.reason, "^no-answer: .*; it had said 'ERROR no idea'$")

    def test_a_size_that_is_refused_is_a_fault_of_the_start(self) -> None:
        fake = self.contestant_answering("piskvork", "say('ERROR too large')")
        games = play(rules_of("connect5"), fake, native())
        self.assertEqual(games[0].reason, "refused: 'ERROR too large' to START 15")
        self.assertEqual(games[0].result, "p2win")


class Ubgi(FakeEngineTestCase):
    """What a backgammon engine hears, and what is made of its answers."""

    def test_the_seed_of_the_dice_stays_with_the_judge(self) -> None:
        says = "say('readyok' if words[0] == 'ubgi' else 'sorry')"
        games = play(
            rules_of("backgammon"), self.contestant_answering("ubgi", says, limits=QUICK), native()
        )
        self.assertRegex(games[0].reason, "refused: 'sorry' to XGID=")
        self.assertRegex(self.heard()[1], r"^XGID=-b----E-C---eE---c-e----B-:0:0:1:\d\d:0:0:0:0:0$")

    def test_options_may_be_refused(self) -> None:
        fake = self.contestant_answering(
            "ubgi", "say('readyok' if words[0] == 'ubgi' else 'sorry')"
        )
        games = play(rules_of("backgammon"), replace(fake, options={"Plies": "2"}), native())
        self.assertEqual(games[0].reason, "refused: 'sorry' before 'readyok'")
        self.assertIn("setoption name Plies value 2", self.heard())

    def test_draft_1_hears_position_dice_and_limits(self) -> None:
        says = "say(dict(ubgi='ubgiok', isready='readyok', go='bestmove x').get(words[0], 'info'))"
        limits = Limits(movetime=300, depth=2, nodes=9)
        play(
            rules_of("backgammon"), self.contestant_answering("ubgi", says, limits=limits), native()
        )
        heard = self.heard()
        at = heard.index("position gnubgid 4HPwATDgc/ABMA")
        self.assertRegex(heard[at + 1], r"^dice \d \d$")
        self.assertEqual(heard[at + 2], "go role chequer movetime 300 depth 2 nodes 9")

    def test_time_that_is_up_is_said(self) -> None:
        says = "say(dict(ubgi='readyok', stop='sorry').get(words[0], 'x')) if words[0] in "
        fake = self.contestant_answering(
            "ubgi", says + "('ubgi', 'stop') else 0", limits=Limits(movetime=30)
        )
        games = play(rules_of("backgammon"), fake, native())
        self.assertIn("stop", self.heard())
        self.assertRegex(games[0].reason, "refused: 'sorry'")


class Notation(unittest.TestCase):
    """Boards and moves between the judge's words and theirs."""

    def test_boards_of_connect5(self) -> None:
        fen = "22/10x11/22/22/o21 x"
        self.assertEqual(shape_of(fen), (22, 5))
        self.assertEqual(stones_of(fen), {(10, 1): "x", (0, 4): "o"})

    def test_plays_of_ubgi(self) -> None:
        for said in ("8/5 6/5", "8 5 6 5", "8-5 6-5"):
            self.assertEqual(read_move(said), "8/5,6/5")
        self.assertEqual(read_move("25/22 bar/21 6/0 5/off"), "bar/22,bar/21,6/off,5/off")
        self.assertEqual(read_move(""), "pass")
        self.assertEqual(read_move("double"), "double")
        for said in ("sorry", "8/5,6/5", "8/5*", "24/18/13", "8/5 6", "Double"):
            with self.assertRaisesRegex(EngineError, "illegal-move"):
                read_move(said)

    def test_gnu_ids_are_those_that_the_judge_reads(self) -> None:
        chance, rules = random.Random(1), rules_of("backgammon", random_plies=1)
        with ProcessGuard() as guard, Judge(rules, guard) as judge, Engine.popen(JUDGE) as reader:
            reader.ask("newgame backgammon")
            _, state = judge.set_up(Pair(0, (0, 1), "startpos"))
            for _ in range(60):
                xgid = xgid_of(state.fen)
                reader.ask(f"position fen {gnu_id_of(xgid)}")
                board = reader.words("fen")[0].split(":")[0]
                own = xgid.split(":")[0].removeprefix("XGID=")
                turned = own if state.mover == 0 else own[::-1].swapcase()
                self.assertEqual(board.removeprefix("XGID="), turned)
                state = judge.random_move(chance)

    def test_limits_of_a_move(self) -> None:
        inf = float("inf")
        lines = {
            "go movetime 5 nodes 6 depth 7": Situation("", [], "", 0, Limits(5, 6, 7)),
            "go": Situation("", [], "", 1, Limits(), (1000, inf)),
            "go p1time 9 p1inc 100 p2time 8 p2inc 0": Situation(
                "", [], "", 1, Limits(), (9, 8.4), (100, 0)
            ),
            "go p2time 8 p2inc 0": Situation("", [], "", 1, Limits(), (inf, 8)),
        }
        self.assertEqual([limits_of(situation) for situation in lines.values()], list(lines))

    def test_thoughts_are_those_of_the_best_line(self) -> None:
        thought = SearchInfo()
        self.assertEqual((thought.depth, thought.score, thought.nodes), (0, "", 0))
        for line in (
            "info depth 4 multipv 1 score cp -20 lowerbound nodes 10 pv a",
            "info depth 9 multipv 2 score mate 3 nodes 11",
            "info nodes 12 time 3",
            "info string depth 99 score mate 1 nodes 1",
            "id name depth 77 score cp 1",
        ):
            thought.add_line(line)
        self.assertEqual((thought.depth, thought.nodes), (4, 12))
        self.assertEqual(thought.score, "cp -20 lowerbound")
        thought.add_line("info depth x score cp lots nodes")
        self.assertEqual((thought.depth, thought.score, thought.nodes), (0, "", 0))


if __name__ == "__main__":
    unittest.main()
