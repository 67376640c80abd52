"""Mixed sessions for hours: what `tools/soak.py` does.

A `soak_worker` keeps one engine busy, round after round: `native_round` and `other_dialect_rounds`
say with what. `samples_and_flatness` is what is measured after each round, and the verdict;
`soak_report` writes it as HTML.
"""
