"""The score of an event as it goes, and the sequential test that may end it."""

from tournament.events.event_definition import Event
from tournament.playing.game_record import GameRecord
from tournament.standings_text import pair_line
from tournament.statistics.sprt import SequentialTest
from tournament.statistics.tally import Tally


class RunningScore:
    """The score of a run as it goes, and the sequential test that may end it."""

    def __init__(self, event: Event, test: SequentialTest | None) -> None:
        """Without any games."""
        self._test = test
        names = [contestant.name for contestant in event.contestants]
        meetings = dict.fromkeys(pair.engines for pair in event.pairs)
        self._tallies = {(one, two): Tally(names[one], names[two]) for one, two in meetings}
        self._places = {pair.number: pair.engines for pair in event.pairs}

    def add(self, game: GameRecord) -> Tally:
        """Counts a game; returns the tally of its meeting."""
        tally = self._tallies[self._places[game.pair]]
        tally.add(game)
        return tally

    @property
    def decided(self) -> bool:
        """Whether the test, between the only two engines, has ended."""
        return self._test is not None and any(
            self._test.state(tally).decision for tally in self._tallies.values()
        )

    def line(self, game: GameRecord) -> str:
        """The score of this game's two engines."""
        return pair_line(self._tallies[self._places[game.pair]], self._test)
