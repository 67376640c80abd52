"""What the HTML pages of the tools share: one file each, which needs no other and no network.

`page_template` fills templates, with the style sheet and the scripts in the page;
`boards_drawn_by_engine` has the engine draw the boards of games, `boards` stores them in little
room, `board.js` shows one, `viewer.js` is the list of games with the board to click through,
`chart.js` a graph over a game, `sort.js` makes tables that can be sorted. `measured` is a page of
tables and plots; `drawing` draws plots (Matplotlib).
"""
