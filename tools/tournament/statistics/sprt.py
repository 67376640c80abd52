"""Sequential tests: play until the games have decided between two hypotheses, and no longer.

    test = Sprt(elo0=0, elo1=5, alpha=0.05, beta=0.05)
    test.decision([10, 200, 500, 230, 20])  # "H0", "H1", or None: go on

Generalized sequential probability ratio test on the counts of pairs, as fishtest does it: the
ratio of the greatest likelihoods that any distribution over the five classes has with the mean
of H1 and with that of H0 (M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution"), between Wald's bounds. These take no notice of how far the
last pair goes beyond a bound, so errors stay below alpha and beta: the test is a little longer
than it need be, and what it decides hangs on the counts alone, not on their history.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tournament.statistics.elo import score_of
from tournament.statistics.mean_points import Sums
from tournament.statistics.tally import Tally

Decision = Literal["H0", "H1"]
EMPTY_CLASS_PAIRS = 1e-3  # pairs in a class that has none, as fishtest's
VIRTUAL_VARIANCE = 2.0  # points squared: variance of a pair of independent games for one point
PRECISION = 1e-9  # of a root; the likelihood is flat there, so it gets twice the digits
STEPS = 200  # most for a root; 5 are usual, bisection alone takes 40


@dataclass(frozen=True)
class State:
    """The state of a test: it continues while the ratio is between the bounds."""

    llr: float
    lower: float
    upper: float
    decision: Decision | None


@dataclass(frozen=True)
class SequentialTest(ABC):
    """H0 against H1; `alpha` is the chance to accept H1 where H0 holds, `beta` the other error."""

    null: float
    alternative: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Raises ValueError where there is nothing to test."""
        if not -math.inf < self.null < self.alternative < math.inf:
            raise ValueError(f"H0 must lie below H1, not {self.null:g} and {self.alternative:g}")
        if min(self.alpha, self.beta) <= 0 or self.alpha + self.beta >= 1:
            raise ValueError("alpha and beta must be above 0, and together below 1")

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms at or beyond which H0, or H1, is accepted (Wald 1945)."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def state_at(self, llr: float) -> State:
        """What this log-likelihood ratio decides."""
        lower, upper = self.bounds
        decided: Decision | None = "H0" if llr <= lower else "H1" if llr >= upper else None
        return State(llr, lower, upper, decided)

    @abstractmethod
    def state(self, tally: Tally) -> State:
        """The state of the test for the engine of this tally; only whole pairs count."""


class Sprt(SequentialTest):
    """Test of Elo (logistic): `null` against `alternative`, `Sprt(elo0, elo1, alpha, beta)`."""

    def llr(self, counts: Sequence[float]) -> float:
        """Logarithm of the ratio for counts by rising score, five of pairs or three of games."""
        if not any(counts):
            return 0.0
        seen = [count or EMPTY_CLASS_PAIRS for count in counts]
        values = [place / (len(seen) - 1) for place in range(len(seen))]
        null, alternative = (
            likelihood_divisors(values, seen, score_of(elo))
            for elo in (self.null, self.alternative)
        )
        return sum(n * math.log(a / b) for n, a, b in zip(seen, null, alternative, strict=True))

    def decision(self, counts: Sequence[float]) -> Decision | None:
        """The hypothesis that is accepted, None while the test continues."""
        return self.state_at(self.llr(counts)).decision

    def state(self, tally: Tally) -> State:
        """The state of the test for the engine of this tally; only whole pairs count."""
        return self.state_at(self.llr(tally.pairs))


class PointsSprt(SequentialTest):
    """Test of points a game, `PointsSprt(points0, points1, alpha, beta)`, by the sums of pairs.

    Sums of pairs are taken as normal with unknown mean and variance; the ratio is that of their
    greatest likelihoods. A virtual pair keeps the variance from vanishing where all end alike.
    """

    def llr(self, pairs: Sums) -> float:
        """Logarithm of the ratio, from the points of pairs (both games together)."""
        if not pairs.count:
            return 0.0
        mean = pairs.total / pairs.count
        variance = (pairs.sum_of_squared_deviations() + VIRTUAL_VARIANCE) / pairs.count
        about0, about1 = (
            variance + (mean - 2 * points) ** 2 for points in (self.null, self.alternative)
        )
        return pairs.count / 2 * math.log(about0 / about1)

    def decision(self, pairs: Sums) -> Decision | None:
        """The hypothesis that is accepted, None while the test continues."""
        return self.state_at(self.llr(pairs)).decision

    def state(self, tally: Tally) -> State:
        """The state of the test for the engine of this tally; only whole pairs count."""
        return self.state_at(self.llr(tally.pair_points))


def likelihood_divisors(
    values: Sequence[float], weights: Sequence[float], mean: float
) -> list[float]:
    """What to divide each weight by so that, of all with this mean, they are the most likely.

    That is 1 + x * (value - mean) for the root x of sum(w * a / (1 + x * a)), a the distances from
    the mean, which falls between its poles. Some values must lie below the mean and some above,
    and all weights above 0. By Newton's method, by bisection where that leaves the bracket.
    """
    apart = [value - mean for value in values]
    low, high = -1 / max(apart), -1 / min(apart)
    tilt = 0.0
    for _ in range(STEPS):
        value = slope = 0.0
        for distance, weight in zip(apart, weights, strict=True):
            share = distance / (1 + tilt * distance)
            value += weight * share
            slope += weight * share * share
        if value > 0:
            low = tilt
        else:
            high = tilt
        step = tilt + value / slope
        if not low < step < high:
            step = (low + high) / 2
        is_found = abs(step - tilt) <= PRECISION * (1 + abs(tilt))
        tilt = step
        if is_found:
            break
    return [1 + tilt * distance for distance in apart]
