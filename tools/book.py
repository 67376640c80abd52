"""Makes an opening book: the best moves of the positions that good play leads to.

    book.py --game connect5 --variant 'rule freestyle' --variant 'rule renju' --size 60 > book.txt

Each position is judged by a search of its own; judged positions below it replace that value.
The next position is the one on whose way both sides together lose the least, plus `--step`
hundredths for each ply: drop-out expansion (Lincke 2001, "Strategies for the automatic
construction of opening books"). Transpositions, rotations and reflections are one position.

Prints `#` lines that say how the book was made, then a position a line: words of the variant, the
moves that lead there, the nodes of its search, and its best moves, each with its score for the
side to move. The same options and engine give the same bytes. Nothing is printed before the book
is complete. Exit status: 0; 1 the engine failed; 2 a wrong call; 130 interrupted.
"""

import argparse
import re
import shlex
import signal
import sys
from dataclasses import dataclass, field

from command_line import positive, print_when_complete, read_whole_number
from parlour import Engine, EngineError
from parlour.game_description import NO_SYMMETRY
from tournament.events.ask_description import describe
from tournament.openings.board_symmetry import canonical, images, read_rows
from tournament.openings.opening_candidates import is_bound_alone
from workers.progress import Progress

INFO_LINE = re.compile(r"info depth (\d+) .* multipv (\d+) score (cp|mate) (-?\d+) .* pv (\S+)")
DECIDED = 20_000  # hundredths: more than the value of any position that is not won
NOTHING_TO_JUDGE = 10**9  # a distance larger than that of any position: there is none to judge


@dataclass
class JudgedPosition:
    """A position that was judged."""

    moves: tuple[str, ...]  # that lead there
    nodes: int  # that its search took
    scores: dict[str, int]  # its best moves and what the search says of them, for the mover
    children: dict[str, str] = field(default_factory=dict)  # those moves, and where they lead


def best_moves_and_scores(lines: list[str]) -> dict[str, int]:
    """The best moves, hundredths for the mover: the mean of the last two depths that list them.

    Odd and even depths favour different sides. A proved result is not averaged. A depth that a
    limit has ended lists one move with a bound, which does not count.
    """
    depths: dict[int, dict[str, int]] = {}
    for line in lines:
        if not (found := INFO_LINE.match(line)) or is_bound_alone(line):
            continue
        number = int(found[4])
        if found[3] == "mate":
            number = (DECIDED + 1_000 - abs(number)) * (1 if number > 0 else -1)
        depths.setdefault(int(found[1]), {})[found[5]] = number
    if not depths:
        return {}
    last = depths[max(depths)]
    before = depths.get(max(depths) - 1, {})

    def mean(move: str, score: int) -> int:
        return score if abs(score) >= DECIDED else (score + before.get(move, score)) // 2

    return {move: mean(move, score) for move, score in last.items()}


