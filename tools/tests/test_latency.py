"""Tests of the measurement of latencies, by a run too short to say anything of the engine."""

import contextlib
import io
import unittest

import latency
from tests.engine_and_faulty_engines import JUDGE

SHORT = ["--game", "connect4", "--moves", "3", "--movetime", "20", "--tc", "0.2+0.01"]


class Latency(unittest.TestCase):
    def test_every_figure_is_printed_with_its_percentiles(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(latency.main(["--engine", JUDGE, *SHORT, "--busy", "1"]), 0)
        for words in (
            "start to first answer",
            "isready in mid-search",
            "stop to bestmove",
            "after movetime 20",
            "after the clock's limit",
            "≤0.1",
        ):
            self.assertIn(words, said.getvalue())

    def test_the_limit_of_a_clock_is_that_of_the_protocol(self) -> None:
        self.assertEqual(latency.hard_limit(60_000, 0), 6_000)
        self.assertEqual(latency.hard_limit(1_000, 1_000), 995)
        self.assertEqual(latency.hard_limit(1, 0), 0.5)

    def test_a_histogram_counts_every_value_once(self) -> None:
        figure = latency.Figure("stop", "nim", values=[-1, 0, 0.05, 3, 1000])
        heads, row = latency.histogram([figure])
        self.assertEqual(row.split()[2:], ["2", "1", "1", "1"])
        self.assertTrue(heads.endswith(">200"))
        self.assertEqual(figure.percentile(90), 1000)
        self.assertEqual(figure.percentile(50), 0.05)


if __name__ == "__main__":
    unittest.main()
