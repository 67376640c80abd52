"""Reads lines with one game each: those of the protocol, of `parlour batch`, runs of moves.

    newgame connect5 size 9           # for the games below it
    position startpos moves e5 e6
    startpos moves e5 e6
    moves e5 e6
    e5e6d4
    4453
    2252576253462244111563365343671351441 -1
    https://connect4.gamesolver.org/?pos=4453

A game without `newgame` is that of the command line, or the one that has such moves. What follows
a tab is ignored, and so is a number after a run: the score that lists of solved positions have.
Remarks of `convert_mat.py`, `# ann - bob, game 1, left begins`, name the players.
"""

import re

from tournament.notation.move_list_reader import without_seed
from tournament.notation.parsed_game import FileFault, ParsedGame, ParsedGames

NAMES_REMARK = re.compile(r"#\s*(.*) - (.*), (game \d+), (left|right) begins$")
ADDRESS = re.compile(r"https?://\S*[?&]pos=(\w*)\S*$")
RUN = re.compile(r"(\w+)(?:\s+-?\d+)?$")


def read_lines(text: str) -> ParsedGames:
    """The games of a text."""
    found, game_words, players, title = ParsedGames(), "", ("", ""), ""
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("\t")[0].strip()
        if named := NAMES_REMARK.match(line):
            left, right, title = named[1], named[2], named[3]
            players = (left, right) if named[4] == "left" else (right, left)
        elif line.startswith("newgame "):
            game_words = line.partition(" ")[2].strip()
        elif line and not line.startswith("#"):
            try:
                game = _game(line, number)
            except FileFault as fault:
                found.faults.append(fault)
                continue
            game.newgame_words, game.players, game.title = game_words, players, title
            found.games.append(game)
            players, title = ("", ""), ""
    return found


def _game(line: str, number: int) -> ParsedGame:
    if address := ADDRESS.match(line):
        line = address[1]
    words = line.removeprefix("position ").strip()
    setup, has_moves, moves = f" {words} ".partition(" moves ")
    if not has_moves:
        if words.startswith(("startpos", "fen ")) or not (run := RUN.fullmatch(words)):
            raise FileFault(number, f"no game: neither moves nor 'moves …' in '{line[:60]}'")
        setup, moves = "", run[1]
    start = setup.strip()
    if start and not start.startswith(("startpos", "fen ")):
        start = f"fen {start}"
    game = ParsedGame(number, position_words=without_seed(start))
    for move in moves.split():
        game.add(move, number)
    if not game.moves:
        raise FileFault(number, f"no moves in '{line[:60]}'")
    return game
