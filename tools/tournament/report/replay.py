"""The boards of games, ply by ply, as the judge of the rules draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parlour import Engine, EngineError, Refused
from tournament.game_description import Description
from tournament.notation.shared_text import read_opening
from tournament.record import Game
from tournament.report.boards import Board, BoardParts

PICTURE, LETTERS = "svg", "show"  # ask for a board; the second where there is no first


@dataclass
class Replay:
    """A game as it went on the board: boards and turns are one more than moves."""

    moves: list[str] = field(default_factory=list)  # those of the opening included
    boards: list[Board] = field(default_factory=list)  # empty where the judge draws none
    turns: list[bool] = field(default_factory=list)  # whether First is to move
    opening: int = 0  # moves of the opening
    fault: str = ""  # why the judge did not follow to the end


def replay_all(
    judge: str, rules: Mapping[str, Any], games: Sequence[Game], parts: BoardParts
) -> list[Replay]:
    """Plays all games through with the judge; raises OSError if it can't be started or used."""
    if not games:
        return []
    newgame = f"newgame {rules['game']} {rules['variant']}".strip()
    description = Description.from_json(rules["description"])
    try:
        with Engine.popen(judge) as engine:
            engine.ask(newgame)
            asked = _word_for_a_board(engine)
            replays = []
            for game in games:
                opening = read_opening(game.opening, description)
                replay = Replay([*opening.moves, *game.moves], opening=len(opening.moves))
                setup = f" {game.opening} ".partition(" moves ")[0].strip()
                engine.ask(newgame)
                _fill(replay, engine, setup, asked, parts)
                replays.append(replay)
            return replays
    except EngineError as error:
        raise OSError(f"the judge '{judge}' cannot be asked: {error}") from error


def _word_for_a_board(engine: Engine) -> str:
    """Older engines draw no pictures, and none draws one of every game."""
    try:
        engine.ask(PICTURE)
    except Refused:
        return LETTERS
    return PICTURE


def _fill(replay: Replay, engine: Engine, setup: str, asked: str, parts: BoardParts) -> None:
    """Follows a game up to its end or to the first refusal."""
    try:
        for step in (f"position {setup}", *(f"move {move}" for move in replay.moves)):
            drawn: list[str] = []
            *_, turn = engine.ask_all(step, asked, "query p1turn", on_line=drawn.append)
            replay.boards.append(parts.board(map(_text, drawn)))
            replay.turns.append(turn == "response true")
    except Refused as refusal:
        replay.fault = f"{refusal.code} {refusal.text}".strip()
    del replay.moves[max(0, len(replay.boards) - 1) :]
    replay.opening = min(replay.opening, len(replay.moves))


def _text(line: str) -> str:
    """A line of a board; the word before it says of which kind it is."""
    word, _, text = line.partition(" ")
    return text if word == PICTURE else f"{text}\n"
