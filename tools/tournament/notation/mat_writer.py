"""Backgammon in the `.mat` format of Jellyfish, as GNU Backgammon reads and writes it.

    ; [Player 1 "ann"]
    ; [Player 2 "bob"]

     5 point match

     Game 1
     ann : 0                          bob : 0
      1) 31: 8/5 6/5                   Doubles => 2
      2)  Takes                       52: 24/22 13/8

The left column is the first name, whichever side begins. Each player counts the points from his
own side. A roll is written with its play only, and the take of a beaver by playing on. GNU
Backgammon counts gammons by its own setting of Jacoby's rule, whatever the file says (`set jacoby
off`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournament.notation.openings_and_remarks import one_line

LEFT_COLUMNS = 33  # columns of the left half
CUBE = ("double", "take", "drop", "beaver")
# As GNU Backgammon writes and reads them, in these letters.
VARIATIONS = {"nackgammon": "NackGammon", "hypergammon": "HyperGammon (3)"}


@dataclass(frozen=True)
class MatGame:
    """One game of a match."""

    plies: Sequence[str]  # "31:8/5,6/5", "66:pass", and words of the cube; "roll" says nothing
    beginner: int = 0  # 0 if the left player makes the first ply, else 1
    score: tuple[int, int] = (0, 0)  # before the game, left and right
    winner: int | None = None  # 0 left, 1 right, None if it was not ended
    points: int = 1  # of the winner
    line: int = field(default=0, compare=False)  # of a file, where its names and score are
    lines: Sequence[int] = field(default=(), compare=False)  # of a file, where each ply is
    unrecorded: int = field(default=0, compare=False)  # the line of a roll whose play is not given
    ends_in_bare_roll: bool = field(default=False, compare=False)  # see ParsedGame


def beginner_of(words: Sequence[str], plies: Sequence[str]) -> int:
    """0 if First makes the first ply, else 1: with `opening roll` the side of the higher die.

    `words` are keys of `newgame`; the first die of the first ply is First's.
    """
    dice = plies[0][:2] if plies and "opening roll" in " ".join(words) else ""
    return int(dice < dice[::-1])


def write_mat(
    names: tuple[str, str], length: int, games: Iterable[MatGame], tags: dict[str, str]
) -> str:
    """A match to `length` points, 0 for a session of money games."""
    left, right = (_name(name) for name in names)
    said = {"Player 1": left, "Player 2": right, **tags}
    lines = [f'; [{tag} "{_tag(text)}"]' for tag, text in said.items()]
    lines += ["", f" {length} point match", ""]
    for number, game in enumerate(games, 1):
        head = f"{left} : {game.score[0]}"
        lines += [f" Game {number}", f" {head:<{LEFT_COLUMNS - 2}} {right} : {game.score[1]}"]
        lines += [*_rows(game), ""]
    return "\n".join(lines) + "\n"


def _rows(game: MatGame) -> list[str]:
    """The numbered rows; the winner's points are in his own column, after the last cell.

    The left half is always filled with blanks: readers look for the right one after it.
    """
    rows: list[list[str]] = []
    for column, text in _cells(game):
        if column == 0 or not rows:
            rows.append(["", ""])
        rows[-1][column] = text
    ending = f" Wins {game.points} point{'' if game.points == 1 else 's'}"
    if game.winner == 1 and rows and not rows[-1][1]:
        rows[-1][1], ending = ending, ""
    lines = [
        f"{n:>3}) {left:<{LEFT_COLUMNS - 5}} {right}" for n, (left, right) in enumerate(rows, 1)
    ]
    if game.winner is not None and ending:
        lines.append(" " * (5 if game.winner == 0 else LEFT_COLUMNS + 1) + ending)
    return lines


def _cells(game: MatGame) -> Iterable[tuple[int, str]]:
    """What stands in a half of a row, and in which, in order; halves alternate."""
    column, stake, beavered = game.beginner, 1, False
    for place, ply in enumerate(game.plies, 1):
        if ply == "roll" or (ply == "take" and beavered and place < len(game.plies)):
            continue
        if ply in ("double", "beaver"):
            stake *= 2
            yield column, f" {'Doubles' if ply == 'double' else 'Beavers'} => {stake}"
        else:
            yield column, f" {ply.capitalize()}s" if ply in CUBE else _play(ply)
        beavered = ply == "beaver"
        column = 1 - column


def _play(ply: str) -> str:
    """31:8/5,6/5 becomes 31: 8/5 6/5."""
    dice, _, steps = ply.partition(":")
    return f"{dice}: {'Cannot Move' if steps == 'pass' else steps.replace(',', ' ')}"


def _name(name: str) -> str:
    """A name without the signs that mean something in the line of the score."""
    return one_line(name.translate({ord(":"): ".", ord(","): ".", ord('"'): "'"})) or "?"


def _tag(text: str) -> str:
    return one_line(text).replace('"', "'")


def rule_tags(words: Sequence[str]) -> dict[str, str]:
    """The tags for keys of `newgame` that are not as usual."""
    said = " ".join(words)
    variant = re.search(r"variant (\w+)", said)
    variation = VARIATIONS.get(variant[1]) if variant else None
    tags = {"Variation": variation} if variation else {}
    for key, tag in (("jacoby", "Jacoby"), ("beavers", "Beaver")):
        # The key alone means `on`.
        if key in words and f"{key} off" not in said:
            tags[tag] = "On"
    if "cube on" not in said:
        tags["CubeLimit"] = "1"
    return tags


def rule_tags_of_one_game(words: Sequence[str]) -> dict[str, str]:
    """The same for a match that is written from one of its games on: it may be past Crawford's."""
    return rule_tags(words) | ({"Crawford": "Off"} if "crawford off" in " ".join(words) else {})
