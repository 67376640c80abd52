"""Tests of the fuzzer of sessions: it finds the faults of a stub engine, and none without one."""

import contextlib
import io
import os
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random

import fuzz_sessions
from engine_byte_pipe import EnginePipe
from session_fuzzing import native_oracle, piskvork_sessions
from session_fuzzing.campaign import Fuzzer, Plan, campaign, targets_of
from session_fuzzing.catalogue_and_random_games import catalogue_of
from session_fuzzing.minimise_and_write_findings import minimise
from session_fuzzing.mutation import LONGEST_LINE, mutate
from session_fuzzing.native_oracle import read_answers
from session_fuzzing.session_and_findings import Block, Finding, Kind, Line, Session, Target
from session_fuzzing.sessions_without_tags import LineWithAnswer
from tests.engine_and_faulty_engines import JUDGE, PARLOUR

ENGINE = str(Path(PARLOUR).resolve()) if Path(PARLOUR).exists() else PARLOUR
FAULTY = Path(__file__).resolve().parent / "stub_engines" / "faulty_engine.py"
QUICK = ["--judge", JUDGE, "--minimise", "0.5"]


def plan(command: str = ENGINE) -> Plan:
    return Plan(command, ENGINE, 1, catalogue_of(ENGINE))


class SessionsOfSoundEngine(unittest.TestCase):
    """What is fuzzed, and that it is what the seed says."""

    def test_a_path_of_an_engine_counts_from_where_the_tool_was_started(self) -> None:
        engine = os.path.relpath(ENGINE)
        with tempfile.TemporaryDirectory() as name, EnginePipe(engine, Path(name)) as pipe:
            self.assertIsNone(pipe.process.poll())

    def test_the_same_seed_gives_the_same_sessions(self) -> None:
        for target in targets_of(catalogue_of(ENGINE), [], []):
            with Fuzzer(plan()) as one, Fuzzer(plan()) as two:
                self.assertEqual(one.make(target, 3).lines(), two.make(target, 3).lines(), target)

    def test_nothing_is_found_in_cheap_lines_of_each_dialect(self) -> None:
        catalogue = catalogue_of(ENGINE)
        targets = [t for t in targets_of(catalogue, [], []) if t.mixture == "commands"]
        seen = set()
        for report in campaign(plan(), targets, lines=16_000, seconds=60, jobs=1):
            self.assertEqual(report.findings, [], (report.target, report.number))
            self.assertGreater(report.counts.judged, 0)
            seen.add(report.target.dialect)
        self.assertEqual(seen, {"native", "ugi", "piskvork", "ubgi", "external"})

    def test_an_early_readyok_does_not_part_a_refusal_from_its_line(self) -> None:
        lines = [
            Line(b"@m8\xff go", b"~@3", is_mutated=True),
            Line(b"@3 query gameover", b"@3", Kind.PROBE),
            Line(b"@4 isready", b"@4"),
        ]
        said = b"@m8 error bad-encoding\n@4 readyok\n@3 response false\n"
        answers = read_answers(said, lines)
        self.assertEqual(answers[b"~@3"], [b"@m8 error bad-encoding"])
        self.assertEqual(answers[b"@4"], [b"readyok"])

    def test_a_damaged_isready_may_end_with_spaces(self) -> None:
        lines = [
            Line(b"\t@m1 isready  ", b"~@2", is_mutated=True),
            Line(b"@2 query gameover", b"@2", Kind.PROBE),
        ]
        session = Session(Target("native", "connect4", "mutated"), 0, [Block(lines)])
        said = b"@m1 readyok\n@2 response false\n"
        self.assertEqual(native_oracle.Oracle(session, said).judge(lambda _: said).findings, [])

    def test_settings_in_a_list_outlive_it(self) -> None:
        said = {b"BOARD": [], b"0,0,1": [], b"INFO rule 4": [], b"TURN 7,7": [b"6,6"]}
        answers = [LineWithAnswer(Line(text, b""), answer) for text, answer in said.items()]
        accepted = [answer.line.text for answer in piskvork_sessions.accepted_lines(answers)]
        self.assertEqual(accepted, [b"INFO rule 4", b"TURN 7,7"])

    def test_damaged_lines_stay_lines_and_some_are_too_long(self) -> None:
        chance, lengths = Random(1), []
        for _ in range(20_000):
            line = mutate(chance, b"position startpos moves 4 4 3", [b"undo 2", b"go nodes 5"])
            self.assertNotIn(b"\n", line)
            lengths.append(len(line))
        self.assertGreater(max(lengths), LONGEST_LINE)

    def test_a_finding_is_made_as_small_as_it_goes(self) -> None:
        lines = [Line(b"@%d x" % n, b"@%d" % n) for n in range(100)]
        whole = Session(
            Target("native", "connect4", "commands"), 0, [Block(lines, end_marker=b"x")]
        )

        def test(session: Session) -> Finding | None:
            keys = {line.key for line in session.lines()}
            return Finding("state", "") if {b"@17", b"@71"} <= keys else None

        self.assertEqual(
            [line.key for line in minimise(whole, test).lines()], [b"@17", b"@71", b"@99"]
        )


class Faults(unittest.TestCase):
    """Each fault of a stub engine is found, made smaller and written."""

    def fuzz(self, fault: str, *more: str) -> tuple[int, str, list[str]]:
        said = io.StringIO()
        engine = f"{sys.executable} -B {FAULTY} {ENGINE} {fault}"
        with tempfile.TemporaryDirectory() as name:
            words = ["--engine", engine, "--session", "1", "--findings", name, *QUICK, *more]
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
                status = fuzz_sessions.main(
                    [*words, "--game", "connect4", "--dialect", "native", "--mixture", "commands"]
                )
            files = sorted(path.name for path in Path(name).glob("*.txt"))
        return status, said.getvalue(), files

    def test_each_is_found_under_its_name(self) -> None:
        kinds = {
            "loses": "lost-answer",
            "changes": "state",
            "illegal": "illegal-move",
            "dies": "panic",
            "hangs": "hang",
        }
        for fault, kind in kinds.items():
            with self.subTest(fault):
                patience = "0.7" if fault == "hangs" else "20"
                status, _, files = self.fuzz(fault, "--patience", patience)
                self.assertEqual(status, fuzz_sessions.FOUND)
                self.assertEqual(files, [f"{kind}-native-connect4-commands-1.txt"])

    def test_sessions_that_all_fail_count_so_that_the_lines_come_to_an_end(self) -> None:
        failing = plan(f"{sys.executable} -B {FAULTY} {ENGINE} dies")
        target = Target("native", "connect4", "commands")
        found = [
            (report.counts.sessions, report.counts.lines > 0, report.findings[0].kind)
            for report in campaign(failing, [target], lines=1, seconds=20, jobs=1)
        ]
        # The second one was ordered before the first one had ended.
        self.assertEqual(found, [(1, True, "panic")] * 2)

    def test_without_a_fault_nothing_is_found(self) -> None:
        status, said, files = self.fuzz("none")
        self.assertEqual((status, files), (0, []))
        self.assertIn("native connect4 commands", said)

    def test_a_call_that_cannot_be_executed_is_a_fault(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(fuzz_sessions.main(["--engine", "./no-such-engine"]), 3)
        self.assertIn("no-such-engine", said.getvalue())


if __name__ == "__main__":
    unittest.main()
