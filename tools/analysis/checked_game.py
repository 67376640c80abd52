"""Games that the engine has followed from their start to their end."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from parlour import Description, Engine, Position, Refused
from tournament.notation.parsed_game import FileFault, ParsedGame


@dataclass(frozen=True)
class CheckedGame:
    """A game whose moves are legal, in the engine's own spelling."""

    file: str  # its name
    line: int
    title: str
    game: str  # words after `newgame`
    start: str  # words after `position`, without moves
    moves: tuple[str, ...]  # every ply, with dice in front
    players: tuple[str, str]  # First, Second; "" where the file does not name them
    result: str = ""  # p1win, p2win, draw, or "": it was not played to its end
    points: float = 0
    ending: str = ""
    match: str = ""  # how the match stands after it: p1win, p2win, playing, or "": no match

    def position(self, ply: int, dice: tuple[int, int] | None = None) -> Position:
        """The position after this many plies."""
        return Position(self.game, self.moves[:ply], self.start, dice)

    @property
    def game_name(self) -> str:
        """The name of the game, without its variant."""
        return self.game.partition(" ")[0]

    @property
    def digest(self) -> str:
        """A short text that differs if the game differs."""
        said = json.dumps([self.game, self.start, *self.moves])
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """As an object of a line of JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, words: dict[str, Any]) -> Self:
        """Reads what `to_json` wrote."""
        lists = {"moves": tuple(words["moves"]), "players": tuple(words["players"])}
        return cls(**{**words, **lists})


class Checker:
    """Follows games with an engine; `game` has the words after `newgame` of those without any."""

    def __init__(self, engine: Engine, game: str = "") -> None:
        self._engine, self._game = engine, game
        self._runs: dict[str, Description] = {}

    def check(self, found: ParsedGame, file: str) -> CheckedGame:
        """The game as the engine has it. Raises FileFault for a fault of the file, EngineError."""
        words = found.newgame_words or self._game or self._game_of(found)
        moves, lines = self._single_moves(words, found)
        position = Position(words, moves, found.position_words)
        if found.ends_in_bare_roll and not self._takes(position):
            position = Position(words, moves[:-1], found.position_words)
        try:
            history = self._engine.history(position)
        except Refused as refusal:
            raise FileFault(self._line_of(words, found, moves, lines), refusal.text) from None
        if not history:
            raise FileFault(found.first_line, "the game has no moves")
        status = self._engine.status(position)
        standing = self._engine.words("query match")
        return CheckedGame(
            file,
            found.first_line,
            found.title,
            words,
            found.position_words,
            tuple(history),
            found.players,
            status.result or found.result,
            status.points if status.result else found.points,
            status.ending or ("given up" if found.result else ""),
            _standing(standing, words, found if not status.result else None),
        )

    def describe(self, words: str) -> Description:
        """What the engine says of a game; raises EngineError."""
        if words not in self._runs:
            self._runs[words] = self._engine.describe(words)
        return self._runs[words]

    def _game_of(self, found: ParsedGame) -> str:
        """The first game of which every word is a run of moves. Raises FileFault."""
        for name in self._engine.games():
            run = self.describe(name).run
            if run and all(self._is_run(name, word) for word in found.moves):
                return name
        raise FileFault(
            found.first_line, "nothing says which game this is: give --game, or a 'newgame'"
        )

    def _is_run(self, name: str, word: str) -> bool:
        return bool(re.fullmatch(rf"(?:{self.describe(name).run})+", word, re.ASCII))

    def _single_moves(self, words: str, found: ParsedGame) -> tuple[list[str], list[int]]:
        """Runs of moves as single moves, each with its line."""
        try:
            description = self.describe(words)
        except Refused as refusal:
            raise FileFault(found.first_line, f"'{words}': {refusal.text}") from None
        moves: list[str] = []
        lines: list[int] = []
        for move, line in zip(found.moves, found.line_of_each_move, strict=True):
            single = description.split_run(move)
            moves += single
            lines += [line] * len(single)
        return moves, lines

    def _line_of(
        self, words: str, found: ParsedGame, moves: Sequence[str], lines: Sequence[int]
    ) -> int:
        """The line of the first move that the engine refuses."""
        low, high = 0, len(moves)  # it takes `low` moves, and refuses `high`
        if not self._takes(Position(words, (), found.position_words)):
            return found.first_line
        while high - low > 1:
            middle = (low + high) // 2
            if self._takes(Position(words, moves[:middle], found.position_words)):
                low = middle
            else:
                high = middle
        return lines[low] if low < len(lines) else found.first_line

    def _takes(self, position: Position) -> bool:
        try:
            self._engine.history(position)
        except Refused:
            return False
        return True


def _standing(standing: list[str], words: str, given_up: ParsedGame | None) -> str:
    """How the match stands: p1win, p2win, playing, or "" without a match.

    `standing` is the engine's answer to `query match`, `words` are those after `newgame`. The
    engine does not know the result of a game that was given up.
    """
    if standing == ["none"]:
        return ""
    winner = given_up.result[:2] if given_up else ""
    if given_up is None or winner not in standing:
        return standing[-1]
    score = int(standing[standing.index(winner) + 1])
    if length := re.search(r"\bmatch (\d+)", words):
        is_won = score + given_up.points >= int(length[1])
    else:
        games = re.search(r"\bbest (\d+)", words)
        is_won = games is not None and score + 1 > int(games[1]) // 2
    return f"{winner}win" if is_won else "playing"
