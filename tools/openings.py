"""Makes a set of openings: random play that ends in balanced positions, no two of them alike.

    openings.py --game connect5 --size 100 --plies 6-10 --near 2 --seed 1 > openings.txt

Prints `#` lines that say how the set was made, then one opening a line: the words after
`position`. The same options and engine give the same bytes, unless a time limits the search.
Nothing is printed before the set is complete. Exit status: 0; 1 too few were found, or the engine
failed; 2 a wrong call; 130 interrupted.
"""

import argparse
import contextlib
import math
import queue
import shlex
import signal
import sys
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from command_line import positive, print_when_complete, read_whole_number
from parlour import EngineError
from tournament.events.ask_description import description_of, first_game
from tournament.openings.opening_candidates import Candidate, Maker, OpeningSpec, Selection
from workers.progress import Progress

AHEAD = 4  # candidates in work or waiting for each engine
LIMITS = ("nodes", "depth", "movetime")
NODES = 100_000  # of the judging search, where nothing limits it
DEFAULTS: dict[str, Any] = {
    "plies": (6, 8),
    "window": 60,
    "near": 0,
    "best": 0,
    "apart": 3,
    "games": 8,
    "pace": 1000,
}
DICE_DEFAULTS = {"plies": (0, 4), "window": 15, "best": 3, "apart": 0, "games": 0}  # with dice


def plies(text: str) -> tuple[int, int]:
    """A number of plies or, such as `6-10`, the least and the most."""
    least, _, most = text.partition("-")
    return read_whole_number(least), read_whole_number(most or least, read_whole_number(least))


def read_share(text: str) -> float:
    """A part of the whole, above 0."""
    with contextlib.suppress(ValueError):
        if 0 < (number := float(text)) <= 1:
            return number
    raise argparse.ArgumentTypeError(f"'{text}' is no part of 1, such as 0.1")


def words_of(options: dict[str, Any]) -> str:
    """Options as words of a command line."""
    ranges = {name: "-".join(map(str, value)) for name, value in options.items() if name == "plies"}
    return " ".join(f"--{name} {value}" for name, value in (options | ranges).items())


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line; `with_defaults` sets what depends on the game."""
    defaults = f"Defaults: {words_of(DEFAULTS)}; in games with dice {words_of(DICE_DEFAULTS)}."
    parser = argparse.ArgumentParser(usage=__doc__, epilog=defaults)
    add = parser.add_argument
    add("--engine", default="target/release/parlour", help="command of the engine")
    add("--jobs", type=positive, default=1, help="engines that work at the same time")
    add("--game", default="", help="one of the engine's games, default its first")
    add("--variant", default="", help="words after `newgame GAME`, such as 'width 8 height 7'")
    add("--size", type=positive, default=100, help="how many openings")
    add("--seed", type=read_whole_number, default=1, help="seed of all that is random")
    add("--plies", type=plies, help="moves of an opening: 6, or from 6 to 10: 6-10")
    add(
        "--window", type=read_whole_number, help="the greatest score for either side, in hundredths"
    )
    add("--exact", action="store_true", help="only positions that the search proves drawn")
    add("--player", default="generic", help="player that judges")
    for limit in LIMITS:
        add(
            f"--{limit}",
            type=positive,
            help=f"limit of the judging search; by default {NODES} nodes",
        )
    add(
        "--first-nodes",
        type=positive,
        help="nodes of a short search before the judging one; it refuses a candidate whose score is"
        " beyond five windows",
    )
    add(
        "--near",
        type=read_whole_number,
        help="play within this many cells of another piece; 0: anywhere",
    )
    add(
        "--best",
        type=read_whole_number,
        help="play one of this many best moves of a search of one ply; 0: any move",
    )
    add(
        "--apart",
        type=read_whole_number,
        help="cells in which any two openings differ at least, rotated or reflected too",
    )
    add(
        "--share",
        type=read_share,
        default=0.1,
        help="part of the set that may begin with the same two plies",
    )
    add(
        "--games",
        type=read_whole_number,
        help="fast games of which each side must score three eighths",
    )
    add("--pace", type=positive, help="nodes of a move in those games, times a quarter to four")
    add(
        "--tries",
        type=positive,
        help="candidates before it gives up; by default 200 for each opening",
    )
    args = parser.parse_args(words)
    if args.exact and args.first_nodes:
        parser.error("--first-nodes is not for --exact: a short search proves too few draws")
    if not any(getattr(args, limit) for limit in LIMITS):
        args.nodes = NODES
    args.tries = args.tries or 200 * args.size
    return args


def with_defaults(args: argparse.Namespace) -> argparse.Namespace:
    """Sets the options that were not given, by the engine's description of the game."""
    args.game = args.game or first_game(args.engine)
    has_dice = description_of(args.engine, args.game).dice
    for name, value in (DEFAULTS | DICE_DEFAULTS if has_dice else DEFAULTS).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return args


