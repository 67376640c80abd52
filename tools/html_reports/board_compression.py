"""Boards of many positions in little room: the parts that they share are stored once.

A board is a text: a picture of the engine, or lines of letters. It is cut into parts (elements,
words, lines), and becomes the numbers of its parts.
"""

import base64
import re
import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

PART = re.compile(r"<[^>]*>?|[^<\s]+\s*|\s+")
LINES_KEPT = 50_000  # whose parts are remembered
MOST_IN_16_BITS = 0xFFFF

BoardAsPartNumbers = tuple[int, ...]  # the numbers of its parts, from 1


class BoardParts:
    """The different parts of all boards, in the order of their first use."""

    def __init__(self) -> None:
        """None yet."""
        self._numbers: dict[str, int] = {}
        self._numbers_of_line = lru_cache(LINES_KEPT)(self._cut)

    def _cut(self, line: str) -> BoardAsPartNumbers:
        parts = PART.findall(line) if "<" in line else [line]
        return tuple(self._numbers.setdefault(part, len(self._numbers) + 1) for part in parts)

    def part_numbers(self, lines: Iterable[str]) -> BoardAsPartNumbers:
        """The board whose text is these lines, one directly after the other."""
        return tuple(chain.from_iterable(map(self._numbers_of_line, lines)))

    def text(self, board: BoardAsPartNumbers) -> str:
        """The text of a board."""
        parts = self.parts_in_order()
        return "".join(parts[number - 1] for number in board)

    def parts_in_order(self) -> list[str]:
        """The parts; the first has the number 1."""
        return list(self._numbers)

    @property
    def bytes_per_number(self) -> int:
        """Bytes of a number in `pack`: 2, or 4 where there are many parts."""
        return 2 if len(self._numbers) <= MOST_IN_16_BITS else 4

    def pack(self, boards: Iterable[BoardAsPartNumbers]) -> str:
        """The numbers of these boards, a 0 after each: little-endian, deflated (zlib), as base64.

        Only when all boards are known: numbers have `width` bytes.
        """
        numbers = [number for board in boards for number in (*board, 0)]
        letter = "H" if self.bytes_per_number == 2 else "I"
        packed = zlib.compress(struct.pack(f"<{len(numbers)}{letter}", *numbers), 9)
        return base64.b64encode(packed).decode()
