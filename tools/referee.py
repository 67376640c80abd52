"""Plays one game between two engines, with Parlour as the judge of the rules.

    referee.py --game backgammon --seed 42 --tc 60+0.5 --player2 george parlour parlour

Prints `moves <m> …` and `result p1win|p2win|draw <points> <reason>`. Exit status: 0 the first
engine wins, 1 the second wins, 2 a draw, 3 a fault of the call, of an engine's start or of the
judge. An illegal move, a crash, an overrun of time and silence lose the game (for 0 points).
"""

import argparse
import signal
import sys
import time

from parlour_client import Engine, EngineError

RESULTS, FAULT = ("p1win", "p2win", "draw"), 3  # the exit status 0, 1, 2; and the other


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    add = parser.add_argument
    add("engines", nargs=2, metavar="ENGINE", help="command of the engine that plays First, Second")
    add("--judge", default="parlour", help="command of the judge")
    add("--game", default="", help="one of the judge's games, default its first")
    add("--variant", default="", help="words after `newgame GAME`, such as 'width 8 height 7'")
    add("--fen", default="", help="first position; 'startpos seed 42': engines roll the same dice")
    add("--opening", default="", help="moves to begin with, such as '4 4'")
    add("--seed", default="1", help="seed of the judge's dice and of the engines")
    add("--tc", default="inf", help="base+inc: seconds a game, and seconds more for each move")
    for limit in ("movetime", "nodes", "depth"):
        add(f"--{limit}", type=int, default=0, help="of each move; the engine's own if none is set")
    add("--tolerance", type=float, default=100, help="ms a move may overrun its time")
    add("--hang", type=float, default=10_000, help="ms of silence, beyond that time, that lose")
    for n in "12":
        add(f"--set{n}", action="append", default=[], metavar="NAME=VALUE", help="an option")
        add(f"--player{n}", action="append", dest=f"set{n}", type="Player={}".format)
        add(f"--plain{n}", action="store_true", help=f"engine {n} knows no tags, only UGI")
    return parser.parse_args(words)


def prepare(engine: Engine, args: argparse.Namespace, settings: list[str]) -> None:
    """Brings an engine to the beginning of the game."""
    game = [f"newgame {args.game} {args.variant}"] if engine.tagged else []
    options = [f"setoption name {' value '.join(s.split('=', 1))}" for s in settings]
    for line in ("ugi", *game, *options, "uginewgame", "isready"):
        engine.ask(line)


def roll(judge: Engine) -> list[str]:
    """The line `dice <a> <b>` if dice are due, else nothing."""
    try:
        judge.ask("legal")
    except EngineError as refusal:
        if refusal.code != "need-dice":
            raise
        return judge.ask("roll")
    return []


def play(judge: Engine, players: list[Engine], args: argparse.Namespace) -> tuple[int, str]:
    """Plays to the end; returns status and reason."""
    base, inc = (1000 * float(seconds) for seconds in f"{args.tc}+0".split("+")[:2])
    clocks = [base, base]  # milliseconds, like all times below
    given = {"movetime": args.movetime, "nodes": args.nodes, "depth": args.depth}
    start = f"position fen {args.fen}" if args.fen else "position startpos"
    judge.ask(f"{start} moves {args.opening}")
    while judge.words("query gameover") == ["false"]:
        mover = 0 if judge.words("query p1turn") == ["true"] else 1
        dice, moves = roll(judge), judge.words("history")
        position = f"{start} moves {' '.join(moves)}" if moves else start
        limits = [f"{name} {value}" for name, value in given.items() if value]
        if args.tc != "inf":
            limits += [f"p{n}time {t:.0f} p{n}inc {inc:.0f}" for n, t in enumerate(clocks, 1)]
        allowed = min(clocks[mover], args.movetime or clocks[mover])
        wait = args.hang + (0 if allowed == float("inf") else allowed)
        try:
            for line in (position, *dice, "isready"):
                players[mover].ask(line)
            began = time.monotonic()
            move = players[mover].go(" ".join(limits), timeout=wait / 1000)
            used = 1000 * (time.monotonic() - began)
            if used > allowed + args.tolerance:
                raise EngineError("overrun", f"{used:.0f} ms used of {allowed:.0f}")
            judge.ask(f"move {move}")  # a judge that fails here fails again in `main`
            if len(judge.words("history")) != len(moves) + 1:
                judge.ask(position)
                raise EngineError("illegal-move", f"'{move}' is not one move")
        except EngineError as fault:
            return 1 - mover, f"engine {mover + 1} loses by {fault}"
        clocks[mover] = max(1, clocks[mover] + inc - used)
    return RESULTS.index(judge.words("query result")[0]), "the rules of the game"


def main(words: list[str] | None = None) -> int:
    """Plays the game of a command line; returns the exit status."""
    try:
        args = arguments(words)
        with (
            Engine(args.judge) as judge,
            Engine(args.engines[0], not args.plain1, args.hang / 1000) as first,
            Engine(args.engines[1], not args.plain2, args.hang / 1000) as second,
        ):
            args.game = args.game or judge.words("games")[0]
            prepare(judge, args, [f"Seed={args.seed}"])
            prepare(first, args, [f"Seed={args.seed}", *args.set1])
            prepare(second, args, [f"Seed={args.seed}", *args.set2])
            status, reason = play(judge, [first, second], args)
            print("moves", *judge.words("history"))
            print("result", RESULTS[status], *judge.words("query points"), reason)
            return status
    except SystemExit as end:
        return FAULT if end.code else 0
    except (EngineError, OSError, ValueError) as fault:
        print(f"referee: {fault}", file=sys.stderr)
        return FAULT


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(FAULT))  # by way of `with`: engines end
    sys.exit(main())
