"""Reads files of openings: the words after `position`, one opening a line."""

from pathlib import Path

from parlour import Engine, EngineError
from tournament.events.event_definition import EventRules
from tournament.playing.judge import JUDGE_FAULT_CODES


def check_shape(words: list[str]) -> None:
    """Raises ValueError unless the words could follow `position`."""
    start = words[: words.index("moves")] if "moves" in words else words
    if start != ["startpos"] and not (start[:1] == ["fen"] and len(start) > 1):
        raise ValueError(f"neither 'startpos' nor 'fen …' with or without 'moves …': '{words[0]}'")
    if words[-1] == "moves":
        raise ValueError("no moves after 'moves'")


def read_openings(path: str | Path) -> list[str]:
    """The openings of a file, in order; blank lines and those that begin with `#` are skipped.

    Raises OSError if it cannot be read, ValueError with the number of the line if that is no
    opening by its shape, and ValueError if there is none at all.
    """
    openings = []
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        try:
            words = line.decode("utf-8-sig" if number == 1 else "utf-8").split()
            if words and not words[0].startswith("#"):
                check_shape(words)
                openings.append(" ".join(words))
        except UnicodeDecodeError:
            raise ValueError(f"{path}, line {number}: not UTF-8") from None
        except ValueError as fault:
            raise ValueError(f"{path}, line {number}: {fault}") from None
    if not openings:
        raise ValueError(f"{path}: no openings in this file")
    return openings


def check_openings(judge: Engine, rules: EventRules, openings: list[str]) -> None:
    """Lets the judge set up each of them; raises ValueError for the first that it cannot play.

    Leaves the judge in the game of the rules. Raises EngineError if the judge itself fails, or
    knows no such game.
    """
    judge.ask(f"newgame {rules.game} {rules.variant}")
    for number, opening in enumerate(openings, 1):
        try:
            judge.ask(f"position {opening}")
        except EngineError as refusal:
            if refusal.code in JUDGE_FAULT_CODES:
                raise
            raise ValueError(f"opening {number}, '{opening}': {refusal}") from None
        if judge.words("query gameover") == ["true"]:
            raise ValueError(f"opening {number}, '{opening}': the game is over")
    judge.ask("uginewgame")
