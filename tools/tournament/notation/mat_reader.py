"""Reads matches in the `.mat` format, as GNU Backgammon and others write it.

The halves of a row are separated by columns, not by counts of blanks: the right one begins after
column 18. Bar and off may be spelt 25 and 0.
"""

import re
from dataclasses import dataclass, field

from tournament.notation.mat import MatGame

RIGHT = 18  # a cell that begins further right belongs to the right player
LENGTH = re.compile(r"\s*(\d+)\s+point match\b", re.IGNORECASE)
TAG = re.compile(r"[;#]\s*\[(.+?) \"(.*)\"\]\s*$")
NAMES = re.compile(r"\s*(.+?)\s*:\s*(\d+)\s+(\S.*?)\s*:\s*(\d+)\s*$")
ROW = re.compile(r"\s*\d+\)")
CELL = re.compile(
    r"(?P<dice>[1-6][1-6]):(?P<play>(?:\s?(?:[a-z0-9*()]+(?:/[a-z0-9*()]+)+)|\s?Cannot Move)*)"
    r"|(?P<word>Double|Beaver|Raccoon|Take|Drop|Pass)\w*(?:\s*=>\s*\d+)?"
    r"|Wins?\s+(?P<points>\d+)",
    re.IGNORECASE,
)
WORDS = {"double": "double", "beaver": "beaver", "take": "take", "drop": "drop", "pass": "drop"}


class MatError(ValueError):
    """A text that is no match, with the number of its line."""


@dataclass
class Match:
    """The content of a file."""

    names: tuple[str, str] = ("?", "?")  # left and right
    length: int = 0  # points, 0 for money
    games: list[MatGame] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)


def read_mat(text: str) -> Match:
    """The match that a file holds. Raises MatError."""
    match = Match()
    lines = text.removeprefix("\ufeff").splitlines()
    has_length, waits = False, False
    for number, line in enumerate(lines, 1):
        if tag := TAG.match(line):
            match.tags[tag[1]] = tag[2]
        elif not has_length:
            if found := LENGTH.match(line):
                match.length, has_length = int(found[1]), True
        elif re.match(r"\s*Game\s+\d+\s*$", line):
            waits = True
        elif waits and line.strip():
            if not (named := NAMES.match(line)):
                raise MatError(f"line {number}: the players and their scores are expected")
            match.names, waits = (named[1], named[3]), False
            match.games.append(MatGame([], score=(int(named[2]), int(named[4]))))
        elif match.games and line.strip():
            match.games[-1] = _extended(match.games[-1], line, number)
    if not has_length:
        raise MatError("no line says how many points the match has")
    return match


def _extended(game: MatGame, line: str, number: int) -> MatGame:
    """The game with another row."""
    plies, beginner = list(game.plies), game.beginner
    winner, points = game.winner, game.points
    head = ROW.match(line)
    for cell in CELL.finditer(line, head.end() if head else 0):
        column = int(cell.start() > RIGHT)
        if cell["points"]:
            winner, points = column, int(cell["points"])
            continue
        if not plies:
            beginner = column
        if cell["word"]:
            word = WORDS.get(cell["word"].lower())
            if word is None:
                raise MatError(f"line {number}: '{cell[0]}' is not played here")
            plies.append(word)
        else:
            if plies and plies[-1] == "beaver":
                plies.append("take")  # by playing on
            plies.append(f"{cell['dice']}:{_play(cell['play'])}")
    return MatGame(plies, beginner, game.score, winner, points)


def _play(text: str) -> str:
    """8/5 6/5 becomes 8/5,6/5, and nothing becomes pass."""
    if not text.strip() or "annot" in text:
        return "pass"
    names = {"25": "bar", "0": "off"}
    return ",".join(
        re.sub(r"(?<![\d(])(25|0)(?!\d)", lambda point: names[point[1]], step)
        for step in text.lower().split()
    )
