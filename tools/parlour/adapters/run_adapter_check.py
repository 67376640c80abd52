"""Plays whole games in OpenSpiel or PettingZoo, and compares every result with the engine's word.

    python -m parlour.adapters.run_adapter_check openspiel --games 1000
    python -m parlour.adapters.run_adapter_check pettingzoo --games 100

The engine plays First, Second or both in turn, at a level drawn for each game; the other side moves
at random. It prints a line for each game of the library, with what First has won; the exit status
is 1 if a move was illegal or a result was another one.
"""

import argparse
import importlib
import random
import sys
from collections import Counter

from parlour.adapters.check_types_and_expect import Difference
from parlour.engine import Engine
from parlour.position_and_limit import Limit

SIDES_OF_ENGINE = ((0,), (1,), (0, 1))
LEVELS = (0, 3, 6, 20)


def main(words: list[str] | None = None) -> int:
    """Executes a command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("library", choices=("openspiel", "pettingzoo"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=100, help="limit of each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", help="command; by default the engine that is found")
    args = parser.parse_args(words)
    plays = importlib.import_module(f"parlour.adapters.{args.library}_check").GAMES
    limit, chance = Limit(nodes=args.nodes), random.Random(args.seed)
    with Engine.popen(args.engine) as engine:
        for number, (name, play) in enumerate(plays.items()):
            count = (args.games + number) // len(plays)
            results: Counter[float] = Counter()
            try:
                for game in range(count):
                    engine.configure({"Level": chance.choice(LEVELS), "Seed": game + 1})
                    results[
                        play(engine, limit, SIDES_OF_ENGINE[game % len(SIDES_OF_ENGINE)], chance)
                    ] += 1
            except Difference as difference:
                print(f"{name}: {difference}")
                return 1
            won = ", ".join(f"{points:+g}: {n}" for points, n in sorted(results.items()))
            print(f"{name}: {count} games, results as the engine says ({won})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
