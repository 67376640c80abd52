"""What the formats share: openings taken apart, remarks about a move, text made harmless."""

from dataclasses import dataclass

from parlour.game_description import Description
from tournament.playing.game_record import GameRecord


@dataclass(frozen=True)
class Opening:
    """The words after `position`, taken apart; without a fen it is the start position."""

    fen: str  # "7/7/7/7/7/3x3 o", "XGID=…", or "": the start position, whatever its dice
    moves: tuple[str, ...]


def read_opening(words: str, description: Description) -> Opening:
    """Takes "startpos moves 4 4" or "fen … moves …" apart; runs of moves become single moves."""
    setup, _, rest = f"{words} ".partition(" moves ")
    kind, _, fen = setup.strip().partition(" ")
    moves = [move for word in rest.split() for move in description.split_run(word)]
    is_set_up = kind == "fen" and fen.split()[:1] != ["startpos"]
    return Opening(fen.strip() if is_set_up else "", tuple(moves))


def search_remark(game: GameRecord, ply: int) -> str:
    """What is known of a move after the opening: "cp 20, depth 8, 12 ms", or ""."""
    score = game.scores[ply] if ply < len(game.scores) else ""
    depth = game.depths[ply] if ply < len(game.depths) else 0
    time = f"{game.times[ply]:.0f} ms" if ply < len(game.times) else ""
    parts = (score, f"depth {depth}" if depth else "", time)
    return ", ".join(one_line(part) for part in parts if part)


def remarks(game: GameRecord) -> list[str]:
    """What is known of each move after the opening."""
    return [search_remark(game, ply) for ply in range(len(game.moves))]


def one_line(text: str) -> str:
    """Text on one line: without control characters and half characters, blanks made single."""
    whole = text.encode("utf-8", "replace").decode()
    return " ".join("".join(c if c.isprintable() else " " for c in whole).split())
