"""What is left to play of an event, and its games kept in the log in the order of the pairs."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace

from tournament.events.event_definition import Event, Pair
from tournament.events.event_log import Log
from tournament.playing.game_record import GameRecord

Games = Generator[GameRecord, None, None]


def games_left_to_play(event: Event, log: Log) -> list[Pair]:
    """The pairs, with those of their legs, that the log does not have."""
    rest = []
    for pair in event.pairs:
        legs = tuple(leg for leg in pair.legs if not log.has(pair.number, leg))
        if legs:
            rest.append(replace(pair, legs=legs))
    return rest


class GamesInOrder:
    """Games in the order of the pairs: one that ends early waits for those before it."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        """None has ended."""
        self._order = [(pair.number, leg) for pair in pairs for leg in pair.legs]
        self._passed = 0
        self.waiting: dict[tuple[int, int], GameRecord] = {}

    def add(self, game: GameRecord) -> Iterator[GameRecord]:
        """Adds a game; those that are next now, which wait no longer."""
        self.waiting[game.pair, game.leg] = game
        while self._passed < len(self._order) and self._order[self._passed] in self.waiting:
            place = self._order[self._passed]
            self._passed += 1
            yield self.waiting.pop(place)


def keep_in_order(
    order: GamesInOrder,
    games: Games,
    log: Log,
    on_game: Callable[[GameRecord, bool], bool],
) -> None:
    """Keeps games in the order of the pairs, however they end, until `on_game` says true.

    So decisions on the way depend only on the games, not on which of them end early. When play is
    interrupted, the games that were waiting for earlier ones are kept too; `order` has them when
    play is resumed. `on_game` gets a game, and whether it is new to the log.
    """
    try:
        for game in games:
            for next_game in order.add(game):
                if on_game(next_game, log.keep(next_game)):
                    order.waiting.clear()
                    return
    finally:
        games.close()  # the engines end
        for _, game in sorted(order.waiting.items()):
            log.keep(game)
