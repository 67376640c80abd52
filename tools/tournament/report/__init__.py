"""One self-contained HTML page about a tournament; needs matplotlib and Jinja2.

`tables` puts into words what `tournament.event_results` has counted, `plots` draws, and `page`
fills `page.html` with all that and with boards. `viewer_hooks.js` is what the viewer of
`html_reports` says of a game.
"""

from tournament.report.page import write_report

__all__ = ["write_report"]
