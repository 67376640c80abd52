"""Players of the dialect ubgi: the Universal Backgammon Interface, in the forms it has.

Engines that say `readyok` to `ubgi` speak draft 0.01: they answer an XGID with their move. Those
that say `ubgiok` speak draft 0.1, with GNU position ids, `dice` and `go`, and no word on a double.
One that says `id protocol 0.01 …`, as Parlour does, and then both, is spoken to in draft 0.01.
"""

import base64
import re
import time

from parlour import EngineError
from tournament.dialects.dialect_player import INF, DialectPlayer, SearchInfo, Situation
from tournament.dialects.engine_process import ProcessGuard
from tournament.events.event_definition import Contestant, EventRules

CUBE_AND_ROLL_WORDS = ("roll", "double", "take", "drop", "beaver")
STEP = re.compile(r"(\d{1,2}|bar)[-/ ](\d{1,2}|off)(?= |$)")


def xgid_of(fen: str) -> str:
    """The judge's text without the seed of its dice."""
    return fen.split(maxsplit=1)[0]


def checkers_of_both_sides(board: str) -> tuple[list[int], list[int]]:
    """The checkers of the upper and of the lower case, from either's own 1-point to its bar."""
    upper = [max(0, ord(c) - 64) if c.isupper() else 0 for c in board]  # 0: lower case's bar
    lower = [ord(c) - 96 if c.islower() else 0 for c in board]
    return upper[1:], lower[24::-1]


def gnu_id_of(xgid: str) -> str:
    """The GNU position id: a 1 for each checker, a 0 after each point, the mover's points last."""
    board, *fields = xgid.removeprefix("XGID=").split(":")
    upper, lower = checkers_of_both_sides(board)
    sides = [lower, upper]
    if fields[2] == "-1":
        sides.reverse()
    bits = "".join("1" * count + "0" for side in sides for count in side).ljust(80, "0")
    key = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 80, 8))
    return base64.b64encode(key).decode().rstrip("=")


def read_move(said: str) -> str:
    """A play, `8/5 6/5`, or a word of the cube, as the judge spells it; "" is `pass`.

    Steps may be spelt `8-5` and `8 5`, bar and off as 25 and 0. Raises EngineError at other text.
    """
    if said in CUBE_AND_ROLL_WORDS:
        return said
    steps = [match.groups() for match in STEP.finditer(said)]
    if " ".join(match[0] for match in STEP.finditer(said)) != said:
        raise EngineError("illegal-move", f"'{said[:200]}' is no move")
    named = {"25": "bar", "0": "off"}
    return ",".join("/".join(named.get(point, point) for point in step) for step in steps) or "pass"


class Ubgi(DialectPlayer):
    """A backgammon engine without a memory: it is shown each position anew."""

    def __init__(self, contestant: Contestant, rules: EventRules, guard: ProcessGuard) -> None:
        """Standard backgammon only."""
        super().__init__(contestant, rules, guard)
        if rules.game != "backgammon":
            raise self.cannot(f"it has backgammon only, not {rules.game}")
        words = rules.variant.split()
        if "variant" in words and words[words.index("variant") + 1 :][:1] != ["standard"]:
            raise self.cannot(f"it has the standard variant only, not '{rules.variant}'")
        self._cube = "cube on" in " ".join(words)
        self._speaks_go = False  # draft 0.1
        self._speaks_both = False

    def introduce(self) -> None:
        """Shakes hands; options are an addition of some engines, and may be refused."""
        self.wire.send("ubgi")
        self._speaks_go = self._until("ubgiok", "readyok") == "ubgiok"
        if self._speaks_go and self._speaks_both:
            self._speaks_go = self._until("readyok") == "ubgiok"
        for name, value in self.contestant.options.items():
            self.wire.send(f"setoption name {name} value {value}")
        if self.contestant.options or self._speaks_go:
            self.wire.send("isready")
            self._until("readyok")
        if self._speaks_go and self._cube:
            raise self.cannot("draft 0.1 has no answer to a double; play with the cube off")

    def _until(self, *ends: str, forgiven: str = "sorry?") -> str:
        """Reads up to one of these lines; raises EngineError if something is refused."""
        deadline = time.monotonic() + self.rules.hang / 1000
        while (said := self.wire.next_line(deadline - time.monotonic())) not in ends:
            if said.split(" ")[0] in ("sorry", "error") and not said.startswith(forgiven):
                raise EngineError("refused", f"'{said}' before '{ends[-1]}'")
            self._speaks_both |= said.startswith("id protocol ") and "0.01" in said.split()
        return said

    def new_game(self, start: Situation) -> None:
        """Draft 0.01 has no word for it; it has none for limits of nodes and depth, either."""
        if self._speaks_go:
            self.wire.send("newgame\nisready")
            self._until("readyok", forgiven="error unknown_command")
        elif start.limits.nodes or start.limits.depth:
            raise self.cannot("draft 0.01 has no words for nodes and depth; limit its time")

    def choose(self, situation: Situation) -> str:
        """Shows the position; when the time is up, `stop` asks for what the engine has found."""
        self.thought = SearchInfo()
        xgid = xgid_of(situation.fen)
        self.wire.send(self._question(xgid, situation) if self._speaks_go else xgid)
        began = time.monotonic()
        while True:
            said = self._next(began, situation)
            word, _, rest = said.partition(" ")
            if word in ("sorry", "error"):
                raise EngineError("refused", f"'{said[:200]}' to {xgid}")
            if not self._speaks_go:
                return read_move(said)
            if word == "bestmove":
                return read_move("" if rest in ("pass", "none") else rest.strip())
            self.thought.add_line(said)

    def _next(self, began: float, situation: Situation) -> str:
        """The next line; sends the engine `stop` once its time is up."""
        spent = time.monotonic() - began
        if spent < situation.allowed / 1000 < INF:
            try:
                return self.wire.next_line(situation.allowed / 1000 - spent)
            except EngineError as fault:
                if fault.code != "no-answer":
                    raise
                self.wire.send("stop")
        return self.wire.next_line(began + situation.patience - time.monotonic())

    def _question(self, xgid: str, situation: Situation) -> str:
        """The lines of draft 0.1, where the limits follow `go`."""
        dice = xgid.split(":")[4]
        given = situation.limits
        limits = {"movetime": given.movetime, "depth": given.depth, "nodes": given.nodes}
        words = [f"{name} {value}" for name, value in limits.items() if value]
        go = " ".join(["go role chequer", *words])
        return f"position gnubgid {gnu_id_of(xgid)}\ndice {dice[0]} {dice[-1]}\n{go}"
