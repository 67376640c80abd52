"""A Connect Four solver that tries everything: `moves score` for each line of a file of moves."""

import sys
from pathlib import Path

from solver_benchmark.connect4_position import CELLS, Rack, rack_after


class Naive:
    """Plain negamax without a table."""

    def __init__(self) -> None:
        self.nodes = 0

    def score(self, rack: Rack) -> int:
        """The best that the side to move can reach."""
        self.nodes += 1
        if any(rack.wins(channel) for channel in rack.moves):
            return (CELLS + 1 - rack.plies) // 2
        return max((-self.score(rack.play(channel)) for channel in rack.moves), default=0)


if __name__ == "__main__":
    naive = Naive()
    for moves in Path(sys.argv[1]).read_text(encoding="ascii").splitlines():
        print(moves, naive.score(rack_after(moves)))
    print("nodes", naive.nodes, file=sys.stderr)
