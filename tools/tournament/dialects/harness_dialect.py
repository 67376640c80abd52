"""The dialect harness: programs of a course of 2001, one process a move: `./go < board`.

A program reads a board of Connect 5, rows of `X`, `O` and `-`, and writes its cell as `(x y)`,
column and row from 0, from the top left corner. See `parlour harness` in protocol.md.
"""

import re
import signal
import sys

from parlour import EngineError
from tournament.dialects.connect5_coordinates import read_cell, shape_of, stones_of
from tournament.dialects.dialect_player import INF, DialectPlayer, SearchInfo, Situation
from tournament.dialects.engine_process import ProcessGuard, ProgramOutput, find_program, run_once
from tournament.events.event_definition import Contestant, EventRules, variant_words
from tournament.text_table import clean

CELL = re.compile(r"'?\(\s*(\d{1,3})\s+(\d{1,3})\s*\)", re.ASCII)  # some Schemes quote a list
X_IS_FIRST, X_IS_MOVER = "first", "mover"  # whose stones are X


def board_of(fen: str, own: str) -> str:
    """The mover's board; `own` is the letter of the mover's stones."""
    width, height = shape_of(fen)
    mover = fen.split()[1]
    other = "O" if own == "X" else "X"
    letters = {cell: own if stone == mover else other for cell, stone in stones_of(fen).items()}
    rows = ([letters.get((x, y), "-") for x in range(width)] for y in range(height))
    return "".join(" ".join(row) + "\n" for row in rows)


class ProgramPerMove(DialectPlayer):
    """A program that is started for each move; its limits are a matter of its command."""

    def __init__(self, contestant: Contestant, rules: EventRules, guard: ProcessGuard) -> None:
        """Connect 5 only; a board has no place for the rule, nor for limits other than time."""
        super().__init__(contestant, rules, guard)
        if rules.game != "connect5":
            raise self.cannot(f"it has Connect 5 only, not {rules.game}")
        rule = variant_words(rules.variant).get("rule", "freestyle")
        if rule != "freestyle":
            text = f"its boards have no place for the rule '{rule}', only freestyle is played"
            raise self.cannot(text)
        if contestant.limits.nodes or contestant.limits.depth:
            raise self.cannot("it has no words for nodes and depth; put them into the command")
        self._x = contestant.options.get("x", X_IS_FIRST)
        if set(contestant.options) - {"x"} or self._x not in (X_IS_FIRST, X_IS_MOVER):
            raise self.cannot("its only option is x, first or mover: put others into the command")

    def begin(self, start: Situation) -> None:
        """Makes sure that the program is there: it starts when it has to move."""
        find_program(self.contestant.command)
        self.new_game(start)

    def new_game(self, start: Situation) -> None:
        """A board says by its stones whose move it is, so their numbers must fit."""
        self._letter(start)

    def _letter(self, situation: Situation) -> str:
        """The letter of the mover's stones; where X is First, the numbers of stones decide."""
        stones = list(stones_of(situation.fen).values())
        more = len(stones) - 2 * stones.count(situation.fen.split()[1])  # of the opponent
        if self._x == X_IS_MOVER or more == 0:
            return "X"
        if more != 1:
            raise self.cannot(f"the stones of '{situation.fen}' do not show whose move it is")
        return "O"

    def choose(self, situation: Situation) -> str:
        """Runs the program on the board; it is killed when its time is up."""
        self.thought = SearchInfo()
        board = board_of(situation.fen, self._letter(situation))
        allowed = situation.allowed
        is_timed = allowed < INF
        patience = allowed + self.rules.tolerance if is_timed else situation.hang
        done = run_once(self.contestant.command, board, self._guard, patience / 1000)
        for line in done.errors.splitlines():
            print(f"{self.contestant.name}: {_one_line(line)}", file=sys.stderr, flush=True)
        if done.status is None and is_timed:
            raise EngineError("overrun", f"killed after {patience:.0f} ms of {allowed:.0f}")
        if done.status is None:
            raise EngineError("no-answer", f"killed after {patience / 1000:g} s")
        if done.status:
            raise EngineError("failure", _failure(done))
        return read_cell(_one_line(done.output), CELL, shape_of(situation.fen))


def _failure(done: ProgramOutput) -> str:
    """How a program failed, with its last words."""
    status = done.status or 0
    how = f"exit status {status}"
    if status < 0:
        how = f"ended by signal {-status}, {signal.strsignal(-status) or 'unknown'}"
    last = _one_line(done.errors.strip().rpartition("\n")[2])
    return how + (f"; it had said '{last[:200]}'" if last else "")


def _one_line(said: str) -> str:
    return clean(" ".join(said.split()))
