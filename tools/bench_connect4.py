r"""Times Connect Four solvers on files of scored positions, in turns, and checks their scores.

    bench_connect4.py --bitbully --peer 'name=pons cmd=/path/to/solver' \
        tests/data/connect4_scored_by_parlour/*.txt \
        tests/data/connect4_scored_by_parlour/begin_hard.txt:50

`FILE:N` takes the first N positions. A solver reads moves, one position a line, from stdin or the
`{file}` of its command, and prints `moves score` lines; `reader=pons`, `c4` and `json` read other
forms. All solvers run on a file in every round, A B C A B C …; the time is what the kernel counts
for the process, user and system, less what it takes on a file without positions.

A ratio is the median over the rounds of the first solver's time over the other's, with the least
and the most; `user` is that of the time in user mode, which memory that is touched first by the
search burdens less, and `whole` that of all time from start to end.

Exit status: 0; 1 wrong scores or a fault of a solver; 2 a fault of the call; 130 interrupted.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from command_line import carry_out
from solver_benchmark.bitbully_and_its_database import bitbully
from solver_benchmark.scored_positions import read
from solver_benchmark.solver_commands import Peer, peer
from solver_benchmark.time_solvers import FileResults, SolverError, SolverTimes, ratios, time_all

OURS = (
    "name=parlour count=--json empty=moves cmd=target/release/parlour batch --game connect4"
    " --option SolvedTable=false --score-only --scores pons"
)
HEADS = ("solver", "µs/position", "user µs", "nodes/position", "Mnodes/s", "wrong")
COMPARED = ("ratio", "least-most", "user", "whole")


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    add = parser.add_argument
    add("files", nargs="+", help="files of 'moves score' lines, FILE or FILE:N")
    add("--ours", type=peer, default=peer(OURS), help="the solver that others are compared with")
    add("--peer", type=peer, action="append", default=[], help="another solver; may be repeated")
    add("--bitbully", action="store_true", help="install the package bitbully, and compare it")
    add("--rounds", type=int, default=5)
    add("--json", type=Path, help="write all that was measured to this file, too")
    return parser.parse_args(words)


def file_and_count(words: str) -> tuple[Path, int | None]:
    """A file and how many of its positions; None for all of them."""
    path, colon, first = words.rpartition(":")
    return (Path(path), int(first)) if colon and first.isdigit() else (Path(words), None)


def row(sheet: FileResults, timed: SolverTimes) -> list[str]:
    """One solver's line of the table."""
    net, user = (statistics.median(times) for times in (timed.cpu_less_start(), timed.user()))
    counted = timed.nodes is not None
    cells = [
        timed.peer.name,
        f"{net / sheet.positions * 1e6:,.1f}",
        f"{user / sheet.positions * 1e6:,.1f}",
        f"{(timed.nodes or 0) / sheet.positions:,.1f}" if counted else "-",
        f"{(timed.nodes or 0) / net / 1e6:.1f}" if counted else "-",
        str(timed.wrong),
    ]
    first = sheet.timed[0]
    if timed is first:
        return cells + [""] * len(COMPARED)
    found = ratios(first.cpu_less_start(), timed.cpu_less_start())
    return [
        *cells,
        f"{statistics.median(found):.2f}",
        f"{min(found):.2f}-{max(found):.2f}",
        f"{statistics.median(ratios(first.user(), timed.user())):.2f}",
        f"{statistics.median(ratios(first.cpu_with_start(), timed.cpu_with_start())):.2f}",
    ]


def table(sheet: FileResults) -> str:
    """What was measured on one file."""
    rows = [[*HEADS, *COMPARED], *(row(sheet, timed) for timed in sheet.timed)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{sheet.name}, {sheet.positions} positions"]
    for cells in rows:
        padded = [cells[0].ljust(widths[0])]
        padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
        lines.append(("  " + "  ".join(padded)).rstrip())
    return "\n".join(lines)


def record(sheet: FileResults) -> dict[str, Any]:
    """All that was measured on one file; times in seconds, one a round."""
    first = sheet.timed[0]
    solvers = [
        {
            "name": timed.peer.name,
            "command": timed.peer.command,
            "costs": [asdict(cost) for cost in timed.costs],
            "costs_without_positions": [asdict(cost) for cost in timed.costs_without_positions],
            "nodes": timed.nodes,
            "wrong": timed.wrong,
            "us_a_position": statistics.median(timed.cpu_less_start()) / sheet.positions * 1e6,
            "ratio": statistics.median(ratios(first.cpu_less_start(), timed.cpu_less_start())),
            "user_ratio": statistics.median(ratios(first.user(), timed.user())),
            "whole_ratio": statistics.median(
                ratios(first.cpu_with_start(), timed.cpu_with_start())
            ),
        }
        for timed in sheet.timed
    ]
    return {"file": sheet.name, "positions": sheet.positions, "solvers": solvers}


def load_averages() -> str:
    """What else keeps the machine busy: the load averages, which a quiet one has at about 1."""
    averages = ", ".join(f"{average:.1f}" for average in os.getloadavg())
    return f"{os.cpu_count()} cores, load {averages} ({platform.machine()})"


def show(text: str) -> None:
    """News for who waits, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def bench(args: argparse.Namespace) -> int:
    """Times everything and prints it; how many answers were wrong."""
    peers: list[Peer] = [args.ours, *args.peer, *([bitbully()] if args.bitbully else [])]
    before = load_averages()
    sheets = []
    for words in args.files:
        path, first = file_and_count(words)
        sheets.append(time_all(path.name, read(path, first), peers, args.rounds, show))
        show("")
        print(table(sheets[-1]), flush=True)
    print(f"{args.rounds} rounds; before: {before}; after: {load_averages()}")
    if args.json:
        found = {"rounds": args.rounds, "before": before, "after": load_averages()}
        text = json.dumps(found | {"files": [record(sheet) for sheet in sheets]}, indent=1)
        args.json.write_text(text + "\n", encoding="utf-8")
    return sum(timed.wrong for sheet in sheets for timed in sheet.timed)


def main(words: list[str] | None = None) -> int:
    """Executes a command line; returns the exit status."""
    args = arguments(words)
    return carry_out("bench", lambda: 1 if bench(args) else 0, SolverError)


if __name__ == "__main__":
    sys.exit(main())
