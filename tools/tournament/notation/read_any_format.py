"""Reads files of games in any format that is known; the content shows which it is."""

import re
from collections.abc import Callable

from parlour.game_description import Description
from tournament.events.event_log import LogError, parse_event
from tournament.notation.game_per_line_reader import read_lines
from tournament.notation.mat_reader import LENGTH, read_games
from tournament.notation.move_list_reader import read_lists
from tournament.notation.openings_and_remarks import read_opening
from tournament.notation.parsed_game import FileFault, ParsedGame, ParsedGames
from tournament.notation.psq_reader import HEAD, read_psq
from tournament.notation.sgf_reader import read_sgf

ARENA_LOG_START = re.compile(rb'\s*\{"arena":')


def read_games_of_any_format(said: bytes, any_game: bool = False) -> ParsedGames:
    """The games of a file; `any_game`: that of an SGF file is known, whatever its GM says."""
    if ARENA_LOG_START.match(said):
        return _read_arena(said)
    try:
        text = said.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if b"\0" in said[:4096]:
            line = said.count(b"\n", 0, fault.start) + 1
            return ParsedGames(faults=[FileFault(line, "it is not text")])
        text = said.decode("latin-1")  # as older programs write names
    return _read_text(text, any_game)


def _read_text(text: str, any_game: bool) -> ParsedGames:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if re.match(r"\(\s*(;|$)", first):
        return read_sgf(text, any_game)
    for begins, read in FORMATS:
        if begins(first, text):
            return read(text)
    return ParsedGames(faults=[FileFault(1, "there is no game in it")])


def _has_length(_: str, text: str) -> bool:
    return any(LENGTH.match(line) for line in text.splitlines()[:200])


FORMATS: tuple[tuple[Callable[[str, str], object], Callable[[str], ParsedGames]], ...] = (
    (lambda first, _: HEAD.match(first), read_psq),
    (lambda first, _: re.match(r'\[\w+ "', first), read_lists),
    (_has_length, read_games),
    (lambda first, _: first, read_lines),
)


def _read_arena(said: bytes) -> ParsedGames:
    """The games of an arena's log."""
    try:
        header, games = parse_event(said, "")
    except LogError as fault:
        line = re.search(r"line (\d+)", str(fault))
        return ParsedGames(faults=[FileFault(int(line[1]) if line else 1, str(fault).lstrip(", "))])
    try:
        rules = header["rules"]
        newgame_words = f"{rules['game']} {rules['variant']}".strip()
        # Older logs have none: then runs of moves are taken apart by who checks the games.
        described = rules.get("description")
        description = Description.from_json(described) if described else Description()
    except (AttributeError, KeyError, TypeError, ValueError):
        return ParsedGames(faults=[FileFault(1, "the header does not give the rules")])
    found = ParsedGames()
    for number, game in enumerate(games, 2):
        opening = read_opening(game.opening, description)
        moves = [*opening.moves, *game.moves]
        start = f" {game.opening} ".partition(" moves ")[0].strip()  # its seed may be needed
        players, title = (game.first, game.second), f"pair {game.pair}, leg {game.leg}"
        lines = [number] * len(moves)
        # What the moves do not show: a game that an engine lost by a fault, or on time.
        result = game.result if game.result in ("p1win", "p2win") else ""
        found.games.append(
            ParsedGame(
                *(number, newgame_words, start, moves, lines, players),
                *(result, game.points, title),
            )
        )
    return found
