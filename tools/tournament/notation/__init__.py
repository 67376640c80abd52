"""Games in the formats of other programs: SGF, Jellyfish's `.mat`, and lists of moves."""

from tournament.notation.write_records import write_records

__all__ = ["write_records"]
