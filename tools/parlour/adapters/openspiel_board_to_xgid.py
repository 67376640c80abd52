"""A board of backgammon as the side to move sees it, between two notations."""

from collections.abc import Sequence
from typing import NamedTuple

BAR, OFF = 25, 0
NAMES = {"bar": BAR, "off": OFF}


class BackgammonBoard(NamedTuple):
    """The checkers of the side to move and of the other one, each as it counts the points itself.

    Item 1 to 24 are the points, item 25 is the bar; item 0 is not used.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]

    def xgid(self, dice: Sequence[int]) -> str:
        """The board and the dice as a text that the engine reads; the side to move is First."""
        cells = ["-"] * 26
        for point in range(1, 26):
            if self.own[point]:
                cells[point] = chr(ord("A") + self.own[point] - 1)
            if self.other[point]:
                cells[25 - point] = chr(ord("a") + self.other[point] - 1)
        return f"XGID={''.join(cells)}:0:0:1:{dice[0]}{dice[1]}:0:0:0:0:10"

    def after(self, play: str) -> "BackgammonBoard":
        """The board after a play as the engine writes it, such as `8/5,6/5`; it is not turned."""
        own, other = list(self.own), list(self.other)
        for step in play.split(",") if play != "pass" else ():
            start, end = (int(NAMES.get(word, word)) for word in step.split("/"))
            own[start] -= 1
            if end != OFF:
                own[end] += 1
                if other[25 - end]:
                    other[25 - end] -= 1
                    other[BAR] += 1
        return BackgammonBoard(tuple(own), tuple(other))
