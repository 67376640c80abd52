"""Judges what the engine has said to a session of the native dialect.

What holds: every line with a tag has exactly one final answer, and every line at most one refusal.
A fresh process that gets the accepted lines only, without the searches that a clock or `stop`
ended, answers each of them as the first process did: so no refused line has changed anything.
Every move that a search answers is in the fresh process's `legal` at that point.
"""

import re
from collections.abc import Callable
from pathlib import Path

from parlour.asyncio_conversation import NON_FINAL_WORDS
from session_fuzzing.make_native_sessions import SEARCH
from session_fuzzing.session_and_findings import Counts, Kind, Line, Session, Verdict

Answers = dict[bytes, list[bytes]]
AskFreshProcess = Callable[[bytes], bytes]  # what a fresh process says to these lines

NON_FINAL_STARTS = tuple(word.encode() for word in NON_FINAL_WORDS)
TIME_DEPENDENT = re.compile(rb"\b(time|nps) \d+")
BENCH_ALL = b"bench all "
READY = b"readyok"
EARLY_READYOK_KEY = (
    b"~readyok"  # the key of those without a known tag: they may come during a search
)
PROTOCOL = (Path(__file__).parents[2] / "protocol.md").read_bytes()
LISTED_WORDS = re.search(rb"^- Every answer line begins with[^`]*`([^`]+)`", PROTOCOL, re.MULTILINE)
FIRST_WORDS = frozenset(LISTED_WORDS[1].split() if LISTED_WORDS else [])
ERRORS = PROTOCOL.partition(b"\n### Errors\n")[2].partition(b"\n#")[0]
CODES = frozenset(re.findall(rb"^\| `([a-z-]+)` \|", ERRORS, re.MULTILINE))
LONGEST_TEXT = 301  # characters of a refusal: 300, and the sign that more was cut off
NEW_GAME = re.compile(rb"newgame[ \t]+\S")
THREADS = re.compile(rb"setoption[ \t]+name[ \t]+threads[ \t]+value[ \t]+(\d+)", re.IGNORECASE)


def read_answers(said: bytes, lines: list[Line]) -> Answers:
    """The answer lines under the key of their line, without the tag."""
    answers: Answers = {line.key: [] for line in lines}
    answers[EARLY_READYOK_KEY] = ready = []
    loose: list[bytes] = []  # lines without a known tag, which precede those of the next probe
    for line in said.split(b"\n"):
        tag, _, rest = line.partition(b" ")
        if READY in (line, rest) and tag not in answers:
            ready.append(line)
        elif tag in answers:
            answers[tag].append(rest)
            if loose and rest != READY:  # which may come during a search, between other answers
                answers.setdefault(b"~" + tag, []).extend(loose)
                loose = []
        elif line:
            loose.append(line)
    if loose:
        answers[b"~end"] = loose
    return answers


def is_final(said: bytes) -> bool:
    """Whether this is the last line of an answer."""
    return not said.startswith(NON_FINAL_STARTS) or said.startswith(BENCH_ALL)


