"""Makes lines by a grammar: a file of weighted templates.

`<cell>` and the like are filled from the game at hand, `<a|b>` with one of the words. A template
that holds `|` outside of brackets is several lines, which follow each other.
"""

import itertools
import re
from bisect import bisect
from collections.abc import Callable
from pathlib import Path
from random import Random

from session_fuzzing.catalogue_and_random_games import Catalogue, Option, RandomGame
from tournament.dialects.gnubg_dialect import board_of

HERE = Path(__file__).resolve().parent
SLOT = re.compile(r"<([^<>]+)>")
PATTERN_LETTERS = b"xo-xo-xo-SHBshbXxry"
NONSENSE = [
    b"", b" ", b"\t", b"@", b"position", b"move", b"newgame nonsense", b"position fen x", b"move x",
    b"undo 99999", b"undo x", b"go nonsense", b"setoption name", b"setoption", b"find", b"lines",
    b"dice 7 7", b"dice", b"query", b"query x", b"perft", b"perft x", b"help nonsense",
    b"explain player x", b"go player x", b"newgame gomoku size 99", b"setoption name X value 1",
    b"hello", b"uci", b"ucinewgame", b"ponderhit", b"debug on", b"register later", b"TURN 7,7",
    b"START 15", b"XGID=", b"board:", b"isready now", b"position startpos moves", b"move 4 x",
]  # fmt: skip
LARGEST_OPTION_VALUES = {
    b"Hash": 64,
    b"Threads": 2,
    b"MoveTime": 4,
}  # largest values that a session sets
HARMLESS = [b"<empty>", b"no-such-file", b".", b"/dev/null", b"default", b"generic", b"george"]
MakeBytes = Callable[[], bytes]


class SlotFiller:
    """Fills the slots of templates, from a game and the engine's catalogue."""

    def __init__(self, chance: Random, catalogue: Catalogue, name: str, game: RandomGame) -> None:
        """The words of one session."""
        self._chance, self._catalogue, self._name, self._game = chance, catalogue, name, game
        self.size = 15  # of piskvork's board
        self.boards: dict[bytes, bytes] = {}  # FIBS boards that were made, as XGID

    def maker(self, slot: str) -> MakeBytes:
        """What fills a slot."""
        if "|" in slot:
            words = [word.encode() for word in slot.split("|")]
            return lambda: words[int(self._chance.random() * len(words))]
        found: MakeBytes = getattr(self, {"x,y": "point"}.get(slot, slot))
        return found

    def _one(self, words: list[bytes]) -> bytes:
        return words[int(self._chance.random() * len(words))] if words else b"4"

    def legal(self) -> bytes:
        """A move that was legal at some ply of the game."""
        return self._one(self._one_of_plies())

    def _one_of_plies(self) -> list[bytes]:
        return self._game.legal[int(self._chance.random() * len(self._game.legal))]

    def cell(self) -> bytes:
        """A cell that could be played at the start."""
        return self._one(self._game.cells)

    def pattern(self) -> bytes:
        """Letters of a pattern."""
        letters = PATTERN_LETTERS[:9] if self._chance.random() < 0.6 else PATTERN_LETTERS[6:]
        return bytes(self._chance.choices(letters, k=1 + int(self._chance.random() * 6)))

    def player(self) -> bytes:
        """Any player of the game."""
        return self._one(self._catalogue.players[self._name])

    def other(self) -> bytes:
        """A player that needs no tables: none but the default player has any."""
        return self._one(self._catalogue.players[self._name][1:])

    def game(self) -> bytes:
        """The game that is played."""
        return self._name.encode()

    def die(self) -> bytes:
        """A die."""
        return b"%d" % (1 + int(self._chance.random() * 6))

    def point(self) -> bytes:
        """A cell of piskvork's board."""
        size = self.size
        return b"%d,%d" % (int(self._chance.random() * size), int(self._chance.random() * size))

    def xgid(self) -> bytes:
        """A position of the game, as XGID."""
        return self._one(self._game.fens).split(b" ")[0]

    def fibs(self) -> bytes:
        """A position of the game, as a FIBS board."""
        xgid = self.xgid()
        while not xgid.split(b":")[4].isdigit():  # a double is offered
            xgid = self.xgid()
        board = board_of(xgid.decode()).encode()
        self.boards[board] = xgid
        return board

    def nonsense(self) -> bytes:
        """A line that is refused, or ignored."""
        return self._one(NONSENSE)

    def option(self) -> bytes:
        """An option and a value that it takes."""
        option = self._catalogue.options[int(self._chance.random() * len(self._catalogue.options))]
        return b"name " + option.name + self._value(option)

    def _value(self, option: Option) -> bytes:
        chance = self._chance
        if option.type == b"button":
            return b""
        if option.type == b"check":
            return b" value " + (b"true" if chance.random() < 0.5 else b"false")
        if option.type == b"combo":
            return b" value " + self._one(list(option.words))
        if option.type == b"string":
            harmless = HARMLESS[:1] if option.name == b"LogFile" else HARMLESS
            return b" value " + self._one(harmless)
        most = min(option.most, LARGEST_OPTION_VALUES.get(option.name, option.most))
        least = 1 if option.name == b"Seed" else option.least
        if chance.random() < 0.5:
            return b" value %d" % max(least, min(most, int(option.default or 0)))
        return b" value %d" % chance.choice((least, most, chance.randint(least, most)))


class Grammar:
    """A grammar file, read."""

    def __init__(self, name: str) -> None:
        """Reads `<name>.grammar`."""
        rows = (HERE / f"{name}.grammar").read_text("utf-8").splitlines()
        parts = [row.split(" ", 1) for row in rows if row and not row.startswith("#")]
        self.templates = [template for _, template in parts]
        self.weights = list(itertools.accumulate(float(weight) for weight, _ in parts))


class LineMaker:
    """Makes the lines of one session by a grammar."""

    def __init__(self, grammar: Grammar, words: SlotFiller, chance: Random) -> None:
        """Prepares every template."""
        self._chance, self._weights = chance, grammar.weights
        self._total = grammar.weights[-1]
        self._makers = [_compile(template, words) for template in grammar.templates]

    def lines(self) -> list[bytes]:
        """A line, or several that belong together."""
        return [
            make()
            for make in self._makers[bisect(self._weights, self._chance.random() * self._total)]
        ]

    def line(self) -> bytes:
        """A line of a grammar that has single lines only."""
        return self.lines()[0]


def _compile(template: str, words: SlotFiller) -> list[MakeBytes]:
    """One maker for each line of the template."""
    depth, lines = 0, [""]
    for sign in template:
        depth += (sign == "<") - (sign == ">")
        if sign == "|" and not depth:
            lines.append("")
        else:
            lines[-1] += sign
    return [_compile_line(line, words) for line in lines]


def _compile_line(line: str, words: SlotFiller) -> MakeBytes:
    parts = SLOT.split(line)  # text and slots take turns
    texts = [part.encode() for part in parts[::2]]
    slots = [words.maker(slot) for slot in parts[1::2]]
    if not slots:
        return lambda: texts[0]
    if len(slots) == 1:
        [slot], (front, back) = slots, texts
        return lambda: front + slot() + back
    form = b"%b".join(texts)
    return lambda: form % tuple(slot() for slot in slots)
