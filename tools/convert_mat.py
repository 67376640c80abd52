"""Turns backgammon matches in `.mat` files into lines for the engine, and back.

    convert_mat.py read match.mat > match.txt   # `newgame …` and `position startpos moves …` a game
    convert_mat.py write match.txt > match.mat  # from such lines of any program

The engine judges every move. Remarks, `# <left> - <right>, game <n>, <side> begins`, name the
players; a game that was given up ends in `# wins <points> <side>`. Without a remark First is on the
left. A session for money is written with the points of its games, from 0 : 0 on. Exit status: 0, or
3 if the file, the engine or the call is at fault.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from command_line import FAULT, carry_out
from parlour import Engine, EngineError, Refused
from tournament.notation.mat_reader import Match, MatError, newgame_words, read_mat
from tournament.notation.mat_writer import (
    MatGame,
    beginner_of,
    rule_tags,
    rule_tags_of_one_game,
    write_mat,
)

SIDES = ("left", "right")
REMARK = re.compile(r"# (.*) - (.*), game \d+, (left|right) begins$")
GIVEN_UP = re.compile(r"# wins (\d+) (left|right)$")


def lines_of(match: Match, engine: Engine) -> list[str]:
    """The lines of all games, each executed by the engine. Raises EngineError, MatError."""
    lines = []
    games = zip(match.games, newgame_words(match), strict=True)
    for number, (game, words) in enumerate(games, 1):
        newgame = f"newgame {words}"
        try:
            engine.ask(newgame)
            _set_up(engine, game)
        except Refused as refusal:
            raise MatError(_line_of(game, refusal.text), refusal.text) from None
        plies = [ply for ply in engine.words("history") if ply != "roll"]
        lines += [
            f"# {match.names[0]} - {match.names[1]}, game {number}, {SIDES[game.beginner]} begins",
            newgame,
            f"position startpos moves {' '.join(plies)}",
        ]
        if game.winner is not None and engine.words("query gameover") == ["false"]:
            lines.append(f"# wins {game.points} {SIDES[game.winner]}")
    return lines


def _set_up(engine: Engine, game: MatGame) -> None:
    """Has the engine play the game, up to its last roll if the play of that is not recorded.

    Raises Refused.
    """
    try:
        _play(engine, game.plies)
    except Refused:
        if not (game.ends_in_bare_roll and _takes(engine, game.plies[:-1])):
            raise


def _play(engine: Engine, plies: Sequence[str]) -> None:
    engine.ask(f"position startpos moves {' '.join(plies)}" if plies else "fen")


def _takes(engine: Engine, plies: Sequence[str]) -> bool:
    try:
        _play(engine, plies)
    except Refused:
        return False
    return True


def _line_of(game: MatGame, refusal: str) -> int:
    """The line of the ply that a refusal names, else of the game."""
    named = re.match(r"move (\d+) of", refusal)
    return game.lines[int(named[1]) - 1] if named else game.line


def match_of(lines: list[str], engine: Engine) -> Match:
    """The match that such lines describe. Raises EngineError, MatError."""
    match, first, score = Match(), 0, (0, 0)  # the column of First; its points before Second's
    keys: list[str] = []
    named_beginner: int | None = None
    was_close = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if named := REMARK.match(line):
            match.names, named_beginner = (named[1], named[2]), SIDES.index(named[3])
        elif given_up := GIVEN_UP.match(line):
            if not match.games:
                raise MatError(number, "no game has been played")
            last, winner = match.games[-1], SIDES.index(given_up[2])
            match.games[-1] = replace(last, winner=winner, points=int(given_up[1]))
        elif words[:2] == ["newgame", "backgammon"]:
            engine.ask(line)
            keys, (match.length, score) = words, _match_words(words)
            is_close = match.length > 0 and match.length - 1 in score
            # The first game that is one point from the end would be Crawford's.
            tags_of = rule_tags_of_one_game if is_close and not was_close else rule_tags
            match.tags |= tags_of(words)
            was_close |= is_close
        elif words[:3] == ["position", "startpos", "moves"]:
            engine.ask(line)
            plies = engine.words("history")
            offset = beginner_of(keys, plies)  # of the beginner's column from First's
            if named_beginner is not None:
                first, named_beginner = named_beginner ^ offset, None
            match.games.append(_game(engine, MatGame(plies, first ^ offset, score), first))
        elif words and not line.startswith("#"):
            raise MatError(number, f"'{line[:80]}' is not of a match")
    if match.length == 0:
        match.games = _with_scores_of_session(match.games)
    return match


def _with_scores_of_session(games: Sequence[MatGame]) -> list[MatGame]:
    """Games for money, which `newgame` gives no score, with the points that were won before."""
    scored, score = [], [0, 0]
    for game in games:
        scored.append(replace(game, score=(score[0], score[1])))
        if game.winner is not None:
            score[game.winner] += game.points
    return scored


def _match_words(words: list[str]) -> tuple[int, tuple[int, int]]:
    """Length and score, First's before Second's, by the keys of `newgame`."""
    length = int(words[words.index("match") + 1]) if "match" in words else 0
    if "score" not in words:
        return length, (0, 0)
    first, second = words[words.index("score") + 1 :][:2]
    return length, (int(first), int(second))


def _game(engine: Engine, game: MatGame, first: int) -> MatGame:
    """The game that the engine has on its table, with its end, and with First in this column.

    The score of `game` is First's before Second's.
    """
    result, points = engine.words("query result")[0], int(engine.words("query points")[0])
    winner = {"p1win": first, "p2win": 1 - first}.get(result)
    shown = game.score if first == 0 else game.score[::-1]
    return MatGame(game.plies, game.beginner, (shown[0], shown[1]), winner, points)


def main(words: list[str] | None = None) -> int:
    """Executes a command line; returns the exit status."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("way", choices=("read", "write"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--engine", default="parlour", help="command of the engine")
    args = parser.parse_args(words)

    def convert() -> int:
        text = args.file.read_text("utf-8", errors="replace")
        with Engine.popen(args.engine) as engine:
            if args.way == "read":
                print(*lines_of(read_mat(text), engine), sep="\n")
            else:
                match = match_of(text.splitlines(), engine)
                print(write_mat(match.names, match.length, match.games, match.tags), end="")
        return 0

    return carry_out("convert_mat", convert, EngineError, MatError, IndexError, status=FAULT)


if __name__ == "__main__":
    sys.exit(main())
