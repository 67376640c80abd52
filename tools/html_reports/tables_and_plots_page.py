"""A page of tables and plots, for tools that measure something; it needs no other file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from html_reports.page_template import Table, environment, page_style, write_index_html
from html_reports.svg_plots import Plot


@dataclass(frozen=True)
class Section:
    """Tables and plots under a heading."""

    title: str
    tables: list[Table] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    note: str = ""


def write_measured(folder: Path, title: str, summary: str, sections: Sequence[Section]) -> Path:
    """Writes `index.html`; raises OSError."""
    template = environment().get_template("tables_and_plots_page.html")
    page = template.render(title=title, summary=summary, sections=sections, style=page_style())
    return write_index_html(folder, page)
