"""Mixed sessions for hours: what `tools/soak.py` does.

`stations` keep one engine busy each, round after round: `native_round` and `dialect_rounds` say
with what. `samples` is what is measured after each round, and the verdict; `pages` writes it as
HTML.
"""
