"""Points a game: mean, standard error and variance, from pairs of games with mirrored dice."""

import math
from dataclasses import dataclass

from tournament.statistics.elo import Z95


@dataclass
class Sums:
    """Count, sum and sum of squares of numbers."""

    count: int = 0
    total: float = 0
    squares: float = 0

    def add(self, value: float) -> None:
        """Adds a number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def plus(self, other: "Sums") -> "Sums":
        """The sums of both."""
        count, total = self.count + other.count, self.total + other.total
        return Sums(count, total, self.squares + other.squares)

    @property
    def mean(self) -> float | None:
        """None without numbers."""
        return self.total / self.count if self.count else None

    def sum_of_squared_deviations(self) -> float:
        """Sum of the squared distances from the mean."""
        return max(0.0, self.squares - self.total * self.total / self.count) if self.count else 0.0


@dataclass(frozen=True)
class Points:
    """Points a game, positive for the first engine."""

    games: int
    mean: float  # 0 without games
    error: float  # standard error of the mean; infinite with fewer than two pairs or games
    variance: float  # of a single game; 0 with fewer than two

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the mean."""
        return Z95 * self.error


def points(pairs: Sums, loose: Sums, games: Sums) -> Points:
    """Points a game, from the sums of whole pairs, of games without a partner, and of all games.

    The error is that of a ratio of sums over independent units, pairs and loose games: what is
    lucky in one leg is unlucky in the other, so pairs vary less than their games would alone.
    """
    number, units = games.count, pairs.count + loose.count
    if not number:
        return Points(0, 0.0, math.inf, 0.0)
    mean = games.total / number
    if units < 2:
        return Points(
            number, mean, math.inf, games.sum_of_squared_deviations() / max(1, number - 1)
        )
    # Sum of (points of the unit - mean x games of the unit) squared.
    spread = pairs.squares - 4 * mean * pairs.total + 4 * mean * mean * pairs.count
    spread += loose.squares - 2 * mean * loose.total + mean * mean * loose.count
    error = math.sqrt(max(0.0, spread) * units / (units - 1)) / number
    return Points(number, mean, error, games.sum_of_squared_deviations() / (number - 1))
