"""What the HTML pages of the tools share: one file each, which needs no other and no network.

`page_template` fills templates, with the style sheet and the scripts in the page;
`boards_drawn_by_engine` has the engine draw the boards of games, `board_compression` stores them in
little room, `board.js` shows one, `game_viewer.js` is the list of games with the board to click
through, `game_graph.js` a graph over a game, `sortable_tables.js` makes tables that can be sorted.
`tables_and_plots_page` is a page of tables and plots; `svg_plots` draws plots (Matplotlib).
"""
