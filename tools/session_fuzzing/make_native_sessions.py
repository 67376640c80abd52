"""Makes sessions of the native dialect, with tags or without (as UGI has it)."""

import itertools
import re
from dataclasses import dataclass
from random import Random

from session_fuzzing.catalogue_and_random_games import Catalogue, RandomGame
from session_fuzzing.grammar_lines import Grammar, LineMaker, SlotFiller
from session_fuzzing.mutation import mutate
from session_fuzzing.session_and_findings import Block, Kind, Line, Session, Target

MIXTURES = ("commands", "mutated", "searches")
LINES = {"commands": 1500, "mutated": 1500, "searches": 120}  # of a session, about
STEERING = 0.45  # the share of moves, positions and what else changes the game
FIXED_SHARE = 0.01  # of searches that a fresh process must repeat
STOPPED_SHARE = {"commands": 0.0005, "mutated": 0.0005, "searches": 0.4}
BROKEN_TAG = 0.08  # the share of mutated lines whose tag is damaged, too
SEARCH = re.compile(rb"[ \t]*(?:@[^ \t]*[ \t]+)?(go|explain|perft|bench)(?=[ \t\r]|$)")
QUIT = re.compile(rb"\bquit\b", re.IGNORECASE)
DANGEROUS = re.compile(  # options that write files, draw a seed, take minutes or much memory
    rb"option.*(logfile.*[/~\\]|seed(?!\s+value\s+0*[1-9])"
    rb"|movetime\s+value\s+\d\d|threads\s+value\s+\d\d|hash\s+value\s+\d{4})",
    re.IGNORECASE | re.DOTALL,
)
STOP = re.compile(rb"[ \t]*(?:@[^ \t]*[ \t]+)?stop[ \t\r]*")  # would end searches far before it
OWN_TAG = re.compile(rb"[ \t]*@\d+(?=[ \t\r]|$)")  # like the tags that other lines have


def is_safe(text: bytes) -> bool:
    """Whether a damaged line may be sent."""
    head = text[:2000]
    return not (
        QUIT.search(head) or DANGEROUS.search(head) or OWN_TAG.match(head) or STOP.fullmatch(head)
    )


@dataclass(frozen=True)
class Materials:
    """What the sessions of a worker are made from."""

    catalogue: Catalogue
    grammars: dict[str, Grammar]


