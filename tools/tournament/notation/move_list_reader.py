"""Reads the lists of moves that `move_list_writer` writes.

They have headers in brackets, then numbered moves.
"""

import re

from tournament.notation.move_list_writer import RESULTS
from tournament.notation.parsed_game import FileFault, ParsedGame, ParsedGames

HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$')
REMARK = re.compile(r"\{[^}]*\}")
NUMBER = re.compile(r"\d+\.+|\$\d+")


def read_lists(text: str) -> ParsedGames:
    """The games of a text; a header after moves begins the next one."""
    found, game, opening = ParsedGames(), ParsedGame(0), ""
    is_open, body = False, re.sub(REMARK, _blank, text)
    for number, line in enumerate(body.splitlines(), 1):
        header = HEADER.match(line)
        if header and (not is_open or game.moves):
            game, is_open = ParsedGame(number), True
            found.games.append(game)
        if header:
            value = re.sub(r"\\(.)", r"\1", header[2])
            if header[1] == "Opening":
                opening = value.partition(" moves")[0].strip()
                game.position_words = without_seed(opening)
            elif header[1] == "Game":
                game.newgame_words = value.strip()
            elif header[1] in ("First", "Second"):
                place = ("First", "Second").index(header[1])
                game.players = (value, game.players[1]) if place == 0 else (game.players[0], value)
            elif header[1] == "Round":
                game.title = f"round {value}"
        elif line.strip() and not is_open:
            found.faults.append(FileFault(number, f"'{line.strip()[:40]}' comes before a header"))
            return found
        else:
            for word in line.split():
                if word not in RESULTS.values() and not NUMBER.fullmatch(word):
                    game.add(word, number)
    return found


def without_seed(start: str) -> str:
    """The words after `position` without the seed of dice: the moves have their dice in front."""
    start = re.sub(r" seed \d+( rolls \d+)?$", "", start.strip())
    return "startpos" if start in ("", "fen startpos") else start


def _blank(remark: re.Match[str]) -> str:
    """As many ends of lines as the remark had."""
    return " " + "\n" * remark[0].count("\n")
