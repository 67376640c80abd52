"""Sessions of the dialects ubgi and external, and their oracle.

What holds: each line is answered once at most, and a position exactly once; a fresh process that
gets the accepted lines only gives the same answers; every play that answers a position is legal
there, says a process of the native dialect. One player that searches nothing answers, so that all
this shows in the answers; the mixture `searches` has the default player, and `stop`.
"""

import re
from random import Random

from session_fuzzing.grammar_lines import Grammar, LineMaker, SlotFiller
from session_fuzzing.native_oracle import AskFreshProcess
from session_fuzzing.session_and_findings import Line, Session, Target, Verdict
from session_fuzzing.sessions_without_tags import (
    Fence,
    FencedMaker,
    LineWithAnswer,
    begin_verdict,
    compare_with_fresh_process,
    fenced_block,
)
from tournament.dialects.gnubg_dialect import read_play

MIXTURES = ("commands", "mutated", "searches")
GAME = "backgammon"
DIALECTS = ("ubgi", "external")
FENCES = {
    "ubgi": Fence(b"resign 1", b"reject"),
    "external": Fence(b"resign 1", b"reject"),
}
UNSAFE_LINE = re.compile(rb"\b(quit|exit|resign)\b|stop|infinite|logfile|variant", re.IGNORECASE)
REFUSED = (b"error ", b"sorry", b"Error ")
NON_FINAL_STARTS = (b"id ", b"option ", b"info ", b"ubgiok", b"Interface: ", b"RFBF: ", b"Engine: ")
PLAY = r"(?:(?:\d+|bar)/(?:\d+|off))"
ACTIONS = "pass|roll|double|nodouble|take|drop|beaver"
FORMS = (
    rf"(?:bestmove )?(?:{PLAY}(?: {PLAY})*)?",
    rf"(?:bestmove |bestcube )?(?:{ACTIONS})",
    r"bestturn .*|best(?:move|cube) none|readyok|reject|Software: .*",
    r"error \w+ .*|sorry|Error \([a-z-]+\) .*",
)
FORM = re.compile("|".join(FORMS).encode())
STOPPED = 30  # searches of a session that stops them


def make(
    target: Target, chance: Random, grammar: Grammar, words: SlotFiller, number: int
) -> Session:
    """A session."""
    if target.mixture == "searches":
        return _make_stopped(target, chance, words, number)
    prologue = [
        b"newgame",
        b"setoption name Seed value %d" % chance.randrange(1, 999),
        b"setoption name Player value greedy",
        b"setoption name MoveTime value 60000",
        b"setoption name Threads value 1",
        b"setoption name Hash value 1",
    ]
    if target.dialect == "ubgi":
        prologue.insert(0, b"ubgi")
    else:
        prologue.append(b"go player greedy depth 1")
    maker = FencedMaker(target, chance, LineMaker(grammar, words, chance), FENCES[target.dialect])

    def repair(text: bytes) -> list[bytes] | None:
        if UNSAFE_LINE.search(text[:2000]):
            return None
        lower = text.lower()
        return prologue[1:] if b"option" in lower or b"go" in lower else []

    session = maker.make(number, prologue, repair)
    session.xgid_of_fibs_board = words.boards
    return session


def _make_stopped(target: Target, chance: Random, words: SlotFiller, number: int) -> Session:
    """Searches that end by `stop` or a clock."""
    fence = FENCES[target.dialect]

    start = [b"ubgi"] if target.dialect == "ubgi" else [b"newgame", b"go movetime 5000"]
    start.append(b"setoption name MoveTime value 5000")
    blocks = [fenced_block(fence, start)]
    for _ in range(STOPPED):
        if target.dialect == "external":
            texts = [words.fibs()]
        elif chance.random() < 0.5:
            texts = [words.xgid()]
        else:
            limits = chance.choice((b"movetime 5000", b"depth 20", b"nodes 100000000"))
            texts = [b"position xgid " + words.xgid(), b"go role chequer " + limits]
        pause = chance.choice((0.0, chance.random() * 0.02))
        blocks.append(fenced_block(fence, texts, b"stop", pause))
    return Session(target, number, blocks, chance.choice(("end", "cut", "quit")), words.boards)


