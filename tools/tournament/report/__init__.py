"""One self-contained HTML page about a tournament; needs matplotlib and Jinja2.

`replay` asks the judge for the positions, `tables` puts what `tournament.summary` has counted into
words, `plots` draws, and `page` fills `page.html` with all that, `page.css`, `boards.js` and
`viewer.js`.
"""

from tournament.report.page import write_report

__all__ = ["write_report"]
