"""Players of the dialects native and ugi."""

from tournament.dialects.dialect_player import INF, DialectPlayer, SearchInfo, Situation
from tournament.events.event_definition import Contestant


def limits_of(situation: Situation) -> str:
    """The line `go` with its limits."""
    given = situation.limits
    words = [("movetime", given.movetime), ("nodes", given.nodes), ("depth", given.depth)]
    said = [f"{name} {value}" for name, value in words if value]
    if situation.clocks[situation.mover] < INF:
        clocks = zip((1, 2), situation.clocks, situation.increments, strict=True)
        said += [f"p{n}time {t:.0f} p{n}inc {gain:.0f}" for n, t, gain in clocks if t < INF]
    return " ".join(["go", *said])


def options_of(contestant: Contestant) -> list[str]:
    """The lines that set its options; one without a value presses a button."""
    return [
        f"setoption name {name} value {value}" if value else f"setoption name {name}"
        for name, value in contestant.options.items()
    ]


class Native(DialectPlayer):
    """An engine of Parlour's own dialect: tags, and `newgame` for each game and variant."""

    tagged = True

    def introduce(self) -> None:
        """The options stay for all games; what is random repeats itself in the next event."""
        self.wire.ask("ugi")
        seed = f"setoption name Seed value {max(1, abs(self.rules.seed))}"
        self.wire.ask_all(self._newgame_line(), seed, *options_of(self.contestant))

    def _newgame_line(self) -> str:
        return f"newgame {self.rules.game} {self.rules.variant}".strip()

    def new_game(self, start: Situation) -> None:
        """The game is named again: `newgame` alone would carry on the score of a match."""
        self.wire.ask_all(self._newgame_line(), f"position {start.position}")

    def choose(self, situation: Situation) -> str:
        """Position and search are asked at once."""
        self.thought = thought = SearchInfo()
        said = self.wire.ask_all(
            f"position {situation.position}",
            limits_of(situation),
            on_line=thought.add_line,
            timeout=situation.patience,
        )
        return [*said[1].split(), "none"][1]


class Ugi(DialectPlayer):
    """An engine that knows UGI and, as a rule, one game, without tags."""

    _base, _skipped = "", 0  # the start of a variant, and how many moves lie before it

    def introduce(self) -> None:
        """Shakes hands and sets the options."""
        self.wire.ask("ugi")
        self.wire.ask_all(*options_of(self.contestant), "isready")

    def new_game(self, start: Situation) -> None:
        """A variant's start position is sent as its fen, since `startpos` is the engine's own."""
        self._base, self._skipped = "", 0
        if self.rules.variant:
            self._base, self._skipped = f"fen {start.fen}", len(start.moves)
        self.wire.ask_all("uginewgame", f"position {self._position(start)}")

    def _position(self, situation: Situation) -> str:
        if not self._base:
            return situation.position
        moves = situation.moves[self._skipped :]
        return " ".join([self._base, "moves", *moves]) if moves else self._base

    def choose(self, situation: Situation) -> str:
        """A line refused between the two is a fault, as it comes before `bestmove`."""
        self.thought = thought = SearchInfo()
        self.wire.send(f"position {self._position(situation)}")
        said = self.wire.ask(limits_of(situation), thought.add_line, situation.patience)
        return [*said[-1].split(), "none"][1]
