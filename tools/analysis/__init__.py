"""Analyses games: what each decision lost, how lucky each roll was, and what players make of it.

`checked_game` has the engine follow what the readers of `tournament.notation` have found;
`assess_decisions` asks it about each decision, `score_values_and_marks` says what a score is worth
and from where on a loss is a mistake, `luck` asks about every roll, `decision_and_game_records` is
the record of all that, and `json_log` keeps it. `player_sums` counts, `summary_text` prints,
`exports` and `report` write files.
"""
