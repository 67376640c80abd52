#!/usr/bin/env python3
"""How quickly an engine answers: start, isready and stop in mid-search, movetime, memory.

    python3 tools/latency.py [--engine target/release/parlour] [--stops 200]

Prints one line a figure: what, game, median, 99th percentile, greatest; milliseconds, MiB.
Times are wall-clock as a client sees them, over pipes; measure on a quiet machine.
"""

import argparse
import random
import select
import subprocess
import time
from pathlib import Path

import parlour_client
from tournament.game_description import describe


class Engine:
    """A running engine, spoken to without buffers of our own."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.waiting = b""

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")

    def line(self, timeout: float = 60.0) -> str:
        assert self.process.stdout is not None
        while b"\n" not in self.waiting:
            ready, _, _ = select.select([self.process.stdout], [], [], timeout)
            if not ready:
                raise TimeoutError("no answer")
            chunk = self.process.stdout.read(65536)
            if not chunk:
                raise EOFError("the engine has gone")
            self.waiting += chunk
        line, self.waiting = self.waiting.split(b"\n", 1)
        return line.decode()

    def wait_for(self, word: str) -> float:
        """The moment at which a line that begins with this word came."""
        while not self.line().startswith(word):
            pass
        return time.perf_counter()

    def close(self) -> None:
        self.send("quit")
        self.process.wait(timeout=10)


def setups(path: str) -> dict[str, str]:
    """The engine's games, each with the lines that start it, known dice included."""
    found = {}
    with parlour_client.Engine([path]) as engine:
        for game in engine.words("games"):
            engine.ask(f"newgame {game}")
            start = "fen startpos seed 1" if describe(engine).dice else "startpos"
            found[game] = f"newgame {game}\nposition {start}"
    return found


def show(what: str, game: str, values: list[float], unit: str) -> None:
    """Prints median, 99th percentile and maximum."""
    values.sort()
    middle, late = values[len(values) // 2], values[min(len(values) - 1, len(values) * 99 // 100)]
    print(
        f"{what:<22} {game:<11} median {middle:8.3f}  p99 {late:8.3f}  max {values[-1]:8.3f} {unit}"
    )


def starts(path: str, count: int) -> None:
    """Times the way from the start of a process to its first answer."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        engine = Engine(path)
        engine.send("legal")
        times.append((engine.wait_for("legal") - begun) * 1e3)
        engine.close()
    show("start to first answer", "-", times, "ms")


def stops(path: str, game: str, setup: str, count: int) -> None:
    """Isready and stop, each at a random moment of an infinite search."""
    engine, chance = Engine(path), random.Random(1)
    ready, stopped = [], []
    engine.send(setup)
    for _ in range(count):
        engine.send("go infinite")
        time.sleep(chance.uniform(0.002, 0.06))
        begun = time.perf_counter()
        engine.send("isready")
        ready.append((engine.wait_for("readyok") - begun) * 1e3)
        begun = time.perf_counter()
        engine.send("stop")
        stopped.append((engine.wait_for("bestmove") - begun) * 1e3)
    engine.close()
    show("isready in mid-search", game, ready, "ms")
    show("stop to bestmove", game, stopped, "ms")


def movetimes(path: str, game: str, setup: str, count: int, movetime: int) -> None:
    """Milliseconds from the movetime to each answer; below 0 the answer came earlier."""
    engine = Engine(path)
    engine.send(setup)
    late = []
    for _ in range(count):
        begun = time.perf_counter()
        engine.send(f"go movetime {movetime}")
        late.append((engine.wait_for("bestmove") - begun) * 1e3 - movetime)
    engine.close()
    show(f"after movetime {movetime}", game, late, "ms")


def memory(path: str) -> None:
    """Prints the memory of an engine at rest."""
    engine = Engine(path)
    engine.send("isready")
    engine.wait_for("readyok")
    status = Path(f"/proc/{engine.process.pid}/status")
    if status.exists():
        rows = dict(row.split(":", 1) for row in status.read_text().splitlines())
        show("memory at rest", "-", [int(rows["VmRSS"].split()[0]) / 1024], "MiB")
    engine.close()


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", default="target/release/parlour", help="the engine to measure")
    parser.add_argument("--stops", type=int, default=200, help="searches a game")
    options = parser.parse_args()
    starts(options.engine, 50)
    memory(options.engine)
    for game, setup in setups(options.engine).items():
        stops(options.engine, game, setup, options.stops)
        movetimes(options.engine, game, setup, max(1, options.stops // 4), 50)


if __name__ == "__main__":
    main()
