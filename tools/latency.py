#!/usr/bin/env python3
"""How quickly an engine answers: start, isready and stop in mid-search, movetime, clocks, memory.

    python3 tools/latency.py [--engine target/release/parlour] [--moves 200] [--busy 2]

Prints one line a figure: what, game, number, median, 90th and 99th percentile, greatest, in
milliseconds or MiB; then how often each lateness was seen, and the losses on time. Times are
wall-clock as a client sees them, over pipes. --busy N adds N processes that only spin.
Exit status: 0, or 3 after a fault of the call.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

import parlour
from command_line import FAULT, carry_out, import_library, positive, read_whole_number
from engine_byte_pipe import EnginePipe, Gone, Hang, proc_status, status_row_in_kib
from tournament.events.ask_description import describe
from tournament.text_table import table

HISTOGRAM_EDGES = (
    0,
    0.1,
    0.2,
    0.5,
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
)  # milliseconds, of the histograms
LONGEST_SEARCH = 0.06  # seconds before a stop
OVERHEAD = 5  # ms: the default of MoveOverhead
STARTS = 50
OWN_WAKE_UP = "this script's own wake-up"
STOP, CLOCK = "stop to bestmove", "clock"


@dataclass
class Figure:
    """What was measured, in one game or in none."""

    what: str
    game: str
    unit: str = "ms"
    values: list[float] = field(default_factory=list)
    losses_on_time: int | None = None  # answers later than the time that there was, and the margin

    def percentile(self, share: int) -> float:
        """The value that this share of all, in per cent, does not exceed."""
        values = sorted(self.values)
        return values[min(len(values) - 1, len(values) * share // 100)]

    def row(self) -> list[str]:
        """Its row of the table."""
        middle = statistics.median(self.values)
        shares = [self.percentile(90), self.percentile(99), max(self.values)]
        numbers = [f"{value:.3f}" for value in (middle, *shares)]
        losses = "" if self.losses_on_time is None else str(self.losses_on_time)
        return [self.what, self.game, str(len(self.values)), *numbers, self.unit, losses]


HEADS = ["figure", "game", "n", "median", "90 %", "99 %", "greatest", "unit", "losses"]


class Timed:
    """An engine whose answers are timed."""

    def __init__(self, command: str) -> None:
        """Starts it."""
        self.pipe = EnginePipe(command)

    def __enter__(self) -> "Timed":
        return self

    def __exit__(self, *_: object) -> None:
        self.pipe.__exit__()

    def send(self, text: str) -> None:
        """Sends lines, and waits for nothing."""
        self.pipe.exchange(text.encode() + b"\n")

    def ask(self, text: str, end: str) -> float:
        """Sends lines; the milliseconds until a line that begins with this word has come."""
        self.pipe.forget()
        self.pipe.said += b"\n"
        begun = time.perf_counter()
        self.pipe.exchange(text.encode() + b"\n", b"\n" + end.encode())
        return (time.perf_counter() - begun) * 1e3

    def last_word(self) -> str:
        """The move after `bestmove`."""
        while not self.pipe.said.endswith(b"\n"):
            self.pipe.listen(0.001)
        return bytes(self.pipe.said).split()[-1].decode()


def setups(path: str, games: Sequence[str]) -> dict[str, str]:
    """The engine's games, each with the lines that start it, known dice included."""
    found = {}
    with parlour.Engine.popen(path) as engine:
        for game in games or engine.games():
            engine.ask(f"newgame {game}")
            start = "fen startpos seed 1" if describe(engine).dice else "startpos"
            found[game] = f"newgame {game}\nposition {start}"
    return found


def starts(path: str) -> Figure:
    """The way from the start of a process to its first answer."""
    figure = Figure("start to first answer", "-")
    for _ in range(STARTS):
        begun = time.perf_counter()
        with Timed(path) as engine:
            engine.ask("legal", "legal")
            figure.values.append((time.perf_counter() - begun) * 1e3)
            engine.pipe.finish()
    return figure


def memory(path: str) -> list[Figure]:
    """The memory of an engine at rest; nothing where there is no /proc."""
    with Timed(path) as engine:
        engine.ask("isready", "readyok")
        resident = status_row_in_kib(proc_status(engine.pipe.pid), "VmRSS")
    return [Figure("memory at rest", "-", "MiB", [resident / 1024])] if resident else []


def own_wake_up(count: int) -> Figure:
    """How late this script wakes up by itself: what is measured holds about as much of it."""
    figure = Figure(OWN_WAKE_UP, "-")
    for _ in range(count):
        begun = time.perf_counter()
        time.sleep(0.01)
        figure.values.append((time.perf_counter() - begun) * 1e3 - 10)
    return figure


def measure_stops(path: str, game: str, setup: str, count: int) -> list[Figure]:
    """Isready and stop, each at a random moment of an infinite search."""
    chance = random.Random(1)
    ready, stopped = Figure("isready in mid-search", game), Figure(STOP, game)
    with Timed(path) as engine:
        engine.send(setup)
        for _ in range(count):
            engine.send("go infinite")
            time.sleep(chance.uniform(0.002, LONGEST_SEARCH))
            ready.values.append(engine.ask("isready", "readyok"))
            stopped.values.append(engine.ask("stop", "bestmove"))
    return [ready, stopped]


