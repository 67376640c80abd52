"""Tests of counts, Elo, points and sequential tests: known values, and slow obvious references."""

import itertools
import math
import random
import unittest
from collections.abc import Sequence
from statistics import fmean, variance

from tournament.playing.game_record import GameRecord
from tournament.statistics.elo import elo_of, estimate, score_of, wilson
from tournament.statistics.mean_points import Sums
from tournament.statistics.sprt import EMPTY_CLASS_PAIRS, VIRTUAL_VARIANCE, PointsSprt, Sprt
from tournament.statistics.tally import Tally, tallies, tally

NO_PAIRS = [0] * 5


def game(pair: int, leg: int, score: float, points: float = 1, reason: str = "rules") -> GameRecord:
    """A game of `a` against `b` with this score of `a`, who is First in leg 0."""
    first, second = ("a", "b") if leg == 0 else ("b", "a")
    result = "draw" if score == 0.5 else "p1win" if (score == 1) == (leg == 0) else "p2win"
    return GameRecord(pair, leg, first, second, "startpos", result, points * (score != 0.5), reason)


class Counting(unittest.TestCase):
    """Games become counts."""

    def test_pairs_and_results_are_counted(self) -> None:
        scores = [(0, 0), (0.5, 0), (0, 0.5), (1, 0), (0.5, 0.5), (1, 0.5), (1, 1), (1, 1)]
        games = [game(k, leg, s) for k, both in enumerate(scores) for leg, s in enumerate(both)]
        games += [game(90, 1, 1), game(91, 0, 0.5)]
        random.Random(1).shuffle(games)
        found = tally(games, "a", "b")
        self.assertEqual(found.pairs, [1, 2, 2, 1, 2])
        self.assertEqual((found.wins, found.draws, found.losses), (7, 6, 5))
        self.assertEqual(found.unpaired_results, [0, 1, 1])
        self.assertEqual(found.results_by_side, [[4, 3, 2], [3, 3, 3]])
        self.assertEqual((found.games, found.points_of_one), (18, 10))

    def test_both_sides_see_the_same_games(self) -> None:
        chance = random.Random(2)
        games = [game(k, leg, chance.choice([0, 0.5, 1])) for k in range(40) for leg in (0, 1)]
        both = tallies(games[:-1])
        one, other = both["a", "b"], both["b", "a"]
        self.assertEqual(one.pairs, other.pairs[::-1])
        self.assertEqual(one.unpaired_results, other.unpaired_results[::-1])
        self.assertEqual(
            one.results_by_side, [other.results_by_side[1][::-1], other.results_by_side[0][::-1]]
        )
        self.assertEqual(one.pair_points.total, -other.pair_points.total)
        self.assertAlmostEqual(one.estimate().low, -other.estimate().high)

    def test_forfeits_are_counted_by_reason(self) -> None:
        games = [
            game(0, 0, 0, reason="overrun: 3 ms"),
            game(0, 1, 0, reason="overrun: 4 ms"),
            game(1, 0, 1, reason="illegal-move: '9'"),
            game(1, 1, 0.5, reason="too long"),
        ]
        found = tally(games, "a", "b")
        self.assertEqual(found.forfeits, {"overrun": 2})
        self.assertEqual(found.opponent_forfeits, {"illegal-move": 1})

    def test_pace_is_of_own_moves_alone(self) -> None:
        one = game(0, 1, 1)  # a is Second
        one.moves, one.movers = ["4"] * 4, "1221"
        one.times, one.depths = [1, 10, 20, 2], [7, 3, 0, 7]
        found = tally([one], "a", "b")
        self.assertEqual((found.times.mean, found.depths.mean), (15, 3))
        self.assertEqual(found.mean_plies, 4)
        one.times = []  # a log without times
        self.assertIsNone(tally([one], "a", "b").times.mean)

    def test_strangers_and_repetitions_are_refused(self) -> None:
        found = Tally("a", "b")
        found.add(game(0, 0, 1))
        with self.assertRaisesRegex(ValueError, "leg 0 of pair 0 is there twice"):
            found.add(game(0, 0, 1))
        with self.assertRaises(ValueError):
            Tally("a", "c").add(game(0, 0, 1))
        self.assertEqual(tally([game(0, 0, 1)], "a", "c").games, 0)
        self.assertEqual(found.games, 1)

    def test_points_are_summed_over_pairs(self) -> None:
        games = [game(0, 0, 1, 2), game(0, 1, 0, 3), game(1, 0, 1, 4), game(2, 1, 0, 1)]
        found = tally(games, "a", "b")
        self.assertEqual(found.pair_points, Sums(1, -1, 1))
        self.assertEqual(found.game_points, Sums(4, 2, 30))
        self.assertEqual(found.loose_points, Sums(2, 3, 17))


