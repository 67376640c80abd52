"""Positions and the timing of solvers: rules against a slow reference, files, and whole runs."""

import contextlib
import io
import itertools
import json
import random
import shlex
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import bench_connect4
import make_scored_connect4_positions
from solver_benchmark import (
    bitbully_and_its_database,
    scored_positions,
    solver_commands,
    time_solvers,
)
from solver_benchmark.connect4_position import (
    HEIGHT,
    STRIDE,
    WIDTH,
    Rack,
    has_four,
    order_of_play,
    plies_to_end,
    rack_after,
)
from solver_benchmark.scored_positions import ScoredPosition, read, stratum
from tests.engine_and_faulty_engines import PARLOUR

SETS = Path(__file__).resolve().parents[2] / "tests" / "data" / "connect4_scored_by_parlour"
HERE = Path(__file__).resolve().parent
NAIVE = shlex.join(
    [
        "env",
        f"PYTHONPATH={HERE.parent}",
        sys.executable,
        "-B",
        str(HERE / "stub_engines" / "naive_connect4_solver.py"),
    ]
)
GENERIC_PLAYER_PEER = (
    f"name=generic count=--json cmd={shlex.quote(PARLOUR)} batch --game connect4 --player generic"
    " --depth 42 --score-only --scores pons"
)
LATE = 36  # balls from which on the naive solver takes no time


def random_rack(chance: random.Random) -> Rack:
    """Balls of a game that may have gone on after four in line."""
    rack = Rack()
    for _ in range(chance.randrange(WIDTH * HEIGHT)):
        rack = rack.play(chance.choice(rack.moves))
    return rack


