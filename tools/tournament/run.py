"""Plays what is left of an event into its log, in the order of the pairs."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import replace

from tournament.event import Event, Pair
from tournament.log import Log
from tournament.record import Game
from tournament.sprt import SequentialTest
from tournament.standings import pair_line
from tournament.tally import Tally

Games = Generator[Game, None, None]


def left_over(event: Event, log: Log) -> list[Pair]:
    """The pairs, with those of their legs, that the log does not have."""
    rest = []
    for pair in event.pairs:
        legs = tuple(leg for leg in pair.legs if not log.has(pair.number, leg))
        if legs:
            rest.append(replace(pair, legs=legs))
    return rest


def keep_in_order(
    pairs: list[Pair], games: Games, log: Log, on_game: Callable[[Game], bool]
) -> None:
    """Keeps games in the order of the pairs, however they end, until `on_game` says true.

    So decisions on the way depend only on the games, not on which of them end early. When play is
    interrupted, the games that were waiting for earlier ones are kept too.
    """
    order = [(pair.number, leg) for pair in pairs for leg in pair.legs]
    waiting: dict[tuple[int, int], Game] = {}
    kept = 0
    try:
        for game in games:
            waiting[game.pair, game.leg] = game
            while kept < len(order) and order[kept] in waiting:
                next_game = waiting.pop(order[kept])
                log.keep(next_game)
                kept += 1
                if on_game(next_game):
                    waiting.clear()
                    return
    finally:
        games.close()  # the engines end
        for _, game in sorted(waiting.items()):
            log.keep(game)


class Standing:
    """The score of a run as it goes, and the sequential test that may end it."""

    def __init__(self, event: Event, games: Iterable[Game], test: SequentialTest | None) -> None:
        """Counts the games that there are already."""
        self._test = test
        names = [contestant.name for contestant in event.contestants]
        meetings = dict.fromkeys(pair.engines for pair in event.pairs)
        self._tallies = {(one, two): Tally(names[one], names[two]) for one, two in meetings}
        self._places = {pair.number: pair.engines for pair in event.pairs}
        for game in games:
            self.add(game)

    def add(self, game: Game) -> Tally:
        """Counts a game; returns the tally of its meeting."""
        tally = self._tallies[self._places[game.pair]]
        tally.add(game)
        return tally

    @property
    def decided(self) -> bool:
        """Whether the test, between the only two engines, has ended."""
        return self._test is not None and any(
            self._test.state(tally).decision for tally in self._tallies.values()
        )

    def line(self, game: Game) -> str:
        """The score of this game's two engines."""
        return pair_line(self._tallies[self._places[game.pair]], self._test)