class Oracle:
    """Judges one session."""

    def __init__(self, session: Session, said: bytes) -> None:
        """Reads the answers."""
        self._session, self._lines = session, session.lines()
        self._answers = read_answers(said, self._lines)
        self.verdict = Verdict(Counts.of(session))

    def judge(self, ask: AskFreshProcess) -> Verdict:
        """All findings; asks a fresh process if what was said is in good form."""
        self._check_form()
        if not self.verdict.findings:
            self._check_against(ask)
        return self.verdict

    def _check_form(self) -> None:
        verdict, answers = self.verdict, self._answers
        for line in self._lines:
            said = answers[line.key]
            if line.key.startswith(b"~"):
                self._check_untagged(line, said)
            elif len(said) != 1 or not is_final(said[0]):
                finals = sum(map(is_final, said))
                if finals != 1 or not is_final(said[-1]):
                    verdict.add_finding(
                        "lost-answer" if not finals else "answers",
                        f"{line.text[:200]!r} has {finals} final answers: {said[:5]!r}",
                    )
            for answer in said:
                self._check_line(line, answer)
            if said and said[-1].startswith(b"error "):
                verdict.counts.refused += 1
            elif said and said[-1].startswith(b"bestmove "):
                verdict.counts.searches += 1
        untagged = [line for line in self._lines if line.key.startswith(b"~")]
        asked = sum(line.text.strip(b" \t") == b"isready" for line in untagged)
        damaged = sum(
            line.text.rstrip(b" \t").endswith(b"isready") for line in untagged if line.is_mutated
        )
        if not asked <= len(answers[EARLY_READYOK_KEY]) <= asked + damaged:
            verdict.add_finding(
                "lost-answer", f"{asked} isready, {len(answers[EARLY_READYOK_KEY])} readyok"
            )
        for key in answers.keys() - {line.key for line in self._lines} - {EARLY_READYOK_KEY}:
            verdict.add_finding("answers", f"said to no line, before {key!r}: {answers[key][:5]!r}")

    def _check_untagged(self, line: Line, said: list[bytes]) -> None:
        refusals = sum(b"error " in answer for answer in said)
        search = SEARCH.match(line.text)
        if refusals > 1:
            self.verdict.add_finding("answers", f"{line.text[:200]!r} is refused twice: {said!r}")
        moves = sum(answer.startswith(b"bestmove ") for answer in said)
        wanted = bool(search and search[1] == b"go" and not refusals)
        if not line.is_mutated and moves != wanted:
            kind = "answers" if moves else "lost-answer"
            self.verdict.add_finding(
                kind, f"{line.text[:200]!r} has {moves} final answers: {said!r}"
            )

    def _check_line(self, line: Line, answer: bytes) -> None:
        """Checks one line of an answer by itself."""
        if line.key.startswith(b"~") and answer.startswith(b"@"):
            answer = answer.partition(b" ")[2]  # a tag that was damaged, but is one
        word, _, rest = answer.partition(b" ")
        if word not in FIRST_WORDS:
            self.verdict.add_finding("form", f"{answer[:200]!r} answers {line.text[:200]!r}")
        elif word == b"error":
            code, _, text = rest.partition(b" ")
            if code == b"internal":
                self.verdict.add_finding("internal", f"{answer!r} answers {line.text[:200]!r}")
            if code not in CODES or len(text.decode(errors="replace")) > LONGEST_TEXT:
                self.verdict.add_finding("form", f"{answer[:400]!r} answers {line.text[:200]!r}")
        elif word == b"bestmove" and len(rest.split(b" ")) != 1:
            self.verdict.add_finding("form", f"{answer!r} answers {line.text[:200]!r}")

    def _check_against(self, ask: AskFreshProcess) -> None:
        """Compares with a fresh process that gets the accepted lines only."""
        lines, judged = self._replay()
        said = ask(b"".join(line.text + b"\n" for line in lines))
        fresh = read_answers(said, lines)
        for line in lines:
            new = fresh[line.key]
            if line.key.startswith(b"@legal"):
                self._check_move(b"@" + line.key.removeprefix(b"@legal"), new)
            elif line.key in judged:
                if not _same(self._answers[line.key], new):
                    self._find_difference(line, new)
                    return
                self.verdict.counts.judged += 1

    def _replay(self) -> tuple[list[Line], set[bytes]]:
        """The lines for the fresh process, and the keys of those whose answers must be the same."""
        lines: list[Line] = []
        judged: set[bytes] = set()
        is_loose, threads = False, 1  # whether tables or random streams depend on time
        for line in self._lines:
            said = self._answers[line.key]
            if said and b"error " in said[-1][:45]:
                continue  # refused: the fresh process never hears of it
            body = line.text.partition(b" ")[2] if line.key.startswith(b"@") else line.text
            search = SEARCH.match(line.text)
            if search and search[1] == b"go" and line.key.startswith(b"@"):
                tag = b"@legal" + line.key[1:]
                lines.append(Line(tag + b" legal", tag))
            if line.kind is Kind.TIMED:
                is_loose = is_loose or bool(search)
                continue
            if line.kind is Kind.REPEATABLE and (is_loose or threads != 1):
                is_loose = True
                continue
            lines.append(line)
            judged.add(line.key)
            if NEW_GAME.match(body):
                is_loose = False
            elif found := THREADS.match(body):
                threads = int(found[1])
        return lines, judged

    def _check_move(self, key: bytes, legal: list[bytes]) -> None:
        """A search's move against the fresh process's list."""
        moves = [said for said in self._answers[key] if said.startswith(b"bestmove ")]
        known = legal[-1].split()[1:] if legal and legal[-1].startswith(b"legal") else []
        for said in moves:
            if said.split()[1] not in (known or [b"none"]):
                self.verdict.add_finding("illegal-move", f"{said!r}, but legal are {known[:50]!r}")
            self.verdict.counts.judged += 1

    def _find_difference(self, line: Line, fresh: list[bytes]) -> None:
        at = self._lines.index(line)
        refused = [
            f"{other.text[:200]!r} → {self._answers[other.key][-1]!r}"
            for other in self._lines[:at]
            if (said := self._answers[other.key]) and said[-1].startswith(b"error ")
        ]
        self.verdict.add_finding(
            "state",
            f"{line.text[:200]!r} was answered {self._answers[line.key][-3:]!r}, by a process that"
            f" got only the accepted lines {fresh[-3:]!r}; refused before it: {refused[-3:]}",
        )


def _same(one: list[bytes], two: list[bytes]) -> bool:
    return one == two or [TIME_DEPENDENT.sub(b"", said) for said in one] == [
        TIME_DEPENDENT.sub(b"", said) for said in two
    ]
