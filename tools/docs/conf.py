"""How Sphinx makes pages of the documents, which stay where they are in the repository."""

import sys
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = html_title = "Parlour"
html_theme = "alabaster"
html_theme_options = {"page_width": "70rem", "description": "A headless game engine"}
html_additional_pages = {"index": "redirect.html"}
templates_path = ["."]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "tools/docs/index"
include_patterns = ["protocol.md", "tools/parlour/README.md", "tools/docs/*.md"]
exclude_patterns = ["target", "src", "tests", "tools/web", "tools/docs/README.md"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
suppress_warnings = ["myst.xref_missing"]  # links to source files, which are no pages here
default_role = "code"
highlight_language = "none"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_class_signature = "separated"


def setup(app: Any) -> None:
    """The example sessions of the protocol are not coloured."""
    app.add_lexer("session", TextLexer)
