"""A process that reads and writes lines. It knows nothing of what they mean."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any, Self, cast

LONGEST_LINE = 1 << 16  # bytes; a longer line is read as several


class LineProcess(asyncio.SubprocessProtocol):
    """A running process. What it writes goes to `on_line`, line by line; its end calls `ended`."""

    def __init__(self, on_line: Callable[[str], None], ended: Callable[[], None]) -> None:
        self._on_line, self._ended = on_line, ended
        self._rest = bytearray()  # of a line that is not complete
        self._silent = asyncio.Event()  # its output has ended
        self._exited = asyncio.Event()
        self._lost = asyncio.Event()
        self._closing = self._paused = False
        self._transport: asyncio.SubprocessTransport

    @classmethod
    async def open(
        cls,
        words: Sequence[str],
        on_line: Callable[[str], None],
        ended: Callable[[], None],
        **process: Any,
    ) -> Self:
        """Starts it, in a process group of its own where there are such; raises OSError.

        `process` has more arguments of `subprocess.Popen`, such as cwd, env, stderr.
        """
        arguments = {"stderr": None, "start_new_session": os.name == "posix", **process}
        loop = asyncio.get_running_loop()
        _, wire = await loop.subprocess_exec(lambda: cls(on_line, ended), *words, **arguments)
        return wire

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._transport.get_pid()

    def send(self, text: str) -> None:
        """Writes a line, or several; waits for nothing, and forgets them if it reads no more."""
        if not self._stdin.is_closing():
            self._stdin.write(text.encode() + b"\n")

    def pause(self) -> None:
        """Reads no more for now: the process has to wait when its pipe is full."""
        if not (self._paused or self._closing or self._silent.is_set()):
            self._paused = True
            self._stdout.pause_reading()

    def resume(self) -> None:
        """Reads on."""
        if self._paused:
            self._paused = False
            self._stdout.resume_reading()

    async def close(self, patience: float = 1) -> None:
        """Ends it and its children for certain: quit, terminate, kill, each after `patience` s."""
        if not self._closing:
            self.send("quit")
            self._stdin.close()
            self.resume()
            self._closing = True
            for is_forced in (False, True, True):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._silent.wait(), patience)
                self._end(is_forced)
            await self._exited.wait()
            self._transport.close()
        await self._lost.wait()

    def _end(self, is_forced: bool) -> None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._transport.kill()
            else:
                # Numbers are given out in turn: if it has ended, its number is not yet another's.
                os.killpg(self.pid, signal.SIGKILL if is_forced else signal.SIGTERM)

    @property
    def _stdin(self) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))

    @property
    def _stdout(self) -> asyncio.ReadTransport:
        return cast(asyncio.ReadTransport, self._transport.get_pipe_transport(1))

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd != 1 or self._closing:
            return
        self._rest += data
        *lines, rest = bytes(self._rest).split(b"\n")
        while len(rest) >= LONGEST_LINE:
            lines.append(rest[:LONGEST_LINE])
            rest = rest[LONGEST_LINE:]
        self._rest[:] = rest
        for line in lines:
            self._on_line(line.decode(errors="replace").strip())

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            if self._rest and not self._closing:
                self._on_line(self._rest.decode(errors="replace").strip())
            self._silent.set()
            self._ended()

    def process_exited(self) -> None:
        self._exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost.set()
