"""A stub engine of Gomocup's protocol that plays any empty cell: `piskvork.py SEED`."""

import random
import re
import sys
from collections.abc import Iterator


class Board:
    """What is empty; the engine plays the cells that it answers."""

    def __init__(self, width: int, height: int) -> None:
        """An empty board."""
        self.empty = {(x, y) for x in range(width) for y in range(height)}

    def any_cell(self, seed: str) -> str:
        """Plays and spells one of the empty cells."""
        cells = sorted(self.empty)
        x, y = random.Random(f"{seed} {cells}").choice(cells)
        self.empty.remove((x, y))
        return f"MESSAGE Depth 1-1 | Eval 0\n{x},{y}"


def answers(seed: str) -> Iterator[str]:
    """Answers until the end of input or END."""
    board, size = Board(0, 0), (0, 0)
    for line in sys.stdin:
        numbers = [int(number) for number in re.findall(r"\d+", line)]
        match line.split()[:1]:
            case ["START" | "RECTSTART"]:
                size = numbers[0], numbers[-1]
                board = Board(*size)
                yield "OK"
            case ["BEGIN" | "DONE"]:
                yield board.any_cell(seed)
            case ["TURN"]:
                board.empty.discard((numbers[0], numbers[1]))
                yield board.any_cell(seed)
            case ["BOARD"]:
                board = Board(*size)
            case ["INFO"]:
                pass
            case ["END"]:
                return
            case _ if len(numbers) == 3:
                board.empty.discard((numbers[0], numbers[1]))
            case _:
                yield "UNKNOWN line"


if __name__ == "__main__":
    for answer in answers(sys.argv[1]):
        print(answer, flush=True)
