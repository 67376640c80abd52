"""An engine spoken to in bytes: whole blocks are written while what it says is read.

For tools that measure or test an engine: what they send need not be text, a hundred thousand
lines go at once, and the moment at which an answer comes is that at which the pipe has it.
"""

import contextlib
import os
import select
import shlex
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE, Popen

CHUNK = 1 << 18  # bytes read or written at once
PATIENCE = 30.0  # seconds without a word after which an engine that owes an answer hangs


class Gone(Exception):
    """The engine has ended, or closed its output, before it had answered."""


class Hang(Exception):
    """The engine owes an answer and says nothing."""


class EnginePipe(contextlib.AbstractContextManager["EnginePipe"]):
    """A running engine. `said` holds all that it has said since `forget`."""

    def __init__(self, command: str | Sequence[str], folder: Path | None = None) -> None:
        """Starts it, in this folder; raises OSError."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if folder and os.sep in words[0]:
            words[0] = str(Path(words[0]).absolute())  # or it would be looked up in the folder
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 # closed by `__exit__`
        self.process = Popen(
            words,
            stdin=PIPE,
            stdout=PIPE,
            stderr=self._errors,
            bufsize=0,
            cwd=folder,
            start_new_session=True,
        )
        assert self.process.stdin and self.process.stdout
        self._stdin, self._stdout = self.process.stdin, self.process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self.said = bytearray()
        self._seen = 0  # bytes of `said` in which ends have been counted

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.process.pid

    def forget(self) -> None:
        """Forgets what it has said."""
        del self.said[:]
        self._seen = 0

    def exchange(
        self, block: bytes, end: bytes = b"", ends: int = 1, patience: float = PATIENCE
    ) -> None:
        """Writes a block and reads until `end` has come `ends` times more; at once if it is empty.

        Raises Gone or Hang.
        """
        rest = memoryview(block)
        wanted = ends if end else 0
        if rest:
            self._poll.register(self._stdin, select.POLLOUT)
        while rest or wanted:
            events = self._poll.poll(patience * 1000)
            if not events:
                raise Hang(f"silent for {patience:g} s")
            for descriptor, event in events:
                if descriptor == self._stdout.fileno():
                    self._read()
                elif event & (select.POLLERR | select.POLLHUP):
                    self._finish_reading()
                    raise Gone("it reads no more")
                else:
                    rest = rest[self._write(rest) :]
                    if not rest:
                        self._poll.unregister(self._stdin)
            wanted -= self._count(end, wanted)

    def _write(self, rest: memoryview) -> int:
        try:
            return os.write(self._stdin.fileno(), rest[:CHUNK])
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            self._finish_reading()
            raise Gone("it reads no more") from None

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(self._stdout.fileno(), CHUNK)
            if not chunk:
                raise Gone("its output has ended")
            self.said += chunk

    def _finish_reading(self) -> None:
        with contextlib.suppress(Gone):
            while self._poll_output(0.5):
                self._read()

    def _poll_output(self, patience: float) -> bool:
        return bool(select.select([self._stdout], [], [], patience)[0])

    def _count(self, end: bytes, most: int) -> int:
        """How often the end has come anew, `most` times at most."""
        found = 0
        while found < most:
            at = self.said.find(end, self._seen)
            if at < 0:
                self._seen = max(self._seen, len(self.said) - len(end) + 1)
                break
            self._seen = at + len(end)
            found += 1
        return found

    def listen(self, seconds: float) -> None:
        """Reads for a while, whatever comes."""
        until = time.monotonic() + seconds
        with contextlib.suppress(Gone):
            while (left := until - time.monotonic()) > 0 and self._poll_output(left):
                self._read()

    def finish(self, patience: float = PATIENCE) -> int:
        """Closes its input, reads to the end of its output; its exit status. Raises Hang."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        with contextlib.suppress(Gone):
            while True:
                if not self._poll_output(patience):
                    raise Hang(f"silent for {patience:g} s after the end of its input")
                self._read()
        deadline = time.monotonic() + patience
        while (status := self.process.poll()) is None:
            if time.monotonic() > deadline:
                raise Hang("it has closed its output, but does not end")
            time.sleep(0.0002)
        return status

    def stderr_text(self) -> bytes:
        """What it has written to stderr."""
        self._errors.seek(0)
        return self._errors.read()

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self._stdin, self._stdout, self._errors):
            with contextlib.suppress(OSError):
                stream.close()


def proc_status(pid: int | str) -> dict[str, str]:
    """The rows of /proc/<pid>/status; empty where there is no such file (not Linux, or ended)."""
    try:
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    return dict(row.split(":", 1) for row in rows)


def status_row_in_kib(status: dict[str, str], row: str) -> int:
    """A row such as VmRSS in KiB; 0 if it is not there."""
    return int(status.get(row, "0").split()[0])
