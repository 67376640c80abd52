"""Engines that are at fault on purpose, and the engine that the tests run."""

import contextlib
import io
import os
import shlex
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import referee
from parlour import Engine

TOOLS = Path(__file__).resolve().parent.parent
BUILDS = [TOOLS.parent / "target" / build / "parlour" for build in ("release", "debug")]
PARLOUR = os.environ.get("PARLOUR") or next((str(p) for p in BUILDS if p.exists()), "parlour")
# A small hash table, since each new game clears it.
JUDGE = f"{shlex.quote(PARLOUR)} --option Hash=1"

# An engine that knows nothing but its manners; `{before}` runs at its start, `{go}` at each go.
FAKE_ENGINE_CODE = """
import os, signal, sys, time
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)
searches = 0
def say(text):
    print((tag + " " + text).strip(), flush=True)
{before}
for line in sys.stdin:
    words = line.split()
    tag = words.pop(0) if words[0].startswith("@") else ""
    if words[0] == "quit":
        break
    elif words[0] == "go":
        searches += 1
        {go}
    elif tag or words[0] in ("ugi", "isready"):
        say(dict(ugi="ugiok", isready="readyok").get(words[0], "ok"))
"""
IGNORE_SIGTERM_CODE = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
HANG_CODE = "while True: time.sleep(60)"
FLOOD_CODE = "while True: sys.stdout.write('info string ' + 'x' * 500 + chr(10))"
ENDLESS_LINE_CODE = "while True: sys.stdout.write('x' * 4096)"


def is_alive(pid: int) -> bool:
    """Whether a process of this number runs; an orphan that has ended may still be listed."""
    with contextlib.suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class FakeEngineFolder(unittest.TestCase):
    """A folder for fake engines, and an eye on the processes they leave."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.pids = self.folder / "pids"
        self.pids.touch()
        # Engines that hang here do so on purpose: no need to be patient with them.
        impatient = mock.patch.object(Engine.close, "__defaults__", (0.3,))
        impatient.start()
        self.addCleanup(impatient.stop)

    def fake(self, go: str, before: str = "pass") -> str:
        """The command of a fake engine that does this at `go` and, at its start, this before."""
        path = self.folder / f"fake{len(list(self.folder.iterdir()))}.py"
        path.write_text(FAKE_ENGINE_CODE.format(go=go, before=before), encoding="utf-8")
        return shlex.join([sys.executable, "-S", str(path), str(self.pids)])

    def no_process_is_left(self) -> None:
        """Every process that a fake engine wrote down has ended."""
        pids = [int(pid) for pid in self.pids.read_text(encoding="utf-8").split()]
        self.assertTrue(pids, "the fake engine never ran")
        deadline = time.monotonic() + 30  # a signal may still be on its way to an orphan
        while any(map(is_alive, pids)) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual([pid for pid in pids if is_alive(pid)], [])

    def run_referee(self, *words: str) -> tuple[int, str]:
        """Runs the referee; its exit status and all that it printed."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = referee.main(["--judge", JUDGE, *words])
        return status, said.getvalue()
