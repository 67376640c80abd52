"""Spreads work over processes of this machine (`local`) or of a Dask cluster (`cluster`).

What is done is a `job`; `progress` shows how far it is.
"""
