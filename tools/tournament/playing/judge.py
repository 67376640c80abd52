"""The judge: an engine of the native dialect that knows the rules and is asked only about them."""

import contextlib
import random
from collections.abc import Generator
from dataclasses import dataclass

from parlour import EngineError
from tournament.dialects.dialect_player import CannotPlay
from tournament.dialects.engine_process import EngineProcess, ProcessGuard
from tournament.events.event_definition import EventRules, Pair
from workers.job_interface import JobFault

PATIENCE = 10  # seconds for an answer of the judge, which never searches
TRIES = 100  # of random moves after an opening, until the game is not over after them
JUDGE_FAULT_CODES = ("closed", "no-answer", "internal")  # codes that are the judge's, not a move's
STATE_QUERIES = ("history", "fen", "query gameover", "query p1turn")


class JudgeError(JobFault):
    """The judge itself has failed."""


@dataclass(frozen=True)
class State:
    """The state of a game."""

    moves: list[str]  # since the position was set, in the judge's spelling
    fen: str
    over: bool
    mover: int  # 0 First, 1 Second


class Judge(contextlib.AbstractContextManager["Judge"]):
    """Sets up openings, judges moves, and gives the result."""

    def __init__(self, rules: EventRules, guard: ProcessGuard) -> None:
        """Starts it and opens the game; raises JudgeError or, for a bad variant, CannotPlay."""
        self.rules = rules
        with self._translating_errors():
            self._wire = EngineProcess.start(rules.judge, guard, tagged=True, timeout=PATIENCE)
        try:
            with self._translating_errors(f"newgame {rules.game} {rules.variant}".strip()):
                self._wire.ask_all(f"newgame {rules.game} {rules.variant}".strip())
        except JobFault:
            self.close()
            raise

    @contextlib.contextmanager
    def _translating_errors(self, what: str = "") -> Generator[None]:
        """Turns what the judge does wrong into JudgeError, what it refuses into CannotPlay."""
        try:
            yield
        except EngineError as fault:
            if fault.code in JUDGE_FAULT_CODES or not what:
                raise JudgeError(f"the judge ({self.rules.judge}) failed: {fault}") from None
            raise CannotPlay(f"the judge refuses '{what}': {fault}") from None

    def set_up(self, pair: Pair, more: int = 0) -> tuple[str, State]:
        """Sets up what the pair's games begin with; returns its words after `position`.

        The random moves (the number in the rules and `more`) and the seed of the dice depend only
        on the event's seed and the pair's round.
        """
        plies = self.rules.random_plies + more
        chance = random.Random(f"{self.rules.seed}/{pair.round}")
        with self._translating_errors(f"position {pair.opening}"):
            start = self._with_dice(pair.opening, chance.getrandbits(31))
            for _ in range(TRIES):
                state = self._state(f"position {start}")
                for _ in range(plies):
                    state = state if state.over else self.random_move(chance)
                if not state.over:
                    base = start.partition(" moves ")[0]
                    return " ".join([base, "moves", *state.moves] if state.moves else [base]), state
        opening = f"'{pair.opening}'" + (f" and {plies} random moves" if plies else "")
        raise CannotPlay(f"the game is always over after the opening {opening}")

    def _with_dice(self, opening: str, seed: int) -> str:
        """The opening with a seed for its dice, if the game has dice and no seed is given.

        A seed would contradict dice in a list of moves, so the position after them replaces them.
        """
        if not self.rules.description.dice or " seed " in opening:
            return opening
        base, _, moves = opening.partition(" moves ")
        if moves:
            base = f"fen {self._state(f'position {opening}').fen}"
        return f"{'fen startpos' if base == 'startpos' else base} seed {seed}"

    def random_move(self, chance: random.Random) -> State:
        """Plays any legal move."""
        legal = self._wire.words("legal")
        # A cube turned at random would decide the game: where there is a choice, dice roll.
        return self._state(f"move {'roll' if 'roll' in legal else chance.choice(legal)}")

    def _state(self, line: str) -> State:
        """Sends a line and asks for the state after it, in one exchange."""
        _, history, fen, over, turn = self._wire.ask_all(line, *STATE_QUERIES)
        return State(
            moves=history.split()[1:],
            fen=fen.removeprefix("fen "),
            over=over == "response true",
            mover=0 if turn == "response true" else 1,
        )

    def play(self, move: str, before: State) -> State:
        """The state of the game after this move; raises EngineError if it is not one legal move."""
        if not (move.isascii() and move.isprintable()) or len(move.split()) != 1 or len(move) > 99:
            raise EngineError("illegal-move", f"{move[:99]!a} is not one move")
        with self._translating_errors():
            try:
                state = self._state(f"move {move}")
            except EngineError as fault:
                if fault.code in JUDGE_FAULT_CODES:
                    raise
                state = before  # and nothing has changed for the judge either
                refusal = EngineError("illegal-move", fault.text)
            else:
                refusal = EngineError("illegal-move", f"'{move}' is not one move")
        if len(state.moves) != len(before.moves) + 1:
            raise refusal
        return state

    def outcome(self) -> tuple[str, float, str]:
        """Result, points and, in words, the ending of a game that is over."""
        with self._translating_errors():
            asked = self._wire.ask_all("query result", "query points", "query ending")
        result, points, ending = (answer.partition(" ")[2] for answer in asked)
        return result, float(points), ending

    def drawing(self) -> str:
        """The board as it is now, drawn for people."""
        with self._translating_errors():
            lines = self._wire.ask("show")
        drawn = [line for line in lines if line.startswith("board")]
        return "\n".join(line.removeprefix("board").removeprefix(" ") for line in drawn)

    def close(self) -> None:
        """Ends it."""
        self._wire.close()

    def __exit__(self, *_: object) -> None:
        self.close()
