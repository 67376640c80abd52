"""A log of JSON lines: a header, then one line an entry; whole lines or nothing."""

import contextlib
import fcntl
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

FORMAT = 1  # of the header's first key, which names the tool

Entry = TypeVar("Entry")
Reader = Callable[[dict[str, Any]], Entry]  # raises TypeError or ValueError


class LogError(Exception):
    """A log that can't be made, read or written; what it held before is still there."""


def parse_log(
    said: bytes, name: str, tool: str, read: Reader[Entry]
) -> tuple[dict[str, Any], list[Entry]]:
    """The header and the entries of a log's content; a last line without its end is skipped.

    Raises LogError, with the name and the number of a whole line that is no line of such a log.
    """
    lines = said[: said.rfind(b"\n") + 1].splitlines()
    number = 1
    try:
        header = json.loads(lines[0]) if lines else {}
        if not isinstance(header, dict) or header.get(tool) != FORMAT:
            raise ValueError(f"it is not the header of a log of {tool}.py")
        entries = []
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 - named when a line is bad
            entries.append(read(json.loads(line)))
    except (ValueError, TypeError, KeyError) as fault:
        raise LogError(f"{name}, line {number}: {fault}") from None
    return header, entries


def read_file(path: Path) -> bytes:
    """The content of a log; raises LogError."""
    try:
        return path.read_bytes()
    except OSError as fault:
        raise LogError(f"{path}: {fault.strerror}") from None


class JsonLog(contextlib.AbstractContextManager["JsonLog[Entry]"], Generic[Entry]):
    """A log that is open for writing, by one process at a time."""

    def __init__(self, path: Path, file: int, size: int, entries: list[Entry]) -> None:
        """Use `create` or `resume`."""
        self.path, self._file, self._size = path, file, size
        self.entries = entries

    @classmethod
    def create(cls, path: Path, tool: str, header: dict[str, Any]) -> Self:
        """Begins a log of this tool; raises LogError if there is one with anything in it."""
        log = cls(path, _open(path, tool), 0, [])
        if os.fstat(log._file).st_size:
            log.close()
            raise LogError(
                f"{path} holds something already: --log NAME begins another log, "
                "--resume goes on with this one"
            )
        log.append({tool: FORMAT, **header})
        return log

    @classmethod
    def resume(cls, path: Path, tool: str, read: Reader[Entry]) -> tuple[dict[str, Any], Self]:
        """Goes on with a log; the torn end of a last line is taken off."""
        if not path.exists():
            raise LogError(f"{path}: there is no such log to resume")
        file = _open(path, tool)
        try:
            said = read_file(path)
            header, entries = parse_log(said, f"{path}", tool, read)
            whole = said.rfind(b"\n") + 1
            os.ftruncate(file, whole)
        except BaseException:
            os.close(file)
            raise
        return header, cls(path, file, whole, entries)

    def append(self, words: dict[str, Any]) -> None:
        """Writes one line."""
        line = json.dumps(words, separators=(",", ":")).encode() + b"\n"
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as fault:
            with contextlib.suppress(OSError):  # a device, which keeps nothing
                os.ftruncate(self._file, self._size)
            raise LogError(
                f"{self.path}: {fault.strerror}; its {len(self.entries)} games are whole"
            ) from None
        self._size += len(line)

    def close(self) -> None:
        """Gives the file back."""
        os.close(self._file)

    def __exit__(self, *_: object) -> None:
        self.close()


def _open(path: Path, tool: str) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    except OSError as fault:
        raise LogError(f"{path}: {fault.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise LogError(f"{path}: another {tool} is writing it") from None
    return file
