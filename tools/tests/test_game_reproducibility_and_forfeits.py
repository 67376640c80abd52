"""Tests of a game: openings and dice, faults of players and judge, and that it repeats itself."""

import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from unittest import mock

from tests.engine_and_faulty_engines import (
    ENDLESS_LINE_CODE,
    FLOOD_CODE,
    HANG_CODE,
    IGNORE_SIGTERM_CODE,
)
from tests.small_tournaments import FakeEngineTestCase, all_games, native, play, rules_of
from tournament.dialects.dialect_player import CannotPlay
from tournament.events.event_definition import Contestant, EventRules, Limits, Pair
from tournament.playing.game_record import GameRecord
from tournament.playing.judge import JudgeError
from tournament.playing.play_game import TOO_LONG
from tournament.playing.worker_engines import JudgeAndPlayers


class Openings(FakeEngineTestCase):
    """What a pair begins with."""

    def opening_of_both_legs(
        self, rules: EventRules, round_: int = 0, opening: str = "startpos"
    ) -> str:
        """The opening of both legs, once it is seen to be the same."""
        one, two = play(rules, native(), native("two"), opening=opening, round_=round_)
        self.assertEqual(one.opening, two.opening)
        return one.opening

    def test_random_plies_hang_on_seed_and_round(self) -> None:
        rules = rules_of("connect5", "size 9", random_plies=4, seed=3)
        first = self.opening_of_both_legs(rules)
        self.assertRegex(first, r"^startpos moves( [a-i]\d){4}$")
        self.assertEqual(first, self.opening_of_both_legs(rules))
        self.assertNotEqual(first, self.opening_of_both_legs(rules, round_=1))
        self.assertNotEqual(first, self.opening_of_both_legs(replace(rules, seed=4)))

    def test_random_plies_follow_the_opening(self) -> None:
        words = self.opening_of_both_legs(
            rules_of("connect4", random_plies=2), opening="startpos moves 44"
        )
        self.assertRegex(words, r"^startpos moves 4 4 [1-7] [1-7]$")
        fen = "fen 7/7/7/7/7/3x3 o"
        self.assertRegex(
            self.opening_of_both_legs(rules_of("connect4", random_plies=1), 0, fen),
            fen + " moves .",
        )

    def test_a_game_goes_on_after_its_random_plies(self) -> None:
        for round_ in range(3):
            for game in play(rules_of(random_plies=14), native(), native("two"), round_=round_):
                self.assertEqual(game.reason, "rules")
                self.assertTrue(game.moves)

    def test_openings_that_cannot_be_played(self) -> None:
        for why, opening, plies in (
            ("always over after the opening 'startpos' and 60 random", "startpos", 60),
            ("always over after the opening", "startpos moves 1212121", 0),
            ("refuses 'position startpos moves 9': illegal-move", "startpos moves 9", 0),
            ("refuses 'position nonsense'", "nonsense", 0),
        ):
            with self.subTest(opening), self.assertRaisesRegex(CannotPlay, why):
                play(rules_of(random_plies=plies), native(), native("two"), opening=opening)

    def test_a_variant_that_the_judge_refuses(self) -> None:
        with self.assertRaisesRegex(CannotPlay, "refuses 'newgame chess': unknown-game"):
            play(replace(rules_of(), game="chess"), native(), native("two"))


class Dice(FakeEngineTestCase):
    """Both legs of a pair roll the same."""

    def rolls(self, opening: str, round_: int = 0, variant: str = "") -> tuple[str, str]:
        """The opening's words and the rolls that both legs have in common."""
        rules = rules_of("backgammon", variant, random_plies=2)
        games = play(rules, native(), native("two", "risky"), opening=opening, round_=round_)
        self.ends_by_rules(games)
        self.assertNotEqual(games[0].moves, games[1].moves)
        rolls = [[move[:2] for move in game.moves if ":" in move] for game in games]
        common = min(map(len, rolls))
        self.assertGreater(common, 5)
        self.assertEqual(rolls[0][:common], rolls[1][:common])
        return games[0].opening, " ".join(rolls[0])

    def test_dice_hang_on_seed_and_round(self) -> None:
        opening, rolls = self.rolls("startpos")
        self.assertRegex(opening, r"^fen startpos seed \d+ moves \d\d:\S+ \d\d:\S+$")
        self.assertEqual(rolls, self.rolls("startpos")[1])
        self.assertNotEqual(rolls, self.rolls("startpos", round_=1)[1])

    def test_a_seed_in_the_opening_stays(self) -> None:
        opening, rolls = self.rolls("fen startpos seed 42")
        self.assertTrue(opening.startswith("fen startpos seed 42 moves 41:"), opening)
        again = self.rolls("fen startpos seed 42", round_=5)[1]
        self.assertEqual(rolls[:30], again[:30])

    def test_positions_and_moves_of_other_dice_get_a_seed(self) -> None:
        for words in ("fen 4HPwATDgc/ABMA", "startpos moves 31:8/5,6/5"):
            self.assertRegex(self.rolls(words)[0], r"^fen .* seed \d+( rolls \d+)? moves ")

    def test_the_cube_is_played(self) -> None:
        games = play(rules_of("backgammon", "cube on"), native(), native("two", "risky"))
        self.ends_by_rules(games)
        self.assertIn("double", games[0].moves)
        for game in games:
            for word in ("double", "take", "drop"):
                for at in (at for at, move in enumerate(game.moves) if move == word):
                    self.assertNotEqual(game.movers[at], game.movers[at - 1])


