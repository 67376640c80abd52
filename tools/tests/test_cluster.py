"""Tests of tournaments and of batches on a Dask cluster, by a scheduler and workers on loopback.

Skipped without Dask, which `setup.sh tools` installs in target/tools.
"""

import contextlib
import importlib.util
import io
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import analyse
import arena
from command_line import FAULT
from tests.engine_and_faulty_engines import JUDGE, PARLOUR, is_alive

TOOLS = Path(arena.__file__).parent


@unittest.skipUnless(importlib.util.find_spec("distributed"), "needs Dask: setup.sh tools")
class Cluster(unittest.TestCase):
    """A scheduler and three workers of one thread each."""

    folder: Path
    address: str
    processes: list["subprocess.Popen[str]"]

    @classmethod
    def setUpClass(cls) -> None:
        cls.processes = []
        cls.addClassCleanup(cls.end)
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        cls.address = cls.said(0, r"Scheduler at:\s+(tcp://\S+)")
        for _ in range(3):
            cls.join()

    @classmethod
    def start(cls, *words: str) -> None:
        log = (cls.folder / f"{len(cls.processes)}.log").open("w", encoding="utf-8")
        with log:
            command = [sys.executable, "-m", "dask", *words]
            cls.processes.append(subprocess.Popen(command, stderr=log, text=True, cwd=cls.folder))

    @classmethod
    def join(cls) -> None:
        """Adds a worker, and waits until it belongs to the cluster."""
        words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        cls.start("worker", cls.address, *words)
        cls.said(len(cls.processes) - 1, r"(Registered to)")

    @classmethod
    def said(cls, number: int, pattern: str) -> str:
        """What a process logs that looks like this, awaited."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            text = (cls.folder / f"{number}.log").read_text(encoding="utf-8")
            if found := re.search(pattern, text):
                return found[1]
            time.sleep(0.05)
        raise AssertionError(f"a process of the cluster does not start:\n{text}")

    @classmethod
    def end(cls) -> None:
        for process in reversed(cls.processes):
            process.kill()
            process.wait()

    def test_a_lost_worker_loses_no_game_and_counts_none_twice(self) -> None:
        log = self.folder / "log.jsonl"
        words = ["--games", "120", "--nodes", "2000", "--judge", JUDGE, "--log", str(log)]
        words += ["--engine", JUDGE, "name=a", "--engine", JUDGE, "name=b", "Player=tree"]
        command = [
            sys.executable,
            "-B",
            str(TOOLS / "arena.py"),
            "--scheduler",
            self.address,
            *words,
        ]
        victim = self.processes[-1]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
            while not (log.exists() and log.read_bytes().count(b"\n") > 10):
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            engines = [int(pid) for pid in children(victim.pid)]
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            self.assertIsNone(run.poll(), "it was over before the worker was lost")
            said = run.communicate(timeout=120)[0]
        self.assertEqual(run.returncode, 0, said)
        games = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[1:]]
        order = [(game["pair"], game["leg"]) for game in games]
        self.assertEqual(order, [(pair, leg) for pair in range(60) for leg in (0, 1)])
        self.assertEqual({game["reason"] for game in games}, {"rules"})
        deadline = time.monotonic() + 10
        while any(map(is_alive, engines)) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertFalse(any(map(is_alive, engines)), "engines of a lost worker are left")

    def test_the_same_games_are_played_as_on_one_machine(self) -> None:
        logs = []
        for where in (["--scheduler", self.address], ["--concurrency", "1"]):
            log = self.folder / f"{where[0]}.jsonl"
            words = ["--games", "6", "--nodes", "50", "--judge", JUDGE, "--log", str(log), *where]
            words += ["--engine", JUDGE, "name=a", "--engine", JUDGE, "name=b", "Player=george"]
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(arena.main([*words, "--no-times", "--game", "backgammon"]), 0)
            logs.append(log.read_bytes())
        self.assertEqual(logs[0], logs[1])

    def test_the_same_is_found_in_games_as_on_one_machine(self) -> None:
        games = self.folder / "games.txt"
        games.write_text("newgame connect4\n" + "".join(f"44{n}35\n" for n in range(1, 8)))
        logs = []
        for where in (["--scheduler", self.address], ["--jobs", "1"]):
            log = self.folder / f"analysis{where[0]}.jsonl"
            words = [str(games), "--depth", "4", "--engine", JUDGE, "--log", str(log), *where]
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(analyse.main(words), 0)
            logs.append(log.read_bytes())
        self.assertEqual(logs[0], logs[1])
        self.assertEqual(logs[0].count(b"\n"), 8)

    def test_engines_that_workers_cannot_start_are_reported_before_a_log_is_begun(self) -> None:
        log, said = self.folder / "none.jsonl", io.StringIO()
        words = [
            "--judge",
            JUDGE,
            "--engine",
            JUDGE,
            "--engine",
            "./no-such-engine",
            "--log",
            str(log),
        ]
        with contextlib.redirect_stderr(said):
            self.assertEqual(arena.main([*words, "--scheduler", self.address]), FAULT)
        self.assertIn("no-such-engine", said.getvalue())
        self.assertFalse(log.exists())

    def batch_on_cluster(self, lines: str, *words: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-B", str(TOOLS / "batch_on_cluster.py"), "--scheduler", *words]
        return subprocess.run(command, input=lines, capture_output=True, text=True, check=False)

    def test_a_file_of_positions_comes_back_in_its_order(self) -> None:
        lines = "".join(f"{number % 7 + 1}{number // 7 % 7 + 1}\n" for number in range(300))
        batch = [PARLOUR, "batch", "--game", "connect4", "--depth", "3"]
        here = subprocess.run(batch, input=lines, capture_output=True, text=True, check=True)
        there = self.batch_on_cluster(lines, self.address, "--chunk", "7", *batch)
        self.assertEqual((there.returncode, there.stdout), (0, here.stdout), there.stderr)

    def test_what_does_not_answer_line_for_line_is_reported(self) -> None:
        for reason, command in (
            ("answered 1 lines to 2", ["echo", "one"]),
            ("status 2", [PARLOUR, "batch", "--no-such-flag"]),
            ("No such file", ["./no-such-command"]),
        ):
            done = self.batch_on_cluster("4\n4\n", self.address, *command)
            self.assertEqual(done.returncode, 3)
            self.assertIn(reason, done.stderr)
        self.assertIn(
            "no scheduler", self.batch_on_cluster("4\n", "tcp://127.0.0.1:9", "cat").stderr
        )


def children(pid: int) -> list[str]:
    """Process ids of the children and grandchildren of a process."""
    out = subprocess.run(
        ["ps", "--ppid", str(pid), "-o", "pid="], capture_output=True, text=True, check=False
    )
    found = out.stdout.split()
    return [*found, *(grandchild for child in found for grandchild in children(int(child)))]


if __name__ == "__main__":
    unittest.main()
