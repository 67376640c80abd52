"""Simulated matches whose truth is known.

`python3 -m tournament.statistics.simulate_statistics` runs many more.
"""

import contextlib
import io
import itertools
import random
import unittest
from statistics import fmean
from unittest import mock

from tournament.statistics import simulate_statistics
from tournament.statistics.simulate_statistics import MODELS, POINTS_OF_A_WIN, STAKE_CHANCES, Model
from tournament.statistics.sprt import PointsSprt, Sprt

RUNS = 1000
UNEVEN_MODEL = MODELS[1]  # some draws, openings that favour one side


class Models(unittest.TestCase):
    """What is drawn is what was meant."""

    def test_chances_have_the_score_that_was_asked_for(self) -> None:
        for model, (elo, score) in itertools.product(MODELS, ((0, 0.5), (190.8485, 0.75))):
            chances = model.chances(elo)
            self.assertAlmostEqual(sum(chances), 1)
            self.assertAlmostEqual(fmean(k * 5 * p for k, p in enumerate(chances)) / 4, score, 6)

    def test_draws_and_openings_show(self) -> None:
        even = Model("", draws=0, opening_bias=0).chances(0)
        for chance, known in zip(even, (0.25, 0, 0.5, 0, 0.25), strict=True):
            self.assertAlmostEqual(chance, known)
        self.assertGreater(Model("", draws=0, opening_bias=800).chances(0)[2], 0.8)
        self.assertGreater(Model("", draws=200, opening_bias=0).chances(0)[1], 0.2)

    def test_stake_pairs_have_the_mean_that_was_asked_for(self) -> None:
        drawn = simulate_statistics.stake_pairs(0.2, 1 / 3, random.Random(1))
        pairs = list(itertools.islice(drawn, 20_000))
        self.assertAlmostEqual(fmean(map(sum, pairs)) / 2, 0.2, 1)
        self.assertGreater(sum(map(sum, pairs)), 0)
        self.assertLess(fmean(one * other for one, other in pairs), -0.4)  # luck goes both ways
        self.assertAlmostEqual(sum(STAKE_CHANCES), 1)
        self.assertEqual({abs(won) for both in pairs for won in both}, set(POINTS_OF_A_WIN))


class Simulated(unittest.TestCase):
    """A thousand seeded runs of each."""

    def test_tests_of_elo_decide_wrongly_as_seldom_as_they_say(self) -> None:
        test = Sprt(0, 80, 0.05, 0.05)
        for elo in (0, 80):
            wrong, pairs = simulate_statistics.sprt_error_rate(
                test, elo, UNEVEN_MODEL, RUNS, seed=1
            )
            self.assertTrue(0.02 <= wrong <= 0.065, (elo, wrong))
            self.assertTrue(20 < pairs < 60, (elo, pairs))

    def test_tests_of_points_decide_wrongly_as_seldom_as_they_say(self) -> None:
        test = PointsSprt(0, 0.3, 0.05, 0.05)
        for mean in (0, 0.3):
            wrong, pairs = simulate_statistics.points_test_error_rate(test, mean, RUNS // 2, seed=1)
            self.assertTrue(0.01 <= wrong <= 0.065, (mean, wrong))
            self.assertTrue(20 < pairs < 80, (mean, pairs))

    def test_intervals_of_elo_hold_the_truth(self) -> None:
        for elo, pairs, model in (
            (-50, 100, 0),
            (0, 100, 1),
            (30, 100, 2),
            (150, 100, 1),
            (30, 300, 3),
        ):
            held, _ = simulate_statistics.elo_interval_coverage(
                elo, pairs, MODELS[model], RUNS, seed=1
            )
            self.assertTrue(0.93 <= held <= 0.97, (elo, pairs, held))

    def test_intervals_of_points_hold_the_truth(self) -> None:
        held, _ = simulate_statistics.points_interval_coverage(0.2, 100, RUNS // 2, seed=1)
        self.assertTrue(0.93 <= held <= 0.97, held)

    def test_the_command_writes_its_tables(self) -> None:
        said = io.StringIO()
        with (
            contextlib.redirect_stdout(said),
            mock.patch("sys.argv", ["simulate", "--runs", "1"]),
            mock.patch.object(simulate_statistics, "MODELS", MODELS[3:]),
        ):
            simulate_statistics.main()
        self.assertIn("no draws, openings decide, 0..20 Elo", said.getvalue())
        self.assertIn("points a game", said.getvalue())


if __name__ == "__main__":
    unittest.main()
