"""Asks an engine for the description of a game (`describe`), so that no tool needs a list of games.

A tool asks once for each game. The arena stores the answer in its log, for what is written later.
"""

from parlour import Engine
from parlour.game_description import Description


def describe(engine: Engine) -> Description:
    """The description of the engine's current game; raises EngineError."""
    return Description.from_lines(engine.ask("describe"))


def first_game(command: str) -> str:
    """The engine's first game, for tools that are given none; raises OSError or EngineError."""
    with Engine.popen(command) as engine:
        return engine.games()[0]


def description_of(command: str, game: str) -> Description:
    """What this engine says of a game; raises OSError or EngineError."""
    with Engine.popen(command) as engine:
        return engine.describe(game)
