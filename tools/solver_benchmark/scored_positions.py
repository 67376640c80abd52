"""Files of scored positions: `moves score` lines; `#` begins a line of remarks."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .connect4_position import Rack, plies_to_end


@dataclass(frozen=True)
class ScoredPosition:
    """A position by its moves from the empty rack, and its score for the side to move."""

    moves: str
    score: int


@dataclass(frozen=True)
class SamplingPlan:
    """How the positions of some strata are drawn."""

    name: str
    least: int  # balls played
    most: int
    strata: tuple[str, ...]


# The strata by which solvers are compared since Pons' test sets (blog.gamesolver.org); the bounds
# are those that his files keep.
PHASES = (("begin", 14), ("middle", 28), ("end", 42))  # the most balls played
DIFFICULTIES = (("easy", 14), ("medium", 28), ("hard", 42))  # the most plies to the end
# Shorter beginnings cost a second or more each; from 12 balls on hard ones are rare.
SAMPLING_PLANS = (
    SamplingPlan("end", 29, 41, ("end_easy",)),
    SamplingPlan("middle", 15, 28, ("middle_easy", "middle_medium")),
    SamplingPlan("begin", 10, 14, ("begin_easy", "begin_medium")),
    SamplingPlan("hard", 8, 11, ("begin_hard",)),
)
DECIDED_WITHIN_PLIES = 2  # plies: what ends so soon by a win needs no search


def read(path: Path, first: int | None = None) -> list[ScoredPosition]:
    """The positions of a file, or the first of them; raises ValueError for a bad line."""
    found = []
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        moves, _, score = line.rpartition(" ")
        if moves.strip("1234567"):
            raise ValueError(f"{path}: {line!r} is not 'moves score'")
        found.append(ScoredPosition(moves, int(score)))
    if not found:
        raise ValueError(f"{path}: no positions")
    return found[:first]


def text(remarks: list[str], positions: list[ScoredPosition]) -> str:
    """A file as it is read back."""
    lines = [f"# {remark}" for remark in remarks]
    lines += [f"{position.moves} {position.score}" for position in positions]
    return "".join(f"{line}\n" for line in lines)


def stratum(position: ScoredPosition) -> str | None:
    """Where a position belongs, such as `middle_medium`; None if it is as good as decided."""
    plies = len(position.moves)
    left = plies_to_end(plies, position.score)
    if position.score != 0 and left <= DECIDED_WITHIN_PLIES:
        return None
    phase = next(name for name, most in PHASES if plies <= most)
    grade = next(name for name, most in DIFFICULTIES if left <= most)
    return f"{phase}_{grade}"


def candidates(draw: SamplingPlan, seed: int) -> Iterator[str]:
    """Positions without end, no two alike: random play that never makes four in line.

    The side to move cannot win at once in any of them. All lengths are drawn equally often.
    """
    seen: set[tuple[int, int]] = set()
    number = 0
    while True:
        number += 1
        chance = random.Random(f"{seed} {draw.name} {number}")
        plies = draw.least + int(chance.random() * (draw.most - draw.least + 1))
        played = random_play(chance, plies)
        if played is None:
            continue
        moves, rack = played
        if rack.key not in seen:
            seen.add(rack.key)
            yield moves


def random_play(chance: random.Random, plies: int) -> tuple[str, Rack] | None:
    """Random moves and the position after them.

    None if a side must win on the way or can win then.
    """
    rack, moves = Rack(), ""
    for _ in range(plies):
        quiet = [channel for channel in rack.moves if not rack.wins(channel)]
        if not quiet:
            return None
        channel = quiet[int(chance.random() * len(quiet))]
        rack, moves = rack.play(channel), f"{moves}{channel + 1}"
    if any(rack.wins(channel) for channel in rack.moves):
        return None
    return moves, rack
