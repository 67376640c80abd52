"""Whole games in OpenSpiel, with the engine as the judge of their results."""

import functools
import random

import pyspiel

from parlour.adapters.check_types_and_expect import SIGNS, EngineSides, PlayWholeGame, expect
from parlour.adapters.openspiel_bot import ParlourBot, board_and_position_of_turn, board_of, grid_of
from parlour.engine import Engine
from parlour.position_and_limit import Limit


def play_grid(
    name: str, engine: Engine, limit: Limit, sides: EngineSides, chance: random.Random
) -> float:
    """Plays one game without dice; raises Difference, also at another number of legal moves."""
    game = pyspiel.load_game(name)
    grid, state, bot = grid_of(game), game.new_initial_state(), ParlourBot(engine, limit)
    while not state.is_terminal():
        legal = state.legal_actions()
        count = len(engine.legal(grid.position(state)))
        expect(count == len(legal), f"{count} legal moves, not {len(legal)}: {state}")
        action = bot.step(state) if state.current_player() in sides else chance.choice(legal)
        expect(action in legal, f"action {action} is not legal: {state}")
        state.apply_action(action)
    status = engine.status(grid.position(state))
    said = SIGNS[str(status.result)] * status.points
    expect(state.returns() == [said, -said], f"{state.returns()}, not {status}: {state}")
    return float(said)


def play_backgammon(
    name: str, engine: Engine, limit: Limit, sides: EngineSides, chance: random.Random
) -> float:
    """Plays one game; its last play must be one of the engine's; raises Difference."""
    state, bot = pyspiel.load_game(name).new_initial_state(), ParlourBot(engine, limit)
    while not state.is_terminal():
        if state.is_chance_node():
            rolls, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(rolls, weights)[0])
            continue
        mover, legal, turn = (
            state.current_player(),
            state.legal_actions(),
            board_and_position_of_turn(state),
        )
        action = bot.step(state) if mover in sides else chance.choice(legal)
        expect(action in legal, f"action {action} is not legal: {state}")
        state.apply_action(action)
    board, position = turn
    end = board_of(state, mover)
    plays = [play for play in engine.legal(position) if board.after(play) == end]
    expect(bool(plays), f"no play of the engine ends with {state}")
    status = engine.status(position.after(plays[0]))
    won = status.points if status.result == "p1win" else 0  # the mover is First there
    expect(state.returns()[mover] == won, f"{state.returns()}, not {status}: {state}")
    return float(state.returns()[0])


GRIDS = (
    "connect_four",
    "connect_four(rows=5,columns=8)",
    "mnk(m=9,n=7,k=4)",
    "mnk(m=6,n=6,k=5)",
    "gomoku(size=9)",
)
BACKGAMMON = "backgammon(scoring_type=full_scoring)"
GAMES: dict[str, PlayWholeGame] = {
    **{name: functools.partial(play_grid, name) for name in GRIDS},
    BACKGAMMON: functools.partial(play_backgammon, BACKGAMMON),
}
