"""The report of `latency.py`: the table, and a histogram for each kind of lateness."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter

from html_reports.page_template import Table
from html_reports.svg_plots import DASHES, SERIES, Plot, figure, legend
from html_reports.tables_and_plots_page import Section, write_measured

BINS = 60
HEADS = ["Figure", "Number", "Median", "90 %", "99 %", "Greatest", "Unit", "Losses"]


class MeasuredFigure(Protocol):
    """What `latency.Figure` has."""

    what: str
    game: str
    values: list[float]

    def row(self) -> list[str]:
        """Its row of the table: what, game, number, percentiles, unit, losses."""


def write_report(
    options: argparse.Namespace,
    figures: Sequence[MeasuredFigure],
    late: Sequence[MeasuredFigure],
) -> Path:
    """Writes `index.html`; raises OSError."""
    kinds = list(dict.fromkeys(one.what for one in late))
    busy = f"{options.busy} spinning neighbours" if options.busy else "no other work"
    summary = f"{options.engine}: {options.moves} searches of each kind in each game; {busy}."
    note = f"Milliseconds. Losses: answers later than allowed by more than {options.margin:g} ms."
    games = list(dict.fromkeys(one.game for one in figures))
    sections = [
        Section(
            "Without a search" if game == "-" else game,
            [Table(HEADS, [_row(one) for one in figures if one.game == game])],
            note="" if game == "-" else note,
        )
        for game in games
    ]
    sections.append(Section("Histograms", plots=[_histogram(kind, late) for kind in kinds]))
    return write_measured(options.report, "Latency", summary, sections)


def _row(one: MeasuredFigure) -> list[str]:
    """Its row without the game, which is the heading."""
    what, _, *numbers = one.row()
    return [what, *numbers]


def _histogram(kind: str, late: Sequence[MeasuredFigure]) -> Plot:
    """The share of answers in each bin, a line for each game."""
    shown = [one for one in late if one.what == kind]
    low = min(min(one.values) for one in shown)
    high = max(max(one.values) for one in shown)

    def draw(axes: Axes) -> None:
        width = (high - low) / BINS or 1.0
        edges = [low + width * n for n in range(BINS + 1)]
        for place, one in enumerate(shown):
            weights = [100 / len(one.values)] * len(one.values)
            axes.hist(
                one.values,
                bins=edges,
                weights=weights,
                histtype="step",
                color=SERIES[place % len(SERIES)],
                linestyle=DASHES[place % len(DASHES)],
                linewidth=1.4,
                label=one.game,
            )
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("ms")
        axes.set_ylabel("share of answers (%)")
        legend(axes, len(shown))

    return Plot(kind, figure(draw), "" if kind.startswith("stop") else "Below 0: in time.")
