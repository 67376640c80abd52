"""What is left to play of an event, and its games kept in the log in the order of the pairs."""

from collections.abc import Callable, Generator
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


def keep_in_order(
    pairs: list[Pair], games: Games, log: Log, on_game: Callable[[GameRecord], bool]
) -> None:
    """Keeps games in the order of the pairs, however they end, until `on_game` says true.

    So decisions on the way depend only on the games, not on which of them end early. When play is
    interrupted, the games that were waiting for earlier ones are kept too.
    """
    order = [(pair.number, leg) for pair in pairs for leg in pair.legs]
    finished_early: dict[tuple[int, int], GameRecord] = {}
    kept = 0
    try:
        for game in games:
            finished_early[game.pair, game.leg] = game
            while kept < len(order) and order[kept] in finished_early:
                next_game = finished_early.pop(order[kept])
                log.keep(next_game)
                kept += 1
                if on_game(next_game):
                    finished_early.clear()
                    return
    finally:
        games.close()  # the engines end
        for _, game in sorted(finished_early.items()):
            log.keep(game)
