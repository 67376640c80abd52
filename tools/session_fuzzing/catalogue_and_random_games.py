"""What the engine has, asked once, and random legal games, whose lines sessions are made of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine_byte_pipe import EnginePipe

GAME_SOURCES = Path(__file__).resolve().parent.parent.parent / "src" / "games"
PLIES = 60  # of a random game, at most
OPTION = re.compile(rb"option name (.+?) type (\w+)(?: default (\S*))?(.*)")
RANGE = re.compile(rb"min (-?\d+) max (-?\d+)")


@dataclass(frozen=True)
class Option:
    """An option as the answer to `ugi` announces it."""

    name: bytes
    type: bytes
    default: bytes
    least: int = 0
    most: int = 0
    words: tuple[bytes, ...] = ()  # of a combo


@dataclass(frozen=True)
class Catalogue:
    """The engine's games, each with variants and players, and its options."""

    games: dict[str, list[str]]  # words after `newgame`, for each game
    players: dict[str, list[bytes]]  # the default player first
    options: list[Option]


@dataclass
class RandomGame:
    """A legal game: after ply n, the position, the legal moves and what else there is."""

    words: bytes  # after `newgame`
    start: bytes  # after `position`
    moves: list[bytes] = field(default_factory=list)  # with dice in front where they were rolled
    fens: list[bytes] = field(default_factory=list)
    legal: list[list[bytes]] = field(default_factory=list)
    cells: list[bytes] = field(default_factory=list)  # of the board, where it has any


class LineByLineEngine:
    """An engine that is asked line by line."""

    def __init__(self, engine: EnginePipe) -> None:
        """Asks this engine."""
        self._engine, self._asked = engine, 0

    def ask(self, *lines: bytes) -> list[list[bytes]]:
        """The lines of each answer, without the tag; a refusal is one line like any other."""
        tags = [b"@%d " % (self._asked + n) for n, _ in enumerate(lines)]
        self._asked += len(lines) + 1
        last = b"@%d " % (self._asked - 1)
        block = b"".join(tag + line + b"\n" for tag, line in zip(tags, lines, strict=True))
        self._engine.forget()
        self._engine.exchange(block + last + b"isready\n", b"\n" + last, 1)
        said: dict[bytes, list[bytes]] = {tag: [] for tag in tags}
        for line in bytes(self._engine.said).splitlines():
            tag, blank, rest = line.partition(b" ")
            if tag + blank in said:
                said[tag + blank].append(rest)
        return list(said.values())

    def newgame_words(self, line: bytes) -> list[bytes]:
        """The words after the first of the last line; none if the line is refused."""
        [said] = self.ask(line)
        if not said or said[-1].startswith(b"error "):
            return []
        return said[-1].split()[1:]


def catalogue_of(command: str) -> Catalogue:
    """Asks an engine for all that it has. Raises OSError, Gone or Hang."""
    with EnginePipe(command) as engine:
        asker = LineByLineEngine(engine)
        games = [word.decode() for word in asker.newgame_words(b"games")]
        players = {}
        for game in games:
            asker.ask(b"newgame " + game.encode())
            players[game] = asker.newgame_words(b"players")
        [lines] = asker.ask(b"ugi")
    return Catalogue({game: variants_of(game) for game in games}, players, list(_options(lines)))


def variants_of(game: str) -> list[str]:
    """The words after `newgame` that are worth testing: the source of the game lists them."""
    path = GAME_SOURCES / game / "tested_variants.txt"
    rows = path.read_text("utf-8").splitlines() if path.exists() else []
    return [game, *(f"{game} {row}" for row in rows if row and not row.startswith("#"))]


def _options(lines: list[bytes]) -> Iterator[Option]:
    for line in lines:
        if said := OPTION.fullmatch(line):
            name, kind, default, rest = said.groups()
            bounds = RANGE.search(rest)
            least, most = map(int, bounds.groups()) if bounds else (0, 0)
            words = tuple(rest.split(b" var ")[1:])
            yield Option(name, kind, default or b"", least, most, words)


def play_random_game(
    asker: LineByLineEngine, chance: Random, words: str, plies: int = PLIES
) -> RandomGame:
    """Plays random moves; the same chance gives the same game."""
    game = RandomGame(words.encode(), b"startpos")
    asker.ask(b"newgame " + game.words, b"setoption name Seed value %d" % chance.randrange(1, 999))
    [said] = asker.ask(b"position fen startpos seed %d" % chance.randrange(999))
    if said == [b"ok"] and chance.random() < 0.5:
        game.start = b"fen " + asker.newgame_words(b"fen")[0] + b" seed %d" % chance.randrange(999)
    asker.ask(b"position " + game.start)
    game.cells = asker.newgame_words(b"playable")
    move = b""
    for ply in range(plies + 1):
        fen, legal, history = asker.ask(b"fen", b"legal", b"history")
        if legal == [] or legal[0].startswith(b"error need-dice"):
            asker.ask(b"roll")
            fen, legal, history = asker.ask(b"fen", b"legal", b"history")
        if ply:  # as the engine spells it: with the dice that were rolled for it
            spelt = history[-1].split()[-1] if history else move
            game.moves.append(move if b" seed " in b" " + game.start else spelt)
        game.fens.append(fen[-1].partition(b" ")[2])
        game.legal.append(legal[-1].split()[1:] if legal[-1].startswith(b"legal") else [])
        if not game.legal[-1] or ply == plies:
            return game
        roll = b"roll" in game.legal[-1] and chance.random() < 0.9
        move = b"roll" if roll else chance.choice(game.legal[-1])
        asker.ask(b"move " + move)
    return game
