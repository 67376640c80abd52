"""The log of an event: a header line, then one JSON line a game; whole lines or nothing."""

import contextlib
import fcntl
import json
import os
from pathlib import Path
from typing import Any, Self

from tournament.record import Game

FORMAT = 1  # of the header's key "arena"


class LogError(Exception):
    """A log that can't be made, read or written; what it held before is still there."""


def read_log(path: Path) -> tuple[dict[str, Any], list[Game]]:
    """The header and the games of a log; a last line without its end is skipped.

    Raises LogError if the file can't be read or a whole line of it is no line of a log.
    """
    header, games, _ = _read(path)
    return header, games


def _read(path: Path) -> tuple[dict[str, Any], list[Game], int]:
    """As `read_log`, and the bytes of its whole lines."""
    try:
        said = path.read_bytes()
    except OSError as fault:
        raise LogError(f"{path}: {fault.strerror}") from None
    whole = said.rfind(b"\n") + 1
    lines = said[:whole].splitlines()
    number = 1
    try:
        header = json.loads(lines[0]) if lines else {}
        if not isinstance(header, dict) or header.get("arena") != FORMAT:
            raise ValueError("it is not the header of an arena's log")
        games = []
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 - named when a line is bad
            games.append(Game.from_json(json.loads(line)))
    except (ValueError, TypeError) as fault:
        raise LogError(f"{path}, line {number}: {fault}") from None
    return header, games, whole


class Log(contextlib.AbstractContextManager["Log"]):
    """A log that is open for writing, by one process at a time."""

    def __init__(self, path: Path, file: int, size: int, games: list[Game], times: bool) -> None:
        """Use `create` or `resume`."""
        self.path, self._file, self._size, self._times = path, file, size, times
        self.games = games
        self._kept = {(game.pair, game.leg) for game in games}

    @classmethod
    def create(cls, path: Path, header: dict[str, Any], times: bool = True) -> Self:
        """Begins a log; raises LogError if there is one with anything in it."""
        log = cls(path, _open(path), 0, [], times)
        if os.fstat(log._file).st_size:
            log.close()
            raise LogError(f"{path} holds something already: --resume goes on with a log")
        log._append({"arena": FORMAT, **header})
        return log

    @classmethod
    def resume(cls, path: Path, times: bool = True) -> tuple[dict[str, Any], Self]:
        """Goes on with a log; the torn end of a last line is taken off."""
        if not path.exists():
            raise LogError(f"{path}: there is no such log to resume")
        file = _open(path)
        try:
            header, games, whole = _read(path)
            os.ftruncate(file, whole)
        except BaseException:
            os.close(file)
            raise
        return header, cls(path, file, whole, games, times)

    def keep(self, game: Game) -> bool:
        """Writes a game, unless it is there already; returns whether it was new."""
        if (game.pair, game.leg) in self._kept:
            return False
        self._append(game.to_json(self._times))
        self._kept.add((game.pair, game.leg))
        self.games.append(game)
        return True

    def has(self, pair: int, leg: int) -> bool:
        """Whether this game has been played."""
        return (pair, leg) in self._kept

    def _append(self, words: dict[str, Any]) -> None:
        line = json.dumps(words, separators=(",", ":")).encode() + b"\n"
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as fault:
            with contextlib.suppress(OSError):  # a device, which keeps nothing
                os.ftruncate(self._file, self._size)
            raise LogError(
                f"{self.path}: {fault.strerror}; its {len(self.games)} games are whole"
            ) from None
        self._size += len(line)

    def close(self) -> None:
        """Gives the file back."""
        os.close(self._file)

    def __exit__(self, *_: object) -> None:
        self.close()


def _open(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    except OSError as fault:
        raise LogError(f"{path}: {fault.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise LogError(f"{path}: another arena is writing it") from None
    return file
