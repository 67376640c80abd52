"""Standings for the terminal: a table, a crosstable and the meetings."""

import math
from collections.abc import Iterable

from tournament.playing.game_record import GameRecord
from tournament.statistics.elo import Estimate
from tournament.statistics.event_results import EngineResults, Header, Summary
from tournament.statistics.mean_points import Points
from tournament.statistics.sprt import PointsSprt, SequentialTest
from tournament.statistics.tally import Tally
from tournament.text_table import LEAST_NAME_COLUMNS, WIDTH, clean, columns, cut, table

BOUNDED_NOTE = """\
Elo is held finite by a virtual draw of each engine against one of Elo 0: some have won or lost
all their games against the others, or never met them."""
ACROSS = 8  # engines side by side in the crosstable


def standings_text(
    header: Header, games: Iterable[GameRecord], sprt: SequentialTest | None = None
) -> str:
    """The standings in lines of at most 100 columns; the test is shown for every meeting."""
    summary = Summary.of(header, games)
    meetings = summary.meetings()
    blocks = [[_title(summary)], _ranking(summary)]
    if len(summary.rows) > 2 and meetings:
        blocks += _crosstables(summary)
    if len(meetings) == 1:
        blocks += [[pair_line(meetings[0]), *_details(meetings[0], summary.has_stakes)]]
    if sprt and meetings:
        blocks += [test_lines(summary, sprt)]
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def pair_line(tally: Tally, sprt: SequentialTest | None = None, width: int = WIDTH) -> str:
    """One line on a meeting: results, Elo or points as the test is about, and its state.

    It keeps to the width as far as names can be cut: to 8 columns each.
    """
    seen = tally.estimate()
    said = f"{tally.wins}-{tally.draws}-{tally.losses}"
    if isinstance(sprt, PointsSprt):
        said += f"  points {' '.join(_points(tally.points()))}"
    else:
        said += f"  {seen.score:.1%}  Elo {elo_between(seen)}  LOS {probability_text(seen.los)}"
    if sprt:
        state = sprt.state(tally)
        said += f"  LLR {_unsigned_zero(state.llr, 2):.2f} [{state.lower:.2f}, {state.upper:.2f}]"
        said += f" {state.decision} accepted" if state.decision else ""
    room = width - columns(said) - len(" - :  ")
    second = cut(
        tally.opponent, max(LEAST_NAME_COLUMNS, room // 2, room - columns(clean(tally.name)))
    )
    first = cut(tally.name, max(LEAST_NAME_COLUMNS, room - columns(second)))
    return f"{first} - {second}:  {said}"


def test_lines(summary: Summary, sprt: SequentialTest) -> list[str]:
    """The question of a test, its state in each meeting, and whether it is undecided."""
    meetings = summary.meetings()
    open_ones = sum(sprt.state(tally).decision is None for tally in meetings)
    lines = [_question(sprt), *(pair_line(tally, sprt) for tally in meetings)]
    return lines + [f"The test is undecided after {_number(summary.games, 'game')}."] * bool(
        open_ones
    )


def _title(summary: Summary) -> str:
    rules = summary.header.get("rules", {})
    event = clean(" ".join(filter(None, (rules.get("game", ""), rules.get("variant", "")))))
    said = f"{_number(summary.games, 'game')} of {_number(len(summary.rows), 'engine')}"
    return f"{cut(event, WIDTH - len(said) - 2)}: {said}" if event else said


def _ranking(summary: Summary) -> list[str]:
    head = ["#", "engine", "games", "W-D-L", "score", "Elo", "±95%"]
    head += ["points", "±95%"] * summary.has_stakes + ["faults", "ms/move", "depth"]
    rows = [head]
    for rank, row in enumerate(summary.rows, 1):
        elo = ("-", "-")
        if row.elo is not None and row.margin is not None:
            elo = _with_margin(row.elo, row.margin, 1)
        cells = [str(rank), row.name, str(row.estimate.games)]
        cells += [f"{row.wins}-{row.draws}-{row.losses}"]
        cells += [f"{row.estimate.score:.1%}" if row.estimate.games else "-", *elo]
        cells += _points(row.points) if summary.has_stakes else ()
        cells += [str(sum(row.forfeits.values())), _short(row.time), _short(row.depth)]
        rows.append(cells)
    lines = table(rows, name=1)
    if summary.ratings.is_bounded:
        lines += BOUNDED_NOTE.splitlines()
    lines += [
        f"Faults of {cut(row.name, 24)}: {_faults(row)}" for row in summary.rows if row.forfeits
    ]
    return lines + [
        f"Forced wins announced by {cut(row.name, 24)}: {_announcements(row)}"
        for row in summary.rows
        if row.announced_wins
    ]


def _crosstables(summary: Summary) -> list[list[str]]:
    """Points won and games of the rows against the columns, a few columns at a time."""
    ranked = list(enumerate(summary.rows, 1))
    blocks = []
    for start in range(0, len(ranked), ACROSS):
        across = ranked[start : start + ACROSS]
        rows = [["#", "won of games against", *(f"#{rank}" for rank, _ in across)]]
        for rank, row in ranked:
            met = [summary.tallies.get((row.name, other.name)) for _, other in across]
            cells = [f"{tally.points_of_one:g}/{tally.games}" if tally else "-" for tally in met]
            rows.append([str(rank), row.name, *cells])
        blocks.append(table(rows, name=1))
    return blocks


def _details(tally: Tally, has_stakes: bool) -> list[str]:
    seen, points = tally.estimate(), tally.points()
    names = ("LL", "LD", "DD or WL", "DW", "WW")
    pairs = ", ".join(f"{count} {name}" for count, name in zip(tally.pairs, names, strict=True))
    first, second = ("-".join(map(str, seat)) for seat in tally.results_by_side)
    lines = [
        f"  {_number(sum(tally.pairs), 'whole pair')}: {pairs}",
        f"  as First {first}, as Second {second}; {tally.mean_plies:.1f} plies a game",
        f"  normalized Elo {' '.join(_with_margin(seen.nelo, seen.nelo_margin, 1))}",
    ]
    if has_stakes:
        said = " ".join(_points(points))
        lines.append(f"  points a game {said}, variance of a game {points.variance:.2f}")
    return lines


def elo_between(seen: Estimate) -> str:
    """Elo and its margin, or the one end of the interval that is finite."""
    if math.isfinite(seen.elo):
        return " ".join(_with_margin(seen.elo, seen.margin, 1))
    return f"> {seen.low:+.1f}" if seen.elo > 0 else f"< {seen.high:+.1f}"


def _points(points: Points) -> tuple[str, str]:
    return _with_margin(points.mean, points.margin, 3)


def _with_margin(value: float, margin: float, digits: int) -> tuple[str, str]:
    value = _unsigned_zero(value, digits)
    return f"{value:+.{digits}f}", f"±{margin:.{digits}f}" if math.isfinite(margin) else "±-"


def _unsigned_zero(value: float, digits: int) -> float:
    return round(value, digits) + 0.0  # -0.0 becomes 0.0


def probability_text(chance: float) -> str:
    """A probability, never shown as 0 or 1."""
    return "<0.1%" if chance < 0.001 else ">99.9%" if chance > 0.999 else f"{chance:.1%}"


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.{1 if value < 1000 else 0}f}"


def _faults(row: EngineResults) -> str:
    return ", ".join(f"{clean(word)} {count}" for word, count in sorted(row.forfeits.items()))


def _announcements(row: EngineResults) -> str:
    won = f"{row.announced_but_not_won} not won" if row.announced_but_not_won else "all won"
    return f"in {_number(row.announced_wins, 'game')}, {won}"


def _question(sprt: SequentialTest) -> str:
    unit = "points a game" if isinstance(sprt, PointsSprt) else "Elo"
    errors = f"alpha {sprt.alpha:.1%}, beta {sprt.beta:.1%}"
    return f"Test of {sprt.null:g} (H0) against {sprt.alternative:g} (H1) {unit}, {errors}"
