"""Tests of the referee: `PARLOUR=path/to/parlour python3 -m unittest`."""

import signal
import subprocess
import sys
import time
import unittest

from tests.engine_and_faulty_engines import (
    ENDLESS_LINE_CODE,
    FLOOD_CODE,
    HANG_CODE,
    IGNORE_SIGTERM_CODE,
    JUDGE,
    TOOLS,
    FakeEngineFolder,
)


class WholeGames(FakeEngineFolder):
    """Games that end by their rules."""

    def plays(self, *words: str, engines: tuple[str, str] = (JUDGE, JUDGE)) -> str:
        players = ["--nodes", "60", "--player1", "george", "--player2", "generic"]
        status, said = self.run_referee(*players, *words, *engines)
        self.assertNotIn(" loses by ", said)
        result = said.splitlines()[-1].split()[1]
        self.assertEqual(status, ("p1win", "p2win", "draw").index(result), said)
        return said

    def test_connect4_ends(self) -> None:
        self.plays("--game", "connect4")

    def test_connect4_of_another_size_with_an_opening_ends(self) -> None:
        said = self.plays("--variant", "width 8 height 7", "--opening", "8 77", "--seed", "2")
        self.assertTrue(said.startswith("moves 8 7 7 "), said)

    def test_connect5_ends(self) -> None:
        self.plays("--game", "connect5", "--variant", "size 9")

    def test_sticks_ends(self) -> None:
        self.plays("--game", "sticks")

    def test_backgammon_with_the_judges_dice_repeats_itself_by_seed(self) -> None:
        games = [self.plays("--game", "backgammon", "--seed", seed) for seed in ("5", "5", "6")]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])
        self.assertRegex(games[0], r"^moves [1-6][1-6]:")

    def test_backgammon_with_the_cube_ends(self) -> None:
        self.plays("--game", "backgammon", "--variant", "cube on match 3")

    def test_backgammon_with_dice_of_a_seed_in_the_fen_ends(self) -> None:
        said = self.plays("--game", "backgammon", "--fen", "startpos seed 42")
        self.assertEqual(said, self.plays("--game", "backgammon", "--fen", "startpos seed 42"))

    def test_second_may_begin_by_fen(self) -> None:
        words = ["--fen", "7/7/7/7/o6/o1xxx2 o", JUDGE, self.fake("say('bestmove 9')")]
        status, said = self.run_referee(*words)
        self.assertTrue(said.startswith("moves\nresult p1win 0 engine 2 loses by illegal"), said)
        self.assertEqual(status, 0)

    def test_the_result_says_how_the_game_ended(self) -> None:
        square = "connect5 size 3 win 3"
        gammon = f"fen XGID=-A{'-' * 22}o-:0:0:1:21:0:0:0:0:10"
        for game, start, last, result in (
            ("connect4", "121212", ["1"], "p1win 1 four in line"),
            (square, "a1 b1 a2 b2", ["a3"], "p1win 1 three in line"),
            (square, "b2 a3 c3 a1 a2 c2 b1 b3", ["c1"], "draw 0 full board"),
            ("backgammon", gammon, ["1/off"], "p1win 2 gammon"),
            ("backgammon cube on", "31:8/5,6/5", ["drop", "double"], "p2win 1 dropped double"),
        ):
            with self.subTest(result):
                name, _, variant = game.partition(" ")
                fen = start.removeprefix("fen ")
                begin = ["--opening" if fen == start else "--fen", fen]
                engines = [self.fake(f"say('bestmove {move}')") for move in (last[0], last[-1])]
                said = self.run_referee("--game", name, "--variant", variant, *begin, *engines)[1]
                self.assertEqual(said.splitlines()[-1], f"result {result}")

    def test_show_draws_the_board_after_each_move(self) -> None:
        fake = self.fake("say('bestmove 4')")
        words = ["--opening", "3 3 2 2 1 1", "--set1", "name=ann", "--show", fake, JUDGE]
        said = self.run_referee(*words)[1]
        before, move, after = said.partition("\n1. ann: 4\n")
        self.assertTrue(move, said)
        self.assertEqual(before.splitlines()[-1], "x to move")
        self.assertIn("\\ [X] [X] [X] [X] [ ] [ ] [ ] \\ F\n", after)
        self.assertRegex(after, "\nx has won.*\nmoves 3 3 2 2 1 1 4\n")

    def test_clocks_are_kept(self) -> None:
        self.plays("--tc", "2+0.01")

    def test_an_engine_without_tags_plays(self) -> None:
        self.plays("--plain1", "--plain2")


