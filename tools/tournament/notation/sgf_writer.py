"""SGF (FF[4] GM[4]) for five in line: First is Black; cells by letters from the top left corner."""

import re
from collections.abc import Sequence

from parlour.game_description import Description
from tournament.events.event_definition import variant_words
from tournament.notation.openings_and_remarks import Opening, one_line, read_opening, remarks
from tournament.playing.game_record import GameRecord

DEFAULT_SIDE = 15  # cells
STONES = {"x": "AB", "o": "AW"}
ON_TIME = ("overrun", "no-answer")  # faults that SGF calls a loss on time


def write_sgf(
    games: Sequence[GameRecord],
    description: Description,
    variant: str,
    notes: Sequence[Sequence[str]] | None = None,
    glyphs: Sequence[Sequence[str]] | None = None,
) -> str:
    """A collection, one tree a game; the moves of an opening are marked as such.

    `notes` has a remark for each move of each game, in place of what its engines thought; `glyphs`
    has properties that annotate the move: "BM[1]".
    """
    notes = notes or [remarks(game) for game in games]
    glyphs = glyphs or [[""] * len(game.moves) for game in games]
    trees = zip(games, notes, glyphs, strict=True)
    return "".join(_tree(game, description, variant, said) for game, *said in trees)


def _tree(
    game: GameRecord, description: Description, variant: str, said: Sequence[Sequence[str]]
) -> str:
    opening = read_opening(game.opening, description)
    width, height = _size(opening, variant)
    turn = 1 if opening.fen.split()[1:2] == ["o"] else 0
    nodes = [_root(game, variant, f"{width}" if width == height else f"{width}:{height}")]
    nodes[0] += _setup(opening)
    for ply, move in enumerate([*opening.moves, *game.moves]):
        place = ply - len(opening.moves)  # in the game after its opening
        note, glyph = ("opening", "") if place < 0 else (said[0][place], said[1][place])
        comment = glyph + (f"C[{_text(note)}]" if note else "")
        nodes.append(f";{'BW'[(turn + ply) % 2]}[{_point(move, height)}]{comment}")
    return "(" + "\n".join(nodes) + ")\n"


def _root(game: GameRecord, variant: str, size: str) -> str:
    rule = variant_words(variant).get("rule", "freestyle")
    words = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": "Parlour",
        "SZ": size,
        "RU": rule,
        "GN": f"pair {game.pair} leg {game.leg}",
        "PB": game.first,
        "PW": game.second,
        "RE": _result(game),
    }
    if game.ending_or_fault != "rules":
        words["GC"] = game.ending_or_fault
    plain = ("SZ",)  # its colon stands between two numbers
    return ";" + "".join(f"{k}[{v if k in plain else _text(v)}]" for k, v in words.items())


def _result(game: GameRecord) -> str:
    """The result, with a fault of the loser: F forfeit, T time."""
    if not game.result:
        return "?"  # it was not played to its end
    if game.result == "draw":
        return "0"
    fault = game.reason.partition(":")[0]
    how = "" if fault == "rules" else "T" if fault in ON_TIME else "F"
    return ("B" if game.result == "p1win" else "W") + "+" + how


def _size(opening: Opening, variant: str) -> tuple[int, int]:
    """Cells across and down: those of the fen, or of the variant."""
    if rows := opening.fen.split()[:1]:
        lines = [_cells(row) for row in rows[0].split("/")]
        return len(lines[0]), len(lines)
    words = variant_words(variant)
    side = words.get("size", f"{DEFAULT_SIDE}")
    return int(words.get("width", side)), int(words.get("height", side))


def _cells(row: str) -> str:
    """A row of a fen, each number written out as this many points."""
    return re.sub(r"\d+", lambda run: "." * int(run[0]), row)


def _setup(opening: Opening) -> str:
    """The stones of a fen and the side to move."""
    if not opening.fen:
        return ""
    rows, *side = opening.fen.split()
    said = ""
    for stone, word in STONES.items():
        points = [
            f"[{chr(97 + x)}{chr(97 + y)}]"
            for y, row in enumerate(rows.split("/"))
            for x, cell in enumerate(_cells(row))
            if cell == stone
        ]
        said += word + "".join(points) if points else ""
    return said + f"PL[{'W' if side[:1] == ['o'] else 'B'}]"


def _point(move: str, height: int) -> str:
    """h8, its rows counted from the bottom, as SGF's hh, counted from the top."""
    return move[0] + chr(97 + height - int(move[1:]))


def _text(text: str) -> str:
    return re.sub(r"([]\\:])", r"\\\1", one_line(text))
