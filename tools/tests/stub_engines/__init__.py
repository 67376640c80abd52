"""Engines of each dialect that move at random: they stand in for those of other people.

Each is a script, to be run with the folder of the tools in PYTHONPATH. The same position and seed
give the same move, whatever was played before.
"""