class Repetition(FakeEngineTestCase):
    """The same event gives the same games."""

    def test_two_runs_are_equal(self) -> None:
        for game in all_games():
            rules = rules_of(game, random_plies=2)
            pair = native("one", "generic"), native("two", "generic", Limits(nodes=50))
            runs = [play(rules, *pair, round_=3, restart=restart) for restart in (False, True)]
            logged = [[leg.to_json(times=False) for leg in run] for run in runs]
            self.assertEqual(logged[0], logged[1])
            self.ends_by_rules(runs[0])
            self.assertEqual([GameRecord.from_json(leg.to_json()) for leg in runs[0]], runs[0])

    def test_a_leg_played_alone_is_the_same_game(self) -> None:
        contestants = native("one", "generic"), native("two")
        with JudgeAndPlayers(rules_of(random_plies=3), contestants) as seats:
            both = list(seats.play(Pair(0, (0, 1), "startpos")))
            second = list(seats.play(Pair(0, (0, 1), "startpos", legs=(1,))))
        self.assertEqual([both[1].to_json(False)], [leg.to_json(False) for leg in second])

    def test_an_endless_game_is_a_draw(self) -> None:
        with mock.patch("tournament.playing.play_game.MOST_PLIES", 3):
            games = play(rules_of(), native(), native("two"))
        for game in games:
            self.assertEqual((game.result, game.points, game.reason), ("draw", 0, TOO_LONG))
            self.assertEqual(len(game.moves), 3)


