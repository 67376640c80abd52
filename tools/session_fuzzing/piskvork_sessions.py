"""Sessions of the dialect piskvork, and their oracle.

What holds: each line is answered once at most, those that ask for a move exactly once; a fresh
process that gets the accepted lines only gives the same answers; each cell that the engine answers
is empty. Where a search was stopped, only the first and the last of these are asked of it.
"""

import re
from random import Random

from session_fuzzing.grammar_lines import Grammar, LineMaker, SlotFiller
from session_fuzzing.native_oracle import AskFreshProcess
from session_fuzzing.session_and_findings import Session, Target, Verdict
from session_fuzzing.sessions_without_tags import (
    Fence,
    FencedMaker,
    LineWithAnswer,
    begin_verdict,
    compare_with_fresh_process,
    fenced_block,
)

MIXTURES = ("commands", "mutated", "searches")
FENCE = Fence(b"ABOUT", b'name="')
SETTINGS = [
    b"INFO timeout_turn 10000", b"INFO timeout_match 0", b"INFO time_left 2147483647",
    b"INFO max_node 10", b"INFO max_depth 0", b"INFO thread_num 1", b"INFO hash_size 1024",
    b"INFO max_memory 0", b"INFO Player default", b"INFO Seed 7", b"INFO rule 0",
]  # fmt: skip
STOPPED = 40  # searches of a session that stops them
UNSAFE_LINE = re.compile(rb"\bend\b|stop", re.IGNORECASE)
ANSWERED_ONCE: tuple[bytes, ...] = (b"START", b"RECTSTART", b"RESTART", b"BEGIN", b"TURN", b"PLAY")
ANSWERED_ONCE += (b"TAKEBACK", b"YXNBEST", b"YXSHOWFORBID", b"SHOW")
FORM = re.compile(
    rb"OK|(\d+,\d+)( \d+,\d+)*|SWAP|(ERROR|UNKNOWN) .*|FORBID [\d ]*\.|name=.*|MESSAGE .*"
)
REFUSED = (b"ERROR ", b"UNKNOWN ")
UNREADABLE = re.compile(rb"not UTF-8|control character|65536 bytes")
OVER = b"ERROR the game is over"
LISTS = (b"BOARD", b"YXBOARD", b"SWAP2BOARD")
CELL = re.compile(rb"(\d+),(\d+)")


def make(
    target: Target, chance: Random, grammar: Grammar, words: SlotFiller, number: int
) -> Session:
    """A session."""
    if target.mixture == "searches":
        return _make_stopped(target, chance, words, number)
    words.size = chance.choice((5, 8, 15, 20))
    maker = FencedMaker(target, chance, LineMaker(grammar, words, chance), FENCE)

    def repair(text: bytes) -> list[bytes] | None:
        if UNSAFE_LINE.search(text[:2000]):
            return None
        return SETTINGS if b"INFO" in text.upper() else []

    prologue = [b"START %d" % words.size, *SETTINGS]
    return maker.make(number, prologue, repair)


def _make_stopped(target: Target, chance: Random, words: SlotFiller, number: int) -> Session:
    """Games whose searches end by `YXSTOP` or a clock."""
    words.size = chance.choice((6, 15, 20))
    start = [b"START %d" % words.size, b"INFO timeout_turn 5000", b"INFO timeout_match 0"]
    blocks = [fenced_block(FENCE, start)]
    for _ in range(STOPPED):
        text = chance.choice((b"BEGIN", b"TURN " + words.point(), b"YXNBEST 2", b"RESTART"))
        stop = chance.choice((b"YXSTOP", b"STOP"))
        pause = chance.choice((0.0, chance.random() * 0.02))
        blocks.append(fenced_block(FENCE, [text], stop, pause))
    return Session(target, number, blocks, chance.choice(("end", "cut", "END")))


def judge(session: Session, said: bytes, ask: AskFreshProcess) -> Verdict:
    """All findings."""
    verdict, answers = begin_verdict(said, session, FENCE)
    board = KnownStones()
    for answer in answers:
        _check_form(answer, verdict)
        fault = board.follow(answer)
        if fault:
            verdict.add_finding("illegal-move", f"{answer.line.text[:200]!r}: {fault}")
    if not verdict.findings and session.target.mixture != "searches":
        accepted = accepted_lines(answers)
        verdict.counts.judged, difference = compare_with_fresh_process(
            accepted, FENCE, ask, _finals
        )
        if difference:
            verdict.add_finding("state", difference)
    return verdict


def _finals(said: list[bytes]) -> list[bytes]:
    """The answer; before it may stand the refusal of a list that the line has cancelled."""
    finals = [line for line in said if not line.startswith(b"MESSAGE")]
    return finals[1:] if len(finals) == 2 and finals[0].startswith(b"ERROR ") else finals