class EloFromScores(unittest.TestCase):
    """Elo, errors and likelihoods."""

    def test_known_values(self) -> None:
        self.assertAlmostEqual(elo_of(0.75), 190.8485, 4)
        self.assertAlmostEqual(elo_of(0.64), 99.954, 2)
        self.assertEqual((elo_of(0), elo_of(0.5), elo_of(1)), (-math.inf, 0, math.inf))
        self.assertAlmostEqual(score_of(400), 10 / 11)
        for elo in (-800, -3, 0, 55):
            self.assertAlmostEqual(elo_of(score_of(elo)), elo)

    def test_pairs_agree_with_published_values(self) -> None:
        # fishtest's and fastchess' own examples: Elo, its margin, normalized Elo, likelihood.
        examples = (
            ([10789, 19328, 33806, 19402, 10543], -0.774, 1.278, -0.952, 0.1177),
            ([39, 2226, 31451, 2412, 40], 0.903, 0.663, 3.451, 0.9962),
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 1),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 0),
        )
        for pairs, elo, margin, nelo, los in examples:
            found = estimate(pairs)
            self.assertAlmostEqual(found.elo, elo, 2)
            self.assertAlmostEqual(found.margin / margin, 1, 2)
            self.assertAlmostEqual(found.nelo / nelo, 1, 2)
            self.assertAlmostEqual(found.los, los, 3)

    def test_games_agree_with_published_values(self) -> None:
        for (wins, losses, draws), elo, margin in (
            ((136, 96, 111), 40.70, 30.43),
            ((859, 772, 1329), 10.21, 9.28),
            ((1164, 1267, 3049), -6.53, 6.12),
        ):
            found = estimate(NO_PAIRS, [losses, draws, wins])
            self.assertAlmostEqual(found.elo, elo, 2)
            self.assertAlmostEqual(found.margin / margin, 1, 2)

    def test_the_error_of_normalized_elo_is_fishtests(self) -> None:
        # By skewness and kurtosis of the pentanomial.
        self.assertAlmostEqual(estimate([10789, 19328, 33806, 19402, 10543]).nelo_margin, 1.5716, 3)
        self.assertAlmostEqual(estimate([3, 5, 14, 6, 2]).nelo_margin, 87.754, 0)

    def test_likelihood_of_superiority(self) -> None:
        # Phi((wins - losses) / sqrt(wins + losses)), whatever the draws.
        for loose in ([0, 0, 10], [0, 77, 10]):
            self.assertAlmostEqual(estimate(NO_PAIRS, loose).los, 0.99922, 5)
        self.assertAlmostEqual(estimate(NO_PAIRS, [1, 0, 0]).los, 0.15866, 5)
        self.assertEqual(estimate([0, 0, 9, 0, 0]).los, 0.5)

    def test_the_error_is_that_of_a_list_of_pairs(self) -> None:
        chance = random.Random(3)
        sums = [chance.choice([0, 0.5, 1, 1, 1.5, 2]) for _ in range(5000)]
        pairs = [sums.count(place / 2) for place in range(5)]
        found = estimate(pairs)
        self.assertAlmostEqual(found.score, fmean(sums) / 2)
        slow = math.sqrt(variance(sums) / len(sums)) / 2
        self.assertAlmostEqual(found.error / slow, 1, 3)

    def test_dependent_games_count_for_less_and_mirrored_ones_for_more(self) -> None:
        alike, mixed = estimate([50, 0, 0, 0, 50]), estimate([25, 0, 50, 0, 25])
        mirrored, games = estimate([5, 0, 90, 0, 5]), estimate(NO_PAIRS, [100, 0, 100])
        self.assertAlmostEqual(mixed.error / games.error, 1, 2)
        self.assertGreater(alike.error, 1.4 * games.error)
        self.assertLess(mirrored.error, games.error / 2)
        self.assertEqual(alike.effective, 100)

    def test_intervals_without_much_in_them(self) -> None:
        nothing = estimate(NO_PAIRS)
        self.assertEqual((nothing.low, nothing.high, nothing.los), (-math.inf, math.inf, 0.5))
        won = estimate([0, 0, 0, 0, 10])  # Wilson's bound of 10 from 10: 0.7225
        self.assertEqual((won.elo, won.high), (math.inf, math.inf))
        self.assertAlmostEqual(score_of(won.low), 10 / (10 + 1.959964**2), 6)
        self.assertTrue(math.isfinite(won.nelo))
        self.assertEqual(estimate([10, 0, 0, 0, 0]).high, -won.low)
        one = estimate(NO_PAIRS, [0, 1, 0])
        self.assertTrue(one.elo == 0 and one.margin > 300 and one.nelo_margin > 300)
        alike = [estimate([0, 0, n, 0, 0]).margin for n in (1, 10, 100)]
        self.assertTrue(alike[0] > 300 and alike == sorted(alike, reverse=True) and alike[2] > 1)

    def test_an_interval_holds_the_estimate_in_its_middle(self) -> None:
        for pairs in itertools.product((0, 1, 9), repeat=5):
            found = estimate(pairs, [1, 0, 1])
            self.assertAlmostEqual(found.high - found.elo, found.elo - found.low)
            self.assertAlmostEqual(found.high - found.elo, found.margin)

    def test_wilsons_ends_are_where_the_score_is_just_likely(self) -> None:
        for score, games in itertools.product((0, 0.1, 0.5, 0.97, 1), (1, 7, 400)):
            for end in wilson(score, games):
                if 0 < end < 1:
                    error = math.sqrt(end * (1 - end) / games)
                    self.assertAlmostEqual(abs(end - score) / error, 1.959964, 5)


