"""The record of an analysed game: one JSON object, a line of the log."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self

from analysis.checked_game import CheckedGame

PLAY, CUBE = "play", "cube"  # kinds of decisions


@dataclass
class Candidate:
    """A move with what the search says of it."""

    line: list[str]  # the move and best play after it
    score: dict[str, Any]  # as `score_values_and_marks.score_json` makes it, for the side to move
    worth: float | None  # in the unit of the game
    depth: int = 0

    @property
    def move(self) -> str:
        """The move itself."""
        return self.line[0]


@dataclass
class Decision:
    """A ply, the side that chose it, and what it cost. Values are those of the side to move."""

    ply: int  # from 1
    side: int  # 1 First, 2 Second
    move: str  # as it was played, with its dice in front
    kind: str = PLAY
    choices: int = 1  # legal moves; 1 is forced, and has no values
    counts: bool = False  # whether it is a decision of the error rate
    best: Candidate | None = None
    played: Candidate | None = None
    others: list[Candidate] = field(default_factory=list)  # more lines, where there are dice
    loss: float | None = None  # in the unit of the game; 0 for the best move
    cost: float | None = None  # the loss in points, or in chances to win the match
    mark: str = ""  # one of score_values_and_marks.MARKS, or ""
    reason: str = ""  # of the best move, in the engine's words
    words: dict[str, str] = field(default_factory=dict)  # by `explain`: best and played move
    luck: float | None = None  # of the roll, normalised equity
    luck_cost: float | None = None  # in points, or in chances to win the match
    rollout: dict[str, list[float]] = field(default_factory=dict)  # move: equity, its error

    @property
    def is_best(self) -> bool:
        """Whether no move is better."""
        return self.loss == 0

    @property
    def text(self) -> str:
        """The move without its dice."""
        return self.move.partition(":")[2] or self.move

    @classmethod
    def from_json(cls, words: dict[str, Any]) -> Self:
        """Reads what `asdict` wrote."""
        made = {key: Candidate(**words[key]) if words[key] else None for key in ("best", "played")}
        others = [Candidate(**other) for other in words["others"]]
        return cls(**{**words, **made, "others": others})


@dataclass
class GameAnalysis:
    """A game and its decisions."""

    game: CheckedGame
    unit: str  # EQUITY or CHANCE of score_values_and_marks
    decisions: list[Decision] = field(default_factory=list)
    start_luck: float | None = None  # what First has gained by who begins; as Decision.luck_cost
    fault: str = ""  # always empty; logs have it

    def to_json(self) -> dict[str, Any]:
        """A line of the log."""
        return asdict(self)

    @classmethod
    def from_json(cls, words: dict[str, Any]) -> Self:
        """Reads a line of the log; raises KeyError or TypeError if it is none."""
        game = CheckedGame.from_json(words["game"])
        decisions = [Decision.from_json(decision) for decision in words["decisions"]]
        return cls(**{**words, "game": game, "decisions": decisions})
