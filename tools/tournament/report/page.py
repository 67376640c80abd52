"""Fills the page: one HTML file that needs no other and no network."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from html_reports import svg_plots
from html_reports.board_compression import BoardParts
from html_reports.boards_drawn_by_engine import Replay, replay_all
from html_reports.page_template import HERE as PAGES
from html_reports.page_template import write_page
from parlour.game_description import Description
from tournament.event_results import Summary
from tournament.game_record import GameRecord
from tournament.notation.openings_and_remarks import one_line, read_opening
from tournament.report import plots, tables

HERE = Path(__file__).resolve().parent
SCRIPTS = (  # in this order, one script of the page
    *(PAGES / name for name in ("dom_elements.js", "board.js", "game_graph.js")),
    HERE / "viewer_hooks.js",
    PAGES / "game_viewer.js",
)
GAMES_SHOWN = 200


def write_report(
    header: Mapping[str, Any],
    games: Sequence[GameRecord],
    folder: Path,
    judge_command: str = "",
    games_shown: int = GAMES_SHOWN,
) -> Path:
    """Writes `index.html`; the log's own judge draws the boards unless another is named.

    The key `test` of the header may have the lines on a sequential test that the terminal has.
    Raises OSError if the judge can't be asked or the file can't be written, ValueError if a game
    is there twice.
    """
    rules = header["rules"]
    in_order = sorted(games, key=lambda game: (game.pair, game.leg))
    summary = Summary.of(header, in_order)
    shown = choose_games_with_boards(in_order, games_shown)
    parts = BoardParts()
    chosen = [in_order[n] for n in shown]
    replays = replay_games(judge_command or rules["judge"], rules, chosen, parts)
    data = {
        "sides": rules["description"]["sides"],
        "parts": parts.parts_in_order(),
        "width": parts.bytes_per_number,
        "games": [
            _game_data(n, in_order[n], *replay, parts)
            for n, replay in zip(shown, replays, strict=True)
        ],
    }
    return _write(folder, header, in_order, summary, data)


def choose_games_with_boards(games: Sequence[GameRecord], most: int) -> list[int]:
    """Which games get boards: those lost by a fault, then the first and the last, in order."""
    faults = [n for n, game in enumerate(games) if game.reason != "rules"][:most]
    rest = [n for n, game in enumerate(games) if game.reason == "rules"]
    room = most - len(faults)
    if len(rest) > room:
        rest = rest[: room - room // 2] + rest[len(rest) - room // 2 :]
    return sorted(faults + rest)


def replay_games(
    judge: str, rules: Mapping[str, Any], games: Sequence[GameRecord], parts: BoardParts
) -> list[tuple[Replay, int]]:
    """The games on their boards, each with the number of its moves that belong to the opening.

    Raises OSError if the judge can't be asked.
    """
    description = Description.from_json(rules["description"])
    newgame = f"{rules['game']} {rules['variant']}".strip()
    openings = [read_opening(game.opening, description).moves for game in games]
    asked = [
        (newgame, f" {game.opening} ".partition(" moves ")[0].strip(), (*opening, *game.moves))
        for game, opening in zip(games, openings, strict=True)
    ]
    replays = replay_all(judge, asked, parts)
    return [(r, min(len(o), len(r.moves))) for r, o in zip(replays, openings, strict=True)]


def _game_data(
    number: int, game: GameRecord, replay: Replay, opening: int, parts: BoardParts
) -> dict[str, Any]:
    """A game as the page's script reads it; numbers count from 1."""
    return {
        "number": number + 1,
        "first": one_line(game.first),
        "second": one_line(game.second),
        "result": game.result,
        "points": game.points,
        "reason": one_line(game.reason),
        "ending": one_line(game.ending),
        "start": one_line(game.opening),
        "moves": replay.moves,
        "boards": parts.pack(replay.boards),
        "turns": "".join("1" if turn else "2" for turn in replay.is_first_to_move),
        "opening": opening,
        "fault": one_line(replay.fault),
        "scores": [one_line(score) for score in game.scores],
        "depths": game.depths,
        "nodes": game.nodes,
        "times": game.times,
    }


def _write(
    folder: Path,
    header: Mapping[str, Any],
    games: Sequence[GameRecord],
    summary: Summary,
    data: Mapping[str, Any],
) -> Path:
    rules = header["rules"]
    return write_page(
        folder,
        HERE / "page.html",
        SCRIPTS,
        data,
        title=f"{rules['description']['title']} tournament",
        games=games,
        shown=len(data["games"]),
        summary=summary,
        engines=tables.engines_table(header["engines"]),
        rules=tables.rules_table(rules),
        standings=tables.standings_table(summary),
        crosstable=tables.crosstable(summary),
        meetings=tables.meetings_table(summary),
        test=header.get("test", []),
        ends=tables.ends_table(games),
        plots=draw_plots(summary, games),
    )


def draw_plots(summary: Summary, games: Sequence[GameRecord]) -> list[svg_plots.Plot]:
    """All plots that the games give something to show; none without games."""
    if not games:
        return []
    rows = summary.rows
    names = [row.name for row in rows if row.estimate.games]
    bars = [
        plots.Bar(row.name, row.elo, row.margin)
        for row in rows
        if row.elo is not None and row.margin is not None
    ]
    found = [
        plots.score_plot(names, games),
        plots.bar_plot("Elo", "Elo, on the scale of all engines", bars),
        plots.length_plot(games),
        plots.time_plot(names, games),
    ]
    if summary.has_stakes:
        points = [plots.Bar(row.name, row.points.mean, row.points.margin) for row in rows]
        found.insert(2, plots.points_plot(names, games))
        found.insert(3, plots.bar_plot("Points", "points a game", points))
    return [plot for plot in found if plot]
