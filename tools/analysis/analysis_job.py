"""Games as work for `workers`: one game is one task."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from analysis.assess_decisions import Assessor
from analysis.checked_game import CheckedGame
from analysis.decision_and_game_records import GameAnalysis
from analysis.settings import Settings
from parlour import EngineError, EngineTerminated
from workers.job_interface import Job, JobFault

TRIES = 3  # at a game over which the engine ends

NumberedGame = tuple[int, CheckedGame]  # with its place among all games, from 0


@dataclass(frozen=True)
class AnalysisJob(Job[NumberedGame, tuple[int, GameAnalysis]]):
    """Analyses games with an engine for each worker."""

    settings: Settings

    @contextlib.contextmanager
    def start(self) -> Iterator[Callable[[NumberedGame], Iterable[tuple[int, GameAnalysis]]]]:
        """A worker's engine; raises JobFault if it cannot be started."""
        work = _Work(self.settings)
        try:
            yield work
        finally:
            work.close()

    def name(self, task: NumberedGame) -> str:
        return f"game {task[0] + 1}"


class _Work:
    """An engine that analyses one game after another; one that has ended gets a successor."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine = self._started()

    def _started(self) -> Assessor:
        try:
            return Assessor(self._settings)
        except (OSError, EngineError) as fault:
            command = self._settings.engine
            raise JobFault(f"the engine '{command}' does not start: {fault}") from None

    def __call__(self, task: NumberedGame) -> list[tuple[int, GameAnalysis]]:
        place, game = task
        for tried in range(1, TRIES + 1):
            try:
                return [(place, self._engine.assess(game))]
            except EngineError as fault:
                if tried == TRIES or not isinstance(fault, EngineTerminated):
                    raise JobFault(f"{game.file}, line {game.line}: {fault}") from None
                self.close()
                self._engine = self._started()
        return []

    def close(self) -> None:
        """Ends the engine."""
        self._engine.close()
