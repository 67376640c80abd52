"""What an engine says of a game by `describe`, so that no client needs a list of games."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

POINTS = "points"  # a board of backgammon
GRID = "grid"  # rows of cells
NO_SYMMETRY, MIRROR, ALL_SYMMETRIES = "none", "mirror", "all"


@dataclass(frozen=True)
class Description:
    """The facts of a game; those that it does not have are empty. See `describe` in protocol.md."""

    title: str = ""  #: the name of the game for people
    sides: tuple[str, str] = ("", "")  #: colours of First and Second
    board: str = ""  #: GRID, POINTS or ""
    dice: bool = False
    symmetry: str = NO_SYMMETRY  #: of the board and the rules
    in_line: int = 0  #: pieces in line that win
    run: str = ""  #: a move as a regular expression, where moves may follow without blanks
    chance: float = 0  #: an estimate of x hundredths is a winning chance 1 / (1 + exp(-x / chance))
    record: str = ""  #: extension of the usual files of games: sgf, mat or ""

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> Self:
        """Reads the answer to `describe`; lines with other keys are skipped."""
        words = dict(line.split(maxsplit=2)[1:] for line in lines if line.count(" ") > 1)
        first, _, second = words.get("sides", "").partition(" ")
        return cls(
            title=words.get("title", ""),
            sides=(first, second),
            board=words.get("board", ""),
            dice=words.get("dice") == "yes",
            symmetry=words.get("symmetry", NO_SYMMETRY),
            in_line=int(words.get("in_line", 0)),
            run=words.get("run", ""),
            chance=float(words.get("chance", 0)),
            record=words.get("record", ""),
        )

    @classmethod
    def from_json(cls, words: Mapping[str, Any]) -> Self:
        """Reads what `asdict` made."""
        first, second = words["sides"]
        return cls(**{**words, "sides": (first, second)})

    def split_run(self, word: str) -> list[str]:
        """The moves of a word in which they may follow without blanks: 445 is 4, 4, 5."""
        if self.run and re.fullmatch(rf"(?:{self.run})+", word, re.ASCII):
            return re.findall(self.run, word, re.ASCII)
        return [word]
