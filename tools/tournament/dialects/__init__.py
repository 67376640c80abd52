"""Players of each dialect, and the processes of their engines.

`players_by_dialect` finds the one for an engine.
"""
