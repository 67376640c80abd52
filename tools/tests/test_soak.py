"""Tests of the soak: what grows is found, in samples and in a stub engine."""

import contextlib
import csv
import io
import sys
import tempfile
import unittest
from pathlib import Path

import soak
from command_line import FAULT
from soaking.samples_and_flatness import COLUMNS, Sample, changes
from tests.test_fuzz_sessions import ENGINE, FAULTY


def samples(growth: float, engines: int = 2) -> list[Sample]:
    """A round a second for a hundred seconds; memory grows by this share in all."""
    return [
        Sample(
            seconds=second,
            engine=engine,
            dialect="native",
            rounds=second,
            games=second,
            lines=second,
            rss_kib=round(50_000 * (1 + growth * second / 100)) + second % 3,
            peak_kib=60_000,
            handles=3,
            threads=3,
            isready_ms=(0.1, 0.2),
            stop_ms=(0.5,),
        )
        for second in range(100)
        for engine in range(engines)
    ]


class Verdicts(unittest.TestCase):
    """What is flat."""

    def verdict(self, seen: list[Sample]) -> dict[str, bool]:
        return {c.name: c.is_flat for c in changes(seen, 25, 1, 25)}

    def test_what_does_not_grow_is_flat(self) -> None:
        self.assertEqual(set(self.verdict(samples(0)).values()), {True})

    def test_memory_that_grows_by_two_per_cent_between_the_thirds_is_not(self) -> None:
        found = self.verdict(samples(0.05))
        self.assertEqual([name for name, is_flat in found.items() if not is_flat], ["memory"])

    def test_an_engine_that_was_not_measured_often_enough_is_no_verdict(self) -> None:
        seen = [one for one in samples(0) if one.engine or one.seconds < 27]
        with self.assertRaisesRegex(ValueError, "too few rounds"):
            self.verdict(seen)


class Runs(unittest.TestCase):
    """Short runs of the tool."""

    def soak(self, engine: str, *more: str) -> tuple[int, str, list[list[str]]]:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "soak.csv"
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                status = soak.main(["--engine", engine, "--csv", str(path), *more])
            rows = list(csv.reader(path.read_text("utf-8").splitlines())) if path.exists() else []
        return status, said.getvalue(), rows

    def test_an_engine_that_keeps_memory_is_not_flat(self) -> None:
        engine = f"{sys.executable} -B {FAULTY} {ENGINE} grows"
        status, said, rows = self.soak(engine, "--seconds", "3", "--warm-up", "0", "--engines", "1")
        self.assertEqual(status, soak.NOT_FLAT, said)
        self.assertRegex(said, r"memory .* NO\n")
        self.assertEqual(rows[0], list(COLUMNS))

    def test_every_dialect_plays_rounds_without_a_fault(self) -> None:
        words = ("--seconds", "3", "--engines", "6", "--tolerance", "900")
        _, said, rows = self.soak(ENGINE, *words, "--latency-tolerance", "10000")
        self.assertNotIn("engine ", said)
        dialects = {row[2] for row in rows[1:]}
        self.assertEqual(dialects, {"native", "piskvork", "ubgi", "external"})

    def test_an_engine_that_dies_is_named(self) -> None:
        engine = f"{sys.executable} -B {FAULTY} {ENGINE} dies"
        status, said, _ = self.soak(engine, "--seconds", "3", "--engines", "1")
        self.assertEqual(status, FAULT if "Gone" not in said else soak.NOT_FLAT)
        self.assertRegex(said, "Gone|ended")


if __name__ == "__main__":
    unittest.main()
