"""Tournaments between engines: what is played, how it is judged, counted, kept and shown.

`plan` says what is to be played, `event` reads it from a command line, `engine_drivers` speak to the
engines, `game` plays and `judge` judges, `record` is what is kept of a game and `log` keeps it,
`local` and `cluster` spread the work, `sprt` and `standings` count, `notation` and `report` write
for people and other programs. `arena.py` is the door.
"""
