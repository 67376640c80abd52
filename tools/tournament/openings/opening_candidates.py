"""Candidates for openings, and the choice among them.

A candidate is random play after which a search finds no advantage for either side.
"""

import random
import re
from collections import Counter
from dataclasses import dataclass
from statistics import fmean, pstdev

from parlour import Engine, EngineError
from tournament.events.ask_description import describe
from tournament.openings.board_symmetry import Rows, canonical, distance, images, read_rows

CELL = re.compile(r"([a-z])(\d+)$")  # where a move ends, as in `h8` or `S@d4`
SEED_WORDS = re.compile(r" seed .*")
# The score of an iteration that a limit ended: it is a bound, and proves neither a win nor a loss.
BOUND_ALONE = re.compile(
    r" score (?:cp -?\d+ (?:lower|upper)bound|mate -\d+ lowerbound|mate \d+ upperbound)\b"
)
MOST_MULTIPV = 500  # the most lines that the option MultiPV can ask for
BEGINNING_PLIES = 2  # plies of a beginning
NODE_FACTORS = (0.25, 0.5, 1, 2, 4)  # by which the nodes of a game's moves differ, at random
LEAST_SHARE_OF_A_SIDE = 0.375  # the share of those games that each side must score
WINDOWS_OF_FIRST_SEARCH = 5  # the first search refuses a candidate whose score is beyond this many


@dataclass(frozen=True)
class OpeningSpec:
    """The requirements for openings, and how candidates are made and judged."""

    game: str
    variant: str  # words after `newgame GAME`
    seed: int  # of all candidates
    plies: tuple[int, int]  # the least and the most
    reach_in_cells: int  # cells that a move may be away from an earlier one; 0: any number
    best: int  # how many best moves of a search of one ply to choose from; 0: from all
    window: int  # the greatest score for either side, in hundredths
    must_be_proved_draw: bool  # the draw must be proved
    judging: str  # words after `go`
    first_search: str  # words after `go` of a short search before; empty: none
    games: int  # fast games of which each side must score three eighths; 0: none
    nodes_of_fast_games: int  # nodes of a move in those games, give or take


@dataclass(frozen=True)
class Candidate:
    """A balanced position in which neither side can win at once."""

    opening: str  # words after `position`
    fen: str
    beginning: str  # the position after two plies, the same for all its images and seeds
    score: int  # hundredths, for First
    plies: int


def nearby(moves: list[str], played: list[str], fen: str, reach: int) -> list[str]:
    """Those that end within `reach` cells of one that was played; a first move near the middle."""

    def cell(move: str) -> tuple[float, float]:
        if not (found := CELL.search(move)):
            raise ValueError(f"--near is for games with cells: '{move}' names none")
        return ord(found[1]) - ord("a"), int(found[2]) - 1

    rows = read_rows(fen)
    around = [cell(move) for move in played] or [((len(rows[0]) - 1) / 2, (len(rows) - 1) / 2)]
    reach = reach if played else 2 * reach
    ends = ((move, *cell(move)) for move in moves)
    return [m for m, x, y in ends if any(max(abs(x - a), abs(y - b)) <= reach for a, b in around)]


def is_bound_alone(line: str) -> bool:
    """Whether a line of a search has a bound of the score only, and proves no win or loss."""
    return BOUND_ALONE.search(line) is not None


class Stopped(Exception):
    """The candidates are no longer wanted."""


