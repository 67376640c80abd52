"""How often the statistics are right: seeded runs of invented tournaments whose truth is known.

    python3 -m tournament.simulate_statistics [--runs 1000] [--seed 1]

Writes one line for each sequential test (the share of wrong decisions where H0 is exact and where
H1 is, which alpha and beta should bound) and one for each interval (the share that holds the
truth, which should be 95 %). Takes a few minutes.
"""

import argparse
import itertools
import math
import operator
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tournament.elo import estimate, score_of
from tournament.mean_points import Sums, points
from tournament.sprt import PointsSprt, Sprt

MOST = 100_000  # pairs of a test that does not end; counted as a wrong decision
PAIRS = (100, 300, 1000)  # that intervals are made of
ADVANTAGE_GRID = [
    place / 4 for place in range(-12, 13)
]  # standard deviations, for a normal distribution
POINTS_OF_A_WIN = (1, 2, 3)
STAKE_CHANCES = (0.725, 0.265, 0.01)  # of a won game: about those of money games without a cube


@dataclass(frozen=True)
class Model:
    """Games of two engines: chances to win and to lose are logistic, what is left are draws."""

    name: str
    draws: float  # Elo that a win needs beyond an even chance: 0 is no draws, 200 is 52 %
    opening_bias: (
        float  # standard deviation of the advantage, in Elo, that an opening gives one side
    )

    def chances(self, elo: float) -> list[float]:
        """Chances of [LL, LD, DD/WL, DW, WW] where the expected score is that of `elo`."""
        low, high = -4000.0, 4000.0
        while high - low > 1e-9:  # draws and bias flatten the score: find the strength for it
            strength = (low + high) / 2
            found = self._pairs(strength)
            if sum(place * chance for place, chance in enumerate(found)) / 4 < score_of(elo):
                low = strength
            else:
                high = strength
        return self._pairs((low + high) / 2)

    def _pairs(self, strength: float) -> list[float]:
        found = [0.0] * 5
        weights = [math.exp(-step * step / 2) for step in ADVANTAGE_GRID]
        for step, weight in zip(ADVANTAGE_GRID, weights, strict=True):
            legs = [self._game(strength + way * step * self.opening_bias) for way in (1, -1)]
            for (i, one), (j, other) in itertools.product(enumerate(legs[0]), enumerate(legs[1])):
                found[i + j] += weight / sum(weights) * one * other
        return found

    def _game(self, elo: float) -> tuple[float, float, float]:
        """Chances to lose, to draw and to win."""
        win, lose = score_of(elo - self.draws), score_of(-elo - self.draws)
        return lose, 1 - win - lose, win


MODELS = (
    Model("decisive, even openings", draws=0, opening_bias=50),
    Model("some draws, uneven openings", draws=100, opening_bias=200),
    Model("many draws, even openings", draws=250, opening_bias=50),
    Model("no draws, openings decide", draws=0, opening_bias=800),
)


def pentanomials(chances: Sequence[float], chance: random.Random) -> Iterator[int]:
    """Points of pairs, doubled, without end."""
    bounds = list(itertools.accumulate(chances))
    while True:
        yield from chance.choices(range(5), cum_weights=bounds, k=50)


def sprt_error_rate(
    test: Sprt, elo: float, model: Model, runs: int, seed: int
) -> tuple[float, float]:
    """Share of runs that decide wrongly where `elo` is one of the hypotheses; pairs they take."""
    right = "H0" if elo == test.null else "H1"
    chances, wrong, lengths = model.chances(elo), 0, []
    for run in range(runs):
        counts, decision, length = [0] * 5, None, 0
        for length, place in enumerate(
            pentanomials(chances, random.Random(f"{seed} {run} {elo}")), 1
        ):
            counts[place] += 1
            decision = test.decision(counts)
            if decision or length == MOST:
                break
        wrong += decision != right
        lengths.append(length)
    return wrong / runs, fmean(lengths)


def elo_interval_coverage(
    elo: float, pairs: int, model: Model, runs: int, seed: int
) -> tuple[float, float]:
    """Share of 95 % intervals that hold the true Elo, and the mean half of an interval."""
    chances, held, margins = model.chances(elo), 0, []
    for run in range(runs):
        found = pentanomials(chances, random.Random(f"{seed} {run} {elo} {pairs}"))
        counts = [0] * 5
        for place in itertools.islice(found, pairs):
            counts[place] += 1
        seen = estimate(counts)
        held += seen.low <= elo <= seen.high
        margins.append(seen.margin)
    return held / runs, fmean(margins)


