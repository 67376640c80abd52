"""The boards of games, ply by ply, as the judge of the rules draws them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from html_reports.board_compression import BoardAsPartNumbers, BoardParts
from parlour import Engine, EngineError, Refused

PICTURE, LETTERS = "svg", "show"  # ask for a board; the second where there is no first


@dataclass
class Replay:
    """A game as it went on the board: boards and turns are one more than moves."""

    moves: list[str] = field(default_factory=list)  # those that the engine has followed
    boards: list[BoardAsPartNumbers] = field(
        default_factory=list
    )  # empty where the judge draws none
    is_first_to_move: list[bool] = field(default_factory=list)  # whether First is to move
    fault: str = ""  # why the judge did not follow to the end


def replay_all(
    command: str, games: Iterable[tuple[str, str, Sequence[str]]], parts: BoardParts
) -> list[Replay]:
    """Plays games through with the engine; raises OSError if it can't be started or used.

    A game is the words after `newgame`, the words after `position` without moves, and its moves.
    """
    games = list(games)
    if not games:
        return []
    try:
        with Engine.popen(command) as engine:
            replays = []
            for newgame, setup, moves in games:
                replay = Replay(list(moves))
                engine.ask(f"newgame {newgame}")
                asked = _word_for_a_board(engine)
                _replay_game(replay, engine, setup, asked, parts)
                replays.append(replay)
            return replays
    except EngineError as error:
        raise OSError(f"the engine '{command}' cannot be asked: {error}") from error


def _word_for_a_board(engine: Engine) -> str:
    """Older engines draw no pictures, and none draws one of every game."""
    try:
        engine.ask(PICTURE)
    except Refused:
        return LETTERS
    return PICTURE


def _replay_game(replay: Replay, engine: Engine, setup: str, asked: str, parts: BoardParts) -> None:
    """Follows a game up to its end or to the first refusal."""
    try:
        for step in (f"position {setup}", *(f"move {move}" for move in replay.moves)):
            drawn: list[str] = []
            *_, turn = engine.ask_all(step, asked, "query p1turn", on_line=drawn.append)
            replay.boards.append(parts.part_numbers(map(_text, drawn)))
            replay.is_first_to_move.append(turn == "response true")
    except Refused as refusal:
        replay.fault = f"{refusal.code} {refusal.text}".strip()
    del replay.moves[max(0, len(replay.boards) - 1) :]


def _text(line: str) -> str:
    """A line of a board; the word before it says of which kind it is."""
    word, _, text = line.partition(" ")
    return text if word == PICTURE else f"{text}\n"
