"""Parlour from Python: board games, their players, and analysis, in an engine beside the program.

    with Engine.popen() as engine:
        position = Position("connect4").after("4", "4")
        result = engine.play(position, Limit(time=0.5))
        print(result.move, result.info.score)

`AsyncEngine` is the same for asyncio. The words of games, moves and players are those of the
engine's protocol (protocol.md), and so are the codes of the errors.
"""

from parlour.answers import Explanation, Info, Option, PlayResult, Status
from parlour.async_engine import AsyncAnalysis, AsyncEngine
from parlour.engine import Analysis, Engine
from parlour.errors import BadAnswer, EngineError, EngineTerminated, NoAnswer, Refused
from parlour.find_engine import find_engine
from parlour.game_description import Description
from parlour.position_and_limit import Limit, Position
from parlour.score import (
    Bound,
    Chances,
    Cp,
    CubeEquities,
    Draw,
    Equity,
    Mate,
    Outcome,
    Score,
    WinDrawLoss,
)

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "BadAnswer",
    "Bound",
    "Chances",
    "Cp",
    "CubeEquities",
    "Description",
    "Draw",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "Equity",
    "Explanation",
    "Info",
    "Limit",
    "Mate",
    "NoAnswer",
    "Option",
    "Outcome",
    "PlayResult",
    "Position",
    "Refused",
    "Score",
    "Status",
    "WinDrawLoss",
    "find_engine",
]
