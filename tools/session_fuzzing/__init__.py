"""Fuzzes whole sessions: what `tools/fuzz_sessions.py` does.

`catalogue_and_random_games` asks the engine what there is, and plays random legal games with it.
`grammar_lines` makes lines by a grammar (`*.grammar`), `mutation` damages them. `native_sessions`,
`piskvork_sessions` and `ubgi_and_external_sessions` make sessions of them, and judge what the
engine has said: one module a dialect. `runner` talks to the processes,
`minimise_and_write_findings` makes a finding smaller and writes it, `campaign` spreads sessions
over worker processes and counts.
"""
