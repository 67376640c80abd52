"""Small tournaments for tests, with engines that need not be anything but there."""

import functools
import shlex
import sys
from pathlib import Path
from typing import Any

from parlour import Engine
from parlour.game_description import Description
from tests.engine_and_faulty_engines import JUDGE, FakeEngineFolder
from tournament.events.ask_description import description_of
from tournament.events.event_definition import Contestant, EventRules, Limits, Pair
from tournament.playing.game_record import GameRecord
from tournament.playing.worker_engines import JudgeAndPlayers

HERE = Path(__file__).resolve().parent
FEW_NODES = Limits(nodes=30)

# An engine of any dialect that writes down what it hears; `{line}` answers each line.
SCRIPTED_ENGINE_CODE = """
import os, signal, sys, time
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)
asked = 0
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    with open(sys.argv[1] + ".heard", "a") as heard:
        heard.write(line)
    if words[0] in ("quit", "END"):
        break
    {line}
"""


@functools.cache
def all_games() -> list[str]:
    """The names of the engine's games."""
    with Engine.popen(JUDGE) as engine:
        return engine.games()


@functools.cache
def described(game: str) -> Description:
    """What the engine says of one of its games."""
    return description_of(JUDGE, game)


def rules_of(game: str = "connect4", variant: str = "", **more: Any) -> EventRules:
    """Rules with the engine as the judge, patient with engines on a busy machine."""
    given = {"tolerance": 10_000, "description": described(game), **more}
    return EventRules(game, variant, JUDGE, **given)


def native(name: str = "one", player: str = "george", limits: Limits = FEW_NODES) -> Contestant:
    """The judge's own program as a contestant."""
    return Contestant(name, JUDGE, "native", {"Player": player}, limits)


def stub_engine(dialect: str, *words: str, limits: Limits = FEW_NODES) -> Contestant:
    """A stub engine of this dialect, with these words after its name."""
    python = ["env", f"PYTHONPATH={HERE.parent}", sys.executable, "-S"]
    command = shlex.join([*python, str(HERE / "stub_engines" / f"{dialect}.py"), *words])
    return Contestant(f"{dialect} {' '.join(words)[-20:]}", command, dialect, {}, limits)


def play(
    rules: EventRules,
    *contestants: Contestant,
    opening: str = "startpos",
    round_: int = 0,
    legs: tuple[int, ...] = (0, 1),
    restart: bool = False,
) -> list[GameRecord]:
    """Plays one pair, or only one leg of it."""
    with JudgeAndPlayers(rules, contestants, restart) as seats:
        return list(seats.play(Pair(7, (0, 1), opening, round_, legs)))


class FakeEngineTestCase(FakeEngineFolder):
    """Tests with fake engines of any dialect."""

    def contestant_answering(
        self, dialect: str, *answers: str, limits: Limits = FEW_NODES
    ) -> Contestant:
        """A contestant that answers its lines so; the statements see `line` and `words`."""
        path = self.folder / f"lines{len(list(self.folder.iterdir()))}.py"
        path.write_text(SCRIPTED_ENGINE_CODE.format(line="\n    ".join(answers)), encoding="utf-8")
        command = shlex.join([sys.executable, "-S", str(path), str(self.pids)])
        return Contestant("fake", command, dialect, {}, limits)

    def heard(self) -> list[str]:
        """The lines that contestants of `lines` have heard."""
        return Path(f"{self.pids}.heard").read_text(encoding="utf-8").splitlines()

    def contestant_faulty_at_go(
        self, go: str, before: str = "pass", limits: Limits = FEW_NODES
    ) -> Contestant:
        """A native contestant that does this at `go`."""
        return Contestant("fake", self.fake(go, before), "native", {}, limits)

    def ends_by_rules(self, games: list[GameRecord]) -> None:
        """Both legs have been played to the end."""
        self.assertEqual([game.reason for game in games], ["rules", "rules"])
        self.assertEqual([game.leg for game in games], [0, 1])
        self.assertEqual((games[0].first, games[0].second), (games[1].second, games[1].first))
        for game in games:
            self.assertTrue(game.ending)
            length = len(game.moves)
            lists = (game.movers, game.scores, game.depths, game.nodes, game.times)
            self.assertEqual([len(each) for each in lists], [length] * 5)
