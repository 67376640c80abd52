"""Tournaments between engines: what is played, how it is judged, counted, kept and shown.

`plan` is what is to be played, `event` reads it from a command line. `engine_drivers` drives the
engines, `game` plays, `judge` judges. `record` is what is kept of a game, and `log` keeps it.
`local` and `cluster` distribute the work, `sprt` and `standings` count, and `notation` and `report`
write for people and other programs. `arena.py` is the command line.
"""
