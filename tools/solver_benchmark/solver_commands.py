"""Solvers as command lines, and what they answer."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

SCORE_LINE = re.compile(r"([1-7]*)\s+(-?\d+)\s*$")
PONS = re.compile(r"([1-7]*) (-?\d+)(?: (\d+) \d+)?$")
C4_SCORE = re.compile(r"Final strong score is (-?\d+)")
C4_NODES = re.compile(r"^\s*Total\s*=\s*([\d.,]+)", re.MULTILINE)
NODES = re.compile(r"\bnodes (\d+)")
PEER_KEY = re.compile(r"(name|reader|count|empty)=(\S+)\s+")


@dataclass(frozen=True)
class Answers:
    """What a solver said of a file; the nodes are of all positions together."""

    scores: list[int | None]
    nodes: int | None


def reported_nodes(stderr: str) -> int | None:
    """The number after the last `nodes`."""
    found = NODES.findall(stderr)
    return int(found[-1]) if found else None


def read_scores(stdout: str, stderr: str) -> Answers:
    """Lines `moves score`, with `nodes N` on stderr if it counts them."""
    found = [SCORE_LINE.match(line) for line in stdout.splitlines()]
    return Answers([int(match[2]) if match else None for match in found], reported_nodes(stderr))


def read_pons(stdout: str, stderr: str) -> Answers:
    """Pons' own program: `moves score`, in older versions then nodes and microseconds."""
    found = [PONS.match(line) for line in stdout.splitlines()]
    nodes = [int(match[3]) for match in found if match and match[3]]
    counted = sum(nodes) if nodes else reported_nodes(stderr)
    return Answers([int(match[2]) if match else None for match in found], counted)


def read_c4(stdout: str, _stderr: str) -> Answers:
    """Steininger's own program, which solves the empty rack and nothing else."""
    score, nodes = C4_SCORE.search(stdout), C4_NODES.search(stdout)
    counted = int(re.sub(r"\D", "", nodes[1])) if nodes else None
    return Answers([int(score[1])] if score else [], counted)


def read_json(stdout: str, _stderr: str) -> Answers:
    """Lines of `parlour batch --json --scores pons`."""
    found = [json.loads(line) for line in stdout.splitlines()]
    scores = [answer.get("stones_left") if answer.get("exact") else None for answer in found]
    return Answers(scores, sum(answer.get("nodes", 0) for answer in found))


READERS: dict[str, Callable[[str, str], Answers]] = {
    "scores": read_scores,
    "pons": read_pons,
    "c4": read_c4,
    "json": read_json,
}


@dataclass(frozen=True)
class Peer:
    """A solver: a command that reads moves, one position a line, from `{file}` or stdin."""

    name: str
    command: str
    reader: str = "scores"
    count: str = ""  # words that make the command answer as `json`, for its nodes
    empty: str = ""  # how it calls the empty rack

    @property
    def reads_positions(self) -> bool:
        """Whether it can be timed on a file without any."""
        return self.reader != "c4"

    def read(self, stdout: str, stderr: str) -> Answers:
        """What it said."""
        return READERS[self.reader](stdout, stderr)


def peer(words: str) -> Peer:
    """Reads `name=… [reader=…] [count=…] [empty=…] cmd=…`; all after `cmd=` is the command."""
    given: dict[str, str] = {}
    rest = words.strip()
    while match := PEER_KEY.match(rest):
        given[match[1]], rest = match[2], rest[match.end() :]
    if not rest.startswith("cmd=") or "name" not in given:
        raise ValueError(f"{words!r} is not 'name=… [reader=…] [count=…] [empty=…] cmd=…'")
    if given.get("reader", "scores") not in READERS:
        raise ValueError(f"reader {given['reader']!r} is none of {', '.join(READERS)}")
    return Peer(command=rest.removeprefix("cmd=").strip(), **given)