class PointsAGame(unittest.TestCase):
    """Points with their errors."""

    def test_mirrored_pairs_are_one_observation(self) -> None:
        chance = random.Random(4)
        pairs = [[chance.choice([-2, -1, 1, 2, 3]) for _ in "12"] for _ in range(3000)]
        found = Tally("a", "b")
        for number, both in enumerate(pairs):
            for leg, won in enumerate(both):
                found.add(game(number, leg, float(won > 0), abs(won)))
        seen = found.points()
        games = list(itertools.chain(*pairs))
        self.assertAlmostEqual(seen.mean, fmean(games))
        self.assertAlmostEqual(seen.variance, variance(games))
        slow = math.sqrt(variance([sum(both) / 2 for both in pairs]) / len(pairs))
        self.assertAlmostEqual(seen.error / slow, 1, 6)

    def test_loose_games_are_weighed_as_one(self) -> None:
        games = [game(number, 0, number % 3 > 0, 1 + number % 2) for number in range(60)]
        seen = tally(games, "a", "b").points()
        points = [one.points_of("a") for one in games]
        self.assertAlmostEqual(seen.error, math.sqrt(variance(points) / len(points)))

    def test_few_games_have_no_error_to_tell(self) -> None:
        self.assertEqual(tally([], "a", "b").points().error, math.inf)
        seen = tally([game(0, 0, 1, 2), game(0, 1, 0, 1)], "a", "b").points()
        self.assertEqual((seen.mean, seen.error, seen.variance), (0.5, math.inf, 4.5))


def greatest_log_likelihood(weights: Sequence[float], mean: float) -> float:
    """Greatest log-likelihood of counts with this mean: from a start, along all that keeps it."""
    size = len(weights)
    top = mean * (size - 1)
    chances = [
        0.5 * math.comb(size - 1, k) * mean**k * (1 - mean) ** (size - 1 - k) for k in range(size)
    ]
    low, part = int(top), top - int(top)
    chances[low] += 0.5 * (1 - part)
    chances[min(low + 1, size - 1)] += 0.5 * part

    def value(moved: float, ways: tuple[int, int, int]) -> float:
        to = [chances[k] + moved * ways.count(k) - 3 * moved * (k == ways[1]) for k in range(size)]
        return sum(w * math.log(c) for w, c in zip(weights, to, strict=True))

    for _ in range(120):
        for k in range(1, size - 1):  # take 2 from the middle, give 1 to each side; or back
            least, most = -min(chances[k - 1], chances[k + 1]), chances[k] / 2
            for _ in range(40):
                one, other = least + (most - least) / 3, most - (most - least) / 3
                if value(one, (k - 1, k, k + 1)) < value(other, (k - 1, k, k + 1)):
                    least = one
                else:
                    most = other
            moved = (least + most) / 2
            chances[k - 1] += moved
            chances[k] -= 2 * moved
            chances[k + 1] += moved
    return value(0, (0, 1, 2))


