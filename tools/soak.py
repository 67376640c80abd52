#!/usr/bin/env python3
"""Keeps engines busy for a long time with mixed sessions, and reports whether what they take grows.

    target/tools/bin/python tools/soak.py --seconds 7200 --report target/soak

Each engine plays round after round: all games and options, searches that are stopped, thousands
of games in one process, refused lines; some engines speak the other dialects. After each round,
memory, handles and threads are read from /proc; latencies are taken all the time. Writes a CSV and
a report.
Exit status: 0 flat, 1 not flat, or an engine has failed, 3 a fault of the call. Linux only.
"""

import argparse
import sys
import threading
import time
from pathlib import Path
from random import Random

from command_line import FAULT, carry_out, import_library, positive, read_whole_number
from engine_byte_pipe import EnginePipe, Gone, Hang
from session_fuzzing.catalogue_and_random_games import (
    Catalogue,
    LineByLineEngine,
    RandomGame,
    catalogue_of,
    play_random_game,
)
from soaking.native_round import NativeWorker
from soaking.other_dialect_rounds import ExternalWorker, PiskvorkWorker, UbgiWorker
from soaking.samples_and_flatness import Change, Sample, SampleFile, changes
from soaking.soak_worker import LEAST_ROUNDS, CatalogueAndGames, SoakWorker
from tournament.text_table import table

NOT_FLAT = 1  # the exit status
RANDOM_GAMES_A_GAME = 6  # random games of each game that the workers play with
WORKER_CLASSES = (
    NativeWorker,
    NativeWorker,
    PiskvorkWorker,
    UbgiWorker,
    NativeWorker,
    ExternalWorker,
)
WARM_UP_SHARE = 0.25
PROGRESS = 30.0  # seconds between lines on stderr
TOLERANCE = 1.0  # per cent
LATENCY_TOLERANCE = 25.0  # per cent
BACKGAMMON, PISKVORK_GAME = "backgammon", "connect5"


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="soak", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    say = parser.add_argument
    say("--engine", default="target/release/parlour", help="the engine, a command")
    say(
        "--seconds",
        type=float,
        default=300.0,
        help=f"how long, but at least {LEAST_ROUNDS} rounds; 7200 is two hours",
    )
    say("--warm-up", type=float, help="seconds that do not count; a quarter by default")
    say("--engines", type=positive, default=6, help="engines at once")
    say("--seed", type=read_whole_number, default=1, help="of the sessions")
    say("--tolerance", type=float, default=TOLERANCE, help="growth that is allowed, per cent")
    say(
        "--latency-tolerance",
        type=float,
        default=LATENCY_TOLERANCE,
        help="the same for median latencies, which other work on the machine changes",
    )
    say("--csv", type=Path, default=Path("target/soak.csv"), help="file for the samples")
    say("--report", type=Path, help="folder for the report; needs the libraries of the tools")
    return parser.parse_args(words)


class Soak:
    """The workers and what they have measured."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Starts the engines. Raises OSError, Gone or Hang."""
        self._args, self.samples = args, list[Sample]()
        self._file, self._lock = SampleFile(args.csv), threading.Lock()
        catalogue = catalogue_of(args.engine)
        supplies = CatalogueAndGames(catalogue, random_games(args.engine, catalogue, args.seed))
        crew = [
            kind
            for kind in WORKER_CLASSES
            if kind is NativeWorker
            or (PISKVORK_GAME if kind is PiskvorkWorker else BACKGAMMON) in catalogue.games
        ]
        self.workers: list[SoakWorker] = []
        for number in range(args.engines):
            kind = crew[number % len(crew)]
            command = args.engine
            if kind is ExternalWorker:
                command += " --dialect external"
            self.workers.append(kind(number, command, supplies, args.seed))

    def _note(self, sample: Sample) -> None:
        with self._lock:
            self.samples.append(sample)
            self._file.add(sample)

    def run(self) -> float:
        """Keeps the engines busy; the seconds that this took."""
        started = time.monotonic()
        until, ended = started + self._args.seconds, threading.Event()
        threads = [
            threading.Thread(target=worker.run, args=(started, until, self._note, ended))
            for worker in self.workers
        ]
        for thread in threads:
            thread.start()
        try:
            said = started
            while any(thread.is_alive() for thread in threads):
                time.sleep(0.1)
                if time.monotonic() - said > PROGRESS:
                    said = time.monotonic()
                    print(self._progress(said - started), file=sys.stderr)
        except KeyboardInterrupt:
            ended.set()
        finally:
            ended.set()
            for thread in threads:
                thread.join()
            self._file.close()
        return time.monotonic() - started

    def _progress(self, seconds: float) -> str:
        latest = {sample.engine: sample for sample in list(self.samples)}
        memory = sum(sample.rss_kib for sample in latest.values()) / 1024
        rounds = sum(sample.rounds for sample in latest.values())
        return f"{seconds:.0f} s: {rounds} rounds, {memory:.1f} MiB in use"


