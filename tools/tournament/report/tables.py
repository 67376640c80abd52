"""What the page's tables say, in words."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from html_reports.page_template import Table
from tournament.event_results import EngineResults, Summary
from tournament.game_record import GameRecord
from tournament.notation.openings_and_remarks import one_line
from tournament.standings_text import elo_between, probability_text

UNITS = {"movetime": " ms a move", "nodes": " nodes", "depth": " plies"}
UNKNOWN = "-"
PAIRS = ("LL", "LD", "DD or WL", "DW", "WW")  # results of the first one in both games of a pair


def engines_table(engines: Sequence[Mapping[str, Any]]) -> Table:
    """The contestants as they were started."""
    rows = []
    for engine in engines:
        options = ", ".join(f"{name}={value}" for name, value in engine["options"].items())
        cells = [engine["name"], engine["command"], engine["dialect"], options or UNKNOWN]
        rows.append([*map(one_line, cells), limits_words(engine["limits"])])
    return Table(["Engine", "Command", "Dialect", "Options", "Limits"], rows)


def limits_words(limits: Mapping[str, float]) -> str:
    """Limits in words: "300 nodes", "10 s a game + 0.1 s a move"."""
    said = [f"{limits[name]:g}{unit}" for name, unit in UNITS.items() if limits[name]]
    if limits["base"]:
        said.append(f"{limits['base']:g} s a game + {limits['inc']:g} s a move")
    return ", ".join(said) or "the engine's own"


def rules_table(rules: Mapping[str, Any]) -> Table:
    """What held for all games."""
    said = {
        "Game": f"{rules['game']} {rules['variant']}".strip(),
        "Judge": rules["judge"],
        "Random plies": f"{rules['random_plies']} after each opening",
        "Seed": f"{rules['seed']}",
        "Tolerance": f"{rules['tolerance']:g} ms over the time of a move",
        "Silence that loses": f"{rules['hang']:g} ms",
    }
    return Table([], [[name, one_line(value)] for name, value in said.items()])


def standings_table(summary: Summary) -> Table:
    """A row for each engine, the best first; errors are halves of 95 % intervals."""
    heads = ["Engine", "Games", "Won", "Drawn", "Lost", "Score", "Elo"]
    heads += ["Points a game"] * summary.has_stakes + ["Faults", "Time a move", "Depth"]
    rows = []
    for row in summary.rows:
        cells = [
            one_line(row.name),
            *map(str, (row.estimate.games, row.wins, row.draws, row.losses)),
        ]
        cells += [f"{row.estimate.score:.1%}" if row.estimate.games else UNKNOWN, _elo(row)]
        if summary.has_stakes:
            cells.append(with_margin(row.points.mean, row.points.margin, 3))
        time = UNKNOWN if row.time is None else f"{row.time:.3g} ms"
        depth = UNKNOWN if row.depth is None else f"{row.depth:.1f}"
        rows.append([*cells, str(sum(row.forfeits.values())), time, depth])
    return Table(heads, rows)


def crosstable(summary: Summary) -> Table:
    """Games won, draws as halves, of those played, by the row against the column."""
    heads = ["Engine", *(f"{rank}" for rank, _ in enumerate(summary.rows, 1))]
    rows = []
    for rank, row in enumerate(summary.rows, 1):
        met = [summary.tallies.get((row.name, other.name)) for other in summary.rows]
        cells = [f"{tally.points_of_one:g}/{tally.games}" if tally else UNKNOWN for tally in met]
        rows.append([f"{rank} {one_line(row.name)}", *cells])
    return Table(heads, rows)


def meetings_table(summary: Summary) -> Table:
    """What two engines have reached against each other, as the terminal says it."""
    heads = ["Engines", "W-D-L", "Score", "Difference", "LOS", *PAIRS]
    rows = []
    for tally in summary.meetings():
        seen = tally.estimate()
        cells = [f"{one_line(tally.name)} - {one_line(tally.opponent)}"]
        cells += [f"{tally.wins}-{tally.draws}-{tally.losses}", f"{seen.score:.1%}"]
        cells += [elo_between(seen), probability_text(seen.los)]
        rows.append([*cells, *map(str, tally.pairs)])
    return Table(heads, rows)


def ends_table(games: Sequence[GameRecord]) -> Table:
    """How games ended, and for whom: the endings by the rules first, then faults of the loser."""
    counts = Counter((_end(game), game.result) for game in games)
    rows = []
    for end in sorted({end for end, _ in counts}):
        won = [counts[end, result] for result in ("p1win", "draw", "p2win")]
        rows.append([end[1], *map(str, won)])
    return Table(["Ended by", "First won", "Drawn", "Second won"], rows)


def _end(game: GameRecord) -> tuple[bool, str]:
    """Whether it was not the rules that ended it; and what it was, in words."""
    if game.reason == "rules":
        return False, one_line(game.ending) or "rules of the game"
    word = one_line(game.reason.partition(":")[0])
    return True, word if game.result == "draw" else f"fault of the loser: {word}"


def with_margin(value: float, margin: float, digits: int) -> str:
    """A value with half of its interval: "+12.3 ± 4.5"."""
    value = round(value, digits) + 0.0  # no -0.0
    known = math.isfinite(margin)
    return f"{value:+.{digits}f}" + (f" ± {margin:.{digits}f}" if known else "")


def _elo(row: EngineResults) -> str:
    if row.elo is None or row.margin is None:
        return UNKNOWN
    return with_margin(row.elo, row.margin, 0)
