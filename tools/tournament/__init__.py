"""Tournaments between engines: what is played, how it is judged, counted, kept and shown.

`events` has what is to be played, its settings from the command line, its log and its order.
`dialects` drives the engines, one player a dialect; `playing` plays, judges and records one game,
and keeps the engines of a worker. `openings` reads openings and draws candidates, `statistics`
counts. The package `workers` distributes the work. `standings_text`, `notation` and `report` write
for people and other programs. `arena.py` is the command line, and `referee.py` that of a single
game.
"""
