"""One native engine for each connection: what a browser sends reaches it, what it says goes back.

A client may send any line of the protocol, but no option that names a file, and no more memory or
threads than it is given. What it sends faster than is read waits in its own browser.
"""

import asyncio
import contextlib
import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import AsyncIterable, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

LONGEST_LINE = 1 << 17  # bytes of a line of the engine
BLOCK = 1 << 16  # bytes that are sent as one message
ADDRESS_SPACE_BESIDE_TABLES_MIB = 1024  # address space of an engine beside its tables
END_PATIENCE = 1.0  # seconds between `quit` and the end by force
NUMBER = re.compile(r"\+?[0-9]{1,9}")  # of an option
NO_FILE = "<empty>"  # default of an option that names a file


@dataclass(frozen=True)
class ClientLimits:
    """What a client of the bridge may ask for."""

    hash_mib: int = 256
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    lines_a_second: int = 5_000
    think_seconds: float = 600  # of a search, after the last line of its client
    connections: int = 16


@dataclass(frozen=True)
class GuardedOptions:
    """The options of the engine that the bridge looks at."""

    files: frozenset[str]  # those that name files, in lower case
    most: dict[str, int]  # the greatest values of others

    @classmethod
    def of(cls, ugi: Sequence[str], bounds: ClientLimits) -> "GuardedOptions":
        """From the answer to `ugi`."""
        files = set()
        for line in ugi:
            name, found, kind = line.removeprefix("option name ").partition(" type ")
            if found and kind.startswith("string") and kind.endswith(f"default {NO_FILE}"):
                files.add(name.lower())
        return cls(frozenset(files), {"hash": bounds.hash_mib, "threads": bounds.threads})

    def refusal(self, line: str) -> str | None:
        """The answer to a line that the engine must not get, or None."""
        words = line.lstrip("\ufeff").split()
        tag = f"{words.pop(0)} " if words and words[0].startswith("@") else ""
        if words[:2] != ["setoption", "name"]:
            return None
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[2:at]), " ".join(words[at + 1 :])
        if name.lower() in self.files:
            return f"{tag}error unsupported a client of this server can name no file: '{name}'"
        most = self.most.get(name.lower())
        if most is not None and not (NUMBER.fullmatch(value) and int(value) <= most):
            return f"{tag}error bad-value '{name}' is a number of at most {most} on this server"
        return None


class Pace:
    """Lets this many lines a second pass, and those of one second at once."""

    def __init__(self, lines_a_second: int) -> None:
        self._rate = lines_a_second
        self._due = 0.0  # when what has passed is paid for

    async def spend(self, lines: int) -> None:
        """Waits until these lines may pass."""
        now = time.monotonic()
        self._due = max(self._due, now - 1) + lines / self._rate
        if self._due > now:
            await asyncio.sleep(self._due - now)


def ask_options(command: Sequence[str], bounds: ClientLimits) -> GuardedOptions:
    """Starts the engine once to learn its options; raises OSError or ValueError."""
    done = subprocess.run(
        [*command, "--dialect", "native"],
        input="ugi\nquit\n",
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    lines = done.stdout.splitlines()
    if "ugiok" not in lines:
        raise ValueError(f"{command[0]} does not answer as an engine: {done.stderr.strip()[:200]}")
    return GuardedOptions.of(lines, bounds)


def confine(pid: int, bounds: ClientLimits) -> None:
    """Limits the memory of an engine, and keeps it from writing files (where Linux is)."""
    if not hasattr(resource, "prlimit"):
        return
    memory = (2 * bounds.hash_mib + ADDRESS_SPACE_BESIDE_TABLES_MIB + 16 * bounds.threads) << 20
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_AS, (memory, memory))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


Send = Callable[[str], Awaitable[None]]


class ClientAndEngine:
    """One engine and the client that it belongs to."""

    def __init__(
        self, process: asyncio.subprocess.Process, options: GuardedOptions, bounds: ClientLimits
    ):
        assert process.stdin and process.stdout
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout
        self._options, self._bounds = options, bounds
        self._last_line_at = time.monotonic()

    @classmethod
    async def start(
        cls, command: Sequence[str], options: GuardedOptions, bounds: ClientLimits
    ) -> "ClientAndEngine":
        """Starts an engine; raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            "--dialect",
            "native",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        confine(process.pid, bounds)
        return cls(process, options, bounds)

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

    async def carry_lines_both_ways(self, messages: AsyncIterable[str | bytes], send: Send) -> str:
        """Carries lines both ways until either side ends; says which one did."""
        tasks = {
            asyncio.create_task(self._read_client(messages, send)): "the client has left",
            asyncio.create_task(self._read_engine(send)): "the engine has ended",
            asyncio.create_task(self._watch()): "",
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return next(tasks[task] for task in done)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._end()

    async def _read_client(self, messages: AsyncIterable[str | bytes], send: Send) -> None:
        """What the client sends; a message holds one line or several."""
        pace = Pace(self._bounds.lines_a_second)
        async for message in messages:
            self._last_line_at = time.monotonic()
            text = message if isinstance(message, str) else message.decode("utf-8", "replace")
            lines = text.split("\n")
            await pace.spend(len(lines))
            for line in lines:
                refusal = self._options.refusal(line)
                if refusal is not None:
                    await send(refusal)
                    continue
                self._stdin.write(line.encode("utf-8", "replace") + b"\n")
                await self._stdin.drain()

    async def _read_engine(self, send: Send) -> None:
        """What the engine says, whole lines at a time."""
        rest = b""
        while block := await self._stdout.read(BLOCK):
            whole, found, rest = (rest + block).rpartition(b"\n")
            if found:
                await send(whole.decode("utf-8", "replace"))

    async def _watch(self) -> None:
        """Ends searches that a client has forgotten."""
        while True:
            silent = time.monotonic() - self._last_line_at
            await asyncio.sleep(max(self._bounds.think_seconds - silent, 0.05))
            if time.monotonic() - self._last_line_at >= self._bounds.think_seconds:
                self._stdin.write(b"stop\n")
                self._last_line_at = time.monotonic()

    async def _end(self) -> None:
        with contextlib.suppress(OSError):
            self._stdin.write(b"quit\n")
            self._stdin.close()
        # An engine that cannot say all it has to say does not end by itself.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._drained(), END_PATIENCE)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def _drained(self) -> None:
        while await self._stdout.read(BLOCK):
            pass
        await self._process.wait()
