"""A stub engine of UGI, of one game and without tags: `ugi.py PARLOUR GAME SEED`."""

import sys

from tests.stub_engines.legal_moves_from_engine import RulesEngine


def main() -> None:
    """Answers until the end of input or `quit`."""
    parlour, game, seed = sys.argv[1:]
    rules, position = RulesEngine(parlour, game), "position startpos"
    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                print("id name any move\nid author none\nugiok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", *_]:
                position = line.strip()
            case ["go", *_]:
                move = rules.any_move(seed, position)
                print(f"info depth 1 score cp 0 nodes 1 pv {move}\nbestmove {move}", flush=True)
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
