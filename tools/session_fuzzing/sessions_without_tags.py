"""What the dialects without tags share: a fence after each line shows where its answer ends."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from session_fuzzing.grammar_lines import LineMaker
from session_fuzzing.mutation import mutate
from session_fuzzing.run_sessions import joined
from session_fuzzing.session_and_findings import (
    Block,
    Counts,
    Kind,
    Line,
    Session,
    Target,
    Verdict,
)

FinalLinesOf = Callable[[list[bytes]], list[bytes]]  # the lines that end an answer
LINES = 600  # of a session, about
MUTATED_SHARE = 0.5


@dataclass(frozen=True)
class Fence:
    """A line that changes nothing, and is answered in its turn."""

    line: bytes
    answer: bytes  # how the last line of its answer begins
    more: tuple[bytes, ...] = ()  # the lines before it


@dataclass
class LineWithAnswer:
    """A line of a session, and what was said to it."""

    line: Line
    said: list[bytes]


class FencedMaker:
    """Makes the sessions of a dialect without tags."""

    def __init__(self, target: Target, chance: Random, lines: LineMaker, fence: Fence) -> None:
        """Prepares one session."""
        self._target, self._chance, self._lines, self._fence = target, chance, lines, fence
        self.block = Block(end_marker=_end(fence), end_marker_count=0)

    def make(
        self,
        number: int,
        prologue: list[bytes],
        repair: Callable[[bytes], list[bytes] | None],
    ) -> Session:
        """The session; `repair` gives the lines that must follow a damaged one, None to drop it."""
        chance = self._chance
        for text in prologue:
            self.add(text, is_needed=True)
        pool = list(prologue)
        share = MUTATED_SHARE if self._target.mixture == "mutated" else 0.0
        while len(self.block.lines) < 2 * LINES:
            group = self._lines.lines()
            if chance.random() >= share:
                for text in group:
                    self.add(text)
                continue
            text = chance.choice(group)
            pool = [*pool[-100:], text]
            text = mutate(chance, text, pool).replace(b"\r", b" ")
            after = repair(text)
            if after is not None:
                self.add(text, True)
                for line in after:
                    self.add(line, is_needed=True)
        ending = chance.choice(("end", "end", "cut"))
        return Session(self._target, number, [self.block], ending)

    def add(self, text: bytes, is_mutated: bool = False, is_needed: bool = False) -> None:
        """Adds a line and its fence."""
        self.block.lines += [
            Line(text, b"", Kind.PLAIN, is_mutated, is_needed),
            Line(self._fence.line, b"", Kind.PROBE),
        ]
        self.block.end_marker_count += 1


def read_fenced(said: bytes, session: Session, fence: Fence) -> list[LineWithAnswer] | None:
    """What was said to each line; None if a fence has no answer, or one too many."""
    parts: list[list[bytes]] = [[]]
    for line in said.split(b"\n"):
        if line.startswith(fence.answer):
            parts.append([])
        elif line not in fence.more:
            parts[-1].append(line)
    lines = [line for line in session.lines() if line.kind is not Kind.PROBE]
    if len(parts) != len(lines) + 1:
        return None
    return [LineWithAnswer(line, part) for line, part in zip(lines, parts, strict=False)]


def fenced_block(fence: Fence, texts: list[bytes], stop: bytes = b"", pause: float = 0.0) -> Block:
    """These lines, and perhaps one that stops the searches after a pause."""
    lines = _with_fences(fence, texts)
    ends = len(texts) + bool(stop)
    return Block(lines, _with_fences(fence, [stop] if stop else []), pause, _end(fence), ends)


def _end(fence: Fence) -> bytes:
    return b"\n" + fence.answer


def _with_fences(fence: Fence, texts: list[bytes]) -> list[Line]:
    lines = []
    for text in texts:
        lines += [Line(text, b""), Line(fence.line, b"", Kind.PROBE)]
    return lines


def begin_verdict(
    said: bytes, session: Session, fence: Fence
) -> tuple[Verdict, list[LineWithAnswer]]:
    """What was said to each line, and a verdict with the counts."""
    verdict = Verdict(Counts.of(session))
    answers = read_fenced(said, session, fence)
    if answers is None:
        verdict.add_finding(
            "lost-answer", f"not every fence ({fence.line!r}) has exactly one answer"
        )
    return verdict, answers or []


def compare_with_fresh_process(
    answers: list[LineWithAnswer], fence: Fence, ask: Callable[[bytes], bytes], finals: FinalLinesOf
) -> tuple[int, str]:
    """Compares with a fresh process that gets the accepted lines only.

    The number of answers that are the same, and the difference if there is one.
    """
    lines = []
    for each in answers:
        lines += [each.line, Line(fence.line, b"", Kind.PROBE)]
    fresh = read_fenced(ask(joined(lines)), Session(Target("", "", ""), 0, [Block(lines)]), fence)
    if fresh is None:
        return 0, "a process that got only the accepted lines did not answer every fence"
    for number, (old, new) in enumerate(zip(answers, fresh, strict=True)):
        if finals(old.said) != finals(new.said):
            return number, (
                f"{old.line.text[:200]!r} was answered {old.said[-3:]!r}, by a process that got"
                f" only the accepted lines {new.said[-3:]!r}"
            )
    return len(answers), ""
