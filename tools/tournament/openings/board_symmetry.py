"""Finds by their text which positions are reflections or rotations of each other.

A board is rows of text, one character a cell. The engine describes which symmetries a game has;
that its rules have them is tested.
"""

import itertools
import re

from parlour.game_description import ALL_SYMMETRIES, NO_SYMMETRY

Rows = tuple[str, ...]
RUN = re.compile(r"\d+")  # empty cells of a row


def read_rows(fen: str) -> Rows:
    """The cells of a position's first word, `.` for each empty one; one row if it has no rows."""
    board = fen.split(maxsplit=1)[0]
    if "/" not in board:
        return (board,)
    return tuple(RUN.sub(lambda run: "." * int(run[0]), board).split("/"))


def images(rows: Rows, symmetry: str) -> set[Rows]:
    """The board and all that it is the same as: 1 or 2 boards, up to 4, or up to 8 if square."""
    found = {rows}
    if symmetry != NO_SYMMETRY:
        found |= {tuple(row[::-1] for row in board) for board in found}
    if symmetry == ALL_SYMMETRIES:
        found |= {board[::-1] for board in found}
        if len(rows) == len(rows[0]):
            found |= {tuple(map("".join, zip(*board, strict=True))) for board in found}
    return found


def canonical(fen: str, symmetry: str) -> str:
    """One text for all positions that are the same; words after the board are kept as they are."""
    return " ".join([*min(images(read_rows(fen), symmetry)), *fen.split()[1:]])


def distance(rows: Rows, others: set[Rows]) -> int:
    """In how many cells a board differs from the nearest of these, which have its size."""
    cells = "".join(rows)
    return min(
        sum(one != two for one, two in zip(cells, itertools.chain(*other), strict=True))
        for other in others
    )
