"""The results of an event, in numbers: its engines, its meetings, their ratings."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from tournament.playing.game_record import GameRecord
from tournament.statistics.elo import Estimate, estimate
from tournament.statistics.mean_points import Points, Sums, points
from tournament.statistics.ratings import Ratings, rate
from tournament.statistics.tally import Tallies, Tally, tallies

Header = Mapping[str, Any]  # as `Event.header` makes it, perhaps with more keys


@dataclass(frozen=True)
class EngineResults:
    """One engine against all others."""

    name: str
    wins: int
    draws: int
    losses: int
    estimate: Estimate  # against all its opponents as if they were one
    elo: float | None  # on the scale of all; None without games
    margin: float | None  # half of its 95 % interval
    points: Points
    first: list[int]  # wins, draws, losses as First
    second: list[int]
    forfeits: dict[str, int]  # by the word of the reason
    announced_wins: int  # games that the rules ended, in which it reported a forced win
    announced_but_not_won: int  # those of them that it has not won
    time: float | None  # mean milliseconds a move; None if unknown
    depth: float | None  # mean plies of the moves with a reported depth; None if there are none


@dataclass(frozen=True)
class Summary:
    """An event in numbers: rows with the best first, every meeting from both sides."""

    header: Header
    games: int
    rows: list[EngineResults]
    tallies: Tallies
    ratings: Ratings  # of the engines with games
    has_stakes: bool  # some games were for other points than 1

    @classmethod
    def of(cls, header: Header, games: Iterable[GameRecord]) -> Self:
        """Counts all games; raises ValueError if one of them is there twice."""
        games = list(games)
        met = tallies(games)
        played = {name for name, _ in met}
        names = {str(engine["name"]): None for engine in header.get("engines", [])}
        names.update(dict.fromkeys(sorted(played)))
        ratings = rate([name for name in names if name in played], met)
        rows = [_row(name, met, ratings) for name in names]
        rows.sort(key=lambda row: math.inf if row.elo is None else -row.elo)
        has_stakes = any(game.points not in (0, 1) for game in games)
        return cls(header, len(games), rows, met, ratings, has_stakes)

    def meetings(self) -> list[Tally]:
        """Each meeting once: for the engine that the header names first."""
        engines = [str(engine["name"]) for engine in self.header.get("engines", [])]
        places = {name: place for place, name in enumerate(engines)}

        def order(name: str) -> tuple[int, str]:
            return places.get(name, len(places)), name

        found = [tally for both, tally in self.tallies.items() if order(both[0]) < order(both[1])]
        return sorted(found, key=lambda tally: (order(tally.name), order(tally.opponent)))


def _row(name: str, met: Tallies, ratings: Ratings) -> EngineResults:
    own = [tally for (one, _), tally in met.items() if one == name]
    seats = [
        [sum(tally.results_by_side[seat][result] for tally in own) for result in range(3)]
        for seat in range(2)
    ]
    wins, draws, losses = map(sum, zip(*seats, strict=True))
    pairs = [sum(tally.pairs[place] for tally in own) for place in range(5)]
    loose = [sum(tally.unpaired_results[place] for tally in own) for place in range(3)]
    place = ratings.names.index(name) if name in ratings.names else None
    return EngineResults(
        name=name,
        wins=wins,
        draws=draws,
        losses=losses,
        estimate=estimate(pairs, loose),
        elo=None if place is None else ratings.elo[place],
        margin=None if place is None else ratings.margin[place],
        points=points(
            _all(own, lambda tally: tally.pair_points),
            _all(own, lambda tally: tally.loose_points),
            _all(own, lambda tally: tally.game_points),
        ),
        first=seats[0],
        second=seats[1],
        forfeits=dict(sum((tally.forfeits for tally in own), Counter[str]())),
        announced_wins=sum(tally.announced_wins for tally in own),
        announced_but_not_won=sum(tally.announced_but_not_won for tally in own),
        time=_all(own, lambda tally: tally.times).mean,
        depth=_all(own, lambda tally: tally.depths).mean,
    )


def _all(own: Sequence[Tally], part: Callable[[Tally], Sums]) -> Sums:
    total = Sums()
    for tally in own:
        total = total.plus(part(tally))
    return total