def random_games(command: str, catalogue: Catalogue, seed: int) -> dict[str, list[RandomGame]]:
    """Legal games of each game, in its variants."""
    with EnginePipe(command) as engine:
        asker = LineByLineEngine(engine)
        return {
            name: [
                play_random_game(asker, Random(f"{seed}/{name}/{number}"), variants[place])
                for number in range(RANDOM_GAMES_A_GAME)
                for place in [number % len(variants)]
            ]
            for name, variants in catalogue.games.items()
        }


def verdict_lines(found: list[Change]) -> list[str]:
    """The verdict as a table."""
    rows = [["figure", "first", "last", "change", "allowed", "flat"]]
    rows += [
        [
            change.name,
            f"{change.first:.3f}",
            f"{change.last:.3f}",
            f"{change.per_cent:+.2f} %",
            f"{change.tolerance:g} %",
            "yes" if change.is_flat else "NO",
        ]
        for change in found
    ]
    return table(rows, 0)


def soak(args: argparse.Namespace) -> int:
    """Runs the soak of a command line."""
    if not Path("/proc/self/status").exists():
        raise ValueError("memory, handles and threads are read from /proc, which only Linux has")
    pages = import_library("soaking.soak_report", "--report") if args.report else None
    run = Soak(args)
    seconds = run.run()
    warm_up = WARM_UP_SHARE * seconds if args.warm_up is None else args.warm_up
    games = sum(worker.games for worker in run.workers)
    lines = sum(worker.lines for worker in run.workers)
    rounds = sum(worker.rounds for worker in run.workers)
    faults = [
        f"engine {worker.number} ({worker.dialect}): {worker.fault}"
        for worker in run.workers
        if worker.fault
    ]
    what = (
        f"{len(run.workers)} engines, {seconds:.0f} s ({warm_up:.0f} s of warm-up),"
        f" {rounds:,} rounds, {games:,} games, {lines:,} lines"
    )
    print(what)
    found: list[Change] = []
    try:
        found = changes(run.samples, warm_up, args.tolerance, args.latency_tolerance)
    except ValueError as fault:
        faults.append(str(fault))
    for line in [*verdict_lines(found), *faults] if found else faults:
        print(line)
    is_flat = not faults and all(change.is_flat for change in found)
    word = "flat" if is_flat else "not flat"
    print(word)
    if pages:
        settings = {
            "Engine": args.engine,
            "Seed": f"{args.seed}",
            "Faults": "; ".join(faults) or "none",
        }
        settings |= {"Engines": ", ".join(worker.dialect for worker in run.workers)}
        said = f"{what}: {word}."
        print(pages.write_report(args.report, said, settings, run.samples, (found, warm_up)))
    return 0 if is_flat else NOT_FLAT


def main(words: list[str] | None = None) -> int:
    """The tool; returns its exit status."""
    args = arguments(words)
    return carry_out("soak", lambda: soak(args), Gone, Hang, status=FAULT)


if __name__ == "__main__":
    sys.exit(main())
