"""Makes the lists of openings that the engine offers under Swap2: three stones in a corner.

    swap2_openings.py --size 16 > src/protocol/dialects/piskvork/swap2_openings.txt

For each rule, all triples within five cells of a corner, one of each two mirror images, are judged
by shallow searches, the best of these by deeper ones. Where a rule has several boards, a triple
counts as good as it is on its worst board. Prints `#` lines that say how the lists were made, and
for each rule a line `rule <name>` and one triple a line, First, Second, First, and after `#` its
values for Second on those boards, in hundredths.
"""

import argparse
import itertools
import shlex
from collections.abc import Iterator

from parlour import Engine
from tournament.openings.opening_candidates import is_bound_alone

CORNER_CELLS = 5  # cells of the corner each way: every board has them
# By rule: words after `newgame connect5`, the first for the shallow searches alone.
BOARD_VARIANTS = {
    "freestyle": ["size 15", "size 20"],
    "standard": ["size 15 rule standard"],
    "renju": ["size 15 rule renju"],
}
DECIDED = 30_000  # hundredths, more than any other value
Cell = tuple[int, int]
Triple = tuple[Cell, Cell, Cell]
Values = dict[Triple, list[int]]


def triples() -> Iterator[Triple]:
    """First, Second, First, from the top left corner; of two mirror images the lesser one."""
    cells = [(x, y) for x in range(CORNER_CELLS) for y in range(CORNER_CELLS)]
    for first, third in itertools.combinations(cells, 2):
        for second in cells:
            swapped = [(y, x) for x, y in (first, third, second)]
            image = (*sorted(swapped[:2]), swapped[2])
            if second not in (first, third) and (first, third, second) <= image:
                yield first, second, third


def moves(triple: Triple, board: str) -> str:
    """The stones as moves, on the board of these words."""
    height = int(board.split()[1])
    return " ".join(f"{chr(ord('a') + x)}{height - y}" for x, y in triple)


def value(engine: Engine, triple: Triple, nodes: int) -> int:
    """What it is worth for Second, who acts; the largest number if it is decided or unknown."""
    said: list[str] = []
    engine.ask(f"go nodes {nodes}", said.append)
    scored = [line for line in said if " score " in line and not is_bound_alone(line)]
    scores = [line.partition(" score ")[2].split() for line in scored]
    kind, number = scores[-1][:2] if scores else ("mate", "")
    return int(number) if kind == "cp" else DECIDED * (-1 if number.startswith("-") else 1)


def judge(engine: Engine, of: list[Triple], boards: list[str], nodes: int) -> Values:
    """The value of each triple on each of these boards."""
    values: Values = {triple: [] for triple in of}
    for board in boards:
        for triple in of:
            engine.ask(f"newgame connect5 {board}")
            engine.ask(f"position startpos moves {moves(triple, board)}")
            values[triple].append(value(engine, triple, nodes))
    return values


def evenest(values: Values, count: int) -> list[Triple]:
    """The `count` triples whose worst value is nearest to even."""
    return sorted(values, key=lambda triple: max(map(abs, values[triple])))[:count]


def choose(engine: Engine, boards: list[str], size: int, nodes: int) -> Values:
    """The best triples on these boards, with their values by searches of this many nodes."""
    left, values = list(triples()), {}
    for part, share in ((16, 64), (4, 8), (1, 1)):
        judged_on = boards[:1] if share > 1 else boards
        values = judge(engine, left, judged_on, max(nodes // share, 1))
        left = evenest(values, part * size)
    return {triple: values[triple] for triple in left}


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    add = parser.add_argument
    add("--engine", default="target/release/parlour", help="command of the engine")
    add("--size", type=int, default=16, help="how many triples")
    add("--nodes", type=int, default=200_000, help="of the deepest searches")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Prints the list."""
    args = arguments(words)
    words = ["swap2_openings.py", "--size", str(args.size), "--nodes", str(args.nodes)]
    with Engine.popen(args.engine) as engine:
        name = engine.ask("ugi")[0].partition("name ")[2]
        print(f"# {shlex.join(words)}")
        print(f"# judged by {name}")
        for rule, boards in BOARD_VARIANTS.items():
            print(f"# values for Second on {', '.join(boards)}")
            print(f"rule {rule}", flush=True)
            for triple, values in choose(engine, boards, args.size, args.nodes).items():
                cells = " ".join(f"{x},{y}" for x, y in triple)
                print(f"{cells} # {' '.join(map(str, values))}")


if __name__ == "__main__":
    main()
