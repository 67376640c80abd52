"""The positions of games, ply by ply, as the judge of the rules writes them."""

import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.game_description import GRID, POINTS, Description
from tournament.notation.shared_text import read_opening
from tournament.record import Game

SECONDS = 120  # that the judge has for all games
DRAWN = (GRID, POINTS)  # boards that the page draws; the judge draws the others


@dataclass
class Replay:
    """A game as it went on the board: fens, turns and any drawings are one more than moves."""

    moves: list[str] = field(default_factory=list)  # those of the opening included
    fens: list[str] = field(default_factory=list)
    drawings: list[str] = field(default_factory=list)  # the judge's, if the page has none
    turns: list[bool] = field(default_factory=list)  # whether First is to move
    opening: int = 0  # moves of the opening
    row: list[str] = field(default_factory=list)  # cells of the row that won, as the judge says
    fault: str = ""  # why the judge did not follow to the end


def replay_all(judge: str, rules: Mapping[str, Any], games: Sequence[Game]) -> list[Replay]:
    """Sends all games to the judge at once; raises OSError if it can't be started or used."""
    name, variant = rules["game"], rules["variant"]
    description = Description.from_json(rules["description"])
    board = "fen" if description.board in DRAWN else "show"
    lines, replays = ["ugi"], []
    for number, game in enumerate(games):
        opening = read_opening(game.opening, description)
        replay = Replay([*opening.moves, *game.moves], opening=len(opening.moves))
        setup = f" {game.opening} ".partition(" moves ")[0].strip()
        asked = [f"newgame {name} {variant}", f"position {setup}", board, "query p1turn"]
        for move in replay.moves:
            asked += [f"move {move}", board, "query p1turn"]
        asked.append(_row_question(description.in_line, game))
        lines += [f"@g{number} {line}" for line in asked]
        replays.append(replay)
    answers = _answers(judge, lines, len(games))
    for replay, said in zip(replays, answers, strict=True):
        _fill(replay, iter(said))
    return replays


def _row_question(in_line: int, game: Game) -> str:
    """The line that finds the row that won; `fen`, which finds none, where there is no such row."""
    if game.result == "draw" or game.reason != "rules" or not in_line:
        return "fen"
    return f"find {('x' if game.result == 'p1win' else 'o') * in_line}"


def _answers(judge: str, lines: Sequence[str], games: int) -> list[list[str]]:
    """What the judge said about each game, one answer a line."""
    try:
        said = subprocess.run(
            shlex.split(judge),
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        raise OSError(f"the judge '{judge}' took more than {SECONDS} s for the positions") from None
    answers: list[list[str]] = [[] for _ in range(games)]
    for line in said.splitlines():
        tag, _, rest = line.partition(" ")
        if tag.startswith("@g") and tag[2:].isdecimal() and int(tag[2:]) < games:
            answers[int(tag[2:])].append(rest)
    if games and not any(answers):
        raise OSError(f"the judge '{judge}' answers nothing")
    return answers


def _fill(replay: Replay, said: Iterator[str]) -> None:
    """Reads the answers of one game up to its end, or to the first refusal."""
    next(said, "")  # newgame
    for _ in range(len(replay.moves) + 1):
        done, fen = next(said, "nothing"), next(said, "")
        drawing = []
        while fen.startswith("board"):
            drawing.append(fen.removeprefix("board").removeprefix(" "))
            fen = next(said, "")
        turn = next(said, "")
        if done != "ok":
            replay.fault = done.removeprefix("error ")
            break
        replay.fens.append(fen.removeprefix("fen "))
        if drawing:
            replay.drawings.append("\n".join(drawing))
        replay.turns.append(turn == "response true")
    else:
        word, _, rows = next(said, "").partition(" ")
        cells = rows.replace(",", " ").split() if word == "find" else []
        replay.row = list(dict.fromkeys(cells))
    del replay.moves[max(0, len(replay.fens) - 1) :]
    replay.opening = min(replay.opening, len(replay.moves))