def judge(
    session: Session, said: bytes, ask: AskFreshProcess, ask_native: AskFreshProcess
) -> Verdict:
    """All findings."""
    fence = FENCES[session.target.dialect]
    verdict, answers = begin_verdict(said, session, fence)
    for answer in answers:
        _check_form(answer, verdict)
    if not verdict.findings:
        _check_plays(
            _positions_with_plays(answers, session.xgid_of_fibs_board), ask_native, verdict
        )
    if not verdict.findings and session.target.mixture != "searches":
        accepted = [one for one in answers if not (one.said and one.said[-1].startswith(REFUSED))]
        same, difference = compare_with_fresh_process(accepted, fence, ask, _finals)
        verdict.counts.judged += same
        if difference:
            verdict.add_finding("state", difference)
    return verdict


def _finals(said: list[bytes]) -> list[bytes]:
    return [line for line in said if not line.startswith(NON_FINAL_STARTS)]


def _is_question(line: Line) -> bool:
    words = (b"XGID=", b"board:", b"fibsboard", b"go role")
    return not line.is_mutated and line.text.startswith(words)


def _check_form(answer: LineWithAnswer, verdict: Verdict) -> None:
    finals = _finals(answer.said)
    finals = finals if any(finals) or _is_question(answer.line) else []
    text = answer.line.text
    if len(finals) > 1 or (_is_question(answer.line) and not finals):
        kind = "answers" if finals else "lost-answer"
        verdict.add_finding(kind, f"{text[:200]!r} has {len(finals)} answers: {answer.said[:5]!r}")
    for line in finals:
        if not FORM.fullmatch(line):
            verdict.add_finding("form", f"{line[:200]!r} answers {text[:200]!r}")
        if b"internal" in line[:20]:
            verdict.add_finding("internal", f"{line[:200]!r} answers {text[:200]!r}")
        verdict.counts.refused += line.startswith(REFUSED)
        verdict.counts.searches += _is_question(answer.line) and not line.startswith(REFUSED)


def _positions_with_plays(
    answers: list[LineWithAnswer], boards: dict[bytes, bytes]
) -> list[tuple[bytes, bytes]]:
    """Positions with dice, and the plays that answered them."""
    found, position = [], b""
    for answer in answers:
        text, said = answer.line.text, _finals(answer.said)[:1]
        is_refused = bool(said) and said[0].startswith(REFUSED)
        if answer.line.is_mutated or is_refused:
            position = b""
            continue
        if text.startswith(b"position xgid "):
            position = text.removeprefix(b"position xgid ")
        elif text.startswith(b"go role chequer") and position and said:
            found.append((position, said[0].removeprefix(b"bestmove ")))
        elif text.startswith(b"XGID=") and said:
            found.append((text, said[0]))
        elif said and (xgid := boards.get(text.removeprefix(b"fibsboard "))):
            found.append((xgid, said[0]))
        elif not text.startswith((b"go ", b"stop")):
            position = b""
    return [(xgid, play) for xgid, play in found if b":00:" not in xgid and b"/" in play]


def _check_plays(
    plays: list[tuple[bytes, bytes]], ask_native: AskFreshProcess, verdict: Verdict
) -> None:
    """Has a process of the native dialect play what was answered."""
    lines = [b"newgame backgammon cube on\n"]
    for number, (xgid, play) in enumerate(plays):
        spelt = read_play(play.decode(errors="replace")).encode()
        lines.append(b"position fen %s\n@%d move %s\n" % (xgid, number, spelt))
    said = dict(
        line.split(b" ", 1) for line in ask_native(b"".join(lines)).splitlines() if b" " in line
    )
    for number, (xgid, play) in enumerate(plays):
        answer = said.get(b"@%d" % number, b"nothing")
        verdict.counts.judged += 1
        if answer != b"ok":
            verdict.add_finding("illegal-move", f"{play!r} answers {xgid!r}; the judge: {answer!r}")
