"""What the formats share: openings taken apart, remarks about a move, text made harmless."""

import re
from dataclasses import dataclass

from tournament.record import Game

RUNS = {"connect4": r"\d", "connect5": r"[a-z]\d+"}  # one move of what may be a run of them
RUN = {game: re.compile(rf"(?:{move})+", re.ASCII) for game, move in RUNS.items()}


@dataclass(frozen=True)
class Opening:
    """The words after `position`, taken apart; without a fen it is the start position."""

    fen: str  # "7/7/7/7/7/3x3 o", "XGID=…", or "": the start position, whatever its dice
    moves: tuple[str, ...]


def read_opening(words: str, game: str) -> Opening:
    """Takes "startpos moves 4 4" or "fen … moves …" apart; runs of moves become single moves."""
    setup, _, rest = f"{words} ".partition(" moves ")
    kind, _, fen = setup.strip().partition(" ")
    if game in RUN:
        moves = [m for run in rest.split() for m in (_run(game, run) or [run])]
    else:
        moves = rest.split()
    is_set_up = kind == "fen" and fen.split()[:1] != ["startpos"]
    return Opening(fen.strip() if is_set_up else "", tuple(moves))


def _run(game: str, word: str) -> list[str]:
    return re.findall(RUNS[game], word, re.ASCII) if RUN[game].fullmatch(word) else []


def variant_words(variant: str) -> dict[str, str]:
    """The keys of `newgame GAME` with the first word after each: {"size": "9"}."""
    words = variant.split()
    return dict(zip(words, [*words[1:], ""], strict=False))


def remark(game: Game, ply: int) -> str:
    """What is known of a move after the opening: "cp 20, depth 8, 12 ms", or ""."""
    score = game.scores[ply] if ply < len(game.scores) else ""
    depth = game.depths[ply] if ply < len(game.depths) else 0
    time = f"{game.times[ply]:.0f} ms" if ply < len(game.times) else ""
    parts = (score, f"depth {depth}" if depth else "", time)
    return ", ".join(one_line(part) for part in parts if part)


def one_line(text: str) -> str:
    """Text on one line: without control characters and half characters, blanks made single."""
    whole = text.encode("utf-8", "replace").decode()
    return " ".join("".join(c if c.isprintable() else " " for c in whole).split())
