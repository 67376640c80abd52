"""Asks the engine about every decision of a game."""

import contextlib
import re

from analysis.checked_game import CheckedGame
from analysis.decision_and_game_records import CUBE, PLAY, Candidate, Decision, GameAnalysis
from analysis.luck import equities, mean, roll_of
from analysis.score_values_and_marks import (
    CHANCE,
    CLOSE_DOUBLE,
    EQUITY,
    Stakes,
    mark_of,
    score_json,
    value_in_unit,
)
from analysis.settings import LUCK_DEPTH, Settings
from parlour import Equity, Info, Limit, Position, Refused

CUBE_LINES = 4  # roll, double take, double drop, double beaver
ROLL, DOUBLE = "roll", "double"
SCORE = re.compile(r"\bscore (\d+) (\d+)")


class Assessor:
    """An engine at work on one game after another; each game depends on itself alone."""

    def __init__(self, settings: Settings) -> None:
        """Starts the engine; raises OSError, EngineError."""
        self._settings = settings
        self._engine = settings.start_engine()

    def close(self) -> None:
        """Ends the engine."""
        self._engine.close()

    def assess(self, game: CheckedGame) -> GameAnalysis:
        """All decisions of the game; raises EngineError."""
        engine = self._engine
        engine.new_game(game.game)
        description = engine.describe(game.game)
        found = GameAnalysis(game, EQUITY if description.dice else CHANCE)
        for ply, move in enumerate(game.moves, 1):
            dice = roll_of(move)
            position = game.position(ply - 1, dice)
            legal = engine.legal(position)
            side, due = engine.words("query turn")[:2]
            decision = Decision(ply, 2 if side == "p2" else 1, move, choices=len(legal))
            decision.kind = PLAY if due == "move" else CUBE
            stakes = Stakes.of(engine) if description.dice else Stakes()
            if len(legal) > 1:
                self._compare(decision, position, stakes, description.chance)
                self._mark_and_explain(decision, position, stakes, found.unit)
            if dice and self._settings.luck:
                first = ply == 1 and game.start.startswith(("startpos", "fen startpos"))
                before = self._add_luck(decision, game.position(ply - 1), stakes, first)
                if first:
                    beginning = self._luck_of_beginning(game, before)
                    found.start_luck = beginning if side == "p1" else -beginning
            found.decisions.append(decision)
        return found

    def _search(
        self, position: Position, lines: int | None, moves: tuple[str, ...] = ()
    ) -> tuple[list[Info], str]:
        """The last line of each rank, and the reason."""
        words = self._settings
        with self._engine.analysis(
            position, words.limit, multipv=lines, player=words.player or None, searchmoves=moves
        ) as analysis:
            result = analysis.wait()
            return analysis.multipv, result.reason or ""

    def _compare(
        self, decision: Decision, position: Position, stakes: Stakes, chance: float
    ) -> None:
        """Finds the best move and what was played, with their values."""
        lines = CUBE_LINES if decision.kind == CUBE else None
        if lines is None and position.dice:
            lines = self._settings.lines
        infos, decision.reason = self._search(position, lines)
        found = _candidates(infos, stakes, chance)
        if not found:
            return
        best = found[0]
        played = next((one for one in found if one.move == decision.text), None)
        if played is None or played.depth < best.depth:
            more, _ = self._search(position, lines and CUBE_LINES, (decision.text,))
            again = _candidates(more, stakes, chance)
            played = again[0] if again else played
        decision.best, decision.played = best, played
        decision.others = [one for one in found[1:] if one.move != decision.text]
        if played is None or best.worth is None or played.worth is None:
            return
        if played.worth >= best.worth and played.move != best.move:
            decision.loss = 0.0  # the search of this move alone has found it to be as good
        else:
            decision.loss = best.worth - played.worth
        if isinstance(infos[0].score, Equity):
            pair = (best.score["equity"], played.score["equity"])
            better, worse = map(stakes.value, pair)
            decision.cost = max(0.0, better - worse)

    def _mark_and_explain(
        self, decision: Decision, position: Position, stakes: Stakes, unit: str
    ) -> None:
        """Marks a loss, has it explained and rolled out, and says whether the decision counts."""
        if decision.loss is None or not decision.best or not decision.played:
            return
        decision.mark = mark_of(decision.loss, unit)
        decision.counts = (
            decision.kind == PLAY or decision.text != ROLL or _is_cube_decision(decision)
        )
        if not decision.mark:
            return
        moves = (decision.best.move, decision.played.move)
        with contextlib.suppress(Refused):  # a player that does not explain
            said = self._engine.explain(
                position, self._settings.limit, player=self._settings.player or None, moves=moves
            )
            decision.words = {one.move: one.words for one in said}
        if self._settings.rollout and unit == EQUITY:
            self._roll_out(decision, position, stakes, moves)

    def _roll_out(
        self, decision: Decision, position: Position, stakes: Stakes, moves: tuple[str, str]
    ) -> None:
        limit = Limit(
            rollout_games=self._settings.rollout, truncate=self._settings.truncate or None
        )
        with self._engine.analysis(
            position,
            limit,
            multipv=CUBE_LINES,
            player=self._settings.player or None,
            searchmoves=moves,
        ) as analysis:
            analysis.wait()
            infos = analysis.multipv
        for info in infos:
            if isinstance(info.score, Equity) and info.games and info.pv:
                equity = stakes.normalised(info.score.points)
                unit = stakes.normalised(1) - stakes.normalised(0)
                error = (info.score.standard_error or 0.0) * unit
                decision.rollout.setdefault(
                    " ".join(info.pv[:2]) if decision.kind == CUBE else info.pv[0], [equity, error]
                )

    @property
    def _luck_search(self) -> str:
        player = f"player {self._settings.player} " if self._settings.player else ""
        return f"{player}depth {LUCK_DEPTH}"

    def _luck_of_beginning(self, game: CheckedGame, begins: float) -> float:
        """What the side that begins has gained by that; `begins` is its value before the roll.

        In money play that is all of the value. In a match it is the difference to the mean of
        beginning and not beginning at this score.
        """
        if not game.match:
            return begins
        words = SCORE.sub(r"score \2 \1", game.game)
        other = begins
        if words != game.game:
            position = Position(words, start=game.start)
            found = equities(self._engine, position, self._luck_search, first=True)
            other = Stakes.of(self._engine).value(mean(found))
        return (begins + other - 1) / 2

    def _add_luck(
        self, decision: Decision, position: Position, stakes: Stakes, first: bool
    ) -> float:
        """Compares the roll with all rolls; returns the value before it."""
        roll = roll_of(decision.move)
        assert roll, "luck is that of a roll"
        # A record may have equal dice in the first roll of a game.
        found = equities(self._engine, position, self._luck_search, first and roll[0] != roll[1])
        now, before = found[roll], mean(found)
        decision.luck = stakes.normalised(now) - stakes.normalised(before)
        decision.luck_cost = stakes.value(now) - stakes.value(before)
        return stakes.value(before)


def _candidates(infos: list[Info], stakes: Stakes, chance: float) -> list[Candidate]:
    """Moves with their values, the best first; a double is worth what the best answer leaves."""
    found: dict[str, Candidate] = {}
    for info in infos:
        if info.score is None or not info.pv:
            continue
        value = value_in_unit(info.score, stakes, chance)
        one = Candidate(list(info.pv), score_json(info.score), value, info.depth or 0)
        known = found.get(one.move)
        if known is None or (value is not None and known.worth is not None and value < known.worth):
            found[one.move] = one
    return list(found.values())


def _is_cube_decision(decision: Decision) -> bool:
    """Whether not to double is a decision: an error, or an alternative that loses little."""
    known = [one for one in (decision.best, *decision.others) if one and one.move == DOUBLE]
    if not known or not decision.best:
        return bool(decision.loss)
    double, best = known[0].worth, decision.best.worth
    return bool(decision.loss) or (
        double is not None and best is not None and best - double < CLOSE_DOUBLE
    )
