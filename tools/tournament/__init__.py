"""Tournaments between engines: what is played, how it is judged, counted, kept and shown.

`plan` says what is to be played, `players` speak to the engines, `game` plays and judges, `record`
is what is kept of a game, `log` keeps it, `local` and `cluster` spread the work, `sprt` and
`standings` count, `notation` and `report` write for people and other programs. `arena.py` is the door.
"""
