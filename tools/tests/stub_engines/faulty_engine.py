"""A stub engine that hands lines on to an engine and its answers back, with one fault.

`faulty_engine.py PARLOUR FAULT`, where the fault is one of
  loses    one answer is never given
  changes  `roll`, which a game without dice refuses, starts a new game
  illegal  searches answer moves that are none
  dies     it ends with a panic, after some lines
  hangs    it answers no more, after some lines
  grows    it keeps some memory for each new game
"""

import os
import sys
import threading
import time
from subprocess import PIPE, Popen
from typing import IO

LINES_BEFORE_DEATH = 200  # after which it dies or hangs
ANSWERS_BEFORE_LOSS = 100  # after which one is lost
BYTES_LEAKED_PER_GAME = 1 << 18  # bytes for each new game


def pass_answers_on(stdout: IO[bytes], fault: str) -> None:
    """Thread: the answers."""
    answers = 0
    for line in stdout:
        said = line
        answers += 1
        if fault == "loses" and answers >= ANSWERS_BEFORE_LOSS and line.endswith(b" ok\n"):
            answers = -1_000_000
            continue
        if fault == "illegal" and b"bestmove" in line:
            said = line.rpartition(b" ")[0] + b" a0\n"
        os.write(1, said)


def main() -> None:
    """Hands on all lines."""
    command, fault = sys.argv[1:3]
    kept = []
    with Popen([command, *sys.argv[3:]], stdin=PIPE, stdout=PIPE) as engine:
        assert engine.stdin and engine.stdout
        thread = threading.Thread(target=pass_answers_on, args=(engine.stdout, fault))
        thread.start()
        for number, line in enumerate(sys.stdin.buffer):
            if fault == "changes" and line.endswith(b" roll\n"):
                engine.stdin.write(b"newgame\n")
            if fault == "grows" and b"newgame" in line:
                kept.append(b"x" * BYTES_LEAKED_PER_GAME)
            if number > LINES_BEFORE_DEATH and fault == "dies":
                engine.kill()
                print("thread 'main' panicked at src/main.rs:1:1", file=sys.stderr, flush=True)
                os._exit(101)
            if number > LINES_BEFORE_DEATH and fault == "hangs":
                time.sleep(3600)
            engine.stdin.write(line)
            engine.stdin.flush()
        engine.stdin.close()
        thread.join()


if __name__ == "__main__":
    main()
