"""Analyses games: what each decision lost, how lucky each roll was, and what players make of it.

`checked_game` has the engine follow what the readers of `tournament.notation` have found; `assess`
asks it about each decision, `scale` says what a score is worth and from where on a loss is a
mistake, `luck` asks about every roll, `decision` is the record of all that, and `log` keeps it.
`player_sums` counts, `summary` prints, `exports` and `report` write files.
"""
