"""Spreads work over processes of this machine (`local_processes`) or of a Dask cluster (`cluster`).

What is done is a `job_interface`; `progress` shows how far it is.
"""
