#!/usr/bin/env python3
"""Fuzzes the real engine with whole sessions, in every dialect and game.

    python3 tools/fuzz_sessions.py --engine target/release/parlour --seconds 60

A session is valid lines and random legal games, made by a grammar, mixed with damaged lines. All
of it depends on --seed alone. A fresh process, which gets the accepted lines only, is the judge:
of the legality of every move and of the state after every line. Prints a table; findings are made
smaller and written to a folder. Exit status: 0 nothing was found, 1 something was, 3 a fault of
the call.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from command_line import FAULT, carry_out, positive, read_whole_number
from engine_byte_pipe import Gone, Hang
from session_fuzzing.campaign import Fuzzer, Plan, Report, campaign, targets_of
from session_fuzzing.catalogue_and_random_games import catalogue_of
from session_fuzzing.minimise_and_write_findings import minimise, write_finding
from session_fuzzing.run_sessions import Limits
from session_fuzzing.session_and_findings import Counts, Finding, Session, Target
from tournament.text_table import table

FOUND = 1  # the exit status
FINDINGS_KEPT = 3  # findings of one kind and one target that are made smaller and written
HEADS = "target sessions lines probes refused searches judged lines/s findings"
PROGRESS = 10.0  # seconds between lines on stderr


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="fuzz_sessions", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    say = parser.add_argument
    say("--engine", default="target/release/parlour", help="the engine, a command")
    say("--judge", help="the engine of the fresh processes; by default the same")
    say("--seed", type=read_whole_number, default=1, help="all lines depend on it alone")
    say("--lines", type=read_whole_number, default=0, help="lines to send; 0: no limit")
    say("--seconds", type=float, default=0.0, help="time to take; 0: no limit")
    say("--game", action="append", default=[], help="only this game; may be repeated")
    say(
        "--dialect",
        action="append",
        default=[],
        choices=("native", "ugi", "piskvork", "ubgi", "external"),
        help="only this dialect; may be repeated. ugi is native without tags",
    )
    say("--mixture", action="append", default=[], choices=("commands", "mutated", "searches"))
    say("--session", type=int, help="only the session of this number, of one target")
    say("--jobs", type=positive, default=1, help="worker processes")
    say("--patience", type=float, default=20.0, help="seconds of silence that are a hang")
    say("--memory", type=positive, default=700, help="MiB that a process may use")
    say("--minimise", type=float, default=40.0, help="seconds to make one finding smaller")
    say("--findings", type=Path, default=Path("target/fuzz-findings"), help="folder for findings")
    args = parser.parse_args(words)
    if not args.lines and not args.seconds:
        args.seconds = 60.0
    return args


class Tally:
    """Counts by target, and which findings are new."""

    def __init__(self, targets: list[Target]) -> None:
        """Nothing yet."""
        self.counts = {target: Counts() for target in targets}
        self.kinds: Counter[tuple[str, Target]] = Counter()
        self.kept: list[tuple[Target, int, Finding]] = []

    def add(self, report: Report) -> None:
        """Counts a session."""
        self.counts[report.target].add(report.counts)
        for finding in report.findings[:1]:  # the first of a session; the others may follow from it
            key = (finding.kind, report.target)
            self.kinds[key] += 1
            if self.kinds[key] <= FINDINGS_KEPT:
                self.kept.append((report.target, report.number, finding))
                print(f"found: {finding.kind} in {report.target}: {finding.text}", file=sys.stderr)

    def total(self) -> Counts:
        """The sum over all targets."""
        total = Counts()
        for counts in self.counts.values():
            total.add(counts)
        return total

    def table(self) -> list[str]:
        """A line for each target, and the sum."""
        rows = [HEADS.split()]
        for name, counts in [*self.counts.items(), ("all", self.total())]:
            speed = counts.lines / counts.seconds if counts.seconds else 0.0
            numbers = (
                counts.sessions,
                counts.lines,
                counts.probes,
                counts.refused,
                counts.searches,
                counts.judged,
                round(speed),
                counts.findings,
            )
            rows.append([str(name), *(f"{number:,}" for number in numbers)])
        return table(rows, 0, width=120)


def keep_findings(tally: Tally, plan: Plan, folder: Path, seconds: float) -> None:
    """Makes each kept finding smaller, writes it, and names the file."""
    short = replace(plan, limits=replace(plan.limits, patience=min(3.0, plan.limits.patience)))
    for target, number, finding in sorted(tally.kept, key=lambda kept: (str(kept[0]), kept[1])):
        # A hang is looked for with less patience, or it would take all the time there is.
        with Fuzzer(short if finding.kind == "hang" else plan) as fuzzer:
            last = [finding]

            def same(session: Session) -> Finding | None:
                found = fuzzer.run(session).findings
                for each in found:
                    if each.kind == finding.kind:  # noqa: B023 # used in this turn only
                        last[0] = each  # noqa: B023 # used in this turn only
                        return each
                return None

            session = fuzzer.make(target, number)
            is_repeatable = same(session) is not None
            smaller = minimise(session, same, seconds) if is_repeatable else session
            if is_repeatable:
                same(smaller)
            print(write_finding(folder, smaller, last[0], is_repeatable, plan.seed))


def fuzz(args: argparse.Namespace) -> int:
    """Runs the campaign of a command line."""
    judge = args.judge or args.engine
    limits = Limits(args.patience, args.memory)
    plan = Plan(args.engine, judge, args.seed, catalogue_of(judge), limits)
    targets = [
        target
        for target in targets_of(plan.catalogue, args.game, args.dialect)
        if not args.mixture or target.mixture in args.mixture
    ]
    if not targets:
        raise ValueError("this game has no such dialect")
    tally = Tally(targets)
    try:
        run(args, plan, tally)
    except KeyboardInterrupt:
        print("fuzz_sessions: interrupted; the counts so far:", file=sys.stderr)
    print("\n".join(tally.table()), flush=True)
    keep_findings(tally, plan, args.findings, args.minimise)
    return FOUND if tally.kept else 0


def run(args: argparse.Namespace, plan: Plan, tally: Tally) -> None:
    """Runs sessions, and says now and then how far they are."""
    if args.session is not None:
        with Fuzzer(plan) as fuzzer:
            for target in tally.counts:
                verdict = fuzzer.run(fuzzer.make(target, args.session))
                tally.add(Report(target, args.session, verdict.counts, verdict.findings))
        return
    said = time.monotonic()
    for report in campaign(plan, list(tally.counts), args.lines, args.seconds, args.jobs):
        tally.add(report)
        if time.monotonic() - said > PROGRESS:
            said = time.monotonic()
            total = tally.total()
            print(
                f"{total.lines:,} lines, {total.sessions:,} sessions, {total.findings} findings",
                file=sys.stderr,
            )


def main(words: list[str] | None = None) -> int:
    """The tool; returns its exit status."""
    args = arguments(words)
    return carry_out("fuzz_sessions", lambda: fuzz(args), Gone, Hang, RuntimeError, status=FAULT)


if __name__ == "__main__":
    sys.exit(main())