class Maker:
    """Makes one session."""

    def __init__(
        self, target: Target, chance: Random, materials: Materials, game: RandomGame
    ) -> None:
        """Prepares it."""
        self._target, self._chance, self._game = target, chance, game
        self._mixture, self._tagged = target.mixture, target.dialect == "native"
        words = SlotFiller(chance, materials.catalogue, target.game, game)
        makers = [
            LineMaker(materials.grammars[name], words, chance)
            for name in ("native", "native_searches", "native_until_stop")
        ]
        self._plain, self._fixed, self._stopped = makers
        self._words = words
        self._variants = materials.catalogue.games[target.game]
        self._ply: int | None = 0  # of the random game; None: the session has left it
        self._is_away = False  # whether the variant may be another one
        self._counter = itertools.count()
        self._blocks = [Block()]
        self._pool = [b"newgame " + game.words, b"position " + game.start]

    def make(self, number: int) -> Session:
        """The session."""
        chance = self._chance
        for text in (
            b"setoption name Seed value %d" % chance.randrange(1, 10**6),
            b"setoption name MoveTime value 2",
            b"newgame " + self._game.words,
            b"position " + self._game.start,
        ):
            self._add(text)
            self._blocks[-1].lines[-1 if self._tagged else -2].is_needed = True
        mutated = 0.6 if self._mixture == "mutated" else 0.02
        stopped = STOPPED_SHARE[self._mixture]
        for _ in range(LINES[self._mixture]):
            draw = chance.random()
            if draw < mutated:
                self._add_mutated()
            elif draw < mutated + stopped:
                self._add_stopped(self._stopped.line())
            elif chance.random() < FIXED_SHARE:
                self._add(self._fixed.line(), Kind.REPEATABLE)
            elif chance.random() < STEERING:
                self._add(self._line_that_changes_game())
            else:
                self._add(self._plain.line())
            if chance.random() < 0.02:
                self._probe()
        self._end_block()
        ending = chance.choice(("end", "end", "cut", "quit"))
        return Session(self._target, number, self._blocks[:-1], ending)

    def _line_that_changes_game(self) -> bytes:
        """A line that plays the random game on, leaves it or comes back to it."""
        ply, draw = self._ply, self._chance.random()
        if ply is None or ply == len(self._game.moves) or draw < 0.03:
            return self._come_back(draw)
        return self._play_on(ply, draw) if draw < 0.85 else self._leave(draw)

    def _come_back(self, draw: float) -> bytes:
        """To the variant of the random game, and to one of its positions."""
        game = self._game
        if self._ply is None and self._is_away:
            self._is_away = False
            return b"newgame " + game.words
        self._ply = int(self._chance.random() * (len(game.moves) + 1))
        if draw < 0.02 and b" seed " not in b" " + game.start:
            return b"position fen " + game.fens[self._ply]
        return b" ".join([b"position", game.start, b"moves", *game.moves[: self._ply]])

    def _play_on(self, ply: int, draw: float) -> bytes:
        """Moves of the random game, or some plies back."""
        if ply and draw > 0.65:
            back = 1 + int(self._chance.random() * min(ply, 6))
            self._ply = ply - back
            return b"undo" if back == 1 else b"undo %d" % back
        most = 1 if draw < 0.55 else 4
        self._ply = min(len(self._game.moves), ply + 1 + int(self._chance.random() * most))
        return b" ".join([b"move", *self._game.moves[ply : self._ply]])

    def _leave(self, draw: float) -> bytes:
        """Another move, the same game anew, or another variant."""
        self._ply = None
        if draw < 0.96:
            return b"move " + self._words.legal()
        if draw < 0.985:
            return b"newgame"
        self._is_away = True
        return b"newgame " + self._chance.choice(self._variants).encode()

    def _add_mutated(self) -> None:
        """Adds a damaged line; one that may search gets a `stop` after it."""
        chance, pool = self._chance, self._pool
        base = self._line_that_changes_game() if chance.random() < 0.4 else self._plain.line()
        if chance.random() < 0.03:
            base = self._fixed.line() if chance.random() < 0.5 else self._stopped.line()
        if len(pool) < 200:
            pool.append(base)
        text = mutate(chance, base, pool)
        if not is_safe(text):
            return
        self._ply = None if chance.random() < 0.3 else self._ply
        self._is_away = self._is_away or text.startswith(b"newgame")
        if SEARCH.match(text):
            self._add_stopped(text, True)
        elif self._tagged and chance.random() < BROKEN_TAG:
            whole = mutate(chance, b"@m%d " % next(self._counter) + text, pool)
            if is_safe(whole) and not SEARCH.match(whole):
                self._add_untagged(whole, Kind.PLAIN, True)
        else:
            self._add(text, is_mutated=True)

    def _add_stopped(self, text: bytes, is_mutated: bool = False) -> None:
        """Adds a search in a block of its own, with a `stop` and perhaps lines before it."""
        self._end_block()
        chance, block = self._chance, self._blocks[-1]
        self._add(text, Kind.TIMED, is_mutated)
        if self._tagged and chance.random() < 0.3:  # untagged, it would be answered too early
            self._add(b"isready")
        if self._tagged and chance.random() < 0.2:
            self._add(self._plain.line())
        if self._mixture == "searches":
            block.pause = chance.choice((0.0, 0.0, chance.random() * 0.02))
        self._add_to(block.stop, b"stop", Kind.TIMED)
        self._end_block()

    def _add(self, text: bytes, kind: Kind = Kind.PLAIN, is_mutated: bool = False) -> None:
        if self._tagged:
            tag = b"@%d" % next(self._counter)
            lines = self._blocks[-1].lines
            lines.append(Line(tag + b" " + text, tag, kind, is_mutated))
        else:
            self._add_untagged(text, kind, is_mutated)

    def _add_to(self, lines: list[Line], text: bytes, kind: Kind) -> None:
        tag = b"@%d" % next(self._counter)
        lines.append(Line(tag + b" " + text, tag, kind))

    def _add_untagged(self, text: bytes, kind: Kind, is_mutated: bool) -> None:
        """Adds a line without a known tag, and a probe that shows where its answer ends."""
        tag = b"@%d" % next(self._counter)
        self._blocks[-1].lines += [
            Line(text, b"~" + tag, kind, is_mutated),
            Line(tag + b" query gameover", tag, Kind.PROBE),
        ]

    def _probe(self) -> None:
        for text in (b"fen", b"history", b"query turn"):
            self._add_to(self._blocks[-1].lines, text, Kind.PROBE)

    def _end_block(self) -> None:
        """Ends the block, if it has any line, with one that the writer waits for."""
        block = self._blocks[-1]
        if block.lines:
            last = block.stop if block.stop else block.lines
            self._add_to(last, b"query gameover", Kind.PROBE)
            block.end_marker = b"\n" + last[-1].key + b" "
            self._blocks.append(Block())
