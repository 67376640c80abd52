"""The games of one engine against another, counted as they come."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tournament.playing.game_record import GameRecord
from tournament.statistics.elo import Estimate, estimate
from tournament.statistics.mean_points import Points, Sums, points

WIN, DRAW, LOSS = range(3)


def _seats() -> list[list[int]]:
    return [[0, 0, 0], [0, 0, 0]]


@dataclass
class Tally:
    """Counts for the engine `name` against `opponent`; a game is identified by pair and leg."""

    name: str
    opponent: str
    results_by_side: list[list[int]] = field(
        default_factory=_seats
    )  # [W, D, L] as First, as Second
    pairs: list[int] = field(default_factory=lambda: [0] * 5)  # whole ones: LL, LD, DD/WL, DW, WW
    pair_points: Sums = field(default_factory=Sums)  # of whole pairs, both games together
    game_points: Sums = field(default_factory=Sums)
    forfeits: Counter[str] = field(default_factory=Counter)  # own ones, by the word of the reason
    opponent_forfeits: Counter[str] = field(default_factory=Counter)  # those of the opponent
    announced_wins: int = 0  # games that the rules ended, in which `name` reported a forced win
    announced_but_not_won: int = 0  # those of them that it has not won
    plies: int = 0  # after the openings, both sides
    times: Sums = field(default_factory=Sums)  # milliseconds of own moves
    depths: Sums = field(default_factory=Sums)  # of own moves with a reported depth
    _open: dict[int, GameRecord] = field(default_factory=dict)  # by pair: its other game is missing
    _seen: set[tuple[int, int]] = field(default_factory=set)

    def add(self, game: GameRecord) -> None:
        """Counts a game between the two; raises ValueError if it is another's or was counted."""
        if {game.first, game.second} != {self.name, self.opponent}:
            raise ValueError(f"{game.first} - {game.second} is no game of {self.name}")
        if (game.pair, game.leg) in self._seen:
            raise ValueError(f"leg {game.leg} of pair {game.pair} is there twice")
        self._seen.add((game.pair, game.leg))
        score = game.score_of(self.name)
        self.results_by_side[game.first != self.name][round(2 - 2 * score)] += 1
        self.game_points.add(game.points_of(self.name))
        self.plies += len(game.moves)
        if game.reason != "rules" and score != 0.5:
            faults = self.opponent_forfeits if score else self.forfeits
            faults[game.reason.partition(":")[0]] += 1
        if game.reason == "rules" and game.announces_win(self.name):
            self.announced_wins += 1
            self.announced_but_not_won += score < 1
        self._add_pace(game)
        other = self._open.pop(game.pair, None)
        if other is None:
            self._open[game.pair] = game
        else:
            self.pairs[round(2 * (score + other.score_of(self.name)))] += 1
            self.pair_points.add(game.points_of(self.name) + other.points_of(self.name))

    def _add_pace(self, game: GameRecord) -> None:
        own = "1" if game.first == self.name else "2"
        for mover, time in zip(game.movers, game.times, strict=False):  # times may be left out
            if mover == own:
                self.times.add(time)
        for mover, depth in zip(game.movers, game.depths, strict=False):
            if mover == own and depth:
                self.depths.add(depth)

    def _result(self, result: int) -> int:
        return self.results_by_side[0][result] + self.results_by_side[1][result]

    @property
    def wins(self) -> int:
        """Games won."""
        return self._result(WIN)

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self._result(DRAW)

    @property
    def losses(self) -> int:
        """Games lost."""
        return self._result(LOSS)

    @property
    def games(self) -> int:
        """Games counted."""
        return self.game_points.count

    @property
    def points_of_one(self) -> float:
        """Wins, and draws by half."""
        return self.wins + self.draws / 2

    @property
    def unpaired_results(self) -> list[int]:
        """Losses, draws and wins of games whose partner is missing."""
        counts = [0, 0, 0]
        for game in self._open.values():
            counts[round(2 * game.score_of(self.name))] += 1
        return counts

    @property
    def loose_points(self) -> Sums:
        """Points of games whose partner is missing."""
        sums = Sums()
        for game in self._open.values():
            sums.add(game.points_of(self.name))
        return sums

    @property
    def mean_plies(self) -> float:
        """Plies a game after the opening; 0 without games."""
        return self.plies / self.games if self.games else 0.0

    def estimate(self) -> Estimate:
        """Score, Elo and their errors."""
        return estimate(self.pairs, self.unpaired_results)

    def points(self) -> Points:
        """Points a game, and their error."""
        return points(self.pair_points, self.loose_points, self.game_points)


def tally(games: Iterable[GameRecord], name: str, opponent: str) -> Tally:
    """Counts those of the games that these two played with each other."""
    counted = Tally(name, opponent)
    for game in games:
        if {game.first, game.second} == {name, opponent}:
            counted.add(game)
    return counted


Tallies = dict[tuple[str, str], Tally]  # by (name, opponent), each meeting from both sides


def tallies(games: Iterable[GameRecord]) -> Tallies:
    """Counts every meeting, from both sides."""
    all_of_them: Tallies = {}
    for game in games:
        for both in ((game.first, game.second), (game.second, game.first)):
            all_of_them.setdefault(both, Tally(*both)).add(game)
    return all_of_them
