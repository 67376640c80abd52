"""Boards and cells of Connect 5 for protocols that count both from 0, from the top left corner.

The judge's `h8` counts rows from the bottom.
"""

import re

from parlour import EngineError


def shape_of(fen: str) -> tuple[int, int]:
    """Columns and rows of the judge's board."""
    rows = fen.split(maxsplit=1)[0].split("/")
    widths = [int(empty) if empty else 1 for empty in re.findall(r"(\d+)|\D", rows[0])]
    return sum(widths), len(rows)


def stones_of(fen: str) -> dict[tuple[int, int], str]:
    """The stones, `x` or `o`, by column and row, row by row."""
    stones = {}
    for y, row in enumerate(fen.split(maxsplit=1)[0].split("/")):
        x = 0
        for empty, stone in re.findall(r"(\d+)|(\D)", row):
            if stone:
                stones[x, y] = stone
            x += int(empty or 1)
    return stones


def cell_of(move: str, height: int) -> tuple[int, int]:
    """`h8` as column and row."""
    return ord(move[0]) - ord("a"), height - int(move[1:])


def read_cell(said: str, form: re.Pattern[str], shape: tuple[int, int]) -> str:
    """An engine's cell as the judge spells it; the groups of `form` are its column and its row.

    Raises EngineError if there is no such cell.
    """
    found = form.fullmatch(said)
    if not found or int(found[1]) >= shape[0] or int(found[2]) >= shape[1]:
        raise EngineError("illegal-move", f"'{said[:200]}' is no cell of the board")
    return f"{chr(ord('a') + int(found[1]))}{shape[1] - int(found[2])}"
