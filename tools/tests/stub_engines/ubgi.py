"""A stub of UBGI: `ubgi.py PARLOUR SEED` speaks draft 0.01, `ubgi.py PARLOUR SEED go` 0.1."""

import sys

from tests.stub_engines.legal_moves_from_engine import RulesEngine


def spelt(move: str) -> str:
    """A move as UBGI has it."""
    return "" if move == "pass" else move.replace(",", " ")


def main() -> None:
    """Answers until the end of input or `quit`."""
    parlour, seed, *go = sys.argv[1:]
    rules = RulesEngine(parlour, "backgammon cube on")
    position = dice = ""
    for line in sys.stdin:
        match line.split():
            case ["ubgi"]:
                print("id name any move\nid author none", flush=True)
                print("ubgiok" if go else "readyok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case [xgid] if xgid.startswith("XGID=") and not go:
                print(spelt(rules.any_move(seed, f"position fen {xgid}")), flush=True)
            case ["position", "gnubgid", name] if go:
                position = f"position fen {name}"
            case ["dice", _, _] if go:
                dice = line.strip()
            case ["go", "role", "chequer", *_] if go:
                move = spelt(rules.any_move(seed, "newgame backgammon", position, dice))
                print(f"info depth 1 score cp 0 nodes 1\nbestmove {move}", flush=True)
            case ["stop"]:
                pass
            case ["quit"]:
                return
            case [word, *_]:
                print(f"error unknown_command {word}" if go else "sorry", flush=True)


if __name__ == "__main__":
    main()
