"""Engines as processes, none of which outlives this one."""

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import time
from dataclasses import dataclass
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Self

from parlour import Engine, EngineError

MOST_SAID = 1 << 16  # bytes kept of what a program of one move writes

# Remembers the process groups that it reads; kills those that are left at the end of its input.
# It ignores the signals that its group gets, so it outlives the processes that they end.
WARDEN = """
trap '' HUP INT TERM
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -KILL "-$group"; done
"""


class ProcessGuard(contextlib.AbstractContextManager["ProcessGuard"]):
    """A small process beside this one that kills engines and their children when this one ends.

    It does so however this one ends, by SIGKILL too, and whichever thread started the engines.
    """

    def __init__(self) -> None:
        self._process = Popen(
            ["/bin/sh", "-c", WARDEN],
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            text=True,
            start_new_session=True,
        )

    def watch(self, group: int) -> None:
        """Has this process group killed at the end."""
        self._write_group("+", group)

    def forget(self, group: int) -> None:
        """This group has ended; its number may be another's soon."""
        self._write_group("-", group)

    def _write_group(self, sign: str, group: int) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError):  # the guard was ended: engines are closed here
            print(sign, group, file=self._process.stdin, flush=True)

    def close(self) -> None:
        """Ends it and, through it, the groups that it still watches."""
        assert self._process.stdin
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        self.close()


class EngineProcess(Engine):
    """An engine under a guard."""

    _guard: ProcessGuard

    @classmethod
    def start(cls, command: str, guard: ProcessGuard, tagged: bool, timeout: float) -> Self:
        """Starts it; an answer may take `timeout` seconds. Raises EngineError if it can't start."""
        try:
            engine = cls.popen(command, tagged=tagged, timeout=timeout)
        except (OSError, ValueError) as fault:  # ValueError: a quotation mark without its other
            raise _not_started(command, fault) from None
        engine._guard = guard
        guard.watch(engine.pid)
        return engine

    def close(self, patience: float = 1) -> None:
        """Ends it for certain, as `Engine.close` does; the guard forgets it."""
        super().close(patience)
        self._guard.forget(self.pid)


def _not_started(command: str, fault: Exception) -> EngineError:
    why = getattr(fault, "strerror", None) or fault
    return EngineError("closed", f"'{command}' cannot be started: {why}")


@dataclass(frozen=True)
class ProgramOutput:
    """What a program has left that answers one question and ends."""

    status: int | None  # the exit status, minus the signal that ended it, or None: it was killed
    output: str
    errors: str


def find_program(command: str) -> list[str]:
    """The words of a command whose program is there; raises EngineError if it is not."""
    try:
        words = shlex.split(command)
        if not words or not shutil.which(words[0]):
            raise FileNotFoundError(0, "No such program")
    except (OSError, ValueError) as fault:
        raise _not_started(command, fault) from None
    return words


def run_once(command: str, question: str, guard: ProcessGuard, seconds: float) -> ProgramOutput:
    """Starts a program, writes the question to its stdin, and reads what it says until it ends.

    After `seconds` it is killed; so are children that it leaves. The question must fit into a pipe
    (4096 bytes). Raises EngineError if it cannot be started.
    """
    deadline = time.monotonic() + seconds
    words = find_program(command)
    try:
        process = Popen(
            words, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
        )
    except OSError as fault:
        raise _not_started(command, fault) from None
    with process:
        guard.watch(process.pid)
        try:
            return _ask_and_read(process, question, deadline)
        finally:
            # Numbers are given out in turn: if it has ended, its number is not yet another's.
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            guard.forget(process.pid)


def _ask_and_read(process: Popen[bytes], question: str, deadline: float) -> ProgramOutput:
    """Asks, and reads until the end or the deadline; of a flood the beginning is kept."""
    assert process.stdin and process.stdout and process.stderr
    with contextlib.suppress(BrokenPipeError):  # it may answer without reading
        process.stdin.write(question.encode())
    process.stdin.close()
    output, errors = bytearray(), bytearray()
    with selectors.DefaultSelector() as streams:
        streams.register(process.stdout, selectors.EVENT_READ, output)
        streams.register(process.stderr, selectors.EVENT_READ, errors)
        while streams.get_map() and (left := deadline - time.monotonic()) > 0:
            for key, _ in streams.select(left):
                heard = os.read(key.fd, MOST_SAID)
                key.data.extend(heard[: MOST_SAID - len(key.data)])
                if not heard:
                    streams.unregister(key.fileobj)
    status = None
    with contextlib.suppress(TimeoutExpired):
        status = process.wait(max(0, deadline - time.monotonic()))
    return ProgramOutput(status, output.decode(errors="replace"), errors.decode(errors="replace"))
