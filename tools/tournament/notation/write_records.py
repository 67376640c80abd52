"""Writes the games of a log in the formats that their readers expect."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from parlour import Engine
from parlour.game_description import Description
from tournament.events.event_definition import variant_words
from tournament.notation.mat_writer import (
    CUBE,
    MatGame,
    beginner_of,
    rule_tags_of_one_game,
    write_mat,
)
from tournament.notation.move_list_writer import write_list
from tournament.notation.openings_and_remarks import read_opening
from tournament.notation.sgf_writer import write_sgf
from tournament.playing.game_record import GameRecord

FIVE = 5  # in line: the games of the SGF that `write_sgf` writes
PLY = re.compile(rf"[1-6][1-6]:\S+|roll|{'|'.join(CUBE)}")


def write_records(
    header: Mapping[str, Any], games: Iterable[GameRecord], folder: Path
) -> list[str]:
    """Writes `games.sgf`, `.mat` files or `games.txt`, as the description of the game says.

    Returns a line for each kind of game that could not be written. The log's own judge is asked for
    dice where a move of an opening comes without them. Raises OSError if a file can't be written,
    OSError or EngineError if the judge fails.
    """
    rules = header["rules"]
    folder.mkdir(parents=True, exist_ok=True)
    in_order = sorted(games, key=lambda game: (game.pair, game.leg))
    description, variant = Description.from_json(rules["description"]), rules["variant"]
    if description.record == "mat":
        return _write_matches(rules, description, in_order, folder)
    if description.record == "sgf" and description.in_line == FIVE:
        _write(folder / "games.sgf", write_sgf(in_order, description, variant))
    else:
        text = write_list(in_order, rules["game"], description, variant)
        _write(folder / "games.txt", text)
    return []


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _write_matches(
    rules: Mapping[str, Any], description: Description, games: Iterable[GameRecord], folder: Path
) -> list[str]:
    """A file for each game, each the first of a match or session of its own."""
    skipped: Counter[str] = Counter()
    for game in games:
        plies, fault = _plies(rules, description, game)
        if fault:
            skipped[fault] += 1
        else:
            path = folder / f"pair{game.pair:05}-leg{game.leg}.mat"
            _write(path, _match(rules, description.title, game, plies))
    return [f"{n} game{'s' * (n > 1)} not written as .mat: {fault}" for fault, n in skipped.items()]


def _match(rules: Mapping[str, Any], title: str, game: GameRecord, plies: Sequence[str]) -> str:
    words = variant_words(rules["variant"])
    length = int(words.get("match", 0))
    keys = rules["variant"].split()
    score = keys[keys.index("score") + 1 :][:2] if "score" in keys else ["0", "0"]
    winner = {"p1win": 0, "p2win": 1}.get(game.result)
    tags = {
        "Variation": title,
        **rule_tags_of_one_game(keys),
        "Opening": game.opening,
        "Reason": game.ending_or_fault,
    }
    beginner = beginner_of(keys, plies)
    played = MatGame(plies, beginner, (int(score[0]), int(score[1])), winner, int(game.points) or 1)
    return write_mat((game.first, game.second), length, [played], tags)


def _plies(
    rules: Mapping[str, Any], description: Description, game: GameRecord
) -> tuple[list[str], str]:
    """All plies from the start position on, dice in front; or why there are none."""
    opening = read_opening(game.opening, description)
    kind = variant_words(rules["variant"]).get("variant", "standard")
    if kind != "standard":
        return [], f"the format is for the standard game, not for {kind}"
    if opening.fen:
        return [], "the format begins at the start position, not at a fen"
    before = list(opening.moves)
    if not all(PLY.fullmatch(ply) for ply in before):
        before = _with_dice(rules, game.opening)
    plies = [*before, *game.moves]
    if not plies:
        return [], "no move was made"
    if strange := next((ply for ply in plies if not PLY.fullmatch(ply)), ""):
        return [], f"'{strange}' is no play with its dice"
    return plies, ""


def _with_dice(rules: Mapping[str, Any], opening: str) -> list[str]:
    """The moves of an opening as the judge writes them."""
    with Engine.popen(rules["judge"]) as judge:
        judge.ask(f"newgame {rules['game']} {rules['variant']}")
        judge.ask(f"position {opening}")
        return judge.words("history")