def movetimes(path: str, game: str, setup: str, options: argparse.Namespace) -> Figure:
    """How late each answer is; below 0 it came earlier. Whole games, one after the other."""
    limit = options.movetime
    figure = Figure(f"after movetime {limit}", game, losses_on_time=0)
    with Timed(path) as engine:
        engine.send(setup)
        while len(figure.values) < options.moves:
            late = engine.ask(f"go movetime {limit}", "bestmove") - limit
            move = engine.last_word()
            if move == "none":
                engine.send(_next_game(setup, len(figure.values)))
                continue
            engine.send(f"move {move}")
            figure.values.append(late)
            figure.losses_on_time = (figure.losses_on_time or 0) + (late > options.margin)
    return figure


def measure_clocks(path: str, game: str, setup: str, options: argparse.Namespace) -> Figure:
    """How late each answer is after the hard limit of protocol.md, in games against the clock."""
    figure = Figure(f"after the {CLOCK}'s limit", game, losses_on_time=0)
    base, inc = (float(part) * 1e3 for part in options.tc.split("+"))
    with Timed(path) as engine:
        engine.send(setup)
        left, turn = [base, base], 0
        while len(figure.values) < options.moves:
            words = " ".join(
                f"p{side + 1}time {max(1, int(left[side]))} p{side + 1}inc {int(inc)}"
                for side in (0, 1)
            )
            mine = engine.ask("query p1turn", "response") and engine.last_word()
            turn = 0 if mine == "true" else 1
            used = engine.ask(f"go {words}", "bestmove")
            move = engine.last_word()
            if move != "none":
                figure.values.append(used - hard_limit(left[turn], inc))
                is_lost = used > left[turn] + options.margin
                figure.losses_on_time = (figure.losses_on_time or 0) + is_lost
                left[turn] += inc - used
                engine.send(f"move {move}")
            if move == "none" or left[turn] <= 0:
                engine.send(_next_game(setup, len(figure.values)))
                left = [base, base]
    return figure


def hard_limit(left: float, inc: float) -> float:
    """The time at which a search with a clock ends at once, as protocol.md has it."""
    least = min(1.0, left / 2)
    soft = max(left / 20 + 3 * inc / 4, least)
    return min(2 * soft, max(left - OVERHEAD, least))


def _next_game(setup: str, number: int) -> str:
    """The lines that start another game, with other dice."""
    return setup.replace("seed 1", f"seed {number + 2}")


def histogram(figures: Sequence[Figure]) -> list[str]:
    """How often each lateness was seen, a line for each figure."""
    heads = [f"≤{edge:g}" for edge in HISTOGRAM_EDGES] + [f">{HISTOGRAM_EDGES[-1]:g}"]
    rows = [["ms", *heads]]
    for figure in figures:
        counts = [0] * (len(HISTOGRAM_EDGES) + 1)
        for value in figure.values:
            counts[sum(value > edge for edge in HISTOGRAM_EDGES)] += 1
        rows.append([f"{figure.what}, {figure.game}", *(str(count or "") for count in counts)])
    return table(rows, 0, width=140)


def measure(options: argparse.Namespace) -> list[Figure]:
    """Everything that was asked for."""
    with ExitStack() as stack:
        for _ in range(options.busy):
            spinner = Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(spinner.wait)
            stack.callback(spinner.kill)
        figures = [own_wake_up(min(options.moves, 200)), starts(options.engine)]
        figures += memory(options.engine)
        for game, setup in setups(options.engine, options.game).items():
            figures += measure_stops(options.engine, game, setup, options.moves)
            figures.append(movetimes(options.engine, game, setup, options))
            figures.append(measure_clocks(options.engine, game, setup, options))
        return figures


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="latency", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    say = parser.add_argument
    say("--engine", default="target/release/parlour", help="the engine to measure, a command")
    say("--game", action="append", default=[], help="only this game; may be repeated")
    say("--moves", type=positive, default=200, help="searches of each kind, in each game")
    say("--movetime", type=positive, default=100, help="milliseconds a move")
    say("--tc", default="2+0.02", help="the clock: seconds a game, and seconds a move")
    say("--margin", type=float, default=0.0, help="ms later than allowed that lose no game")
    say("--busy", type=read_whole_number, default=0, help="processes beside it that only spin")
    say("--report", type=Path, help="folder for a report; needs the libraries of the tools")
    return parser.parse_args(words)


def report(options: argparse.Namespace) -> int:
    """Measures what the command line asks for."""
    pages = import_library("latency_report", "--report") if options.report else None
    figures = measure(options)
    late = [
        figure for figure in figures if figure.what == STOP or figure.losses_on_time is not None
    ]
    print("\n".join(table([HEADS, *(figure.row() for figure in figures)], 0)))
    print()
    print("\n".join(histogram(late)))
    if pages:
        print(pages.write_report(options, figures, late))
    return 0


def main(words: list[str] | None = None) -> int:
    """The tool; returns its exit status."""
    options = arguments(words)
    faults = (Gone, Hang, parlour.EngineError)
    return carry_out("latency", lambda: report(options), *faults, status=FAULT)


if __name__ == "__main__":
    sys.exit(main())
