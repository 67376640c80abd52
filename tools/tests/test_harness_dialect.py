"""Tests of the dialect harness: programs that are started for each move of Connect 5."""

import contextlib
import io
import shlex
import subprocess
import sys
import time
import unittest
from dataclasses import replace

from tests.engine_and_faulty_engines import JUDGE, PARLOUR, TOOLS
from tests.small_tournaments import FakeEngineTestCase, native, play, rules_of
from tournament.dialects.dialect_player import CannotPlay
from tournament.dialects.engine_process import ProcessGuard, run_once
from tournament.dialects.harness_dialect import board_of
from tournament.events.event_definition import Contestant, EventRules, Limits
from tournament.playing.worker_engines import JudgeAndPlayers

NO_LIMITS = Limits()
READ_BOARD_CODE = "import os, signal, sys, time; board = sys.stdin.read(); "
# Plays the first empty cell; `{0}` is a file that gets the boards.
FIRST_EMPTY_CELL_CODE = """
rows = [line.split() for line in board.splitlines()]
cells = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "-"]
with open({0!r}, "a") as boards: print(board, file=boards)
print("(%d %d)" % cells[0])
"""
SOURCE_DOCUMENT_BOARD = "6/1xxx2/2ooox/1o4/xxx3/ooo3 x"  # the board of the source document


def six_by_six_rules() -> EventRules:
    """A board of six cells each way."""
    return rules_of("connect5", "size 6")


class Programs(FakeEngineTestCase):
    """Programs in Python that are written for a test."""

    def contestant_of_code(self, code: str, limits: Limits = NO_LIMITS) -> Contestant:
        """A contestant whose program reads the board and does this."""
        command = shlex.join([sys.executable, "-S", "-c", READ_BOARD_CODE + code])
        return Contestant("go", command, "harness", {}, limits)

    def first_empty(self, **options: str) -> Contestant:
        """Plays the first empty cell, and keeps the boards that it reads."""
        program = self.contestant_of_code(FIRST_EMPTY_CELL_CODE.format(str(self.folder / "boards")))
        return replace(program, options=options)

    def boards_seen(self) -> list[str]:
        """The boards that `first_empty` has read."""
        return (self.folder / "boards").read_text(encoding="utf-8").split("\n\n")[:-1]


class Games(Programs):
    """Whole games."""

    def players_of_2001(self, name: str, **options: str) -> Contestant:
        """One of the three programs by the engine's own harness."""
        command = f"{shlex.quote(PARLOUR)} harness --player {name}"
        return Contestant(name, command, "harness", options, NO_LIMITS)

    def test_the_programs_of_2001_meet_each_other_and_native_engines(self) -> None:
        rules = rules_of("connect5", "size 7")
        for one, two in (
            (self.players_of_2001("slices"), native("other", "lookahead", NO_LIMITS)),
            (self.players_of_2001("lookahead"), self.players_of_2001("forced")),
            (self.players_of_2001("slices", x="mover"), self.players_of_2001("forced", x="mover")),
        ):
            with self.subTest(one.name):
                self.ends_by_rules(play(rules, one, two))

    def test_slices_plays_as_it_does_natively(self) -> None:
        rules = rules_of("connect5", "size 8", random_plies=3)
        other = native("other", "generic", Limits(nodes=50))
        ways = self.players_of_2001("slices"), native("slices", "slices", NO_LIMITS)
        games = [play(rules, way, other) for way in ways]
        moves = [[game.moves for game in each] for each in games]
        self.assertEqual(moves[0], moves[1])

    def test_a_program_sees_x_for_first(self) -> None:
        (game,) = play(six_by_six_rules(), self.first_empty(), self.first_empty(), legs=(0,))
        self.assertEqual(game.moves[:3], ["a6", "b6", "c6"])
        self.assertEqual(game.ending, "five in line")
        empty = "- - - - - -"
        boards = self.boards_seen()
        self.assertEqual(boards[0], "\n".join([empty] * 6))
        self.assertEqual(boards[1], "\n".join(["X - - - - -", *[empty] * 5]))
        self.assertEqual(boards[2], "\n".join(["X O - - - -", *[empty] * 5]))

    def test_a_program_may_see_x_for_its_own_stones(self) -> None:
        play(
            six_by_six_rules(), self.first_empty(x="mover"), self.first_empty(x="mover"), legs=(0,)
        )
        rows = [board.partition("\n")[0] for board in self.boards_seen()]
        self.assertEqual(rows[:4], ["- - - - - -", "O - - - - -", "X O - - - -", "O X O - - -"])

    def test_a_board_with_second_to_move_at_equal_numbers_gives_it_x(self) -> None:
        play(
            six_by_six_rules(),
            native(),
            self.first_empty(),
            opening="fen 6/6/6/6/x5/o5 o",
            legs=(0,),
        )
        self.assertEqual(self.boards_seen()[0].split("\n")[4:], ["O - - - - -", "X - - - - -"])

    def test_the_board_of_the_source_document(self) -> None:
        board = "- - - - - -\n- X X X - -\n- - O O O X\n- O - - - -\nX X X - - -\nO O O - - -\n"
        self.assertEqual(board_of(SOURCE_DOCUMENT_BOARD, "X"), board)
        command = self.players_of_2001("slices").command
        with ProcessGuard() as guard:
            self.assertEqual(run_once(command, board, guard, 20).output, "(4 1)\n")

    def test_cells_as_schemes_write_them(self) -> None:
        for said, move in (("(4 1)", "e5"), ("'( 4  1 )\n\n", "e5"), ("\n(5 5)", "f1")):
            program = self.contestant_of_code(f"print({said!r} if 'X' not in board else '(0 0)')")
            (game,) = play(six_by_six_rules(), program, native(), legs=(0,))
            self.assertEqual(game.moves[0], move)


