"""Fuzzes whole sessions: what `tools/fuzz_sessions.py` does.

`games` asks the engine what there is, and plays random legal games with it. `lines` makes lines by
a grammar (`*.grammar`), `mutation` damages them. `native`, `piskvork` and `backgammon_dialects`
make sessions of them, and judge what the engine has said: one module a dialect. `runner` talks to
the processes, `minimise_and_write_findings` makes a finding smaller and writes it, `campaign`
spreads sessions over worker processes and counts.
"""