def stake_pairs(mean: float, mirrored: float, chance: random.Random) -> Iterator[list[int]]:
    """Points of the two games of pairs with `mean` points a game, without end.

    With chance `mirrored` the dice decide: the second game ends as the first, seats swapped.
    """
    stake = sum(map(operator.mul, POINTS_OF_A_WIN, STAKE_CHANCES))
    wins = 0.5 + mean / (1 - mirrored) / stake / 2
    while True:
        one, other = (
            chance.choices(POINTS_OF_A_WIN, STAKE_CHANCES)[0]
            * (1 if chance.random() < wins else -1)
            for _ in range(2)
        )
        yield [one, -one if chance.random() < mirrored else other]


def points_test_error_rate(
    test: PointsSprt, mean: float, runs: int, seed: int
) -> tuple[float, float]:
    """As `sprt_error_rate`, for points a game and dice that decide a third of the pairs."""
    right = "H0" if mean == test.null else "H1"
    wrong, lengths = 0, []
    for run in range(runs):
        pairs, decision = Sums(), None
        for both in stake_pairs(mean, 1 / 3, random.Random(f"{seed} {run} {mean}")):
            pairs.add(sum(both))
            decision = test.decision(pairs)
            if decision or pairs.count == MOST:
                break
        wrong += decision != right
        lengths.append(pairs.count)
    return wrong / runs, fmean(lengths)


def points_interval_coverage(mean: float, pairs: int, runs: int, seed: int) -> tuple[float, float]:
    """As `elo_interval_coverage`, for points a game."""
    held = 0
    margins: list[float] = []
    for run in range(runs):
        sums, games = Sums(), Sums()
        found = stake_pairs(mean, 1 / 3, random.Random(f"{seed} {run} {mean} {pairs}"))
        for both in itertools.islice(found, pairs):
            sums.add(sum(both))
            for won in both:
                games.add(won)
        seen = points(sums, Sums(), games)
        held += abs(seen.mean - mean) <= seen.margin
        margins.append(seen.margin)
    return held / runs, fmean(margins)


def _show_tests(runs: int, seed: int) -> None:
    print(f"{'wrong decisions, alpha = beta = 5 %':44} at H0  pairs   at H1  pairs")
    line = "{:44} {:5.1%} {:6.0f}   {:5.1%} {:6.0f}".format
    for model, (low, high) in itertools.product(MODELS, ((0, 20), (0, 40), (-30, 30), (0, 100))):
        test = Sprt(low, high)
        wrong = [sprt_error_rate(test, elo, model, runs, seed) for elo in (low, high)]
        print(line(f"{model.name}, {low}..{high} Elo", *wrong[0], *wrong[1]), flush=True)
    for points0, points1 in ((0.0, 0.2), (-0.1, 0.1), (0.0, 0.6)):
        by_points = PointsSprt(points0, points1)
        wrong = [points_test_error_rate(by_points, mean, runs, seed) for mean in (points0, points1)]
        print(line(f"points, {points0:g}..{points1:g} points", *wrong[0], *wrong[1]))


def _show_intervals(runs: int, seed: int) -> None:
    games = "".join(f"{2 * pairs:7} games  " for pairs in PAIRS)
    print(f"\n{'intervals of 95 %':36} {'truth':>6} {games}")
    for model, elo in itertools.product(MODELS, (-50, 0, 30, 150)):
        found = [elo_interval_coverage(elo, pairs, model, runs, seed) for pairs in PAIRS]
        cells = "".join(f"{held:6.1%} ±{margin:5.1f} " for held, margin in found)
        print(f"{model.name:36} {elo:6} {cells}", flush=True)
    for mean in (-0.1, 0.0, 0.6):
        found = [points_interval_coverage(mean, pairs, runs, seed) for pairs in PAIRS]
        cells = "".join(f"{held:6.1%} ±{margin:5.3f} " for held, margin in found)
        print(f"{'points a game':36} {mean:6} {cells}", flush=True)


def main() -> None:
    """Writes the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1000, help="of each test and interval")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    _show_tests(options.runs, options.seed)
    _show_intervals(options.runs, options.seed)


if __name__ == "__main__":
    main()