class Tree:
    """The positions of one variant that were judged, each once for all its images."""

    def __init__(self, engine: Engine, args: argparse.Namespace, variant: str) -> None:
        """Only the start position, not yet judged."""
        self.engine, self.args, self.variant = engine, args, variant
        self.known: dict[str, JudgedPosition] = {}
        self.engine.ask(f"newgame {args.game} {variant}")
        self.symmetry = describe(engine).symmetry
        self.root = self.key(())

    def fen(self, moves: tuple[str, ...]) -> str:
        """The position after these moves, which is then set up in the engine."""
        self.engine.ask(" ".join(["position startpos", *(["moves"] if moves else []), *moves]))
        return self.engine.ask("fen")[-1].removeprefix("fen ")

    def key(self, moves: tuple[str, ...]) -> str:
        """One text for all images of the position after these moves."""
        return canonical(self.fen(moves), self.symmetry)

    def searchmoves_words(self, moves: tuple[str, ...]) -> str:
        """Words for `go`: in a symmetric position, one of the moves that are images."""
        rows = read_rows(self.fen(moves))
        whole = 8 if len(rows) == len(rows[0]) else 4
        if self.symmetry == NO_SYMMETRY or len(images(rows, self.symmetry)) == whole:
            return ""
        unlike = {self.key((*moves, move)): move for move in reversed(self.engine.words("legal"))}
        return " ".join(["searchmoves", *unlike.values()])

    def judge(self, moves: tuple[str, ...]) -> None:
        """Searches a position; stores it with one of the moves that lead to a position."""
        self.engine.ask("newgame")  # nothing is known from earlier searches
        choice, key = self.searchmoves_words(moves), self.key(moves)
        said = self.engine.ask(f"go nodes {self.args.nodes} {choice}")
        node = self.known[key] = JudgedPosition(moves, self.args.nodes, {})
        seen: set[str] = set()
        for move, score in best_moves_and_scores(said).items():
            child = self.key((*moves, move))
            if child not in seen:
                seen.add(child)
                node.scores[move], node.children[move] = score, child

    def values(self, key: str, cache: dict[str, dict[str, int]]) -> dict[str, int]:
        """The value of each move for the mover, by minimax over judged positions."""
        if key not in cache:
            node = self.known[key]
            cache[key] = dict(node.scores)
            for move, child in node.children.items():
                if child in self.known and (below := self.values(child, cache)):
                    cache[key][move] = -max(below.values())
        return cache[key]

    def next_to_judge(
        self, key: str, cache: dict[str, dict[str, int]], found: dict[str, tuple[int, list[str]]]
    ) -> tuple[int, list[str]]:
        """The moves to the next position to judge below this one, and its distance."""
        if key not in found:
            node, values = self.known[key], self.values(key, cache)
            best, found[key] = max(values.values(), default=0), (NOTHING_TO_JUDGE, [])
            for move, value in values.items():
                if abs(value) >= DECIDED or len(node.moves) >= self.args.plies:
                    continue
                off = self.args.step + best - value
                child = node.children[move]
                below, rest = (
                    self.next_to_judge(child, cache, found) if child in self.known else (0, [])
                )
                found[key] = min(found[key], (off + below, [child, *rest]))
        return found[key]

    def grow(self) -> bool:
        """Judges the next position; returns whether there was one."""
        if not self.known:
            self.judge(())
            return True
        off, path = self.next_to_judge(self.root, {}, {})
        if off >= NOTHING_TO_JUDGE:
            return False
        parent = self.known[path[-2] if len(path) > 1 else self.root]
        move = next(move for move, child in parent.children.items() if child == path[-1])
        self.judge((*parent.moves, move))
        return True

    def lines(self) -> list[str]:
        """The book's lines, shorter beginnings first."""
        cache: dict[str, dict[str, int]] = {}
        written = []
        for key, node in sorted(self.known.items(), key=lambda item: len(item[1].moves)):
            values = self.values(key, cache)
            top = max(values.values(), default=-DECIDED)
            best = [(-value, m) for m, value in values.items() if top - value <= self.args.near]
            if best and abs(top) < DECIDED:
                moves = [f"{move} {-worth}" for worth, move in sorted(best)]
                head = [self.variant, " ".join(node.moves), str(node.nodes)]
                written.append(";".join([*head, *moves]))
        return written


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    add = parser.add_argument
    add("--engine", default="target/release/parlour", help="command of the engine")
    add("--game", required=True, help="one of the engine's games")
    add("--variant", action="append", help="words after `newgame GAME`; once for each variant")
    add("--size", type=positive, default=100, help="positions of each variant")
    add("--plies", type=positive, default=8, help="the longest line of moves to a position")
    add("--nodes", type=positive, default=1_500_000, help="nodes of each search")
    add("--hash", type=positive, default=64, help="MiB of the engine's transposition table")
    add("--lines", type=positive, default=6, help="moves that each search compares")
    add(
        "--step",
        type=read_whole_number,
        default=40,
        help="hundredths that a ply costs: a larger number makes a broader book",
    )
    add(
        "--near",
        type=read_whole_number,
        default=5,
        help="hundredths by which a move may be worse than the best one",
    )
    add("--seed", type=read_whole_number, default=1, help="seed of the engine")
    args = parser.parse_args(words)
    args.variant = args.variant or [""]
    return args


def reproducing_command(args: argparse.Namespace) -> str:
    """The command line that makes the same book again, with every option written out."""
    words = ["book.py"]
    for name, value in vars(args).items():
        if name == "variant":
            words += [word for variant in value if variant for word in ("--variant", variant)]
        elif name != "engine":
            words += [f"--{name}", str(value)]
    return shlex.join(words)


def make(args: argparse.Namespace) -> str:
    """The whole text of the book."""
    lines: list[str] = []
    total = args.size * len(args.variant)
    with Engine.popen(args.engine) as engine, Progress(total, unit="position") as progress:
        name = engine.ask("ugi")[0].removeprefix("id name ")
        engine.ask(f"setoption name MultiPV value {args.lines}")
        engine.ask(f"setoption name Hash value {args.hash}")
        engine.ask(f"setoption name Seed value {args.seed}")
        for variant in args.variant:
            tree = Tree(engine, args, variant)
            while len(tree.known) < args.size and tree.grow():
                progress.step(variant)
            lines += tree.lines()
    head = [reproducing_command(args), f"judged by {name}; {len(lines)} positions"]
    return "".join(f"{line}\n" for line in [*(f"# {remark}" for remark in head), *lines])


def main(words: list[str] | None = None) -> int:
    """Prints the book of a command line; returns the exit status."""
    args = arguments(words)
    return print_when_complete("book", lambda: make(args), EngineError)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # by way of `with`: the engine ends
    sys.exit(main())
