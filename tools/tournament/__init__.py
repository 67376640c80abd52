"""Tournaments between engines: what is played, how it is judged, counted, kept and shown.

`event` is what is to be played, `event_settings` reads it from a command line.
`native_and_ugi_engines`, `piskvork`, `ubgi`, `gnubg` and `harness` drive the engines,
`worker_engines` keeps them, `game` plays, `judge` judges. `record` is what is kept of a game, and
`log` keeps it. `local` and `cluster` distribute the work, `sprt` and `standings` count, and
`notation` and `report` write for people and other programs. `arena.py` is the command line, and
`referee.py` that of a single game.
"""
