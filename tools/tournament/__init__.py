"""Tournaments between engines: what is played, how it is judged, counted, kept and shown.

`event_definition` is what is to be played, `event_settings` reads it from a command line.
`native_and_ugi_dialects`, `piskvork_dialect`, `ubgi_dialect`, `gnubg_dialect` and `harness_dialect`
drive the engines, `players_by_dialect` finds the one for an engine, `worker_engines`
keeps them, `play_game` plays, `judge` judges. `game_record` is what is kept of a game, and
`event_log` keeps it. `local_processes` and `cluster` distribute the work, `sprt` counts, and
`standings_text`, `notation` and `report` write for people and other programs. `arena.py` is the
command line, and `referee.py` that of a single game.
"""
