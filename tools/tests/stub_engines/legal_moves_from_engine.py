"""The rules for a stub engine that needs them: a child process that is asked what is legal."""

import random
from subprocess import PIPE, Popen


class RulesEngine:
    """An engine of the native dialect that lists legal moves."""

    def __init__(self, parlour: str, game: str) -> None:
        """Starts it; `game` is the word after `newgame`."""
        self._process = Popen([parlour], stdin=PIPE, stdout=PIPE, text=True)
        self._send(f"newgame {game}")

    def _send(self, line: str) -> None:
        assert self._process.stdin
        print(line, file=self._process.stdin, flush=True)

    def any_move(self, seed: str, *lines: str) -> str:
        """A legal move in the position that these lines set up; `none` if there is none."""
        for line in lines:
            self._send(line)
        self._send("@legal legal")
        assert self._process.stdout
        for answer in self._process.stdout:
            if answer.startswith("@legal legal"):
                moves = answer.split()[2:] or ["none"]
                return random.Random(f"{seed} {' '.join(lines)}").choice(moves)
        return "none"
