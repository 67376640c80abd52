"""Lists of moves in a form like PGN, for games without a format of their own."""

import textwrap
from collections.abc import Iterable

from tournament.game_description import Description
from tournament.notation.shared_text import one_line, read_opening, remark
from tournament.record import Game

WIDTH = 80  # columns
RESULTS = {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2"}


def write_list(games: Iterable[Game], name: str, description: Description, variant: str) -> str:
    """Headers and numbered moves of each game; a remark follows its move in braces."""
    return "\n".join(_entry(game, name, description, variant) for game in games)


def _entry(game: Game, name: str, description: Description, variant: str) -> str:
    headers = {
        "Game": f"{name} {variant}",
        "Round": f"{game.pair}.{game.leg}",
        "First": game.first,
        "Second": game.second,
        "Opening": game.opening,
        "Result": RESULTS[game.result],
        "Reason": game.end,
    }
    lines = [f'[{key} "{_quoted(value)}"]' for key, value in headers.items()]
    body = textwrap.fill(
        " ".join([*_moves(game, description), RESULTS[game.result]]),
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([*lines, "", body, ""])


def _moves(game: Game, description: Description) -> list[str]:
    """The words of the body; numbers count First's moves, `1...` where Second begins."""
    opening = read_opening(game.opening, description)
    second = ("o", description.sides[1][:1])  # the word after the board when Second is to move
    turn = 1 if opening.fen.split()[1:2] in ([word] for word in second) else 0
    words: list[str] = []
    for ply, move in enumerate([*opening.moves, *game.moves]):
        number, side = divmod(turn + ply, 2)
        if side == 0:
            words.append(f"{number + 1}.")
        elif ply == 0:
            words.append("1...")
        words.append(move)
        place = ply - len(opening.moves)  # in the game after its opening
        if place >= 0 and (note := remark(game, place)):
            words.append("{" + note.replace("}", ")") + "}")
    return words


def _quoted(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')
