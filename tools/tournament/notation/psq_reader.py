"""Reads PSQ, the format of Gomocup's managers: one game of five in line a file, or several.

    Piskvorky 20x20, 11:11, 0
    10,10,0
    12,9,850
    ann.exe
    bob.exe
    -1
    1,Freestyle

The moves are column, row and milliseconds, counted from 1, from the top left corner. The names of
the two programs follow, First's before Second's; then come words of the manager.
"""

import re

from tournament.notation.openings_and_remarks import one_line
from tournament.notation.parsed_game import FileFault, ParsedGame, ParsedGames
from tournament.notation.sgf_reader import FIVE_IN_LINE, RULES

HEAD = re.compile(r"Piskvorky\s+(\d{1,2})x(\d{1,2})\b", re.IGNORECASE)
MOVE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(-?\d+)\s*$")


def read_psq(text: str) -> ParsedGames:
    """The games of a text, each with a head of its own."""
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if HEAD.match(line)]
    found = ParsedGames()
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        try:
            found.games.append(_game(lines, head, end))
        except FileFault as fault:
            found.faults.append(fault)
    return found


def _game(lines: list[str], head: int, end: int) -> ParsedGame:
    size = HEAD.match(lines[head])
    assert size, "a head was found there"
    width, height = int(size[1]), int(size[2])
    words = f"size {width}" if width == height else f"width {width} height {height}"
    game = ParsedGame(head + 1)
    at = head + 1
    while at < end and (move := MOVE.match(lines[at])):
        column, row = int(move[1]), int(move[2])
        if not (1 <= column <= width and 1 <= row <= height):
            raise FileFault(at + 1, f"'{lines[at].strip()}' is not on a board of {width}x{height}")
        game.add(f"{chr(ord('a') + column - 1)}{height + 1 - row}", at + 1)
        at += 1
    rest = [line.strip() for line in lines[at:end] if line.strip()]
    if rest and re.match(r"\d+\s*,\s*\d", rest[0]):
        raise FileFault(at + 1, f"'{rest[0][:40]}' is no move: column, row, milliseconds")
    names = [one_line(re.split(r"[\\/]", name)[-1]) for name in rest[:2]]
    game.players = (*names, "", "")[0], (*names, "", "")[1]
    rule = next((rule for rule in RULES if rule in " ".join(rest[2:]).lower()), "freestyle")
    game.newgame_words = f"{FIVE_IN_LINE} {words} rule {rule}"
    return game
