"""Tests of the client and the referee: `PARLOUR=path/to/parlour python3 -m unittest`."""

import contextlib
import io
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import referee
from parlour import Engine, EngineError

TOOLS = Path(__file__).resolve().parent.parent
BUILDS = [TOOLS.parent / "target" / build / "parlour" for build in ("release", "debug")]
PARLOUR = os.environ.get("PARLOUR") or next((str(p) for p in BUILDS if p.exists()), "parlour")
# A small hash table, since each new game clears it.
JUDGE = f"{shlex.quote(PARLOUR)} --option Hash=1"

# An engine that knows nothing but its manners; `{before}` runs at its start, `{go}` at each go.
FAKE_ENGINE_CODE = """
import os, signal, sys, time
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)
searches = 0
def say(text):
    print((tag + " " + text).strip(), flush=True)
{before}
for line in sys.stdin:
    words = line.split()
    tag = words.pop(0) if words[0].startswith("@") else ""
    if words[0] == "quit":
        break
    elif words[0] == "go":
        searches += 1
        {go}
    elif tag or words[0] in ("ugi", "isready"):
        say(dict(ugi="ugiok", isready="readyok").get(words[0], "ok"))
"""
IGNORE_SIGTERM_CODE = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
HANG_CODE = "while True: time.sleep(60)"
FLOOD_CODE = "while True: sys.stdout.write('info string ' + 'x' * 500 + chr(10))"
ENDLESS_LINE_CODE = "while True: sys.stdout.write('x' * 4096)"


def is_alive(pid: int) -> bool:
    """Whether a process of this number runs; an orphan that has ended may still be listed."""
    with contextlib.suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class FakeEngineFolder(unittest.TestCase):
    """A folder for fake engines, and an eye on the processes they leave."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.pids = self.folder / "pids"
        self.pids.touch()
        # Engines that hang here do so on purpose: no need to be patient with them.
        impatient = mock.patch.object(Engine.close, "__defaults__", (0.3,))
        impatient.start()
        self.addCleanup(impatient.stop)

    def fake(self, go: str, before: str = "pass") -> str:
        """The command of a fake engine that does this at `go` and, at its start, this before."""
        path = self.folder / f"fake{len(list(self.folder.iterdir()))}.py"
        path.write_text(FAKE_ENGINE_CODE.format(go=go, before=before), encoding="utf-8")
        return shlex.join([sys.executable, "-S", str(path), str(self.pids)])

    def no_process_is_left(self) -> None:
        """Every process that a fake engine wrote down has ended."""
        pids = [int(pid) for pid in self.pids.read_text(encoding="utf-8").split()]
        self.assertTrue(pids, "the fake engine never ran")
        deadline = time.monotonic() + 2  # a signal may still be on its way to an orphan
        while any(map(is_alive, pids)) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual([pid for pid in pids if is_alive(pid)], [])

    def run_referee(self, *words: str) -> tuple[int, str]:
        """Runs the referee; its exit status and all that it printed."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = referee.main(["--judge", JUDGE, *words])
        return status, said.getvalue()


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
        self.assertLess(time.monotonic() - began, 8, said)
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


class Client(FakeEngineFolder):
    """The client by itself."""

    def refused(self, code: str, ask: Callable[[], object]) -> None:
        with self.assertRaises(EngineError) as raised:
            ask()
        self.assertEqual(raised.exception.code, code)
        self.assertTrue(raised.exception.text)

    def test_answers_end_where_they_should(self) -> None:
        with Engine.popen([PARLOUR]) as engine:
            self.assertEqual(engine.ask("newgame connect4"), ["ok"])
            self.assertEqual(engine.ask("legal"), ["legal 1 2 3 4 5 6 7"])
            self.assertEqual(engine.ask("ugi")[-1], "ugiok")
            self.assertEqual(engine.ask("perft 2 divide")[-1], "perft 2 49")
            self.assertEqual(len(engine.ask("perft 2 divide")), 8)
            self.assertRegex(engine.ask("show")[-1], "^fen ")
            self.assertEqual(engine.ask("help")[-1], "ok")
            self.assertEqual(engine.words("query p1turn"), ["true"])
            self.assertEqual(engine.ask("isready"), ["readyok"])

    def test_refusals_carry_code_and_text(self) -> None:
        with Engine.popen(JUDGE) as engine:
            self.refused("illegal-move", lambda: engine.ask("move 9"))
            self.refused("unknown-command", lambda: engine.ask("mvoe 4"))
            self.assertEqual(engine.ask("move 4"), ["ok"])

    def test_info_lines_are_passed_on_and_a_search_stops(self) -> None:
        lines: list[str] = []
        with Engine.popen(JUDGE) as engine:
            timer = threading.Timer(0.2, engine.stop)
            timer.start()
            self.assertIn(engine.ask("go player generic infinite", lines.append)[-1][-1], "1234567")
        self.assertRegex(lines[0], "^info depth 1 ")

    def test_a_silent_engine_is_given_its_time_and_no_more(self) -> None:
        with Engine.popen(self.fake(HANG_CODE), timeout=5) as engine:
            engine.ask("isready")
            began = time.monotonic()
            self.refused("no-answer", lambda: engine.ask("go", timeout=0.3))
            self.assertTrue(0.25 < time.monotonic() - began < 2)
        self.no_process_is_left()

    def test_a_late_answer_is_not_taken_for_the_next(self) -> None:
        with Engine.popen(self.fake("time.sleep(0.3); say('bestmove late')")) as engine:
            engine.ask("isready")
            self.refused("no-answer", lambda: engine.ask("go", timeout=0.1))
            self.assertEqual(engine.ask("isready"), ["readyok"])

    def test_an_engine_that_does_not_read_blocks_nothing(self) -> None:
        with Engine.popen(self.fake("pass", HANG_CODE)) as engine:
            for _ in range(100):
                engine.send("position startpos moves" + " 4" * 10_000)
            self.refused("no-answer", lambda: engine.ask("isready", timeout=0.5))
        self.no_process_is_left()

    def test_a_dead_engine_says_so_again_and_again(self) -> None:
        with Engine.popen(self.fake("sys.exit(1)")) as engine:
            for _ in range(3):
                self.refused("closed", lambda: engine.ask("go"))
        engine.close()
        self.no_process_is_left()

    def test_a_flood_does_not_fill_the_memory(self) -> None:
        with (
            Engine.popen(self.fake(ENDLESS_LINE_CODE, IGNORE_SIGTERM_CODE)) as one,
            Engine.popen(self.fake(FLOOD_CODE)) as two,
        ):
            one.ask("isready")
            two.ask("isready")
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            one.send("@1 go")
            two.send("@1 go")
            time.sleep(1)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            self.assertLess(grown, 200_000, "KiB")
        self.no_process_is_left()

    def test_the_referee_stays_small(self) -> None:
        lines = (TOOLS / "referee.py").read_text(encoding="utf-8").splitlines()
        self.assertLessEqual(len(lines), 126)


if __name__ == "__main__":
    unittest.main()
