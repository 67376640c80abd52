"""Fills the page: one HTML file that needs no other and no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.decision_and_game_records import Candidate, Decision, GameAnalysis
from analysis.player_sums import PlayerSums, name_of, sums_of, worst
from analysis.score_values_and_marks import EQUITY, MARK_SIGNS, MARKS, THRESHOLDS, height
from analysis.settings import Settings
from analysis.summary_text import (
    loss_words,
    luck_lines,
    phase_rows,
    player_rows,
    unit_words,
    value_words,
)
from html_reports.board_compression import BoardParts
from html_reports.boards_drawn_by_engine import Replay, replay_all
from html_reports.page_template import HERE as PAGES
from html_reports.page_template import Table, write_page
from parlour import Engine
from tournament.notation.openings_and_remarks import one_line

HERE = Path(__file__).resolve().parent
SCRIPTS = (  # in this order, one script of the page
    *(
        PAGES / name
        for name in ("dom_elements.js", "board.js", "game_graph.js", "sortable_tables.js")
    ),
    HERE / "viewer_hooks.js",
    PAGES / "game_viewer.js",
)
GAMES_SHOWN = 500
WORST_SHOWN = 100
TICKS = {
    EQUITY: [(1.0, "+1"), (0.25, "+¼"), (0.0, "0"), (-0.25, "-¼"), (-1.0, "-1")],
    "chance": [(1.0, "win"), (0.75, "75 %"), (0.5, "50 %"), (0.25, "25 %"), (0.0, "loss")],
}
NAMES = {"blunder": "blunder", "mistake": "mistake", "doubtful": "doubtful"}


@dataclass(frozen=True)
class KindTables:
    """The tables of one kind of game."""

    title: str
    players: Table
    phases: Table
    note: str
    luck: list[str]


def write_report(folder: Path, games: Sequence[GameAnalysis], settings: Settings) -> Path:
    """Writes `index.html`; raises OSError if the engine can't be asked or nothing be written."""
    shown = list(games)[:GAMES_SHOWN]
    parts = BoardParts()
    asked = [(one.game.game, one.game.start, one.game.moves) for one in shown]
    replays = replay_all(settings.engine, asked, parts)
    with Engine.popen(settings.engine) as engine:
        kinds = {one.game.game_name: one.game.game for one in games}
        described = {kind: engine.describe(words) for kind, words in kinds.items()}
    numbers = {id(one): number for number, one in enumerate(games, 1)}
    data = {
        "parts": parts.parts_in_order(),
        "width": parts.bytes_per_number,
        "ticks": {
            unit: [(height(value, unit), text) for value, text in ticks]
            for unit, ticks in TICKS.items()
        },
        "games": [
            _game_data(numbers[id(one)], one, described[one.game.game_name].sides, replay, parts)
            for one, replay in zip(shown, replays, strict=True)
        ],
    }
    return write_page(
        folder,
        HERE / "page.html",
        SCRIPTS,
        data,
        title="Game analysis",
        games=games,
        shown=len(shown),
        settings=_settings_table(games, settings),
        kinds=[_kind_tables(games, kind, described[kind].title) for kind in kinds],
        worst=[
            _worst_decision_row(numbers[id(one)], one, decision)
            for one, decision in worst(games, WORST_SHOWN)
        ],
        thresholds=_thresholds_table({one.unit for one in games}),
    )


def _kind_tables(games: Sequence[GameAnalysis], kind: str, title: str) -> KindTables:
    players = [player for player in sums_of(games) if player.kind == kind]
    (heads, *rows), (phase_heads, *phases) = player_rows(players), phase_rows(players)
    note = unit_words(players[0].unit)
    return KindTables(
        title, Table(heads, _clean(rows)), Table(phase_heads, _clean(phases)), note, _luck(players)
    )


def _luck(players: list[PlayerSums]) -> list[str]:
    return [one_line(line) for line in luck_lines(players)]


def _clean(rows: list[list[str]]) -> list[list[str]]:
    return [list(map(one_line, row)) for row in rows]


def _settings_table(games: Sequence[GameAnalysis], settings: Settings) -> Table:
    limits = {"movetime": "ms", "nodes": "nodes", "depth": "plies"}
    said = [
        f"{getattr(settings, name)} {unit}"
        for name, unit in limits.items()
        if getattr(settings, name)
    ]
    rows = {
        "Games": f"{len(games)}, {sum(len(one.decisions) for one in games)} plies",
        "Files": ", ".join(dict.fromkeys(one_line(one.game.file) for one in games)),
        "Engine": one_line(settings.engine),
        "Judged by": settings.player or "the default player of the game",
        "Limit of a search": ", ".join(said),
        "Options": ", ".join(f"{name}={value}" for name, value in settings.options.items()),
        "Rollouts": f"{settings.rollout} games for each marked decision"
        if settings.rollout
        else "",
    }
    return Table([], [[name, value] for name, value in rows.items() if value])