class EloTest(unittest.TestCase):
    """The sequential test of Elo."""

    def test_published_ratios(self) -> None:
        # fishtest's own examples, by its exact ratio, and those of fastchess' tests.
        for counts, elo0, elo1, llr in (
            ([10789, 19328, 33806, 19402, 10543], -3, 1, 2.13107),
            ([39, 2226, 31451, 2412, 40], 0.2, 0.9, 2.16254),
            ([0, 0, 0, 0, 3], -1.75, 0.25, 0.01732),
            ([0, 0, 0, 0, 50], 0, 40, 5.42603),
            ([3, 0, 20, 8, 0], 0, 40, -0.67087),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0, 2, -4.98),
            ([21184, 40708, 21404], 0.5, 2.5, -1.57),
            ([57030, 106593, 57433], 0, 2, -2.59),
        ):
            digits = 5 if llr * 1000 % 10 else 2
            self.assertAlmostEqual(Sprt(elo0, elo1).llr(counts), llr, digits, counts)

    def test_the_ratio_is_that_of_the_greatest_likelihoods(self) -> None:
        chance = random.Random(5)
        for _ in range(3):
            counts = [chance.randrange(5, 40) for _ in range(5)]
            elo0, elo1 = chance.uniform(-60, 0), chance.uniform(0, 60)
            slow = greatest_log_likelihood(counts, score_of(elo1)) - greatest_log_likelihood(
                counts, score_of(elo0)
            )
            self.assertAlmostEqual(Sprt(elo0, elo1).llr(counts), slow, 4)

    def test_three_classes_agree_with_a_search_in_one_dimension(self) -> None:
        counts, found = [31, 40, 52], []
        for elo in (-10, 30):
            mean = score_of(elo)
            grid = (k / 50_000 * 2 * min(mean, 1 - mean) for k in range(1, 50_000))
            found.append(
                max(
                    31 * math.log(1 - mean - d / 2) + 40 * math.log(d) + 52 * math.log(mean - d / 2)
                    for d in grid
                )
            )
        self.assertAlmostEqual(Sprt(-10, 30).llr(counts), found[1] - found[0], 6)

    def test_the_other_side_sees_the_opposite(self) -> None:
        for counts in ([1, 5, 9, 7, 3], [0, 0, 5, 1, 0], [0, 1_000_000, 0, 0, 0]):
            there, back = Sprt(-5, 20).llr(counts), Sprt(-20, 5).llr(counts[::-1])
            self.assertAlmostEqual(there / back, -1, 6)

    def test_empty_classes_have_a_thousandth(self) -> None:
        test = Sprt(0, 10)
        self.assertEqual(
            test.llr([0, 3, 9, 4, 0]), test.llr([EMPTY_CLASS_PAIRS, 3, 9, 4, EMPTY_CLASS_PAIRS])
        )
        self.assertEqual(test.llr(NO_PAIRS), 0)
        for counts in itertools.product((0, 1, 10_000), repeat=5):
            self.assertTrue(math.isfinite(test.llr(counts)))

    def test_bounds_and_decisions(self) -> None:
        test = Sprt(0, 40, 0.05, 0.1)
        self.assertAlmostEqual(test.bounds[0], math.log(0.1 / 0.95))
        self.assertAlmostEqual(test.bounds[1], math.log(0.9 / 0.05))
        self.assertIsNone(test.decision([1, 2, 3, 2, 1]))
        self.assertEqual(test.decision([10, 20, 30, 90, 60]), "H1")
        self.assertEqual(test.decision([60, 90, 30, 20, 10]), "H0")
        found = Tally("a", "b")
        for number in range(40):
            found.add(game(number, 0, 1))
        self.assertEqual(test.state(found).llr, 0)  # whole pairs alone count
        for number in range(40):
            found.add(game(number, 1, 1))
        self.assertEqual(test.state(found).decision, "H1")

    def test_what_is_no_test_is_refused(self) -> None:
        wrong = ((5, 5), (5, 0), (0, math.inf), (math.nan, 1), (0, 5, 0, 0.05), (0, 5, 0.5, 0.5))
        for words in wrong:
            with self.assertRaises(ValueError, msg=words):
                Sprt(*words)


class PointsTest(unittest.TestCase):
    """The sequential test of points a game."""

    def test_the_ratio_is_that_of_the_greatest_likelihoods_of_normal_sums(self) -> None:
        pairs = Sums()
        values = [-2, 0, 1, 3, 0, 0, 4, -1, 2, 2]
        for value in values:
            pairs.add(value)

        def best(mean: float) -> float:
            square = fmean((value - mean) ** 2 for value in values) + VIRTUAL_VARIANCE / len(values)
            grid = (square * (0.5 + k / 4000) for k in range(4000))
            return max(-len(values) / 2 * (math.log(v) + square / v) for v in grid)

        self.assertAlmostEqual(PointsSprt(0.1, 0.3).llr(pairs), best(0.6) - best(0.2), 5)

    def test_decisions(self) -> None:
        test, same, won = PointsSprt(0, 0.1), Sums(), Sums()
        self.assertEqual(test.llr(same), 0)
        self.assertIsNone(test.decision(same))
        for number in range(200):
            same.add(0)  # two engines that play alike: all pairs end in nothing
            won.add((3, -1)[number % 2])
        self.assertEqual((test.decision(same), test.decision(won)), ("H0", "H1"))


if __name__ == "__main__":
    unittest.main()
