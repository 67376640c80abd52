"""Fuzzes whole sessions: what `tools/fuzz_sessions.py` does.

`catalogue_and_random_games` asks the engine what there is, and plays random legal games with it.
`grammar_lines` makes lines by a grammar (`*.grammar`), `mutation` damages them.
`make_native_sessions` makes sessions of them, `native_oracle` judges what the engine has said to
these; for the other dialects, `piskvork_sessions` and `ubgi_and_external_sessions` do both.
`run_sessions` talks to the processes, `minimise_and_write_findings` makes a finding smaller and
writes it, `campaign` spreads sessions over worker processes and counts.
"""
