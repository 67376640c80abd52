"""What the engine answers, as objects. Words of the lines that are not known are skipped."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, get_args

from parlour.errors import BadAnswer
from parlour.score import (
    CHANCES,
    CUBE_EQUITIES,
    Bound,
    Chances,
    Cp,
    CubeEquities,
    Draw,
    Equity,
    Mate,
    Score,
)

INTEGERS = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "games")
FLOATS = ("equity", "stderr", *CHANCES)


@dataclass(frozen=True)
class Info:
    """What a line `info` says of a search; None is what it does not say."""

    score: Score | None = None  #: for the side to move
    pv: tuple[str, ...] = ()  #: the line of best play
    multipv: int = 1  #: the rank of this line, from 1
    depth: int | None = None  #: plies searched in full
    seldepth: int | None = None  #: plies of the longest line
    nodes: int | None = None
    nps: int | None = None  #: nodes per second
    time: float | None = None  #: seconds since the start of the search
    hashfull: int | None = None  #: thousandths of the transposition table
    games: int | None = None  #: of a rollout
    string: str | None = None  #: the reason of the move, in words


@dataclass(frozen=True)
class PlayResult:
    """A move, and what the search has said of it."""

    move: str | None  #: None: the game is over
    info: Info  #: the last line of the best move; nodes and time are of the whole search
    reason: str | None = None  #: in words


@dataclass(frozen=True)
class Explanation:
    """What a player thinks of a move."""

    move: str
    value: str  #: in the player's own unit, see `explain` in protocol.md
    words: str


Mover = Literal["p1", "p2", "both"]
Result = Literal["p1win", "p2win", "draw"]


@dataclass(frozen=True)
class Status:
    """Whose turn it is and what is due, or how the game has ended."""

    mover: Mover | None  #: None: the game is over; both: the opening roll
    due: str  #: `move`, `move 31`, `roll`, `take-or-drop`, …, or `over`
    result: Result | None
    points: float  #: of a game that is won, 0 for a draw and before the end
    ending: str | None  #: in words

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.result is not None


OptionType = Literal["check", "spin", "combo", "string", "button"]


@dataclass(frozen=True)
class Option:
    """An option of the engine."""

    name: str
    type: OptionType
    default: bool | int | str | None = None
    min: int | None = None
    max: int | None = None
    var: tuple[str, ...] = ()  #: the words of a combo


def read_info(line: str) -> Info:
    """Reads a line `info`; raises BadAnswer."""
    text, has_string, string = line.partition(" string ")
    said, _, pv = text.partition(" pv ")
    words = said.split()
    numbers: dict[str, float] = {}
    for key, value in itertools.pairwise(words):
        if key in INTEGERS or key in FLOATS:
            numbers[key] = _number(value, line, is_whole=key in INTEGERS)
    integers = {key: int(value) for key, value in numbers.items() if key in INTEGERS}
    time = integers.pop("time", None)
    integers.setdefault("multipv", 1)
    return Info(
        score=_score(words, numbers, line, is_proved=string == "exact"),
        pv=tuple(pv.split()),
        time=None if time is None else time / 1000,
        string=string if has_string else None,
        **integers,
    )


def _score(words: list[str], numbers: dict[str, float], line: str, is_proved: bool) -> Score | None:
    if "score" not in words:
        return None
    at = words.index("score")
    kind, value, *rest = [*words[at + 1 : at + 4], "", ""]
    number = int(_number(value, line, is_whole=True))
    bound = Bound(rest[0]) if rest[0] in ("lowerbound", "upperbound") else Bound.NONE
    if kind == "mate":
        return Mate(abs(number), number > 0, bound)
    if kind != "cp":
        raise BadAnswer(f"there is no score in '{line[:300]}'")
    if is_proved:
        return Draw()
    if "equity" not in numbers:
        return Cp(number, bound)
    known = all(key in numbers for key in CHANCES)
    chances = Chances(*(numbers[key] for key in CHANCES)) if known else None
    return Equity(numbers["equity"], chances, numbers.get("stderr"), bound)


def _number(word: str, line: str, is_whole: bool) -> float:
    if re.fullmatch(r"[-+]?\d{1,18}" if is_whole else r"[-+]?\d{1,18}(\.\d{1,18})?", word, re.A):
        return int(word) if is_whole else float(word)
    raise BadAnswer(f"'{word[:99]}' is not a number in '{line[:300]}'")


def read_eval(line: str) -> Score:
    """Reads the answer to `eval`; raises BadAnswer."""
    words = line.split()
    if words[:2] != ["eval", "cp"]:
        raise BadAnswer(f"there is no evaluation in '{line[:300]}'")
    value = _number([*words, ""][2], line, is_whole=True)
    if "win" not in words:
        return Cp(int(value))
    said = dict(itertools.pairwise(words))

    def numbers(keys: tuple[str, ...]) -> list[float]:
        return [_number(said.get(key, ""), line, is_whole=False) for key in keys]

    cube = CubeEquities(*numbers(CUBE_EQUITIES)) if CUBE_EQUITIES[0] in said else None
    return Equity(value / 100, Chances(*numbers(CHANCES)), cube=cube)


def read_explanation(line: str) -> Explanation:
    """Reads a line `explain`; raises BadAnswer."""
    word, move, value, words = [*line.split(maxsplit=3), "", "", ""][:4]
    if word != "explain" or not value:
        raise BadAnswer(f"there is no explanation in '{line[:300]}'")
    return Explanation(move, value, words)


def read_move(line: str) -> str | None:
    """Reads `bestmove`; raises BadAnswer."""
    words = line.split()
    if len(words) != 2 or words[0] != "bestmove":
        raise BadAnswer(f"there is no move in '{line[:300]}'")
    return words[1] if words[1] != "none" else None


def read_result(final: str, infos: Iterable[Info]) -> PlayResult:
    """The result of a search, from its last line and its infos; raises BadAnswer."""
    best, totals, reason = Info(), Info(), None
    for info in infos:
        if info.score is not None:
            best = info if info.multipv == 1 else best
        elif info.string is not None:
            reason = info.string
        elif info.nodes is not None:
            totals = info
    nodes, nps, time = (
        getattr(best, key) if getattr(totals, key) is None else getattr(totals, key)
        for key in ("nodes", "nps", "time")
    )
    merged = {**vars(best), "nodes": nodes, "nps": nps, "time": time}
    return PlayResult(read_move(final), Info(**merged), reason)


OPTION = re.compile(
    r"option name (?P<name>.+?) type (?P<type>check|spin|combo|string|button)"
    r"(?: default (?P<default>.*?))?(?: min (?P<min>-?\d+))?(?: max (?P<max>-?\d+))?"
    r"(?P<var>(?: var \S+)*)",
    re.ASCII,
)


def read_option(line: str) -> Option:
    """Reads a line `option`; raises BadAnswer."""
    found = OPTION.fullmatch(line)
    if not found:
        raise BadAnswer(f"there is no option in '{line[:300]}'")
    kind, default = cast(OptionType, found["type"]), found["default"]
    value: bool | int | str | None = default
    if kind == "spin":
        value = int(_number(default or "", line, is_whole=True))
    elif kind == "check":
        value = default == "true"
    elif kind == "string":
        value = "" if default in (None, "<empty>") else default
    low, high = (int(found[key]) if found[key] else None for key in ("min", "max"))
    return Option(found["name"], kind, value, low, high, tuple(found["var"].split()[1::2]))


def read_status(answers: Iterable[str]) -> Status:
    """Reads the answers to `query turn`, `result`, `points` and `ending`; raises BadAnswer."""
    turn, result, points, ending = (read_text(answer, "response") for answer in answers)
    mover, _, due = turn.partition(" ")
    if mover not in (*get_args(Mover), "over") or result not in (*get_args(Result), "none"):
        raise BadAnswer(f"there is no state of a game in '{turn[:99]}' and '{result[:99]}'")
    return Status(
        mover=None if mover == "over" else cast(Mover, mover),
        due=due or mover,
        result=None if result == "none" else cast(Result, result),
        points=_number(points, points, is_whole=False),
        ending=None if ending == "none" else ending,
    )


def read_text(line: str, word: str) -> str:
    """What follows the word with which a line must begin; raises BadAnswer."""
    first, _, rest = line.partition(" ")
    if first != word:
        raise BadAnswer(f"the answer should be '{word} …', not '{line[:300]}'")
    return rest
