"""Stands in for GNU Backgammon: hears its commands, then serves boards as the engine does.

python gnubg.py PARLOUR [WORD …]: the words go to `PARLOUR external`.
"""

import os
import sys
import time


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
    if not os.fork():
        time.sleep(0.3)
        print(f"Waiting for a connection from {words[1]}...", flush=True)
        return
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