class Forfeits(FakeEngineFolder):
    """Engines at fault lose for the right reason, soon, and are gone."""

    def loses(self, reason: str, go: str, *words: str, before: str = "pass") -> None:
        began = time.monotonic()
        engines = [JUDGE, self.fake(go, before)]
        limits = ["--nodes", "50", "--hang", "1000", "--player1", "george"]
        status, said = self.run_referee(*limits, *words, *engines)
        self.assertEqual(status, 0, said)
        self.assertIn(f"result p1win 0 engine 2 loses by {reason}", said)
        self.assertLess(time.monotonic() - began, 30, said)
        self.no_process_is_left()

    def test_an_illegal_move_loses(self) -> None:
        self.loses("illegal-move: ", "say('bestmove 9')")

    def test_a_run_of_moves_loses(self) -> None:
        self.loses("illegal-move: '11' is not one move", "say('bestmove 11')")

    def test_no_move_at_all_loses(self) -> None:
        self.loses("illegal-move: ", "say('bestmove')")

    def test_own_dice_lose(self) -> None:
        self.loses("illegal-move: ", "say('bestmove 66:24/18')", "--game", "backgammon")

    def test_dying_in_mid_game_loses(self) -> None:
        go = "if searches > 1: sys.exit(7)\n        say('bestmove 1')"
        self.loses("closed: ", go)

    def test_closing_the_output_loses(self) -> None:
        self.loses("closed: ", "os.close(1); time.sleep(60)")

    def test_hanging_loses(self) -> None:
        self.loses("no-answer: ", HANG_CODE)

    def test_hanging_deaf_to_signals_loses(self) -> None:
        self.loses("no-answer: ", HANG_CODE, before=IGNORE_SIGTERM_CODE)

    def test_saying_nothing_at_go_loses(self) -> None:
        self.loses("no-answer: ", "pass")

    def test_flooding_loses(self) -> None:
        self.loses("no-answer: ", FLOOD_CODE, before=IGNORE_SIGTERM_CODE)

    def test_an_endless_line_loses(self) -> None:
        self.loses("no-answer: ", ENDLESS_LINE_CODE)

    def test_overrunning_a_move_loses(self) -> None:
        go = "time.sleep(0.4); say('bestmove 1')"
        self.loses("overrun: ", go, "--movetime", "50", "--tolerance", "100")

    def test_overrunning_the_clock_loses(self) -> None:
        go = "time.sleep(0.3 if searches > 1 else 0); say('bestmove 1')"
        self.loses("overrun: ", go, "--tc", "0.1+0.01", "--tolerance", "60")

    def test_a_line_refused_without_tags_loses(self) -> None:
        self.loses("bad: no", "say('error bad no')", "--plain2")

    def test_children_of_an_engine_end_with_it(self) -> None:
        child = "if not os.fork():\n    with open(sys.argv[1], 'a') as pids:\n"
        child += "        print(os.getpid(), file=pids)\n    time.sleep(60)"
        self.loses("illegal-move: ", "say('bestmove 9')", before=child)


class FaultsOfTheCall(FakeEngineFolder):
    """What ends with status 3."""

    def fails(self, reason: str, *words: str) -> None:
        status, said = self.run_referee("--nodes", "50", *words)
        self.assertEqual(status, 3, said)
        self.assertIn(reason, said)

    def test_arguments(self) -> None:
        self.fails("ENGINE")
        self.fails("--nodes", "--nodes", "many", JUDGE, JUDGE)
        self.fails("tc: 'soon' is no number", "--tc", "soon", JUDGE, JUDGE)

    def test_engines_that_do_not_start(self) -> None:
        self.fails("no-such-engine", JUDGE, "./no-such-engine")
        self.fails("cannot be started", JUDGE, "")
        self.fails("gave no answer in 0.3 s", "--hang", "300", JUDGE, self.fake("pass", HANG_CODE))
        self.fails("ended, or closed its output", JUDGE, self.fake("pass", "sys.exit(1)"))
        self.no_process_is_left()

    def test_what_the_engines_refuse(self) -> None:
        self.fails("unknown-game", "--game", "chess", JUDGE, JUDGE)
        self.fails("unknown-option", "--set1", "Nothing=1", JUDGE, JUDGE)
        self.fails("no-such", "--player2", "no-such", JUDGE, JUDGE)
        self.fails("illegal-move", "--opening", "9", JUDGE, JUDGE)

    def test_a_judge_that_dies(self) -> None:
        said = self.run_referee("--judge", self.fake("pass", "sys.exit(1)"), JUDGE, JUDGE)
        self.assertEqual(said[0], 3)

    def test_a_signal_to_end_leaves_no_process(self) -> None:
        command = [sys.executable, str(TOOLS / "referee.py"), "--judge", JUDGE, "--nodes", "9"]
        command += [self.fake(HANG_CODE, IGNORE_SIGTERM_CODE), JUDGE]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            while not self.pids.read_text(encoding="utf-8").endswith("\n"):
                time.sleep(0.02)
            process.send_signal(signal.SIGTERM)
        self.assertEqual(process.returncode, 3)
        self.no_process_is_left()


class Size(unittest.TestCase):
    """How long the referee is."""

    def test_the_referee_stays_small(self) -> None:
        lines = (TOOLS / "referee.py").read_text(encoding="utf-8").splitlines()
        self.assertLessEqual(len(lines), 126)


if __name__ == "__main__":
    unittest.main()
