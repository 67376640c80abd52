"""Tests of ratings: a slow twin, two engines alone, and errors that hold the truth."""

import itertools
import math
import random
import unittest

from tournament.playing.game_record import GameRecord
from tournament.statistics.elo import ELO_PER_LOGIT, score_of
from tournament.statistics.ratings import Matrix, inverse, product, rate
from tournament.statistics.tally import Tallies, tallies


def meetings(chance: random.Random, elos: dict[str, float], pairs: int) -> Tallies:
    """A round robin with these true ratings; in a third of the pairs one engine wins both games."""
    games, numbers = [], itertools.count()
    for one, other in itertools.combinations(elos, 2):
        expected = score_of(elos[one] - elos[other])
        for number in itertools.islice(numbers, pairs):
            wins = [chance.random() < expected for _ in "12"]
            if chance.random() < 1 / 3:
                wins[1] = wins[0]
            games += [
                GameRecord(number, 0, one, other, "", "p1win" if wins[0] else "p2win", 1),
                GameRecord(number, 1, other, one, "", "p2win" if wins[1] else "p1win", 1),
            ]
    return tallies(games)


def tallies_of_results(*results: tuple[str, str, int, int, int]) -> Tallies:
    """Meetings with these wins, draws and losses of the engine named first."""
    games = [
        GameRecord(number, 0, one, other, "startpos", result, 1)
        for one, other, *counts in results
        for number, result in enumerate(
            result
            for result, count in zip(("p1win", "draw", "p2win"), counts, strict=True)
            for _ in range(count)
        )
    ]
    return tallies(games)


def by_zermelo(names: list[str], met: Tallies) -> list[float]:
    """Ratings by the slow iteration of 1929: worth = points won / sum(games / (own + other))."""
    worth = dict.fromkeys(names, 1.0)
    own = {
        name: [(t.games, other) for (one, other), t in met.items() if one == name] for name in names
    }
    won = {
        name: sum(t.points_of_one for (one, _), t in met.items() if one == name) for name in names
    }
    for _ in range(500):
        for name, games in own.items():
            worth[name] = won[name] / sum(n / (worth[name] + worth[other]) for n, other in games)
    logs = [ELO_PER_LOGIT * math.log(worth[name]) for name in names]
    return [log - sum(logs) / len(logs) for log in logs]


class RatingEngines(unittest.TestCase):
    """Ratings and their errors."""

    def test_ratings_are_zermelos(self) -> None:
        names = list("abcde")
        for seed in range(2):
            chance = random.Random(seed)
            met = meetings(chance, {name: chance.gauss(0, 200) for name in names}, 40)
            found = rate(names, met)
            self.assertFalse(found.is_bounded)
            for fast, slow in zip(found.elo, by_zermelo(names, met), strict=True):
                self.assertAlmostEqual(fast, slow, 6)

    def test_two_engines_are_rated_as_a_pair(self) -> None:
        met = meetings(random.Random(1), {"a": 0, "b": 60}, 300)
        found, seen = rate(["a", "b"], met), met["a", "b"].estimate()
        self.assertAlmostEqual(found.elo[0] - found.elo[1], seen.elo)
        self.assertAlmostEqual(sum(found.elo), 0)
        self.assertAlmostEqual(2 * found.margin[0] / seen.margin, 1, 2)
        close = meetings(random.Random(3), {"a": 0, "b": 5}, 60)
        self.assertTrue(0.6 < close["b", "a"].estimate().los < 0.9)
        self.assertAlmostEqual(rate("ab", close).los[1][0], close["b", "a"].estimate().los, 2)
        self.assertAlmostEqual(found.los[0][1] + found.los[1][0], 1)

    def test_perfect_scores_are_held_by_virtual_draws(self) -> None:
        found = rate("abc", tallies_of_results(("a", "b", 10, 0, 0), ("b", "c", 3, 1, 2)))
        self.assertTrue(found.is_bounded)
        self.assertTrue(300 < found.elo[0] - found.elo[1] < 900, found)
        more = rate("abc", tallies_of_results(("a", "b", 100, 0, 0), ("b", "c", 3, 1, 2)))
        self.assertGreater(more.elo[0], found.elo[0])
        self.assertGreater(found.los[0][1], 0.95)

    def test_a_chain_of_scores_needs_no_virtual_draws(self) -> None:
        ring = tallies_of_results(("a", "b", 5, 0, 0), ("b", "c", 5, 0, 0), ("c", "a", 5, 0, 0))
        found = rate("abc", ring)
        self.assertFalse(found.is_bounded)
        for elo in found.elo:
            self.assertAlmostEqual(elo, 0)

    def test_engines_that_never_met_are_set_side_by_side(self) -> None:
        found = rate("abcd", tallies_of_results(("a", "b", 9, 0, 3), ("c", "d", 9, 0, 3)))
        self.assertTrue(found.is_bounded)
        self.assertAlmostEqual(found.elo[0], found.elo[2])
        self.assertAlmostEqual(found.los[0][2], 0.5)
        self.assertGreater(found.margin[0], 200)

    def test_few_engines_or_none(self) -> None:
        self.assertEqual(rate([], {}).elo, ())
        self.assertEqual(rate(["a"], {}).elo, (0,))

    def test_lopsided_results_converge(self) -> None:
        found = rate("ab", tallies_of_results(("a", "b", 4_999, 0, 1)))
        self.assertAlmostEqual(found.elo[0] - found.elo[1], 400 * math.log10(4_999), 4)

    def test_intervals_hold_the_truth(self) -> None:
        elos = {"a": 90.0, "b": 0.0, "c": -90.0}
        chance, runs, held = random.Random(7), 200, 0
        for _ in range(runs):
            found = rate("abc", meetings(chance, elos, 30))
            held += sum(
                abs(elo - truth) <= margin
                for elo, truth, margin in zip(found.elo, elos.values(), found.margin, strict=True)
            )
        self.assertTrue(0.93 <= held / runs / 3 <= 0.97, held / runs / 3)


class Matrices(unittest.TestCase):
    """The little algebra that is needed."""

    def test_a_matrix_and_its_inverse(self) -> None:
        chance = random.Random(9)
        rows: Matrix = [[chance.gauss(0, 1) for _ in range(6)] for _ in range(6)]
        for i, row in enumerate(product(rows, inverse(rows))):
            for j, value in enumerate(row):
                self.assertAlmostEqual(value, float(i == j))


if __name__ == "__main__":
    unittest.main()
