"""Fills pages: templates, a style sheet, scripts, data; needs Jinja2."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

HERE = Path(__file__).resolve().parent
SIZE_PLACEHOLDER = "@size@"  # stands in the page until its size is known


@dataclass(frozen=True)
class Table:
    """Cells under their heads; the first column names its row."""

    heads: list[str]
    rows: list[list[str]]


def environment(*folders: Path) -> Environment:
    """Reads the templates of these folders and of this one."""
    return Environment(
        loader=FileSystemLoader([*folders, HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_style() -> Markup:
    """The style sheet of every page."""
    return Markup((HERE / "page.css").read_text("utf-8"))


def write_page(
    folder: Path, template: Path, scripts: Sequence[Path], data: Mapping[str, Any], **words: Any
) -> Path:
    """Writes `index.html` by a template, which gets these words; raises OSError.

    The scripts become one script of the page, in their order, and read the data from the page.
    """
    script = "".join(path.read_text("utf-8") for path in scripts)
    page = (
        environment(template.parent)
        .get_template(template.name)
        .render(
            style=page_style(),
            script=Markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            data=Markup(script_json(data)),
            size=SIZE_PLACEHOLDER,
            **words,
        )
    )
    return write_index_html(
        folder, page.replace(SIZE_PLACEHOLDER, size_words(len(page.encode())), 1)
    )


def write_index_html(folder: Path, page: str) -> Path:
    """Writes the page into a folder, which is made if it is not there; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8", newline="\n")
    return path


def size_words(size: int) -> str:
    """Bytes in words: "340 kB", "1.2 MB"."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def script_json(data: Mapping[str, Any]) -> str:
    """JSON that nothing in it can break out of a script element with; ASCII only."""
    said = json.dumps(data, separators=(",", ":"), allow_nan=False)
    for sign in "<>&":
        said = said.replace(sign, f"\\u{ord(sign):04x}")
    return said
