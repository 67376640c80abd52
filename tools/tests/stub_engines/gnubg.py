"""Stands in for GNU Backgammon: hears its commands, then serves boards as the engine does.

python gnubg.py PARLOUR [WORD …]: the words go to `PARLOUR external`.
"""

import subprocess
import sys


def main() -> None:
    """Answers as GNU Backgammon does when a script has it serve boards."""
    for line in sys.stdin:
        words = line.split()
        if words[0] == "external":
            break
        print(f"`eval' and `hint' {words[2]} will use {words[-1]} ply evaluation.", flush=True)
    else:
        return
    port = words[1].partition(":")[2]
    command = [sys.argv[1], "external", "--port", port, *sys.argv[2:]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdout
        engine.stdout.readline()  # it listens
        print(f"Waiting for a connection from {words[1]}...", flush=True)


if __name__ == "__main__":
    main()
