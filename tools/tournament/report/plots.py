"""The plots of the arena's page."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

from html_reports.svg_plots import DASHES, INK, MOST_LINES, SERIES, Plot, figure, legend, short
from tournament.elo import wilson
from tournament.game_record import GameRecord
from tournament.mean_points import Sums, points

MOST_POINTS = 600  # of a line
SHORTEST_TIME = 0.01  # milliseconds
TIME_BINS = 40
EDGE = 1.05  # the bins go on by this factor beyond the shortest and the longest time
WIDER = 2.5  # an axis of times goes on by this factor: so there are always ticks on it


@dataclass(frozen=True)
class Bar:
    """A value with half of its interval, infinite where it is not known."""

    name: str
    value: float
    margin: float


def score_plot(names: Sequence[str], games: Sequence[GameRecord]) -> Plot:
    """Score in per cent over the games that each engine has played."""

    def interval(seen: Sums) -> tuple[float, float, float]:
        mean = seen.total / seen.count
        low, high = wilson(mean, seen.count)
        return 100 * mean, 100 * low, 100 * high

    def draw(axes: Axes) -> None:
        _draw_running(axes, names, games, GameRecord.score_of, interval)
        axes.set_ylim(-3, 103)
        axes.set_ylabel("score so far (%)")

    note = "Shaded: 95 % interval, each game taken by itself."
    return Plot("Score over games", figure(draw), _with_left_out(note, names))


def points_plot(names: Sequence[str], games: Sequence[GameRecord]) -> Plot:
    """Points a game, over the games that each engine has played."""

    def interval(seen: Sums) -> tuple[float, float, float]:
        found = points(Sums(), seen, seen)
        margin = found.margin if math.isfinite(found.margin) else 0
        return found.mean, found.mean - margin, found.mean + margin

    def draw(axes: Axes) -> None:
        _draw_running(axes, names, games, GameRecord.points_of, interval)
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_ylabel("points a game so far")

    note = "Shaded: 95 % interval, each game taken by itself."
    return Plot("Points over games", figure(draw), _with_left_out(note, names))


def bar_plot(title: str, unit: str, bars: Sequence[Bar]) -> Plot:
    """A bar for each engine, the first on top, with whiskers for the interval."""

    def draw(axes: Axes) -> None:
        places = range(len(bars))
        margins = [bar.margin if math.isfinite(bar.margin) else 0 for bar in bars]
        values = [bar.value for bar in bars]
        axes.barh(places, values, height=0.6, color=SERIES[0], alpha=0.75)
        axes.errorbar(values, places, xerr=margins, fmt="none", ecolor=INK, capsize=4)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(places, [short(bar.name) for bar in bars])
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(unit)

    svg = figure(draw, 1.2 + 0.35 * len(bars))
    return Plot(title, svg, "Whiskers: 95 % interval.")


def length_plot(games: Sequence[GameRecord]) -> Plot:
    """How long the games were."""
    lengths = [len(game.moves) for game in games]

    def draw(axes: Axes) -> None:
        low, high = min(lengths), max(lengths)
        step = max(1, math.ceil((high - low + 1) / 30))
        edges = [low - 0.5 + step * n for n in range((high - low) // step + 2)]
        axes.hist(lengths, bins=edges, color=SERIES[0], alpha=0.75)
        axes.set_xlim(edges[0] - 1, edges[-1] + 1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("moves of both sides, those of the opening aside (plies)")
        axes.set_ylabel("games")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))

    return Plot("Length of the games", figure(draw))


def time_plot(names: Sequence[str], games: Iterable[GameRecord]) -> Plot | None:
    """How long the moves took; None if no times were kept."""
    times = {name: list[float]() for name in names[:MOST_LINES]}
    for game in games:
        for mover, used in zip(game.movers, game.times, strict=False):
            name = game.first if mover == "1" else game.second
            if name in times:
                times[name].append(max(SHORTEST_TIME, used))
    reported = {name: used for name, used in times.items() if used}
    if not reported:
        return None

    def draw(axes: Axes) -> None:
        low = min(min(used) for used in reported.values())
        high = max(max(used) for used in reported.values())
        ratio = (high / low * EDGE * EDGE) ** (1 / TIME_BINS)
        edges = [low / EDGE * ratio**n for n in range(TIME_BINS + 1)]
        for place, (name, used) in enumerate(reported.items()):
            weights = [100 / len(used)] * len(used)
            axes.hist(
                used,
                bins=edges,
                weights=weights,
                histtype="step",
                color=SERIES[place],
                linestyle=DASHES[place],
                linewidth=1.6,
                label=short(name),
            )
        axes.set_xscale("log")
        axes.set_xlim(low / WIDER, high * WIDER)
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("time of a move (ms)")
        axes.set_ylabel("share of own moves (%)")
        legend(axes, len(reported))

    return Plot("Time a move", figure(draw), _with_left_out("", names))


def _draw_running(
    axes: Axes,
    names: Sequence[str],
    games: Sequence[GameRecord],
    value_of: Callable[[GameRecord, str], float],
    interval: Callable[[Sums], tuple[float, float, float]],
) -> None:
    """Draws what has been seen so far: a mean and the ends of its interval for each engine."""
    for place, name in enumerate(names[:MOST_LINES]):
        values = [value_of(game, name) for game in games if name in (game.first, game.second)]
        step = 1 + len(values) // MOST_POINTS
        seen, counts, curves = Sums(), list[int](), list[tuple[float, float, float]]()
        for value in values:
            seen.add(value)
            if seen.count % step == 0 or seen.count in (1, len(values)):
                counts.append(seen.count)
                curves.append(interval(seen))
        means, lows, highs = zip(*curves, strict=True)
        axes.fill_between(counts, lows, highs, color=SERIES[place], alpha=0.13, linewidth=0)
        [line] = axes.plot(counts, means, color=SERIES[place], label=short(name))
        line.set_linestyle(DASHES[place])
        line.set_marker("o" if len(values) == 1 else "")
    axes.set_xlabel("games of the engine")
    axes.set_xlim(0, axes.dataLim.xmax + 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(axes, min(len(names), MOST_LINES))


def _with_left_out(note: str, names: Sequence[str]) -> str:
    left_out = len(names) - MOST_LINES
    return f"{note} The first {MOST_LINES} engines only." if left_out > 0 else note
