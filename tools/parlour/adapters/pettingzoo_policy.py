"""The engine as a policy for PettingZoo's connect_four_v3.

from pettingzoo.classic import connect_four_v3
from parlour import Engine, Limit
from parlour.adapters.pettingzoo_policy import ParlourPolicy

with Engine.popen() as engine:
    policy = ParlourPolicy(engine, Limit(time=0.1))
    env = connect_four_v3.env()
    env.reset()
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        env.step(None if termination or truncation else policy(observation))
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from parlour.engine import Engine
from parlour.position_and_limit import Limit, Position

OWN_PLANE, OTHER = 0, 1  # planes of an observation


def position_of(observation: Mapping[str, Any]) -> Position:
    """The position that an observation shows; First is to move if both have as many stones."""
    cells = observation["observation"]
    planes = [[[int(cell[side]) for cell in row] for row in cells] for side in (OWN_PLANE, OTHER)]
    own, other = (sum(map(sum, plane)) for plane in planes)
    letters = "xo" if own == other else "ox"
    rows = [
        "".join(
            letters[OWN_PLANE] if mine else letters[OTHER] if theirs else " "
            for mine, theirs in zip(*pair, strict=True)
        )
        for pair in zip(*planes, strict=True)
    ]
    text = "/".join(map(_row_as_text, rows))
    variant = f"width {len(rows[0])} height {len(rows)}"
    return Position(f"connect4 {variant}", start=f"fen {text} {letters[OWN_PLANE]}")


def _row_as_text(row: str) -> str:
    runs = ((cell, len(list(run))) for cell, run in groupby(row))
    return "".join(str(length) if cell == " " else cell * length for cell, length in runs)


class ParlourPolicy:
    """A player of the engine, the default one unless it is named; it has no memory."""

    def __init__(self, engine: Engine, limit: Limit, player: str | None = None) -> None:
        """The limit is for each move."""
        self._engine, self._limit, self._player = engine, limit, player

    def __call__(self, observation: Mapping[str, Any]) -> int:
        """The action, a column from 0; raises EngineError."""
        position = position_of(observation)
        return int(str(self._engine.play(position, self._limit, player=self._player).move)) - 1
