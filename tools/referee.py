"""Plays one game between two engines, with Parlour as the judge of the rules.

    referee.py --game backgammon --seed 42 --tc 60+0.5 --player2 george parlour parlour

Prints `moves <m> …` and `result p1win|p2win|draw <points> <reason>`. Exit status: 0 the first
engine wins, 1 the second wins, 2 a draw, 3 a fault of the call, of an engine's start or of the
judge. An illegal move, a crash, an overrun of time and silence lose the game (for 0 points).
"""

import argparse
import signal
import sys

from command_line import FAULT
from parlour import EngineError
from tournament.events.ask_description import description_of, first_game
from tournament.events.event_definition import DIALECTS, EventRules, Pair
from tournament.events.event_settings import read_contestant, read_limits
from tournament.playing.game_record import RESULTS, GameRecord
from tournament.playing.judge import Judge
from tournament.playing.worker_engines import JobFault, JudgeAndPlayers

DIALECT_HELP = f"{', '.join(DIALECTS)}; see the arena"


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    add = parser.add_argument
    add("engines", nargs=2, metavar="ENGINE", help="command of the engine that plays First, Second")
    add("--judge", default="parlour", help="command of the judge")
    add("--game", default="", help="one of the judge's games, default its first")
    add("--variant", default="", help="words after `newgame GAME`, such as 'width 8 height 7'")
    add("--fen", default="", help="first position; 'startpos seed 42': a seed for the dice")
    add("--opening", default="", help="moves to begin with, such as '4 4'")
    add("--seed", type=int, default=1, help="seed of the dice and of the engines")
    add("--tc", default="", help="base+inc: seconds a game, and seconds more for each move")
    for limit in ("movetime", "nodes", "depth"):
        add(f"--{limit}", type=int, default=0, help="of each move; the engine's own if none is set")
    add("--tolerance", type=float, default=100, help="ms a move may overrun its time")
    add("--hang", type=float, default=10_000, help="ms of silence, beyond that time, that lose")
    add("--show", action="store_true", help="draw the board after each move")
    what = "an option; a limit of its own; or name=, for --show"
    for n in "12":
        to = f"set{n}"
        add(f"--{to}", action="append", default=[], metavar="NAME=VALUE", help=what)
        add(f"--player{n}", action="append", dest=to, type="Player={}".format)
        add(f"--dialect{n}", action="append", dest=to, type="dialect={}".format, help=DIALECT_HELP)
        add(
            f"--plain{n}", action="append_const", dest=to, const="dialect=ugi", help="knows no tags"
        )
    return parser.parse_args(words)


def show(judge: Judge, game: GameRecord) -> None:
    """Prints the last move, if there is one, and the board."""
    if game.moves:
        name = game.first if game.movers[-1] == "1" else game.second
        print(f"\n{len(game.moves)}. {name}: {game.moves[-1]}")
    print(judge.drawing(), flush=True)


def play(args: argparse.Namespace) -> GameRecord:
    """Plays the game of a command line."""
    name = args.game or first_game(args.judge)
    rules = EventRules(
        name,
        args.variant,
        args.judge,
        args.tolerance,
        args.hang,
        seed=args.seed,
        description=description_of(args.judge, name),
    )
    limits = read_limits(vars(args))
    settings = ["name=First", *args.set1], ["name=Second", *args.set2]
    commands = zip(args.engines, settings, strict=True)
    players = [read_contestant([command, *said], limits) for command, said in commands]
    opening = f"fen {args.fen}" if args.fen else "startpos"
    if args.opening:
        opening += f" moves {args.opening}"
    with JudgeAndPlayers(rules, players) as engines:
        engines.check()
        (game,) = engines.play(Pair(0, (0, 1), opening, legs=(0,)), show if args.show else None)
    return game


def print_result(game: GameRecord, opening: str) -> None:
    """Prints moves and result; of a game with dice, the opening's moves as they were given."""
    played = game.opening.partition(" moves ")[2] or opening
    print("moves", *played.split(), *game.moves)
    points, reason = game.points, game.ending_or_fault
    if game.result != "draw" and game.reason != "rules":
        points, reason = 0, f"engine {2 - RESULTS.index(game.result)} loses by {game.reason}"
    print("result", game.result, f"{points:g}", reason)


def main(words: list[str] | None = None) -> int:
    """Plays the game of a command line; returns the exit status."""
    try:
        args = arguments(words)
        game = play(args)
        print_result(game, args.opening)
        return RESULTS.index(game.result)
    except SystemExit as end:
        return FAULT if end.code else 0
    except (EngineError, JobFault, OSError, ValueError) as fault:
        print(f"referee: {fault}", file=sys.stderr)
        return FAULT


if __name__ == "__main__":
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: sys.exit(FAULT))  # by way of `with`: engines end
    sys.exit(main())