def has_four_slowly(balls: int) -> bool:
    """Four in line by looking at each line of cells."""
    lines = [
        [(x + i * dx, y + i * dy) for i in range(4)]
        for x, y in itertools.product(range(WIDTH), range(HEIGHT))
        for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    inside = [line for line in lines if line[3][0] < WIDTH and 0 <= line[3][1] < HEIGHT]
    return any(all(balls >> x * STRIDE + y & 1 for x, y in line) for line in inside)


def late(number: int) -> list[ScoredPosition]:
    """Some positions that a slow solver can solve."""
    found = [p for p in read(SETS / "end_easy.txt") if len(p.moves) >= LATE]
    return found[:number]


class RackTest(unittest.TestCase):
    def test_four_in_line_are_those_of_a_slow_search(self) -> None:
        chance = random.Random(1)
        for _ in range(300):
            rack = random_rack(chance)
            self.assertEqual(has_four_slowly(rack.own), has_four(rack.own))

    def test_a_position_and_its_mirror_image_share_their_key_alone(self) -> None:
        mirror = str.maketrans("1234567", "7654321")
        for position in read(SETS / "middle_easy.txt", 100):
            rack, image = rack_after(position.moves), rack_after(position.moves.translate(mirror))
            self.assertEqual(rack.key, image.key)
            self.assertNotEqual(rack.key, rack.play(rack.moves[0]).key)

    def test_an_order_of_play_leads_to_the_balls(self) -> None:
        chance = random.Random(2)
        for _ in range(100):
            rack = random_rack(chance)
            balls = (rack.own, rack.other) if rack.plies % 2 == 0 else (rack.other, rack.own)
            moves = order_of_play(balls)
            assert moves is not None
            again = Rack()
            for digit in moves:
                again = again.play(int(digit) - 1)
            self.assertEqual(rack, again)
        self.assertIsNone(order_of_play((2, 1)), "the lower ball would come second")

    def test_moves_that_no_game_has_are_refused(self) -> None:
        for moves in ("1111111", "12121212", "8"):
            with self.assertRaises(ValueError):
                rack_after(moves)

    def test_plies_to_the_end_follow_from_the_score(self) -> None:
        cases = [(0, 1, 41), (1, -2, 38), (6, 18, 1), (7, -17, 2), (12, 1, 29), (12, -10, 12)]
        for plies, score, left in [*cases, (40, 0, 2), (41, 1, 1), (40, -1, 2)]:
            self.assertEqual(left, plies_to_end(plies, score), (plies, score))


class SetsTest(unittest.TestCase):
    def test_the_sets_hold_what_their_names_say(self) -> None:
        names = [name for draw in scored_positions.SAMPLING_PLANS for name in draw.strata]
        self.assertEqual(sorted(names), sorted(path.stem for path in SETS.glob("*.txt")))
        keys = set()
        for name in names:
            found = read(SETS / f"{name}.txt")
            self.assertEqual(200 if name == "begin_hard" else 1000, len(found))
            for position in found:
                rack = rack_after(position.moves)
                self.assertFalse(any(rack.wins(channel) for channel in rack.moves))
                self.assertEqual(name, stratum(position))
                keys.add(rack.key)
        self.assertEqual(5200, len(keys))

    def test_the_generator_makes_the_same_set_again(self) -> None:
        draw = scored_positions.SamplingPlan("end", LATE, 41, ("end_easy",))
        solver = solver_commands.peer(GENERIC_PLAYER_PEER)
        with contextlib.redirect_stderr(io.StringIO()):
            made = make_scored_connect4_positions.fill(draw, 60, 1, solver)["end_easy"]
            again = make_scored_connect4_positions.fill(draw, 60, 1, solver)["end_easy"]
        self.assertEqual(made, again)
        self.assertEqual(60, len({rack_after(position.moves).key for position in made}))

    def test_what_is_in_the_sets_comes_from_the_candidates_in_their_order(self) -> None:
        for draw in scored_positions.SAMPLING_PLANS:
            for stem in draw.strata:
                offered = scored_positions.candidates(draw, 1)
                for position in read(SETS / f"{stem}.txt", 50):
                    self.assertIn(position.moves, offered)  # uses up those before it

    def test_a_file_is_read_as_it_was_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "set.txt")
            whole = [ScoredPosition("44", -2), ScoredPosition("", 1)]
            path.write_text(scored_positions.text(["a remark"], whole))
            self.assertEqual(whole, read(path))
            self.assertEqual(whole[:1], read(path, 1))
            path.write_text("4x 1\n")
            with self.assertRaises(ValueError):
                read(path)

    def test_positions_of_the_database_are_decoded(self) -> None:
        chance = random.Random(3)
        for _ in range(100):
            rack = Rack()
            while rack.plies < bitbully_and_its_database.PLIES:
                rack = rack.play(chance.choice(rack.moves))
            bits = ""
            for channel in range(WIDTH):
                for row in range(HEIGHT):
                    cell = 1 << channel * STRIDE + row
                    bits += "10" if rack.own & cell else "11" if rack.other & cell else ""
                bits += "0"
            self.assertEqual(
                (rack.own, rack.other), bitbully_and_its_database.balls(int(bits + "0", 2))
            )
        for value, score in ((71, 1), (73, 2), (-88, -10), (0, 0)):
            self.assertEqual(score, bitbully_and_its_database.score(value))


class ReadersTest(unittest.TestCase):
    def test_each_form_of_answers_is_read(self) -> None:
        spoken: dict[str, tuple[str, str, list[int | None], int]] = {
            "scores": ("44\t-2\n 1\nbad\n", "nodes 5\nnodes 70\n", [-2, 1, None], 70),
            "pons": ("44 -2 30 7\n45 1 40 8\n", "", [-2, 1], 70),
            "c4": ("Final strong score is 1 (x).\n    Total           = 1,234\n", "", [1], 1234),
            "json": (
                '{"stones_left":-2,"exact":true,"nodes":3}\n{"cp":5,"exact":false,"nodes":4}\n',
                "",
                [-2, None],
                7,
            ),
        }
        self.assertEqual(set(solver_commands.READERS), set(spoken))
        for reader, (stdout, stderr, scores, nodes) in spoken.items():
            found = solver_commands.READERS[reader](stdout, stderr)
            self.assertEqual(solver_commands.Answers(scores, nodes), found, reader)

    def test_a_peer_is_read_from_its_words(self) -> None:
        found = solver_commands.peer("name=pons reader=pons cmd=/a/b -x {file} cmd=2")
        self.assertEqual(solver_commands.Peer("pons", "/a/b -x {file} cmd=2", "pons"), found)
        for words in ("cmd=a", "name=a", "name=a reader=none cmd=b"):
            with self.assertRaises(ValueError):
                solver_commands.peer(words)

    def test_missing_answers_are_wrong(self) -> None:
        asked = [ScoredPosition("1", 0), ScoredPosition("2", 1), ScoredPosition("3", 2)]
        self.assertEqual(2, time_solvers.wrong(asked, solver_commands.Answers([0, 2], None)))
        self.assertEqual(0, time_solvers.wrong(asked, solver_commands.Answers([0, 1, 2], None)))