def _thresholds_table(units: set[str]) -> Table:
    """From which loss on a decision has which mark."""
    rows = []
    for unit in sorted(units):
        form = ".2f" if unit == EQUITY else ".0%"
        words = "normalised equity" if unit == EQUITY else "winning chance"
        losses = [format(least, form) for least in THRESHOLDS[unit]]
        rows.append([words, *losses])
    return Table(["Loss of", *(f"{mark} {MARK_SIGNS[mark]}" for mark in MARKS)], rows)


def _game_data(
    number: int, analysis: GameAnalysis, sides: tuple[str, str], replay: Replay, parts: BoardParts
) -> dict[str, Any]:
    """A game as the page's script reads it; numbers count from 1."""
    game = analysis.game
    return {
        "number": number,
        "title": one_line(f"{game.file} {game.title}".strip()),
        "first": one_line(name_of(analysis, 1)),
        "second": one_line(name_of(analysis, 2)),
        "sides": sides,
        "unit": analysis.unit,
        "result": game.result,
        "points": game.points,
        "ending": one_line(game.ending),
        "fault": one_line(replay.fault),
        "start": one_line(f"{game.game}, {game.start}"),
        "moves": replay.moves,
        "boards": parts.pack(replay.boards),
        "turns": "".join("1" if turn else "2" for turn in replay.is_first_to_move),
        "marks": [decision.mark for decision in analysis.decisions],
        "heights": [_height(decision, analysis.unit) for decision in analysis.decisions],
        "said": [_decision_terms(decision, analysis.unit) for decision in analysis.decisions],
    }


def _height(decision: Decision, unit: str) -> float | None:
    """How high the value after a ply is drawn, as First sees it."""
    if decision.played is None or decision.played.worth is None:
        return None
    own = height(decision.played.worth, unit)
    return round(own if decision.side == 1 else -own, 4)


def _decision_terms(decision: Decision, unit: str) -> list[tuple[str, str]]:
    """What the page says of a decision: terms and texts."""
    if decision.best is None:
        said = [("Choice", "none, the move was forced")] if decision.choices == 1 else []
    else:
        best, played = decision.best, decision.played
        said = [("Best", _candidate(best))]
        if played and played.move != best.move:
            said.append(("Played", _candidate(played)))
        if decision.loss:
            mark = f", {NAMES[decision.mark]} {MARK_SIGNS[decision.mark]}" if decision.mark else ""
            said.append(("Loss", f"{loss_words(decision, unit)}{mark}"))
        others = [one for one in decision.others if one.move != best.move]
        if others:
            said.append(("Others", "; ".join(f"{_move(one)} {value_words(one)}" for one in others)))
        if decision.reason:
            said.append(("Reason", decision.reason))
        for move, words in decision.words.items():
            said.append((f"On {move}", words.partition(", line ")[0]))  # the line is there already
    if decision.luck is not None:
        said.append(("Luck of the roll", f"{decision.luck:+.3f}"))
    for move, (equity, error) in decision.rollout.items():
        said.append((f"Rollout of {move}", f"{equity:+.3f} ± {error:.3f}"))
    return [(one_line(term), one_line(text)) for term, text in said]


def _candidate(one: Candidate) -> str:
    rest = f", line {' '.join(one.line)}" if len(one.line) > 1 else ""
    return f"{_move(one)}: {value_words(one)}{rest}"


def _move(one: Candidate) -> str:
    return " ".join(one.line[:2]) if one.move == "double" else one.move


def _worst_decision_row(number: int, analysis: GameAnalysis, decision: Decision) -> dict[str, Any]:
    """A row of the table of the worst decisions."""
    return {
        "game": number,
        "ply": decision.ply,
        "player": one_line(name_of(analysis, decision.side)),
        "move": one_line(decision.move),
        "best": one_line(decision.best.move) if decision.best else "",
        "before": value_words(decision.best),
        "after": value_words(decision.played),
        "loss": loss_words(decision, analysis.unit),
        "mark": decision.mark,
        "sign": MARK_SIGNS[decision.mark],
        "reason": one_line(decision.reason),
    }
