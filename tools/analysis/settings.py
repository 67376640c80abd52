"""How games are analysed: the engine, its limits, and what it is asked beyond the moves."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self

from parlour import Engine, Limit

LUCK_DEPTH = 1  # of the search after each of the 21 rolls: an evaluation of every play


@dataclass(frozen=True)
class Settings:
    """What the log's header stores: the same settings and nodes or depth give the same bytes."""

    engine: str = "parlour"
    movetime: int = 0  # milliseconds of a search, 0: no such limit
    nodes: int = 0
    depth: int = 0
    player: str = ""  # that judges; "" is the game's default
    options: dict[str, str] = field(default_factory=dict)
    lines: int = 5  # plays that are compared where there are dice
    rollout: int = 0  # games for each play of a marked decision, 0: none
    truncate: int = 0  # rolls after which a game of a rollout is evaluated, 0: never
    luck: bool = True  # whether every roll is compared with the mean of all rolls

    @property
    def limit(self) -> Limit:
        """Of each search; without any, the engine's own."""
        time = self.movetime / 1000 if self.movetime else None
        return Limit(time=time, nodes=self.nodes or None, depth=self.depth or None)

    def start_engine(self) -> Engine:
        """A new engine with these options; raises OSError, EngineError."""
        engine = Engine.popen(self.engine)
        try:
            engine.configure({"Seed": 1, **self.options})
        except BaseException:
            engine.close()
            raise
        return engine

    def to_json(self) -> dict[str, Any]:
        """All that changes what is found; the command of the engine does not."""
        words = asdict(self)
        del words["engine"]
        return words

    @classmethod
    def from_json(cls, words: dict[str, Any], engine: str) -> Self:
        """Reads what `to_json` wrote."""
        return cls(engine=engine, **words)
