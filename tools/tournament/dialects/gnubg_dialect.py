"""The dialect gnubg: GNU Backgammon, asked for its plays by its own `external` socket.

Its commands go to the program's standard input, `external localhost:PORT` the last of them; from
then on it answers each FIBS board on that port with a play. The command must not bring up windows:
`gnubg -t -q -r`. Money and matches without a cube, whatever their length.
"""

import contextlib
import itertools
import re
import socket
import time

from parlour import EngineError
from tournament.dialects.dialect_player import DialectPlayer, SearchInfo, Situation
from tournament.dialects.engine_process import ProcessGuard
from tournament.dialects.ubgi_dialect import checkers_of_both_sides, xgid_of
from tournament.events.event_definition import Contestant, EventRules

HOST = "localhost"
WAITING = "Waiting for a connection"
PART = re.compile(r"(?:\d{1,2}|bar)(?:/(?:\d{1,2}|off)\*?)+(?:\([1-4]\))?", re.ASCII)


def board_of(xgid: str) -> str:
    """The mover's FIBS board, as https://www.fibs.com/fibs_interface.html has it."""
    board, _, _, turn, dice, *scores, crawford, length, _ = xgid.removeprefix("XGID=").split(":")
    own, other = checkers_of_both_sides(board)
    if turn == "-1":
        own, other = other, own
        scores.reverse()
    points = [own[p] - other[23 - p] for p in range(24)]
    fields = [
        *("board", "me", "other", length, *scores),
        *(-other[24], *points, own[24]),
        *("1", dice[0], dice[1], "0", "0"),  # the mover's turn and dice
        *("1", "1", "1", "0"),  # the cube in the middle, where the program ignores it
        *("1", "-1", "0", "25"),  # colour, direction, home, bar
        *(15 - sum(own), 15 - sum(other), own[24], other[24]),
        *("0", "0", int(length != "0" and crawford == "0"), "0"),
    ]
    return ":".join(map(str, fields))


def read_play(said: str) -> str:
    """A play as GNU Backgammon writes it, `bar/22 13/11*(2)`, step by step; "" is `pass`.

    Raises EngineError at other text.
    """
    steps = []
    for part in said.split():
        if not PART.fullmatch(part):
            raise EngineError("illegal-move", f"'{said[:200]}' is no play")
        way, _, times = part.replace("*", "").partition("(")
        places = [{"25": "bar", "0": "off"}.get(place, place) for place in way.split("/")]
        pairs = [f"{one}/{two}" for one, two in itertools.pairwise(places)]
        steps += pairs * int(times.rstrip(")") or 1)
    return ",".join(steps) or "pass"


class Gnubg(DialectPlayer):
    """GNU Backgammon, which searches as deep as the option `plies` says, by default 0."""

    def __init__(self, contestant: Contestant, rules: EventRules, guard: ProcessGuard) -> None:
        """Only backgammon without the cube, and no limits but plies."""
        super().__init__(contestant, rules, guard)
        self._socket: socket.socket | None = None
        self._plies = contestant.options.get("plies", "0")
        given = contestant.limits
        if rules.game != "backgammon" or "variant" in rules.variant.split():
            raise self.cannot("it has standard backgammon only")
        if "cube on" in rules.variant:
            raise self.cannot("its plays are asked for without a cube; play with the cube off")
        if given.movetime or given.nodes or given.depth or given.base:
            raise self.cannot("it thinks as deep as the option plies says; give it no limits")
        if set(contestant.options) - {"plies"} or not re.fullmatch("[0-4]", self._plies):
            raise self.cannot("its only option is plies, 0 to 4")

    def introduce(self) -> None:
        """Has it wait on a port that was free just now, and connects."""
        with socket.create_server((HOST, 0)) as probe:
            port = probe.getsockname()[1]
        kinds = ("chequerplay", "cubedecision")
        words = (f"plies {self._plies}", "cubeful off")
        settings = [f"set evaluation {kind} evaluation {word}" for kind in kinds for word in words]
        self.wire.send("\n".join([*settings, f"external {HOST}:{port}"]))
        deadline = time.monotonic() + self.rules.hang / 1000
        while not self.wire.next_line(deadline - time.monotonic()).startswith(WAITING):
            pass
        try:
            self._socket = socket.create_connection((HOST, port))
        except OSError as fault:
            raise EngineError("closed", f"its port {port} is closed: {fault}") from None

    def send_farewell(self) -> None:
        """Closes the connection."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def new_game(self, start: Situation) -> None:
        """It is shown each position anew."""

    def choose(self, situation: Situation) -> str:
        """Without dice there is nothing to choose but to roll."""
        self.thought = SearchInfo()
        xgid = xgid_of(situation.fen)
        if xgid.split(":")[4] == "00":
            return "roll"
        return read_play(self._ask(board_of(xgid), situation.patience))

    def _ask(self, board: str, patience: float) -> str:
        """Its answer to a board: a line."""
        if not self._socket:
            raise EngineError("closed", "it is not connected")
        said = b""
        deadline = time.monotonic() + patience
        with contextlib.suppress(ConnectionError):
            self._socket.settimeout(patience)
            self._socket.sendall(f"{board}\n".encode())
            while b"\n" not in said:
                self._socket.settimeout(max(0.001, deadline - time.monotonic()))
                try:
                    heard = self._socket.recv(1024)
                except TimeoutError:
                    raise EngineError("no-answer", f"no play in {patience:g} s") from None
                if not heard:
                    break
                said += heard
        if b"\n" not in said:
            raise EngineError("closed", "it has closed the connection")
        return said.decode(errors="replace").strip("\0\r\n ")
