"""Spreads sessions over worker processes, and counts what they do. Each is made by its number."""

import contextlib
import itertools
import multiprocessing
import queue
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.context import SpawnProcess
from multiprocessing.queues import Queue
from pathlib import Path
from random import Random

from engine_byte_pipe import EnginePipe, Gone, Hang
from session_fuzzing import make_native_sessions, piskvork_sessions, ubgi_and_external_sessions
from session_fuzzing.catalogue_and_random_games import (
    Catalogue,
    LineByLineEngine,
    RandomGame,
    play_random_game,
)
from session_fuzzing.grammar_lines import Grammar, SlotFiller
from session_fuzzing.native_oracle import Oracle
from session_fuzzing.run_sessions import Limits, fresh_answers, run_session
from session_fuzzing.session_and_findings import Counts, Finding, Session, Target, Verdict

GRAMMARS = (
    "native",
    "native_searches",
    "native_until_stop",
    "piskvork",
    "ubgi",
    "external",
)
SESSIONS_A_GAME = 4  # that share a random game
# Lines of a mixture for each line of `searches`, whose sessions take as long as its searches.
LINES_BY_MIXTURE = {"commands": 60, "mutated": 60, "searches": 1}
SLOW_DIALECT_DIVISOR = (
    3  # the share of a dialect in which most lines ask for a move is so much smaller
)
SLOW_DIALECTS = ("piskvork", "external")
PISKVORK_GAME = "connect5"


@dataclass(frozen=True)
class Plan:
    """What is fuzzed, and how."""

    command: str  # of the engine
    judge_command: str  # of the fresh processes
    seed: int
    catalogue: Catalogue
    limits: Limits = field(default_factory=Limits)


@dataclass
class Report:
    """What came of one session."""

    target: Target
    number: int
    counts: Counts
    findings: list[Finding] = field(default_factory=list)


def targets_of(catalogue: Catalogue, games: Sequence[str], dialects: Sequence[str]) -> list[Target]:
    """Everything that can be fuzzed of these games and dialects; no words: of all."""
    found = [
        Target(dialect, game, mixture)
        for dialect in ("native", "ugi")
        for game in catalogue.games
        for mixture in make_native_sessions.MIXTURES
    ]
    if PISKVORK_GAME in catalogue.games:
        found += [
            Target("piskvork", PISKVORK_GAME, mixture) for mixture in piskvork_sessions.MIXTURES
        ]
    if ubgi_and_external_sessions.GAME in catalogue.games:
        found += [
            Target(dialect, ubgi_and_external_sessions.GAME, mixture)
            for dialect in ubgi_and_external_sessions.DIALECTS
            for mixture in ubgi_and_external_sessions.MIXTURES
        ]
    return [
        target
        for target in found
        if (not games or target.game in games) and (not dialects or target.dialect in dialects)
    ]


