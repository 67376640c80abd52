"""One game between two players, judged by its rules alone."""

import time
from collections.abc import Callable, Sequence

from parlour import EngineError
from parlour.game_description import POINTS
from tournament.dialects.dialect_player import INF, DialectPlayer, Situation
from tournament.events.event_definition import Pair
from tournament.playing.game_record import GameRecord
from tournament.playing.judge import Judge, State

# Plies after the opening. Only backgammon can last longer than 500; this many of its longest moves
# still fit in a line of the protocol.
MOST_PLIES = 2_000
TOO_LONG = "too long"
SECONDS_TO_END = 0.2  # seconds that an engine at fault is given to end by itself
Watch = Callable[[Judge, GameRecord], object]  # sees a game at its start and after each move


class _Clocks:
    """The clocks of First and Second, in milliseconds; those without one never run out."""

    def __init__(self, seats: Sequence[DialectPlayer]) -> None:
        limits = [seat.contestant.limits for seat in seats]
        self.left = [given.base * 1000 or INF for given in limits]
        self.gains = (limits[0].inc * 1000, limits[1].inc * 1000)

    def move(self, side: int, used: float) -> None:
        """Takes what a move has used, which may be a little too much, and adds the gain."""
        self.left[side] = max(1, self.left[side] - used + self.gains[side])


class _GameInPlay:
    """A game that is being played."""

    def __init__(
        self, judge: Judge, seats: Sequence[DialectPlayer], game: GameRecord, state: State
    ) -> None:
        self.judge, self.seats, self.game, self.state = judge, seats, game, state
        self._clocks = _Clocks(seats)
        self._start = game.opening.partition(" moves ")[0]

    def situation(self, side: int) -> Situation:
        """The decision of this side, as its player gets it."""
        return Situation(
            position_words=self._start,
            moves=self.state.moves,
            fen=self.state.fen,
            mover=side,
            limits=self.seats[side].contestant.limits,
            clocks=(self._clocks.left[0], self._clocks.left[1]),
            increments=self._clocks.gains,
            hang=self.judge.rules.hang,
        )

    def turn(self) -> None:
        """Plays one move; raises EngineError if the mover is at fault."""
        side = self.state.mover
        player, situation = self.seats[side], self.situation(side)
        began = time.perf_counter()
        move = player.choose(situation)
        used = 1000 * (time.perf_counter() - began)
        if used > situation.allowed + self.judge.rules.tolerance:
            raise EngineError("overrun", f"{used:.0f} ms used of {situation.allowed:.0f}")
        self.state = self.judge.play(move, self.state)
        self._clocks.move(side, used)
        game = self.game
        game.moves.append(self.state.moves[-1])
        game.movers += "12"[side]
        game.times.append(round(used, 3))
        game.scores.append(player.thought.score)
        game.depths.append(player.thought.depth)
        game.nodes.append(player.thought.nodes)

    @property
    def stake(self) -> int:
        """Points that a lost game costs at least: in backgammon what the cube shows."""
        has_cube = self.judge.rules.description.board == POINTS
        return 2 ** int(self.state.fen.split(":")[1]) if has_cube else 1


def play_game(
    judge: Judge, players: Sequence[DialectPlayer], pair: Pair, leg: int, watch: Watch | None = None
) -> GameRecord:
    """Plays a leg of a pair; `players` are in the pair's order, in leg 1 the second is First.

    A player at fault loses and is ended. Raises JudgeError if the judge fails, CannotPlay if the
    opening or a dialect does not fit.
    """
    seats = [players[leg], players[1 - leg]]
    opening, state = judge.set_up(pair)
    names = [seat.contestant.name for seat in seats]
    game = GameRecord(pair.number, leg, names[0], names[1], opening)
    current = _GameInPlay(judge, seats, game, state)
    side = 0
    try:
        for side, seat in enumerate(seats):
            seat.begin(current.situation(side))
        if watch:
            watch(judge, game)
        while not current.state.over and len(game.moves) < MOST_PLIES:
            side = current.state.mover
            current.turn()
            if watch:
                watch(judge, game)
    except EngineError as fault:
        seats[side].close(SECONDS_TO_END)
        game.result, game.points = ("p2win", "p1win")[side], current.stake
        game.reason = str(fault)[:300]
        return game
    if not current.state.over:
        game.reason = TOO_LONG
    else:
        game.result, game.points, game.ending = judge.outcome()
    return game