def reproducing_command(args: argparse.Namespace) -> str:
    """The command line that makes the same set again, with every option written out."""
    words = ["openings.py"]
    for name, value in vars(args).items():
        if name in ("engine", "jobs") or value is None or value is False or value == "":
            continue
        text = "-".join(map(str, value)) if name == "plies" else str(value)
        option = f"--{name.replace('_', '-')}"
        words += [option] if value is True else [option, text]
    return shlex.join(words)


def spec_of(args: argparse.Namespace) -> OpeningSpec:
    """What the command line asks of each candidate."""
    given = [f"{limit} {getattr(args, limit)}" for limit in LIMITS if getattr(args, limit)]
    return OpeningSpec(
        game=args.game,
        variant=args.variant,
        seed=args.seed,
        plies=args.plies,
        reach_in_cells=args.near,
        best=args.best,
        window=args.window,
        must_be_proved_draw=args.exact,
        judging=f"player {args.player} {' '.join(given)}",
        first_search=f"player {args.player} nodes {args.first_nodes}" if args.first_nodes else "",
        games=args.games,
        nodes_of_fast_games=args.pace,
    )


def candidates(makers: list[Maker], tries: int) -> Generator[Candidate | None, None, None]:
    """All candidates in the order of their numbers, made by all engines at once."""
    idle: queue.SimpleQueue[Maker] = queue.SimpleQueue()
    for maker in makers:
        idle.put(maker)

    def make(number: int) -> Candidate | None:
        maker = idle.get()
        try:
            return maker.candidate(number)
        finally:
            idle.put(maker)

    ahead: deque[Future[Candidate | None]] = deque()
    pool = ThreadPoolExecutor(len(makers))
    try:
        for number in range(tries):
            ahead.append(pool.submit(make, number))
            if len(ahead) > AHEAD * len(makers):
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        for future in ahead:
            future.cancel()
        for maker in makers:
            maker.stop()
        pool.shutdown()


class TooFew(Exception):
    """Too few openings were found."""


def select(args: argparse.Namespace, makers: list[Maker]) -> Selection:
    """Tries candidates until the set is whole; raises TooFew when all tries are used up."""
    symmetry = makers[0].description.symmetry
    selection = Selection(symmetry, args.apart, math.ceil(args.share * args.size))
    with (
        Progress(args.size, unit="opening") as progress,
        contextlib.closing(candidates(makers, args.tries)) as offered,
    ):
        for tried, candidate in enumerate(offered, 1):
            before = len(selection.chosen)
            if candidate is not None:
                selection.offer(candidate)
            progress.step(f"{tried} tried", len(selection.chosen) - before)
            if len(selection.chosen) == args.size:
                return selection
    raise TooFew(f"{len(selection.chosen)} of {args.size} found in {args.tries} tries")


def make(args: argparse.Namespace) -> str:
    """The whole text of the set."""
    args = with_defaults(args)
    with contextlib.ExitStack() as stack:
        makers: list[Maker] = []
        for _ in range(args.jobs):
            makers.append(Maker(args.engine, spec_of(args)))
            stack.enter_context(makers[-1].engine)
        selection = select(args, makers)
        remarks = [reproducing_command(args), f"judged by {makers[0].name}", selection.summary()]
    openings = [candidate.opening for candidate in selection.chosen]
    return "".join(f"{line}\n" for line in [*(f"# {remark}" for remark in remarks), *openings])


def main(words: list[str] | None = None) -> int:
    """Prints the set of a command line; returns the exit status."""
    args = arguments(words)
    return print_when_complete("openings", lambda: make(args), EngineError, TooFew)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # by way of `with`: engines end
    sys.exit(main())
