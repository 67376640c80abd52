"""One self-contained HTML page about a tournament; needs matplotlib and Jinja2.

`replay` asks the judge to draw the boards of all games, `boards` stores them in little room,
`tables` puts into words what `tournament.event_results` has counted, `plots` draws, and `page`
fills `page.html` with all that, `page.css`, and a script: `board.js` (shows a board), `chart.js`
(scores over a game) and `viewer.js`. `drawing`, `measured` and `parts.html` are what the pages of
other tools share with it.
"""

from tournament.report.page import write_report

__all__ = ["write_report"]
