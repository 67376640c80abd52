"""Lists of moves in a form like PGN, for games without a format of their own."""

import textwrap
from collections.abc import Sequence

from parlour.game_description import Description
from tournament.notation.openings_and_remarks import one_line, read_opening, remarks
from tournament.playing.game_record import GameRecord

WIDTH = 80  # columns
RESULTS = {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2", "": "*"}  # "": not ended


def write_list(
    games: Sequence[GameRecord],
    name: str,
    description: Description,
    variant: str,
    notes: Sequence[Sequence[str]] | None = None,
) -> str:
    """Headers and numbered moves of each game; a remark follows its move in braces.

    `notes` has a remark for each move of each game, in place of what its engines thought.
    """
    entries = zip(games, notes or [remarks(game) for game in games], strict=True)
    said = f"{name} {variant}"
    return "\n".join(_entry(game, said, description, own) for game, own in entries)


def _entry(
    game: GameRecord, game_words: str, description: Description, notes: Sequence[str]
) -> str:
    headers = {
        "Game": game_words,
        "Round": f"{game.pair}.{game.leg}",
        "First": game.first,
        "Second": game.second,
        "Opening": game.opening,
        "Result": RESULTS[game.result],
        "Reason": game.ending_or_fault,
    }
    lines = [f'[{key} "{_quoted(value)}"]' for key, value in headers.items()]
    body = textwrap.fill(
        " ".join([*_moves(game, description, notes), RESULTS[game.result]]),
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([*lines, "", body, ""])


def _moves(game: GameRecord, description: Description, notes: Sequence[str]) -> list[str]:
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
        if place >= 0 and (note := notes[place]):
            words.append("{" + note.replace("}", ")") + "}")
    return words


def _quoted(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')
