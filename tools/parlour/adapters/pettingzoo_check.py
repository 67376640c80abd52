"""Whole games in PettingZoo, with the engine as the judge of their results."""

import random
from collections import Counter

from pettingzoo.classic import connect_four_v3

from parlour.adapters.check_types_and_expect import SIGNS, EngineSides, PlayWholeGame, expect
from parlour.adapters.pettingzoo_policy import ParlourPolicy
from parlour.engine import Engine
from parlour.position_and_limit import Limit, Position


def play_connect_four(
    engine: Engine, limit: Limit, sides: EngineSides, chance: random.Random
) -> float:
    """Plays one game; raises Difference."""
    env, policy = connect_four_v3.env(), ParlourPolicy(engine, limit)
    env.reset()
    moves, returns = list[str](), Counter[str]()
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        returns[agent] += reward
        if ended or cut:
            env.step(None)
            continue
        legal = [action for action, is_legal in enumerate(observation["action_mask"]) if is_legal]
        is_mine = env.possible_agents.index(agent) in sides
        action = policy(observation) if is_mine else chance.choice(legal)
        expect(action in legal, f"action {action} is not legal after {moves}")
        moves.append(str(action + 1))
        env.step(action)
    status = engine.status(Position("connect4", moves))
    expect(status.is_over, f"the game is not over after {moves}")
    said = SIGNS[str(status.result)]
    found = [returns[agent] for agent in env.possible_agents]
    expect(found == [said, -said], f"{found}, not {status} after {moves}")
    return found[0]


GAMES: dict[str, PlayWholeGame] = {"connect_four_v3": play_connect_four}
