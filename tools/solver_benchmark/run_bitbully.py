"""Prints `moves score` for each line of moves of a file, by the package bitbully.

Runs by itself, under the Python that has the package; the nodes go to stderr.
"""

import importlib
import sys
from pathlib import Path


def main(path: str) -> None:
    """Solves all positions with one solver, whose table is never cleared."""
    core = importlib.import_module("bitbully.bitbully_core")
    solver = core.BitBullyCore()
    answers = []
    for moves in Path(path).read_text(encoding="ascii").splitlines():
        board = core.BoardCore()
        if moves and not board.setBoard([int(digit) - 1 for digit in moves]):
            raise ValueError(f"{moves} are no moves")
        answers.append(f"{moves} {solver.mtdf(board, 0)}\n")
    sys.stdout.write("".join(answers))
    print("nodes", solver.getNodeCounter(), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