class BenchTest(unittest.TestCase):
    def run_bench(self, *words: str, fault: int = 0) -> tuple[int, str, Any]:
        """Exit status, text and JSON of a run on late positions, some of them falsified."""
        with tempfile.TemporaryDirectory() as folder:
            path, record = Path(folder, "late.txt"), Path(folder, "record.json")
            asked = [ScoredPosition(p.moves, p.score + (i < fault)) for i, p in enumerate(late(12))]
            path.write_text(scored_positions.text([], asked))
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                given = ["--rounds", "2", "--json", str(record), f"{path}:10", *words]
                status = bench_connect4.main(given)
            return status, out.getvalue(), json.loads(record.read_text() or "{}")

    def test_two_solvers_take_turns_and_are_compared(self) -> None:
        naive = f"name=naive cmd={NAIVE} {{file}}"
        status, text, record = self.run_bench("--ours", GENERIC_PLAYER_PEER, "--peer", naive)
        self.assertEqual(0, status, text)
        (sheet,) = record["files"]
        self.assertEqual(10, sheet["positions"])
        for solver, name in zip(sheet["solvers"], ("generic", "naive"), strict=True):
            self.assertEqual((name, 0), (solver["name"], solver["wrong"]))
            self.assertEqual([2, 2], [len(solver["costs"]), len(solver["costs_without_positions"])])
            self.assertGreaterEqual(solver["nodes"], 10)
        self.assertEqual(1, sheet["solvers"][0]["ratio"])
        self.assertRegex(text, r"(?m)^  naive .* 0 +[\d.]+ +[\d.]+-[\d.]+ +[\d.]+ +[\d.]+$")

    def test_times_are_less_what_the_start_costs(self) -> None:
        timed = time_solvers.SolverTimes(solver_commands.Peer("a", "a"))
        timed.costs = [time_solvers.ProcessSeconds(3, 2, 9), time_solvers.ProcessSeconds(4, 4, 9)]
        timed.costs_without_positions = [
            time_solvers.ProcessSeconds(1, 1, 9),
            time_solvers.ProcessSeconds(1, 3, 9),
            time_solvers.ProcessSeconds(1, 1, 9),
        ]
        self.assertEqual([5, 8], timed.cpu_with_start())
        self.assertEqual([3, 6], timed.cpu_less_start())
        self.assertEqual([2, 3], timed.user())
        self.assertEqual([0.5, 2], time_solvers.ratios([3, 6], [6, 3]))

    def test_wrong_scores_are_counted_and_end_in_a_status_of_one(self) -> None:
        status, _, record = self.run_bench("--ours", GENERIC_PLAYER_PEER, fault=3)
        self.assertEqual(1, status)
        self.assertEqual(3, record["files"][0]["solvers"][0]["wrong"])

    def test_a_solver_that_fails_is_named(self) -> None:
        for command in ("/no/such/solver", f"{sys.executable} -c 'exit(3)'"):
            with self.assertRaises(time_solvers.SolverError):
                time_solvers.run(command, SETS / "end_easy.txt")


if __name__ == "__main__":
    unittest.main()