def accepted_lines(answers: list[LineWithAnswer]) -> list[LineWithAnswer]:
    """What was accepted: without refused lines, and lists that were refused or cancelled."""
    accepted: list[LineWithAnswer] = []
    begin: int | None = None  # of a list that is open
    for one in answers:
        word = _word(one)
        finals = [line for line in one.said if not line.startswith(b"MESSAGE")]
        # Lines without an answer; what is said then is said of the list that they cancel.
        is_silent = begin is not None and word in (*LISTS, b"YXHASHCLEAR")
        is_silent = is_silent and not (finals and UNREADABLE.search(finals[-1]))
        is_refused = bool(finals) and finals[-1].startswith(REFUSED) and not is_silent
        if word == b"TURN" and finals and finals[-1] == OVER:
            is_refused = False  # the stone may have ended the game; if not, it is refused again
        if begin is not None and (finals or is_silent or word == b"DONE"):
            if is_refused or word != b"DONE":
                # Settings are made at once, whatever becomes of the list around them.
                accepted[begin:] = [old for old in accepted[begin:] if _word(old) == b"INFO"]
            begin = None
        if word in LISTS and not is_refused:
            begin = len(accepted)
        if not is_refused:
            accepted.append(LineWithAnswer(one.line, [] if is_silent else one.said))
    return accepted


def _word(answer: LineWithAnswer) -> bytes:
    return (answer.line.text.upper().split() or [b""])[0]


def _check_form(answer: LineWithAnswer, verdict: Verdict) -> None:
    finals = _finals(answer.said)
    text = answer.line.text
    is_due = not answer.line.is_mutated and text.split(b" ")[0] in ANSWERED_ONCE
    if len(finals) > 1 or (is_due and not finals):
        kind = "answers" if finals else "lost-answer"
        verdict.add_finding(kind, f"{text[:200]!r} has {len(finals)} answers: {answer.said[:5]!r}")
    for line in answer.said:
        if not FORM.fullmatch(line):
            verdict.add_finding("form", f"{line[:200]!r} answers {text[:200]!r}")
    if finals and finals[0].startswith(REFUSED):
        verdict.counts.refused += 1
    elif finals and CELL.match(finals[0]):
        verdict.counts.searches += 1


class KnownStones:
    """What is known of the stones: nothing after a damaged line, until a board is set up."""

    def __init__(self) -> None:
        """Nothing is known."""
        self._is_known = False
        self._size = (0, 0)
        self._stones: set[bytes] = set()
        self._list: list[bytes] | None = None

    def follow(self, answer: LineWithAnswer) -> str:
        """Plays what a line and its answer say; the fault of a cell that cannot be played."""
        text, finals = answer.line.text, _finals(answer.said)
        word, _, rest = text.partition(b" ")
        if finals and finals[0].startswith(REFUSED):
            self._list = None if self._is_command(word) else self._list
            return ""
        if answer.line.is_mutated:
            self._is_known, self._list, self._size = False, None, (0, 0)
            return ""
        if word in (b"START", b"RECTSTART", b"RESTART"):
            self._start(word, rest)
            return ""
        if word in LISTS:
            self._is_known, self._list = self._is_known and word == b"BOARD", []
            return ""
        if (cell := CELL.match(word)) and self._list is not None:
            self._list.append(cell[0])
            return ""
        return self._play(word, rest, finals) if self._is_known else ""

    def _is_command(self, word: bytes) -> bool:
        return word in ANSWERED_ONCE or word.startswith((b"YX", b"DONE"))

    def _start(self, word: bytes, rest: bytes) -> None:
        numbers = [int(number) for number in rest.split(b",") if number]
        if numbers:
            self._size = numbers[0], numbers[-1]
        self._is_known, self._list = word != b"RESTART" or self._size != (0, 0), None
        self._stones = set()

    def _play(self, word: bytes, rest: bytes, finals: list[bytes]) -> str:
        if word == b"DONE" and self._list is not None:
            self._stones, self._list = set(self._list), None
        elif word == b"TAKEBACK":
            self._stones.discard(rest)
        elif word == b"TURN":
            self._stones.add(rest)
        if word in (b"DONE", b"TURN", b"PLAY", b"BEGIN", b"YXNBEST"):
            return self._add(finals[0]) if finals else "no cell"
        return ""

    def _add(self, cell: bytes) -> str:
        found = CELL.fullmatch(cell)
        if not found:
            return f"{cell!r} is no cell"
        x, y = map(int, found.groups())
        if x >= self._size[0] or y >= self._size[1] or cell in self._stones:
            return f"{cell!r} is not empty, or not on the board"
        self._stones.add(cell)
        return ""
