"""Games in the formats of other programs: SGF, Jellyfish's `.mat`, and lists of moves."""

from tournament.notation.records import Written, write_records

__all__ = ["Written", "write_records"]
