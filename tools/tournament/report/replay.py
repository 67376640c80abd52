"""The boards of games, ply by ply, as the judge of the rules draws them."""

import contextlib
import shlex
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from subprocess import PIPE, Popen
from typing import Any

from parlour_client import UNFINISHED
from tournament.game_description import Description
from tournament.notation.shared_text import read_opening
from tournament.record import Game
from tournament.report.boards import Board, BoardParts

SECONDS = 300  # that the judge has for all games
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
    """Sends all games to the judge at once; raises OSError if it can't be started or used."""
    newgame = f"newgame {rules['game']} {rules['variant']}".strip()
    description = Description.from_json(rules["description"])
    asked = PICTURE if games and _has_pictures(judge, newgame) else LETTERS
    lines, replays = ["ugi"], []
    for number, game in enumerate(games):
        opening = read_opening(game.opening, description)
        replay = Replay([*opening.moves, *game.moves], opening=len(opening.moves))
        setup = f" {game.opening} ".partition(" moves ")[0].strip()
        steps = [f"position {setup}", *(f"move {move}" for move in replay.moves)]
        asks = [line for step in steps for line in (step, asked, "query p1turn")]
        lines += [f"@g{number} {line}" for line in (newgame, *asks)]
        replays.append(replay)
    tagged = (line.partition(" ") for line in _answers(judge, lines) if line.startswith("@g"))
    heard = 0
    for tag, said in groupby(tagged, lambda words: words[0]):
        _fill(replays[int(tag[2:])], (rest for _, _, rest in said), parts)
        heard += 1
    if games and not heard:
        raise OSError(f"the judge '{judge}' answers nothing")
    return replays


def _has_pictures(judge: str, newgame: str) -> bool:
    """Whether it draws pictures of this game; older engines don't."""
    return "@1 svgok" in _answers(judge, [newgame, f"@1 {PICTURE}"])


def _answers(judge: str, lines: Sequence[str]) -> Iterator[str]:
    """What the judge answers to these lines, line by line; it is ended afterwards."""
    began = time.monotonic()
    with Popen(shlex.split(judge), stdin=PIPE, stdout=PIPE, text=True, errors="replace") as process:
        assert process.stdout
        late = threading.Timer(SECONDS, process.kill)
        writer = threading.Thread(target=_write, args=(process, lines))
        late.start()
        writer.start()
        try:
            yield from (line.rstrip("\r\n") for line in process.stdout)
            if time.monotonic() - began >= SECONDS:
                raise OSError(f"the judge '{judge}' took more than {SECONDS} s for the positions")
        finally:
            late.cancel()
            process.kill()
            writer.join()


def _write(process: Popen[str], lines: Sequence[str]) -> None:
    """Thread: hands lines to the judge, which answers meanwhile."""
    assert process.stdin
    with contextlib.suppress(OSError), process.stdin:
        process.stdin.writelines(f"{line}\n" for line in lines)


def _answer(said: Iterator[str]) -> tuple[list[str], str]:
    """The next answer: the lines before its last, and that one."""
    lines: list[str] = []
    for line in said:
        if not f"{line} ".startswith(UNFINISHED):
            return lines, line
        lines.append(line)
    return lines, "nothing"


def _fill(replay: Replay, said: Iterator[str], parts: BoardParts) -> None:
    """Reads the answers about one game up to its end, or to the first refusal."""
    _answer(said)  # newgame
    for _ in range(len(replay.moves) + 1):
        (_, done), (drawn, _), (_, turn) = _answer(said), _answer(said), _answer(said)
        if done != "ok":
            replay.fault = done.removeprefix("error ")
            break
        replay.boards.append(parts.board(_texts(drawn)))
        replay.turns.append(turn == "response true")
    del replay.moves[max(0, len(replay.boards) - 1) :]
    replay.opening = min(replay.opening, len(replay.moves))
    for _ in said:  # answers about moves after a refusal
        pass


def _texts(drawn: Iterable[str]) -> Iterator[str]:
    """The lines of a board; the word before each says of which kind it is."""
    for line in drawn:
        word, _, text = line.partition(" ")
        yield text if word == PICTURE else f"{text}\n"
