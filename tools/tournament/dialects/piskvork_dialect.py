"""Players of the dialect piskvork: Gomocup's protocol, for Connect 5.

Cells are `x,y` from 0, from the top left corner.
"""

import re
import time

from parlour import EngineError
from tournament.dialects.connect5_coordinates import cell_of, read_cell, shape_of, stones_of
from tournament.dialects.dialect_player import INF, DialectPlayer, SearchInfo, Situation
from tournament.dialects.engine_process import ProcessGuard
from tournament.events.event_definition import Contestant, EventRules, variant_words

RULES = {"freestyle": 0, "standard": 1, "renju": 4}  # of `INFO rule`
MEMORY = 367_001_600  # bytes: the default of Gomocup's managers
UNLIMITED_TIME_LEFT = 2_147_483_647  # milliseconds: `time_left` without a clock
NON_MOVE_LINE = re.compile(r"(MESSAGE|DEBUG|UNKNOWN|ERROR|SUGGEST)\b\s*(.*)", re.IGNORECASE)
CELL = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})", re.ASCII)


class Piskvork(DialectPlayer):
    """An engine of Gomocup; TURN where it has seen all but the last move, else BOARD."""

    def __init__(self, contestant: Contestant, rules: EventRules, guard: ProcessGuard) -> None:
        """Connect 5 only, and of its variants those with a number of their own."""
        super().__init__(contestant, rules, guard)
        if rules.game != "connect5":
            raise self.cannot(f"it has Connect 5 only, not {rules.game}")
        rule = variant_words(rules.variant).get("rule", "freestyle")
        if rule not in RULES:
            raise self.cannot(f"there is no number for the rule '{rule}'")
        self._rule = RULES[rule]
        self._width = self._height = 0
        self._seen: list[str] | None = None  # the moves the engine knows of, its own included

    def send_farewell(self) -> None:
        """END ends it."""
        self.wire.send("END")

    def new_game(self, start: Situation) -> None:
        """An empty board of the right size, the rule, and all that is known of time."""
        self._width, self._height = shape_of(start.fen)
        self._seen = None
        square = self._width == self._height
        size = f"START {self._width}" if square else f"RECTSTART {self._width},{self._height}"
        self.wire.send(size)
        while (said := self.wire.next_line(self.rules.hang / 1000)).upper() != "OK":
            talk = NON_MOVE_LINE.match(said)
            if talk and talk[1].upper() in ("ERROR", "UNKNOWN"):
                raise EngineError("refused", f"'{said}' to {size}")
        for key, value in self._infos(start).items():
            self.wire.send(f"INFO {key} {value}")

    def _infos(self, start: Situation) -> dict[str, str]:
        """The INFO lines at the start of a game, the contestant's own options last."""
        limits = start.limits
        infos = {"rule": self._rule, "game_type": 2}  # 2: a tournament
        if limits.movetime:
            infos["timeout_turn"] = limits.movetime
        infos["timeout_match"] = int(limits.base * 1000)  # 0: no limit
        if limits.inc:
            infos["time_increment"] = round(limits.inc * 1000)  # Yixin's key
        if limits.depth:
            infos["max_depth"] = limits.depth
        if limits.nodes:
            infos["max_node"] = limits.nodes
        infos["max_memory"] = MEMORY
        return {key: str(value) for key, value in infos.items()} | self.contestant.options

    def choose(self, situation: Situation) -> str:
        """Sends what is new and waits for a cell."""
        left = situation.clocks[situation.mover]
        lines = [
            f"INFO time_left {left if left < INF else UNLIMITED_TIME_LEFT:.0f}",
            *self._lines_to_catch_up(situation),
        ]
        self.wire.send("\n".join(lines))
        move = self._answer(situation.patience)
        self._seen = [*situation.moves, move]
        return move

    def _lines_to_catch_up(self, situation: Situation) -> list[str]:
        """The lines that bring the engine to this situation and make it think."""
        moves = situation.moves
        if self._seen is not None and moves[:-1] == self._seen:
            return ["TURN {},{}".format(*cell_of(moves[-1], self._height))]
        stones = stones_of(situation.fen)
        if not stones:
            return ["BEGIN"]
        played = [cell_of(move, self._height) for move in moves]
        ordered = [cell for cell in stones if cell not in played] + played
        own = situation.fen.split()[1]
        owned = [f"{x},{y},{1 if stones[x, y] == own else 2}" for x, y in ordered]
        return ["BOARD", *owned, "DONE"]

    def _answer(self, patience: float) -> str:
        """The first line that looks like a cell; without one, the error quotes the others."""
        self.thought = SearchInfo()
        deadline, last = time.monotonic() + patience, ""
        while True:
            try:
                said = self.wire.next_line(deadline - time.monotonic())
            except EngineError as fault:
                tail = f"; it had said '{last}'" if last else ""
                raise EngineError(fault.code, fault.text + tail) from None
            if re.match(r"[-+\d]", said):
                return read_cell(said, CELL, (self._width, self._height))
            talk = NON_MOVE_LINE.match(said)
            if talk and talk[1].upper() in ("MESSAGE", "DEBUG"):
                self._hear(talk[2])
            last = said[:200] or last

    def _hear(self, message: str) -> None:
        """Keeps depth and value where they are given like `depth 12-20 … eval 35`."""
        depth = re.search(r"\bdepth\W{0,3}(\d{1,4})", message, re.IGNORECASE)
        value = re.search(r"\bev(?:al)?\W{0,2}[ =:]([-+]?)(M?)(\d{1,6})\b", message, re.IGNORECASE)
        if depth and value:
            sign, mate, number = value.groups()
            unit = "mate" if mate else "cp"
            self.thought.add_line(f"info depth {depth[1]} score {unit} {int(sign + number)}")
