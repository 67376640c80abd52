"""Ratings of any number of engines on one scale, from the games they played with each other."""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.statistics.elo import ELO_PER_LOGIT, NORMAL, Z95
from tournament.statistics.tally import Tallies

Matrix = list[list[float]]
STEPS = 500  # of Newton's method, most; 10 are usual
LONGEST = 2.0  # step on the natural scale, 347 Elo


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, in the order of `names`; their mean is 0.

    Maximum likelihood of the logistic model with draws as half wins (Zermelo 1929, Bradley and
    Terry 1952). Errors are Fisher's information, with the variance in it that pairs of games show
    and not that of independent wins and losses. Where some engines have only won or only lost
    against the others, or never met them, the most likely ratings are infinite or open (Ford
    1957): then each engine gets a virtual draw against an engine of rating 0 (`is_bounded`).
    """

    names: tuple[str, ...]
    elo: tuple[float, ...]
    margin: tuple[float, ...]  # half of the 95 % interval, against the mean
    los: tuple[tuple[float, ...], ...]  # row against column: likelihood of superiority, 0 to 1
    is_bounded: bool  # held finite by virtual draws


def rate(names: Sequence[str], tallies: Tallies) -> Ratings:
    """Rates the engines of these names by their games."""
    places = range(len(names))
    games, won, scatter = _counts(names, tallies)
    prior = 0.0 if _is_strongly_connected(won) else 1.0
    strengths = _most_likely(games, won, prior)
    spread = _covariance(games, scatter, strengths, prior)
    keep = [[float(i == j) - 1 / len(names) for j in places] for i in places]
    spread = product(product(keep, spread), transposed(keep))
    offset = sum(strengths) / max(1, len(names))
    return Ratings(
        names=tuple(names),
        elo=tuple(ELO_PER_LOGIT * (strength - offset) for strength in strengths),
        margin=tuple(ELO_PER_LOGIT * Z95 * math.sqrt(max(0.0, spread[i][i])) for i in places),
        los=tuple(tuple(_superiority(strengths, spread, i, j) for j in places) for i in places),
        is_bounded=prior > 0,
    )


def _counts(names: Sequence[str], tallies: Tallies) -> tuple[Matrix, Matrix, Matrix]:
    """Games, points won, and by how much more than a lone game each game varies; by engine."""
    empty = [[0.0] * len(names) for _ in names]
    games, won, scatter = empty, [row[:] for row in empty], [row[:] for row in empty]
    for i, name in enumerate(names):
        for j, other in enumerate(names):
            if (tally := tallies.get((name, other))) and tally.games:
                games[i][j] = tally.games
                won[i][j] = tally.points_of_one
                scatter[i][j] = tally.games / tally.estimate().effective
    return games, won, scatter


def _is_strongly_connected(won: Matrix) -> bool:
    """Whether each engine has scored against each other, if only through a chain of engines."""
    return all(_reached(edges) == len(won) for edges in (won, transposed(won)))


def _reached(edges: Matrix) -> int:
    """Engines that a chain of positive edges leads to from the first."""
    waiting = [0] if edges else []
    seen = set(waiting)
    while waiting:
        found = {j for j, edge in enumerate(edges[waiting.pop()]) if edge > 0} - seen
        seen |= found
        waiting += found
    return len(seen)


def _most_likely(games: Matrix, won: Matrix, prior: float) -> list[float]:
    """Strengths on the natural scale, by Newton's method; their sum stays 0 without a prior."""
    strengths = [0.0] * len(games)
    for _ in range(STEPS):
        slope = [
            sum(row) - sum(n * _logistic(own - s) for n, s in zip(met, strengths, strict=True))
            for row, met, own in zip(won, games, strengths, strict=True)
        ]
        slope = [
            g + prior * (0.5 - _logistic(own)) for g, own in zip(slope, strengths, strict=True)
        ]
        matrix = inverse(_information(games, strengths, prior))
        step = [sum(a * g for a, g in zip(row, slope, strict=True)) for row in matrix]
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, LONGEST / longest) if longest else 1.0
        strengths = [s + scale * change for s, change in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def _information(games: Matrix, strengths: Sequence[float], prior: float) -> Matrix:
    """Fisher's information; without a prior with a term that fixes the sum of strengths."""
    number = len(games)
    found = [[0.0 if prior else 1 / number] * number for _ in games]
    for i, own in enumerate(strengths):
        if prior:
            found[i][i] += prior * _variance(own)
        for j, other in enumerate(strengths):
            one = games[i][j] * _variance(own - other)
            found[i][i] += one
            found[i][j] -= one
    return found


def _covariance(games: Matrix, scatter: Matrix, strengths: Sequence[float], prior: float) -> Matrix:
    """Of the strengths: what the scores vary by as pairs show it, through the information."""
    shown = [
        [n * more for n, more in zip(met, row, strict=True)]
        for met, row in zip(games, scatter, strict=True)
    ]
    through = inverse(_information(games, strengths, prior))
    return product(product(through, _information(shown, strengths, prior)), through)


def _superiority(strengths: Sequence[float], spread: Matrix, i: int, j: int) -> float:
    variance = spread[i][i] + spread[j][j] - 2 * spread[i][j]
    if i == j or variance <= 0:
        return 0.5
    return NORMAL.cdf((strengths[i] - strengths[j]) / math.sqrt(variance))


def _logistic(strength: float) -> float:
    return 1 / (1 + math.exp(-strength))


def _variance(strength: float) -> float:
    """Of a game that is won or lost."""
    chance = _logistic(strength)
    return chance * (1 - chance)


def transposed(matrix: Matrix) -> Matrix:
    """Rows for columns."""
    return [list(column) for column in zip(*matrix, strict=True)]


def product(one: Matrix, other: Matrix) -> Matrix:
    """Matrix product."""
    columns = transposed(other)
    return [[sum(map(operator.mul, row, column)) for column in columns] for row in one]


def inverse(matrix: Matrix) -> Matrix:
    """Of a positive definite matrix, by elimination with pivots."""
    size = len(matrix)
    rows = [row + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for place in range(size):
        best = max(range(place, size), key=lambda i: abs(rows[i][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for i, row in enumerate(rows):
            if i != place and row[place]:
                factor = row[place]
                rows[i] = [a - factor * b for a, b in zip(row, rows[place], strict=True)]
    return [row[size:] for row in rows]
