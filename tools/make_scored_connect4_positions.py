"""Makes the position files by which Connect Four solvers are tested and timed.

    make_scored_connect4_positions.py --seed 1 --into tests/data/connect4_scored_by_parlour
    make_scored_connect4_positions.py --database 10000 --into target/database

The first makes one file a stratum: the phase by the balls played (begin to 14, middle to 28, end)
and the difficulty by the plies to the end with best play (easy to 14, medium to 28, hard). The
second makes `database.txt`: random positions of the published database of 12 plies of the package
bitbully-databases, which is installed for it, with its scores.

The same seed gives the same positions, whatever the solver: its scores are exact. Files are
written when all strata of a draw are whole.

Exit status: 0; 1 a fault; 2 a fault of the call; 130 interrupted.
"""

import argparse
import sys
import tempfile
from itertools import islice
from pathlib import Path

from command_line import carry_out
from solver_benchmark.bitbully_and_its_database import sample_database
from solver_benchmark.scored_positions import (
    SAMPLING_PLANS,
    SamplingPlan,
    ScoredPosition,
    candidates,
    stratum,
    text,
)
from solver_benchmark.solver_commands import Peer, peer
from solver_benchmark.time_solvers import SolverError, run, write_moves

SOLVER = "name=parlour cmd=target/release/parlour batch --game connect4 --score-only --scores pons"
BATCH = 200  # positions that are solved in one go


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    add = parser.add_argument
    add("--into", type=Path, required=True, help="folder of the files")
    add("--seed", type=int, default=1)
    add("--size", type=int, default=1000, help="positions of a stratum")
    add("--hard", type=int, default=200, help="positions of begin_hard, which are dear")
    names = [draw.name for draw in SAMPLING_PLANS]
    add("--draw", choices=names, action="append", help="only the strata drawn so; may be repeated")
    add("--solver", type=peer, default=peer(SOLVER), help="'name=… cmd=…' as of bench_connect4.py")
    add("--database", type=int, metavar="N", help="N positions of the published database instead")
    return parser.parse_args(words)


def scored(positions: list[str], solver: Peer) -> list[ScoredPosition]:
    """Positions with their scores; raises ValueError if the solver leaves one open."""
    with tempfile.TemporaryDirectory() as folder:
        moves = write_moves(
            Path(folder), [ScoredPosition(position, 0) for position in positions], solver
        )
        done = run(solver.command, moves)
    scores = solver.read(done.stdout, done.stderr).scores
    found = [
        ScoredPosition(position, score)
        for position, score in zip(positions, scores, strict=True)
        if score is not None
    ]
    if len(found) < len(positions):
        raise ValueError(f"{solver.name} leaves scores open: {done.stdout[:100]!r}")
    return found


def fill(draw: SamplingPlan, size: int, seed: int, solver: Peer) -> dict[str, list[ScoredPosition]]:
    """This many positions of every stratum, each in the order in which they were found."""
    found: dict[str, list[ScoredPosition]] = {name: [] for name in draw.strata}
    offered = candidates(draw, seed)
    while any(len(positions) < size for positions in found.values()):
        for position in scored(list(islice(offered, BATCH)), solver):
            name = stratum(position)
            if name in found and len(found[name]) < size:
                found[name].append(position)
        counts = ", ".join(f"{name} {len(positions)}" for name, positions in found.items())
        print(f"positions: {counts}", file=sys.stderr, flush=True)
    return found


def make(args: argparse.Namespace) -> None:
    """Writes the files of all strata asked for."""
    for draw in SAMPLING_PLANS:
        if args.draw and draw.name not in args.draw:
            continue
        size = args.hard if draw.name == "hard" else args.size
        for name, positions in fill(draw, size, args.seed, args.solver).items():
            remarks = [
                f"{name}: random play of {draw.least} to {draw.most} balls; the side to"
                " move cannot win at once, no two are alike or mirrored",
                f"make_scored_connect4_positions.py --seed {args.seed} --draw {draw.name}",
                "moves from the empty rack, and the score for the side to move: k if it wins with",
                "its k-th last ball, -k if it loses to such a one, 0 for a draw",
            ]
            Path(args.into, f"{name}.txt").write_text(text(remarks, positions), encoding="ascii")


def write_database_positions(args: argparse.Namespace) -> None:
    """Writes the file of positions from the published database."""
    remarks = [f"of the 12-ply database of bitbully-databases, seed {args.seed}"]
    found = text(remarks, sample_database(args.database, args.seed))
    Path(args.into, "database.txt").write_text(found, encoding="ascii")


def main(words: list[str] | None = None) -> int:
    """Executes a command line; returns the exit status."""
    args = arguments(words)

    def work() -> int:
        args.into.mkdir(parents=True, exist_ok=True)
        if args.database:
            write_database_positions(args)
        else:
            make(args)
        return 0

    return carry_out("positions", work, SolverError)


if __name__ == "__main__":
    sys.exit(main())