class Faults(Programs):
    """What a program does wrong loses the game, and is said in one line."""

    def loses(self, reason: str, code: str, limits: Limits = NO_LIMITS, hang: float = 5_000) -> str:
        """Checks that it does, soon; returns what reached stderr."""
        rules = rules_of("connect5", "size 6", hang=hang, tolerance=100)
        began, said = time.monotonic(), io.StringIO()
        with contextlib.redirect_stderr(said):
            games = play(rules, native(), self.contestant_of_code(code, limits))
        self.assertLess(time.monotonic() - began, 30)
        for game in games:
            self.assertRegex(game.reason, f"^{reason}$")
            self.assertEqual(game.score_of("go"), 0)
        return said.getvalue()

    def test_an_exit_status_with_the_last_line_of_stderr(self) -> None:
        said = self.loses(
            "failure: exit status 3; it had said 'car: no pair'",
            "print('one\\ncar: no pair', file=sys.stderr); print('(0 0)'); sys.exit(3)",
        )
        self.assertEqual(said, "go: one\ngo: car: no pair\n" * 2)
        self.loses("failure: exit status 1", "os._exit(1)")

    def test_a_signal(self) -> None:
        self.loses("failure: ended by signal 9, Killed", "os.kill(os.getpid(), 9)")

    def test_answers_that_are_no_cell(self) -> None:
        for code, quoted in (
            ("pass", "''"),
            ("print('e5')", "'e5'"),
            ("print('(6 0)')", r"'\(6 0\)'"),
            ("print('(0 -1)')", r"'\(0 -1\)'"),
            ("print('(1 1)\\n(2 2)')", r"'\(1 1\) \(2 2\)'"),
            ("sys.stdout.buffer.write(b'\\xff\\x1b')", r"'\ufffd\?'"),
        ):
            with self.subTest(code):
                self.loses(f"illegal-move: {quoted} is no cell of the board", code)

    def test_an_occupied_cell(self) -> None:
        rules = rules_of("connect5", "size 6")
        (game,) = play(
            rules, self.contestant_of_code("print('(0 0)')"), self.first_empty(), legs=(0,)
        )
        self.assertRegex(game.reason, "^illegal-move: 'a6': ")
        self.assertEqual(game.moves, ["a6", "b6"])

    def test_a_time_limit_kills_it_and_its_children(self) -> None:
        note = f"print(os.getpid(), file=open({str(self.pids)!r}, 'a'), flush=True)"
        code = f"os.fork(); {note}; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
        self.loses("overrun: killed after 200 ms of 100", code, Limits(movetime=100))
        self.loses(r"overrun: killed after \d+ ms of \d+", code, Limits(base=0.2))
        self.no_process_is_left()

    def test_without_a_limit_silence_loses(self) -> None:
        for code in ("time.sleep(60)", "os.close(1); os.close(2); time.sleep(60)"):
            self.loses("no-answer: killed after 0.3 s", code, hang=300)

    def test_a_flood_is_cut(self) -> None:
        flood = "while True: os.write(1, b'x' * 65536)"
        self.loses("overrun: .*", f"exec({flood!r})", Limits(movetime=200))
        said = self.loses("illegal-move: 'x{200}' is .*", "print('x' * 10**7)")
        self.assertEqual(said, "")

    def test_a_program_that_does_not_read(self) -> None:
        quick = shlex.join([sys.executable, "-S", "-c", "print('(0 0)')"])
        (game,) = play(
            six_by_six_rules(), Contestant("go", quick, "harness"), self.first_empty(), legs=(0,)
        )
        self.assertEqual(game.moves, ["a6", "b6"])

    def test_what_the_engines_own_harness_refuses(self) -> None:
        command = f"{shlex.quote(PARLOUR)} harness --player bob"
        with contextlib.redirect_stderr(io.StringIO()):
            (game,) = play(
                six_by_six_rules(), Contestant("go", command, "harness"), native(), legs=(0,)
            )
        self.assertRegex(game.reason, "^failure: exit status 2; it had said '.*unknown-player")


