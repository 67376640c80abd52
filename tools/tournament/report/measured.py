"""A page of tables and plots, for tools that measure something; it needs no other file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tournament.report.drawing import Plot
from tournament.report.tables import Table

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Section:
    """Tables and plots under a heading."""

    title: str
    tables: list[Table] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    note: str = ""


def environment() -> Environment:
    """Reads the templates of this folder."""
    return Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_style() -> Markup:
    """The style sheet of every page."""
    return Markup((HERE / "page.css").read_text("utf-8"))


def write_measured(folder: Path, title: str, summary: str, sections: Sequence[Section]) -> Path:
    """Writes `index.html`; raises OSError."""
    template = environment().get_template("measured.html")
    page = template.render(title=title, summary=summary, sections=sections, style=page_style())
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8", newline="\n")
    return path