class Maker:
    """An engine that makes candidates."""

    def __init__(self, command: str, spec: OpeningSpec) -> None:
        """Starts it and opens the game; raises OSError or EngineError if it cannot."""
        self.spec, self.engine, self._is_stopped = spec, Engine.popen(command), False
        try:
            names = [line for line in self.engine.ask("ugi") if line.startswith("id name ")]
            self.name = names[0].removeprefix("id name ") if names else command
            self.engine.ask(f"newgame {spec.game} {spec.variant}")
            self.description = describe(self.engine)
        except EngineError:
            self.engine.close()
            raise

    def stop(self) -> None:
        """Ends the search and the candidate that is being made, from another thread."""
        self._is_stopped = True
        self.engine.stop()

    def search(self, words: str) -> list[str]:
        """The lines of a search; raises Stopped if the candidate is no longer wanted."""
        if self._is_stopped:
            raise Stopped
        return self.engine.ask(f"go {words}")

    def candidate(self, number: int) -> Candidate | None:
        """The candidate of this number, whatever was made before it; None if it is unfit.

        Raises Stopped after `stop`.
        """
        chance = random.Random(f"{self.spec.seed} {number}")
        self.engine.ask(f"newgame {self.spec.game} {self.spec.variant}")
        dice = f"fen startpos seed {chance.randrange(1 << 31)}"
        start = dice if self.description.dice else "startpos"
        self.engine.ask(f"position {start}")
        moves: list[str] = []
        beginning, length = self.beginning(), chance.randint(*self.spec.plies)
        while len(moves) < length:
            choice = self.choices(moves)
            if not choice:
                return None
            moves.append(chance.choice(choice))
            self.engine.ask(f"move {moves[-1]}")
            if len(moves) <= BEGINNING_PLIES:
                beginning = self.beginning()
        if not self.is_quiet() or not self.passes_first_search():
            return None
        score = self.score(self.spec.judging)
        if score is None or abs(score) > self.spec.window or not self.is_even(chance):
            return None
        opening = " ".join([start, *(["moves"] if moves else []), *moves])
        return Candidate(opening, self.fen(), beginning, score, length)

    def fen(self) -> str:
        """The position as text."""
        return self.engine.ask("fen")[-1].removeprefix("fen ")

    def beginning(self) -> str:
        """The position as one text for all its images and seeds."""
        return canonical(SEED_WORDS.sub("", self.fen()), self.description.symmetry)

    def choices(self, played: list[str]) -> list[str]:
        """The moves from which one is picked, in a fixed order; none when the game is over."""
        if self.spec.best:
            return [line.split(" pv ")[1].split()[0] for line in self.best_moves(self.spec.best)]
        legal = self.engine.words("legal")
        return (
            nearby(legal, played, self.fen(), self.spec.reach_in_cells)
            if self.spec.reach_in_cells
            else legal
        )

    def best_moves(self, lines: int) -> list[str]:
        """Searches one ply; the lines about this many best moves."""
        self.engine.ask(f"setoption name MultiPV value {lines}")
        said = self.search("player generic depth 1")
        self.engine.ask("setoption name MultiPV value 1")
        return [line for line in said if " pv " in line]

    def wins(self) -> set[str]:
        """The moves that win at once."""
        lines = [line.split(" pv ") for line in self.best_moves(MOST_MULTIPV)]
        return {pv.split()[0] for head, pv in lines if " score mate 1 " in head}

    def is_quiet(self) -> bool:
        """Whether the game is not over, and neither side could win with one move.

        A move of the opponent that wins after two different moves of ours was a threat before
        them; after one alone that move may be what allows it. Of three moves at most one stops a
        threat.
        """
        if self.engine.words("query gameover") == ["true"] or self.wins():
            return False
        threats: Counter[str] = Counter()
        for move in self.engine.words("legal")[:3]:
            self.engine.ask(f"move {move}")
            threats.update(self.wins())
            self.engine.ask("undo")
        return max(threats.values(), default=0) < 2

    def is_even(self, chance: random.Random) -> bool:
        """Whether both sides score enough of some fast games."""
        games, first, second = self.spec.games, 0.0, 0.0
        for _ in range(games):
            score = self.try_game(chance)
            first, second = first + score, second + 1 - score
            if max(first, second) > (1 - LEAST_SHARE_OF_A_SIDE) * games:
                return False
        return True

    def try_game(self, chance: random.Random) -> float:
        """Plays a game to its end and takes it back; what First scored, of 1."""
        moves = 0
        while self.engine.words("query gameover") == ["false"]:
            nodes = int(chance.choice(NODE_FACTORS) * self.spec.nodes_of_fast_games)
            best = self.search(f"player generic nodes {nodes}")[-1].split()[1]
            self.engine.ask(f"move {best}")
            moves += 1
        result = self.engine.words("query result")[0]
        self.engine.ask(f"undo {moves}")
        return {"p1win": 1.0, "p2win": 0.0}.get(result, 0.5)

    def passes_first_search(self) -> bool:
        """Whether a short search, if one is asked for, finds the position nearly balanced."""
        if not self.spec.first_search:
            return True
        score = self.score(self.spec.first_search)
        return score is not None and abs(score) <= WINDOWS_OF_FIRST_SEARCH * self.spec.window

    def score(self, search: str) -> int | None:
        """Hundredths for First; None for a won or lost position, or an unproved one.

        The mean of the last two depths that were completed, since odd and even depths favour
        different sides.
        """
        found, is_scored = [], False
        for line in self.search(search):
            if match := re.search(r" multipv 1 score (cp|mate) (-?\d+) ", line):
                is_scored = True
                if not is_bound_alone(line):
                    found.append((match[1], int(match[2]), line.endswith(" string exact")))
        if not is_scored:
            raise ValueError(f"'go {search}' says no score")
        if (
            not found
            or any(unit == "mate" for unit, _, _ in found[-2:])
            or (self.spec.must_be_proved_draw and not found[-1][2])
        ):
            return None
        last = [score for _, score, _ in found[-1 if self.spec.must_be_proved_draw else -2 :]]
        sign = 1 if self.engine.words("query p1turn") == ["true"] else -1
        return sign * round(sum(last) / len(last))


class Selection:
    """The openings chosen so far, no two of them alike."""

    def __init__(self, symmetry: str, apart: int, most: int) -> None:
        """Any two differ in `apart` cells or more; at most `most` begin with the same two plies."""
        self.symmetry, self.apart, self.most = symmetry, apart, most
        self.chosen: list[Candidate] = []
        self.seen: set[str] = set()
        self.boards: list[set[Rows]] = []
        self.beginnings: Counter[str] = Counter()

    def offer(self, candidate: Candidate) -> None:
        """Takes the candidate if it differs enough from those before."""
        key, rows = canonical(candidate.fen, self.symmetry), read_rows(candidate.fen)
        if (
            key in self.seen
            or self.beginnings[candidate.beginning] >= self.most
            or (self.apart and any(distance(rows, b) < self.apart for b in self.boards))
        ):
            return
        self.seen.add(key)
        self.beginnings[candidate.beginning] += 1
        self.boards.append(images(rows, self.symmetry))
        self.chosen.append(candidate)

    def summary(self) -> str:
        """How the scores and lengths are spread."""
        scores = [candidate.score for candidate in self.chosen]
        lengths = sorted(Counter(candidate.plies for candidate in self.chosen).items())
        return (
            f"scores for First: mean {fmean(scores):.1f}, deviation {pstdev(scores):.1f}, "
            f"from {min(scores)} to {max(scores)}; "
            f"plies: {', '.join(f'{number} of {plies}' for plies, number in lengths)}; "
            f"{len(self.beginnings)} beginnings"
        )
