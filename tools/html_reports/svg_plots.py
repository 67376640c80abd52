"""Draws plots by matplotlib as SVG whose colours are those of the page. For every HTML report."""

import io
import math
import re
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tournament.notation.openings_and_remarks import one_line

MOST_LINES = 6  # in one plot
INK, FAINT = "#010203", "#030201"  # stand for colours of the page, as do those of the series
SERIES = tuple(f"#0a0b{n:02x}" for n in range(MOST_LINES))
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
PAGE_COLOUR_NAMES = {INK: "ink", FAINT: "line"} | {c: f"c{n}" for n, c in enumerate(SERIES)}
LONGEST_NAME = 22  # letters
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "parlour",
    "text.parse_math": False,
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "legend.fontsize": 10,
}


@dataclass(frozen=True)
class Plot:
    """A picture with its title, and what it says in words."""

    title: str
    svg: str
    note: str = ""


def figure(draw: Callable[[Axes], None], height: float = 3.4) -> str:
    """Lets it draw on axes; gives SVG that fits into a page, its ids unlike those of others."""
    said = io.StringIO()
    with rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of signs in names that no font of ours has
        whole = Figure(figsize=(5.6, height), layout="constrained")
        whole.patch.set_visible(False)
        axes = whole.add_subplot()
        axes.patch.set_visible(False)
        draw(axes)
        whole.savefig(said, format="svg", metadata={"Date": None, "Creator": None})
    svg = said.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r'(<svg [^>]*?) width="[^"]*"', r"\1", re.sub(r' height="[^"]*pt"', "", svg, count=1)
    )
    mark = f"p{zlib.crc32(svg.encode()):08x}-"
    svg = re.sub(r'(\bid="|xlink:href="#|url\(#)', rf"\1{mark}", svg)
    for colour, name in PAGE_COLOUR_NAMES.items():
        svg = svg.replace(colour, f"var(--{name})")
    return svg


def legend(axes: Axes, lines: int) -> None:
    """A legend below the plot, if there are several lines."""
    if lines > 1:
        whole = axes.get_figure(root=True)
        assert whole, "axes are drawn on a figure"
        whole.legend(
            loc="outside lower center", ncols=lines if lines <= 3 else math.ceil(lines / 2)
        )


def short(name: str) -> str:
    """A name that fits into a plot."""
    name = one_line(name)
    name = f"\u200b{name}" if name.startswith("_") else name  # else it would not be in a legend
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
