"""The sums over the decisions of each player.

Error rate: a thousand times the mean loss of a decision, in backgammon thousandths of normalised
equity (mEMG), as GNU Backgammon has it; elsewhere the mean loss in per cent. Its decisions are
plays with a choice, doubles, answers to doubles, and cubes that stay although doubling would lose
less than 0.16. The performance rating (PR) of eXtreme Gammon is 500 times the mean loss, that is
half of the error rate.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from analysis.decision_and_game_records import CUBE, PLAY, Decision, GameAnalysis
from analysis.score_values_and_marks import EQUITY, MARKS

PHASES = ("beginning", "middle", "end")  # thirds of the plies of a game
SIDES = ("First", "Second")
PER_MILLE, PR_FACTOR, PER_CENT = 1000, 500, 100


@dataclass
class DecisionSum:
    """Decisions that count and what they have lost."""

    decisions: int = 0
    loss: float = 0.0

    def add(self, loss: float) -> None:
        """One more."""
        self.decisions += 1
        self.loss += loss

    @property
    def mean(self) -> float | None:
        """Loss of a decision; None without any."""
        return self.loss / self.decisions if self.decisions else None


@dataclass
class PlayerSums:
    """One player of one kind of game, over all games."""

    name: str
    kind: str  # of game, as `newgame` names it
    unit: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    unforced: int = 0  # decisions with a choice whose loss is known
    best_moves_found: int = 0  # of these, the best ones
    marks: Counter[str] = field(default_factory=Counter)
    by_kind: dict[str, DecisionSum] = field(
        default_factory=lambda: {PLAY: DecisionSum(), CUBE: DecisionSum()}
    )
    phases: list[DecisionSum] = field(default_factory=lambda: [DecisionSum() for _ in PHASES])
    cost: float = 0.0  # points, or chances to win matches
    rolls: int = 0
    luck: float = 0.0  # normalised equity
    luck_cost: float = 0.0  # points, or chances to win matches
    points: float = 0.0  # won less lost, of games of money play that were finished
    adjusted: float = 0.0  # of the same games: the points less own luck and plus the opponent's
    money_games: int = 0
    matches: int = 0  # that were finished
    matches_won: int = 0
    adjusted_matches: float = 0.0  # the matches won, less own luck and plus the opponent's
    match_luck: float = 0.0  # of the games of the match that is going on
    match_file: str = ""  # that has these games

    @property
    def all(self) -> DecisionSum:
        """All decisions that count."""
        plays, cubes = self.by_kind[PLAY], self.by_kind[CUBE]
        return DecisionSum(plays.decisions + cubes.decisions, plays.loss + cubes.loss)

    @property
    def performance_rating(self) -> float | None:
        """PR; only where losses are equities."""
        mean = self.all.mean
        return mean * PR_FACTOR if mean is not None and self.unit == EQUITY else None

    def rate(self, of: DecisionSum) -> float | None:
        """The mean loss in thousandths of equity, or in per cent."""
        factor = PER_MILLE if self.unit == EQUITY else PER_CENT
        return of.mean * factor if of.mean is not None else None

    def add(self, decision: Decision, phase: int) -> None:
        """Counts one of the player's decisions."""
        if decision.luck is not None:
            self.rolls += 1
            self.luck += decision.luck
            self.luck_cost += decision.luck_cost or 0.0
        if decision.loss is None:
            return
        self.unforced += 1
        self.best_moves_found += decision.is_best
        self.cost += decision.cost or 0.0
        if decision.mark:
            self.marks[decision.mark] += 1
        if decision.counts:
            self.by_kind[decision.kind].add(decision.loss)
            self.phases[phase].add(decision.loss)


def phase_of(ply: int, plies: int) -> int:
    """The third of the game in which this ply is, from 0."""
    return min(len(PHASES) - 1, (ply - 1) * len(PHASES) // max(1, plies))


def name_of(analysis: GameAnalysis, side: int) -> str:
    """The player of side 1 or 2, "First" or "Second" where the file has no name."""
    return analysis.game.players[side - 1] or SIDES[side - 1]


def sums_of(games: Iterable[GameAnalysis]) -> list[PlayerSums]:
    """All players, by kind of game, then in the order in which they first played."""
    found: dict[tuple[str, str], PlayerSums] = {}
    for analysis in games:
        kind = analysis.game.game_name
        both = []
        for side in (1, 2):
            name = name_of(analysis, side)
            sums = found.setdefault((kind, name), PlayerSums(name, kind, analysis.unit))
            both.append(sums)
            _add_result(sums, analysis, side)
        for decision in analysis.decisions:
            phase = phase_of(decision.ply, len(analysis.decisions))
            both[decision.side - 1].add(decision, phase)
    kinds = list(dict.fromkeys(kind for kind, _ in found))
    return sorted(found.values(), key=lambda sums: kinds.index(sums.kind))


def _add_result(sums: PlayerSums, analysis: GameAnalysis, side: int) -> None:
    sums.games += 1
    result = analysis.game.result
    if not result:
        return
    is_win = result == f"p{side}win"
    sums.won += is_win
    sums.drawn += result == "draw"
    sums.lost += not is_win and result != "draw"
    if analysis.unit == EQUITY and analysis.game.match:
        _add_match(sums, analysis, side)
    elif analysis.unit == EQUITY:
        points = analysis.game.points if is_win else -analysis.game.points
        sums.money_games += 1
        sums.points += points
        sums.adjusted += points - luck_difference(analysis, side)


def _add_match(sums: PlayerSums, analysis: GameAnalysis, side: int) -> None:
    if sums.match_file != analysis.game.file:
        sums.match_file, sums.match_luck = analysis.game.file, 0.0
    sums.match_luck += luck_difference(analysis, side)
    if analysis.game.match == "playing":
        return
    is_win = analysis.game.match == f"p{side}win"
    sums.matches += 1
    sums.matches_won += is_win
    sums.adjusted_matches += is_win - sums.match_luck
    sums.match_luck = 0.0


def luck_difference(analysis: GameAnalysis, side: int) -> float:
    """The luck of a side in a game, less that of the other; to begin is luck, too.

    In points, or in chances to win the match.
    """
    begins = analysis.start_luck or 0.0
    return (begins if side == 1 else -begins) + sum(
        (1 if decision.side == side else -1) * (decision.luck_cost or 0.0)
        for decision in analysis.decisions
    )


def worst(games: Iterable[GameAnalysis], most: int) -> list[tuple[GameAnalysis, Decision]]:
    """The decisions that have lost most, the worst first; only those with a mark."""
    marked = [
        (analysis, decision)
        for analysis in games
        for decision in analysis.decisions
        if decision.mark in MARKS
    ]
    return sorted(marked, key=lambda pair: -(pair[1].loss or 0))[:most]
