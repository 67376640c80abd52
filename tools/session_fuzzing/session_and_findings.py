"""A session: the lines that one process of the engine gets, and what was found in its answers."""

from dataclasses import dataclass, field
from enum import Enum, auto


class Kind(Enum):
    """What is known of a line when it is made."""

    PLAIN = auto()  # no search
    PROBE = auto()  # asks for the state, and is not counted
    REPEATABLE = auto()  # a search whose answer a fresh process must repeat
    TIMED = auto()  # a search whose answer depends on time


@dataclass(slots=True)
class Line:
    """A line of input without its end."""

    text: bytes  # with its tag
    key: bytes  # under which its answer is found: its tag, or a name made from the next tag
    kind: Kind = Kind.PLAIN
    is_mutated: bool = False
    is_needed: bool = False  # without it, what follows would depend on time


@dataclass(slots=True)
class Block:
    """Lines that are written at once; the next block waits for the answer to the last of them."""

    lines: list[Line] = field(default_factory=list)
    stop: list[Line] = field(default_factory=list)  # written after a pause
    pause: float = 0.0  # seconds
    end_marker: bytes = b""  # what says that the last line was answered
    end_marker_count: int = 1  # how often that comes in the answers to this block

    def all_lines(self) -> list[Line]:
        """Its lines in order."""
        return self.lines + self.stop


@dataclass(frozen=True)
class Target:
    """What is fuzzed: a dialect, a game of the engine, and a mixture of lines."""

    dialect: str
    game: str
    mixture: str

    def __str__(self) -> str:
        return f"{self.dialect} {self.game} {self.mixture}"


@dataclass
class Session:
    """The lines of a session, and how it ends."""

    target: Target
    number: int
    blocks: list[Block]
    ending: str = "end"  # of input; "cut": without the last line's end; else a last line
    xgid_of_fibs_board: dict[bytes, bytes] = field(
        default_factory=dict
    )  # FIBS boards in it, as XGID

    def lines(self) -> list[Line]:
        """All lines in order."""
        return [line for block in self.blocks for line in block.all_lines()]


@dataclass(frozen=True)
class Finding:
    """Something that must not be."""

    kind: str  # a word: panic, internal, status, hang, lost-answer, state, illegal-move, memory, …
    text: str  # for people


@dataclass
class Counts:
    """What has been done."""

    sessions: int = 0
    lines: int = 0  # of input; probes not counted
    probes: int = 0
    refused: int = 0
    searches: int = 0  # answered with a move
    judged: int = 0  # answers that a fresh process has confirmed
    seconds: float = 0.0
    findings: int = 0

    @classmethod
    def of(cls, session: Session) -> "Counts":
        """One session with its lines, of whose answers nothing is known yet."""
        lines = session.lines()
        probes = sum(line.kind is Kind.PROBE for line in lines)
        return cls(sessions=1, lines=len(lines) - probes, probes=probes)

    def add(self, other: "Counts") -> None:
        """Adds up."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Verdict:
    """What was found in the answers of a session."""

    counts: Counts = field(default_factory=Counts)
    findings: list[Finding] = field(default_factory=list)

    def add_finding(self, kind: str, text: str) -> None:
        """Adds a finding."""
        self.findings.append(Finding(kind, text))