class UnplayableRequests(Programs):
    """What the dialect cannot play is said before it is tried."""

    def cannot(self, why: str, contestant: Contestant, game: str = "connect5") -> None:
        name, _, variant = game.partition(" ")
        with self.assertRaisesRegex(CannotPlay, f"engine 'go' cannot play .* harness: .*{why}"):
            play(rules_of(name, variant), contestant, native())

    def test_games_rules_limits_and_options(self) -> None:
        program = self.contestant_of_code("pass")
        self.cannot("it has Connect 5 only", program, "connect4")
        self.cannot("have no place for the rule 'renju'", program, "connect5 rule renju size 9")
        self.cannot("no words for nodes and depth", replace(program, limits=Limits(depth=2)))
        self.cannot("its only option is x", replace(program, options={"Player": "slices"}))
        self.cannot("its only option is x", replace(program, options={"x": "second"}))

    def test_boards_that_do_not_tell_whose_move_it_is(self) -> None:
        opening = "fen 6/6/6/6/xxx3/o5 o"
        with self.assertRaisesRegex(CannotPlay, "do not show whose move it is"):
            play(six_by_six_rules(), self.first_empty(), native(), opening=opening)
        self.assertTrue(
            play(six_by_six_rules(), self.first_empty(x="mover"), native(), opening=opening)
        )

    def test_a_program_that_is_not_there(self) -> None:
        for command, why in (("./no-such-go", "No such program"), ("'", "No closing"), ("", "No")):
            missing = Contestant("go", command, "harness")
            with (
                JudgeAndPlayers(six_by_six_rules(), [missing]) as seats,
                self.assertRaisesRegex(CannotPlay, why),
            ):
                seats.check()


class Referee(Programs):
    """The referee plays by every dialect."""

    def test_a_program_against_a_native_engine(self) -> None:
        words = ["--game", "connect5", "--variant", "size 6", "--dialect1", "harness"]
        words += ["--dialect2", "piskvork", "--set2", "movetime=5"]
        status, said = self.run_referee(*words, self.first_empty().command, JUDGE)
        self.assertEqual(status, 1, said)
        self.assertRegex(said, r"^moves a6 .*\nresult p2win 1 five in line\n$")

    def test_the_example_of_the_readme_comes_out_as_it_says(self) -> None:
        words = ["--game", "connect5", "--show", "--dialect1", "harness", "--set1", "name=slices"]
        words += ["--player2", "lookahead", "--set2", "name=lookahead"]
        status, said = self.run_referee(
            *words, f"{shlex.quote(PARLOUR)} harness --player slices", JUDGE
        )
        self.assertEqual(status, 0, said)
        end = said[said.index("29. slices: e6\n") :]
        self.assertIn(f"\n{end}```\n", (TOOLS / "README.md").read_text(encoding="utf-8"))

    def test_stderr_goes_on_to_stderr(self) -> None:
        talker = self.contestant_of_code("print('hm', file=sys.stderr); print('(9 9)')").command
        command = [sys.executable, "referee.py", "--judge", JUDGE, "--game", "connect5"]
        command += ["--dialect1", "harness", "--set1", "name=talker", talker, JUDGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertIn("talker: hm\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
