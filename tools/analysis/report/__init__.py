"""One self-contained HTML page about analysed games; needs Jinja2.

`page` fills `page.html`; `viewer_hooks.js` is what the viewer of `html_reports` says of a game.
"""

from analysis.report.page import write_report

__all__ = ["write_report"]
