"""Scores and Elo: estimates with errors from pairs of games, or from games without a partner.

A pair of games from one opening is one observation: its two games are not independent. Counts of
pairs are pentanomial, by the points of the pair: [0, 1/2, 1, 3/2, 2], that is LL, LD, DD or WL,
DW, WW; counts of games without a partner are [losses, draws, wins].
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
ELO_PER_LOGIT = 400 / math.log(10)  # Elo for a unit of the natural logistic scale
NELO_PER_DEVIATION = 800 / math.log(10)  # normalized Elo for one standard deviation of a game


def score_of(elo: float) -> float:
    """Expected score, 0 to 1, of an engine that is stronger by `elo`."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Elo difference of an expected score; infinite at 0 and 1."""
    if 0 < score < 1:
        return -400 * math.log10(1 / score - 1)
    return math.inf if score >= 1 else -math.inf


@dataclass(frozen=True)
class Estimate:
    """An estimate from games of two engines, for the first of them; intervals hold 95 %.

    The interval of Elo is that of the score, its ends transformed: Wilson's interval, with as many
    games as would make independent wins and losses vary like these. In Elo it is symmetrical. At
    a score of 0 or 1 one end is finite and the other infinite; without games it is everything.
    """

    games: int
    score: float  # 0 to 1; 0.5 without games
    error: float  # standard error of the score
    effective: float  # independent decisive games with the same information
    elo: float  # infinite at a score of 0 and 1
    low: float  # of the interval of Elo
    high: float
    nelo: float  # normalized Elo: the surplus in standard deviations of a game; finite
    nelo_margin: float  # half of its interval
    los: float  # likelihood of superiority, 0 to 1

    @property
    def margin(self) -> float:
        """Half of the interval of Elo; infinite at a score of 0 and 1."""
        return (self.high - self.low) / 2


NOTHING = Estimate(0, 0.5, math.inf, 0, 0, -math.inf, math.inf, 0, math.inf, 0.5)


def estimate(pairs: Sequence[int], loose: Sequence[int] = (0, 0, 0)) -> Estimate:
    """Score, Elo, normalized Elo and likelihood of superiority from counts of pairs and games.

    The variance is that of the units, pairs and loose games, about their share of the mean, with
    one virtual unit more of independent decisive games at this score: it matters with few units
    alone, and where all of them ended alike.
    """
    units = [(count, points / 2, 2) for points, count in enumerate(pairs) if count]
    units += [(count, points / 2, 1) for points, count in enumerate(loose) if count]
    games = sum(count * size for count, _, size in units)
    if not games:
        return NOTHING
    won = sum(count * points for count, points, _ in units)
    score = won / games
    shrunk = (won + 0.5) / (games + 1)  # with a virtual draw: not 0 or 1
    mean_size = games / sum(count for count, _, _ in units)
    virtual = math.sqrt(mean_size * shrunk * (1 - shrunk))
    apart = [(0.5, virtual, mean_size), (0.5, -virtual, mean_size)]
    apart += [(count, points - size * score, size) for count, points, size in units]
    spread = sum(count * distance**2 for count, distance, _ in apart)
    error = math.sqrt(spread) / games
    least = games * games / sum(count * size * size for count, _, size in units)
    effective = max(least, score * (1 - score) / error**2)  # a unit varies by one game at most
    low, high = (elo_of(end) for end in wilson(score, effective))
    about_half = sum(count * (points - size / 2) ** 2 for count, points, size in units)
    deviation = math.sqrt(spread / games)  # of a game, as pairs show it
    surplus = (score - 0.5) / deviation
    return Estimate(
        games=games,
        score=score,
        error=error,
        effective=effective,
        elo=elo_of(score),
        low=low,
        high=high,
        nelo=NELO_PER_DEVIATION * surplus,
        nelo_margin=NELO_PER_DEVIATION * Z95 * _error_of_surplus(apart, surplus, deviation) / games,
        los=NORMAL.cdf((won - games / 2) / math.sqrt(about_half)) if about_half else 0.5,
    )


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval (1927) of a probability: those that `z` errors of their own make likely."""
    weight = z * z / games
    middle = (score + weight / 2) / (1 + weight)
    half = math.sqrt(weight * score * (1 - score) + weight * weight / 4) / (1 + weight)
    low = 0.0 if score <= 0 else middle - half
    high = 1.0 if score >= 1 else middle + half
    return low, high


def _error_of_surplus(
    apart: Sequence[tuple[float, float, float]], surplus: float, deviation: float
) -> float:
    """Error of the surplus in standard deviations, times the games: the delta method over units.

    For pairs alone it is what fishtest gives by skewness and kurtosis of the pentanomial.
    """
    total = 0.0
    for count, distance, size in apart:
        scaled = distance / deviation
        total += count * (scaled - surplus / 2 * (scaled * scaled - size)) ** 2
    return math.sqrt(total)
