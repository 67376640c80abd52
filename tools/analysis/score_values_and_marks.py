"""What a score is worth, and from where on a loss is doubtful, a mistake or a blunder.

Backgammon counts in equity, normalised to the cube as it is before the decision; the thresholds are
those of GNU Backgammon 1.07 (doubtful, bad, very bad). All other games count in the winning
chance, a draw being half a win. A proved result has the chance 1, 0.5 or 0; an estimate of x
hundredths has 1 / (1 + exp(-x / c)), where the engine reports c (`describe`, key `chance`). The
thresholds are those of lichess.org, where they are 0.1, 0.2 and 0.3 on a scale from -1 to 1.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour import Bound, Cp, Draw, Engine, Equity, Mate, Outcome, Refused, Score

EQUITY, CHANCE = "equity", "chance"
MARKS = ("blunder", "mistake", "doubtful")  # the worst first
MARK_SIGNS = {"blunder": "??", "mistake": "?", "doubtful": "?!", "": ""}
THRESHOLDS: Mapping[str, tuple[float, float, float]] = {
    EQUITY: (0.12, 0.06, 0.03),
    CHANCE: (0.15, 0.10, 0.05),
}
CLOSE_DOUBLE = 0.16  # a cube that stays counts as a decision if doubling would lose less than this
OUTCOMES = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
HALF_HEIGHT_EQUITY = 0.5  # equity that is drawn halfway up


@dataclass(frozen=True)
class Stakes:
    """What an equity of 1 and of -1 is worth, and what a single game won or lost at the cube.

    In points, or in a match in chances to win it. By `query stakes` of the engine.
    """

    won_and_lost_single: tuple[float, float] = (1.0, -1.0)
    won_and_lost_at_cube: tuple[float, float] = (1.0, -1.0)

    @classmethod
    def of(cls, engine: Engine) -> "Stakes":
        """Of the engine's current position, for the side to act; the default if it reports none."""
        try:
            words = engine.words("query stakes")
        except Refused:
            return cls()
        if len(words) != 4:
            return cls()
        won, lost, now_won, now_lost = map(float, words)
        return cls((won, lost), (now_won, now_lost))

    def value(self, equity: float) -> float:
        """An equity of the engine in points, or as a chance to win the match."""
        won, lost = self.won_and_lost_single
        return (won + lost) / 2 + equity * (won - lost) / 2

    def normalised(self, equity: float) -> float:
        """On the scale on which 1 and -1 are a single game won and lost at the present cube."""
        won, lost = self.won_and_lost_at_cube
        return (2 * self.value(equity) - won - lost) / (won - lost) if won != lost else equity


def value_in_unit(score: Score, stakes: Stakes, chance: float) -> float | None:
    """A score in the unit of its game; None for an estimate whose scale is not known (0)."""
    if isinstance(score, Equity):
        return stakes.normalised(score.points)
    if score.outcome is not None:
        return OUTCOMES[score.outcome]
    if isinstance(score, Cp) and chance:
        return 1 / (1 + math.exp(max(-700.0, min(700.0, -score.hundredths / chance))))
    return None


def height(value: float, unit: str) -> float:
    """How high a value is drawn, from -1 to 1."""
    return value / (abs(value) + HALF_HEIGHT_EQUITY) if unit == EQUITY else 2 * value - 1


def mark_of(loss: float, unit: str) -> str:
    """One of MARKS, or ""."""
    for mark, least in zip(MARKS, THRESHOLDS[unit], strict=True):
        if loss >= least - 1e-9:
            return mark
    return ""


def score_json(score: Score) -> dict[str, Any]:
    """A score with the keys of the protocol's JSON."""
    bound = getattr(score, "bound", Bound.NONE)
    more = {"bound": bound.name.lower()} if bound is not Bound.NONE else {}
    if isinstance(score, Mate):
        return {"mate": score.plies if score.is_win else -score.plies, **more}
    if isinstance(score, Draw):
        return {"cp": 0, "exact": True}
    if isinstance(score, Equity):
        chances = vars(score.chances) if score.chances else {}
        error = {"stderr": score.standard_error} if score.standard_error is not None else {}
        return {"equity": score.points, **chances, **error, **more}
    assert isinstance(score, Cp), "there is no other kind"
    return {"cp": score.hundredths, **more}


def score_words(score: Mapping[str, Any], chance: float | None = None) -> str:
    """A score of `score_json` for people: "wins in 9", "draw", "62 %", "+0.123"."""
    if "mate" in score:
        plies = score["mate"]
        about = "at most " if score.get("bound") == "lower" else ""
        return f"wins in {about}{plies}" if plies > 0 else f"loses in {-plies}"
    if score.get("exact"):
        return "draw"
    if "equity" in score:
        return f"{score['equity']:+.3f}"
    return f"{score['cp'] / 100:+.2f}" if chance is None else f"{chance:.0%}"