class Fuzzer:
    """Makes, runs and judges sessions by their number, in a folder of its own."""

    def __init__(self, plan: Plan) -> None:
        """Starts the process that plays the random games."""
        self._plan = plan
        self._stack = ExitStack()
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self._asker = LineByLineEngine(self._stack.enter_context(EnginePipe(plan.judge_command)))
        self._grammars = {name: Grammar(name) for name in GRAMMARS}
        self._games: dict[tuple[str, str, int], RandomGame] = {}

    def __enter__(self) -> "Fuzzer":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def make(self, target: Target, number: int) -> Session:
        """The session of this number."""
        plan = self._plan
        chance = Random(f"{plan.seed}/{target}/{number}")
        game = self._game(target, number // SESSIONS_A_GAME)
        words = SlotFiller(chance, plan.catalogue, target.game, game)
        if target.dialect == "piskvork":
            return piskvork_sessions.make(target, chance, self._grammars["piskvork"], words, number)
        if target.dialect in ubgi_and_external_sessions.DIALECTS:
            grammar = self._grammars[target.dialect]
            return ubgi_and_external_sessions.make(target, chance, grammar, words, number)
        materials = make_native_sessions.Materials(plan.catalogue, self._grammars)
        return make_native_sessions.Maker(target, chance, materials, game).make(number)

    def _game(self, target: Target, number: int) -> RandomGame:
        """A random game for some sessions of a target; the last one is kept."""
        key = (target.game, target.dialect, number)
        if key not in self._games:
            chance = Random(f"{self._plan.seed}/{key}")
            variants = self._plan.catalogue.games[target.game]
            if target.dialect in ubgi_and_external_sessions.DIALECTS:
                variants = [words for words in variants if " variant " not in words]
            self._games = {old: game for old, game in self._games.items() if old[:2] != key[:2]} | {
                key: play_random_game(self._asker, chance, chance.choice(variants))
            }
        return self._games[key]

    def run(self, session: Session) -> Verdict:
        """Runs a session and judges it."""
        plan = self._plan
        options = " --dialect external" if session.target.dialect == "external" else ""
        run = run_session(plan.command + options, self._folder, session, plan.limits)
        verdict = Verdict(Counts.of(session), run.findings)
        if not run.findings:
            try:
                verdict = self._judge(session, run.said, options)
            except (Hang, Gone) as fault:
                verdict.add_finding(
                    "hang", f"the fresh process, with the accepted lines only: {fault}"
                )
        verdict.counts.findings = len(verdict.findings)
        for path in self._folder.iterdir():  # a log, perhaps
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        return verdict

    def _judge(self, session: Session, said: bytes, options: str) -> Verdict:
        plan = self._plan

        def ask_native(lines: bytes) -> bytes:
            return fresh_answers(plan.judge_command, self._folder, lines, plan.limits.patience)

        def ask(lines: bytes) -> bytes:
            return fresh_answers(
                plan.judge_command + options, self._folder, lines, plan.limits.patience
            )

        if session.target.dialect == "piskvork":
            return piskvork_sessions.judge(session, said, ask)
        if session.target.dialect in ubgi_and_external_sessions.DIALECTS:
            return ubgi_and_external_sessions.judge(session, said, ask, ask_native)
        return Oracle(session, said).judge(ask)


def schedule(
    targets: Sequence[Target], counts: dict[Target, Counts]
) -> Iterator[tuple[Target, int]]:
    """Whose turn it is, and the number of the session: each target gets its share of the lines."""
    numbers = {target: itertools.count() for target in targets}
    given = dict.fromkeys(targets, 0.0)
    while True:
        target = min(targets, key=lambda each: given[each])
        seen = counts[target]
        mean = seen.lines / seen.sessions if seen.sessions else 500
        slow = SLOW_DIALECT_DIVISOR if target.dialect in SLOW_DIALECTS else 1
        given[target] += mean * slow / LINES_BY_MIXTURE[target.mixture]
        yield target, next(numbers[target])


def campaign(
    plan: Plan, targets: Sequence[Target], lines: int, seconds: float, jobs: int
) -> Iterator[Report]:
    """Runs sessions until this number of lines was sent, or this time is over; 0 is no limit."""
    counts = {target: Counts() for target in targets}
    turns = schedule(targets, counts)
    started, sent, running = time.monotonic(), 0, 0

    def is_over() -> bool:
        over_time = seconds and time.monotonic() - started >= seconds
        return bool(over_time or (lines and sent >= lines))

    context = multiprocessing.get_context("spawn")
    orders: Queue[tuple[Target, int]] = context.Queue()
    reports: Queue[Report | RuntimeError] = context.Queue()
    crew = [
        context.Process(target=_work, args=(plan, orders, reports), daemon=True)
        for _ in range(jobs)
    ]
    for worker in crew:
        worker.start()
    try:
        while running or not is_over():
            while running < jobs + 1 and not is_over():
                orders.put(next(turns))
                running += 1
            report = _next_report(reports, crew)
            running -= 1
            counts[report.target].add(report.counts)
            sent += report.counts.lines
            yield report
    finally:
        for worker in crew:
            worker.terminate()
        for worker in crew:
            worker.join()


def _next_report(reports: "Queue[Report | RuntimeError]", crew: Sequence[SpawnProcess]) -> Report:
    """Waits for a report. Raises RuntimeError if a worker has failed, or died."""
    while True:
        with contextlib.suppress(queue.Empty):
            report = reports.get(timeout=1)
            if isinstance(report, RuntimeError):
                raise report
            return report
        if not all(worker.is_alive() for worker in crew):
            raise RuntimeError("a worker process has died")


def _work(
    plan: Plan, orders: "Queue[tuple[Target, int]]", reports: "Queue[Report | RuntimeError]"
) -> None:
    """A worker: runs the sessions that are ordered."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Fuzzer(plan) as fuzzer:
            while True:
                target, number = orders.get()
                started = time.monotonic()
                verdict = fuzzer.run(fuzzer.make(target, number))
                verdict.counts.seconds = time.monotonic() - started
                reports.put(Report(target, number, verdict.counts, verdict.findings))
    except Exception as fault:  # whatever it is, the campaign ends by it
        reports.put(RuntimeError(f"{type(fault).__name__}: {fault}"))