class Faults(FakeEngineTestCase):
    """Engines at fault lose for the right reason, in both legs, and are gone."""

    def loses(
        self,
        reason: str,
        fake: Contestant,
        rules: EventRules | None = None,
        legs: tuple[int, ...] = (0, 1),
    ) -> list[GameRecord]:
        """Checks that it does."""
        games = play(rules or rules_of(), native(), fake, legs=legs)
        for game in games:
            self.assertRegex(game.reason, f"^{reason}")
            self.assertLess(len(game.reason), 301)
            self.assertEqual((game.score_of("fake"), game.points_of("fake")), (0, -1))
            self.assertEqual(len(game.moves), len(game.times))
        self.no_process_is_left()
        return games

    def test_moves_that_are_none(self) -> None:
        for said in ("9", "11", "", "\\x01", "\\xe9", "x" * 70_000):
            with self.subTest(said[:9]):
                fake = self.contestant_faulty_at_go(f"say('bestmove {said}')")
                self.loses("illegal-move: ", fake, legs=(len(said) % 2,))

    def test_moves_with_the_engines_own_dice_lose(self) -> None:
        for variant, said in (("", "66:24/18"), ("cube on", "31:8/5,6/5")):
            fake = self.contestant_faulty_at_go(f"say('bestmove {said}')")
            self.loses("illegal-move: ", fake, rules_of("backgammon", variant))

    def test_ends_and_errors(self) -> None:
        self.loses("closed: ", self.contestant_faulty_at_go("sys.exit(7)"))
        self.loses("closed: ", self.contestant_faulty_at_go("os.close(1); time.sleep(60)"))
        self.loses("closed: ", self.contestant_faulty_at_go("pass", "sys.exit(1)"))
        self.loses("bad: no", self.contestant_faulty_at_go("say('error bad no')"))
        plain = replace(self.contestant_faulty_at_go("say('error bad no')"), dialect="ugi")
        self.loses("bad: no", plain)

    def test_a_position_that_is_refused_is_not_played_from(self) -> None:
        said = "say('error bad-position no' if words[0] == 'position' else 'bestmove 1')"
        says = f"tag = words.pop(0) + ' '; said = words[0]; {said.replace('say(', 'say(tag + (')})"
        self.loses("bad-position: no", self.contestant_answering("native", says))

    def test_dying_in_mid_game(self) -> None:
        go = "if searches > 1: sys.exit(7)\n        say('bestmove 1')"
        games = self.loses("closed: ", self.contestant_faulty_at_go(go))
        self.assertEqual([len(game.moves) for game in games], [3, 2])
        pids = self.pids.read_text(encoding="utf-8").split()
        self.assertEqual(len(pids), 2, "it is started anew")

    def test_silence_and_floods(self) -> None:
        fakes = [
            self.contestant_faulty_at_go("pass"),
            self.contestant_faulty_at_go(HANG_CODE, IGNORE_SIGTERM_CODE),
            self.contestant_faulty_at_go(FLOOD_CODE, IGNORE_SIGTERM_CODE),
            self.contestant_faulty_at_go(ENDLESS_LINE_CODE),
            replace(self.contestant_faulty_at_go(FLOOD_CODE), dialect="ugi"),
            self.contestant_faulty_at_go("pass", HANG_CODE),
            self.contestant_answering(
                "piskvork", "say('OK')", "while words[0] == 'BEGIN': say('DEBUG')"
            ),
        ]
        rules = [rules_of(hang=800)] * 6 + [rules_of("connect5", hang=800)]
        with ThreadPoolExecutor(7) as pool:
            list(pool.map(self.loses, ["no-answer: "] * 7, fakes, rules, [(1,)] * 7))

    def test_overruns(self) -> None:
        slow = self.contestant_faulty_at_go(
            "time.sleep(0.3); say('bestmove 1')", limits=Limits(movetime=50)
        )
        self.loses(r"overrun: \d+ ms used of 50", slow, rules_of(tolerance=100), (0,))
        go = "time.sleep(0.3 if searches > 1 else 0); say('bestmove 1')"
        slow = self.contestant_faulty_at_go(go, limits=Limits(base=0.2, inc=0.01))
        games = self.loses(r"overrun: \d+ ms used of \d+", slow, rules_of(tolerance=60))
        self.assertTrue(games[0].moves)

    def test_the_stake_is_lost(self) -> None:
        fake = self.contestant_faulty_at_go(
            "say('bestmove take' if searches == 1 else 'bestmove 9')"
        )
        fen = "fen XGID=-b----E-C---eE---c-e----B-:1:1:1:D:0:0:0:0:10 seed 3"
        games = play(rules_of("backgammon", "cube on"), fake, fake, opening=fen)
        self.assertEqual([game.moves for game in games], [["take"]] * 2)
        self.assertEqual([(game.result, game.points) for game in games], [("p2win", 4)] * 2)

    def test_children_of_an_engine_end_with_it(self) -> None:
        child = "if not os.fork():\n    with open(sys.argv[1], 'a') as pids:\n"
        child += "        print(os.getpid(), file=pids)\n    time.sleep(60)"
        self.loses("illegal-move: ", self.contestant_faulty_at_go("say('bestmove 9')", child))


class Judges(FakeEngineTestCase):
    """A judge that fails ends the event, and costs no player a game."""

    def fails(self, why: str, judge: str) -> None:
        rules = replace(rules_of(), judge=judge)
        with self.assertRaisesRegex(JudgeError, f"the judge .*{why}"):
            play(rules, native(), native("two"))

    def test_judges_that_do_not_start(self) -> None:
        self.fails("no-such-judge' cannot be started: No such file", "./no-such-judge")
        self.fails("cannot be started: No closing quotation", "'")
        self.fails("closed", self.fake("pass", "sys.exit(1)"))

    def test_a_judge_that_dies_in_mid_game(self) -> None:
        says = "tag = words.pop(0)"
        dies = "if words[0] == 'move': sys.exit(1)"
        state = "dict(query='response false', fen='fen x').get(words[0], words[0])"
        fake = self.contestant_answering("native", says, dies, f"say(tag + ' ' + {state})")
        self.fails("closed", fake.command)
        self.no_process_is_left()

    def test_a_judge_with_an_internal_error(self) -> None:
        says = "tag = words.pop(0)"
        state = "dict(query='response false', fen='fen x', move='error internal no')"
        fake = self.contestant_answering(
            "native", says, f"say(tag + ' ' + {state}.get(words[0], words[0]))"
        )
        self.fails("internal: no", fake.command)


if __name__ == "__main__":
    unittest.main()
