"""The engines of a worker: they keep running between games, and all end with it."""

import contextlib
from collections.abc import Iterator, Sequence

from parlour import EngineError
from tournament.dialect_player import CannotPlay, DialectPlayer, Situation
from tournament.engine_process import ProcessGuard
from tournament.event_definition import Contestant, EventRules, Pair
from tournament.game_record import GameRecord
from tournament.judge import Judge
from tournament.play_game import SECONDS_TO_END, Watch, play_game
from tournament.players_by_dialect import player_of, start_fault_text
from workers.job_interface import JobFault

__all__ = ["CannotPlay", "JobFault", "JudgeAndPlayers"]


class JudgeAndPlayers(contextlib.AbstractContextManager["JudgeAndPlayers"]):
    """The judge and the engines of the last pair; used by one thread at a time.

    However this process ends, a guard ends the engines and their children.
    """

    def __init__(
        self, rules: EventRules, contestants: Sequence[Contestant], restart: bool = False
    ) -> None:
        """Starts the judge; with `restart`, engines are started anew for every game.

        Raises JudgeError, or CannotPlay for a variant that the judge does not know.
        """
        self._rules, self._contestants, self._restart = rules, contestants, restart
        self._players: dict[tuple[int, bool], DialectPlayer] = {}
        self._guard = ProcessGuard()
        try:
            self._judge = Judge(rules, self._guard)
        except BaseException:
            self._guard.close()
            raise

    def play(self, pair: Pair, watch: Watch | None = None) -> Iterator[GameRecord]:
        """Plays the pair's legs, yielding each game as it ends; `watch` may look on.

        Raises JudgeError if the judge fails, CannotPlay if the opening or a dialect does not fit.
        """
        one, two = pair.engines
        places = [(one, False), (two, two == one)]  # an engine may play itself, as two processes
        for place in self._players.keys() - places:
            self._players.pop(place).close()
        players = [self._player(place) for place in places]
        for leg in pair.legs:
            game = play_game(self._judge, players, pair, leg, watch)
            if self._restart:
                for player in players:
                    player.close()
            yield game

    def _player(self, place: tuple[int, bool]) -> DialectPlayer:
        if place not in self._players:
            contestant = self._contestants[place[0]]
            self._players[place] = player_of(contestant, self._rules, self._guard)
        return self._players[place]

    def check(self) -> None:
        """Brings every contestant into a game, one move from its start, and ends it.

        Raises CannotPlay, naming the engine and what went wrong, or JudgeError.
        """
        opening, state = self._judge.set_up(Pair(0, (0, 0), "startpos"), more=1)
        start = opening.partition(" moves ")[0]
        for contestant in self._contestants:
            player = player_of(contestant, self._rules, self._guard)
            situation = Situation(start, state.moves, state.fen, state.mover, contestant.limits)
            try:
                player.begin(situation)
            except EngineError as fault:
                player.close(SECONDS_TO_END)
                raise CannotPlay(start_fault_text(player, fault)) from None
            finally:
                player.close()

    def close(self) -> None:
        """Ends the engines, the judge, and processes that they have left."""
        with contextlib.ExitStack() as closing:
            closing.callback(self._guard.close)
            closing.callback(self._judge.close)
            for player in self._players.values():
                closing.callback(player.close)
        self._players.clear()

    def __exit__(self, *_: object) -> None:
        self.close()
