"""The log of an event: a header line, then one JSON line a game; whole lines or nothing."""

import contextlib
from pathlib import Path
from typing import Any, Self

from json_log import JsonLog, LogError, parse_log, read_file
from tournament.playing.game_record import GameRecord

TOOL = "arena"  # the header's first key

__all__ = ["Log", "LogError", "parse_event", "read_log"]


def read_log(path: Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """The header and the games of a log; a last line without its end is skipped.

    Raises LogError if the file can't be read or a whole line of it is no line of a log.
    """
    return parse_event(read_file(path), f"{path}")


def parse_event(said: bytes, name: str) -> tuple[dict[str, Any], list[GameRecord]]:
    """As `read_log`, of a content whose name faults give."""
    return parse_log(said, name, TOOL, GameRecord.from_json)


class Log(contextlib.AbstractContextManager["Log"]):
    """A log that is open for writing, by one process at a time."""

    def __init__(self, log: JsonLog[GameRecord], times: bool) -> None:
        """Use `create` or `resume`."""
        self._log, self._times = log, times
        self._kept = {(game.pair, game.leg) for game in log.entries}

    @classmethod
    def create(cls, path: Path, header: dict[str, Any], times: bool = True) -> Self:
        """Begins a log; raises LogError if there is one with anything in it."""
        return cls(JsonLog.create(path, TOOL, header), times)

    @classmethod
    def resume(cls, path: Path, times: bool = True) -> tuple[dict[str, Any], Self]:
        """Goes on with a log; the torn end of a last line is taken off."""
        header, log = JsonLog.resume(path, TOOL, GameRecord.from_json)
        return header, cls(log, times)

    @property
    def games(self) -> list[GameRecord]:
        """Those that are kept, in their order."""
        return self._log.entries

    def keep(self, game: GameRecord) -> bool:
        """Writes a game, unless it is there already; returns whether it was new."""
        if self.has(game.pair, game.leg):
            return False
        self._log.append(game.to_json(self._times))
        self._kept.add((game.pair, game.leg))
        self.games.append(game)
        return True

    def has(self, pair: int, leg: int) -> bool:
        """Whether this game has been played."""
        return (pair, leg) in self._kept

    def close(self) -> None:
        """Gives the file back."""
        self._log.close()

    def __exit__(self, *_: object) -> None:
        self.close()
