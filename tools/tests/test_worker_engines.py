"""Tests of a worker's engines: what is checked before an event, and that no process is left."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest import mock

from tests.engine_and_faulty_engines import HANG_CODE, IGNORE_SIGTERM_CODE, JUDGE, PARLOUR
from tests.small_tournaments import FakeEngineTestCase, native, play, rules_of, stub_engine
from tournament.dialects.dialect_player import DialectPlayer
from tournament.dialects.engine_process import ProcessGuard
from tournament.events.event_definition import Contestant, EventRules, Pair
from tournament.playing.worker_engines import JudgeAndPlayers
from workers.job_interface import JobFault

FORKING_CODE = f"""{IGNORE_SIGTERM_CODE}
if not os.fork():
    with open(sys.argv[1], 'a') as pids:
        print(os.getpid(), file=pids)
    while True: time.sleep(60)"""

# A worker whose second engine and that one's child hang, deaf to signals, until it is killed.
WORKER_CODE = """
import sys
from tournament.events.event_definition import Contestant, Pair, EventRules
from tournament.playing.worker_engines import JudgeAndPlayers
judge, fake = sys.argv[1:]
engines = [Contestant("one", judge), Contestant("two", fake)]
with JudgeAndPlayers(EventRules("connect4", judge=judge), engines) as seats:
    list(seats.play(Pair(0, (1, 0), "startpos")))
"""


class Checks(FakeEngineTestCase):
    """An engine that cannot play is named, with the reason, before anything is played."""

    def fails(self, why: str, contestant: Contestant, rules: EventRules | None = None) -> None:
        engines = native("good"), replace(contestant, name="bad")
        seats = JudgeAndPlayers(rules or rules_of(hang=500), engines)
        with seats, self.assertRaises(JobFault) as raised:
            seats.check()
        self.assertRegex(str(raised.exception), f"^engine 'bad'.*{why}")

    def test_engines_that_can_play(self) -> None:
        engines = native(), stub_engine("ugi", PARLOUR, "connect4", "1")
        with JudgeAndPlayers(rules_of(), engines) as seats:
            seats.check()
            self.ends_by_rules(list(seats.play(Pair(0, (0, 1), "startpos"))))

    def test_commands_that_do_not_start(self) -> None:
        self.fails("cannot be started: No such file", Contestant("", "./no-such-engine"))
        self.fails("cannot be started: No closing quotation", Contestant("", "engine '"))
        self.fails("cannot be started: ", Contestant("", ""))
        self.fails("cannot be started: Permission", Contestant("", str(self.pids)))

    def test_engines_that_say_nothing_or_end(self) -> None:
        self.fails("gave no answer in 0.5 s", self.contestant_faulty_at_go("pass", HANG_CODE))
        self.fails(
            "ended, or closed its output", self.contestant_faulty_at_go("pass", "sys.exit(1)")
        )
        self.no_process_is_left()

    def test_what_engines_refuse(self) -> None:
        self.fails("unknown-option: ", replace(native(), options={"Nothing": "1"}))
        plain = replace(native(), dialect="ugi", options={"Hash": "much"})
        self.fails("bad-number", plain)
        self.fails("unknown-player", native(player="no-such"))

    def test_engines_of_another_game(self) -> None:
        rules = rules_of("connect5")
        self.fails("illegal-move", Contestant("", f"{JUDGE} --game sticks", "ugi"), rules)
        self.fails("cannot play by the dialect ubgi", Contestant("", JUDGE, "ubgi"), rules)


class Processes(FakeEngineTestCase):
    """Engines stay while they are needed, and none is left afterwards."""

    def processes_of(self, contestant: Contestant, restart: bool) -> int:
        """How many processes three pairs have taken."""
        with JudgeAndPlayers(rules_of(), [contestant, native(), native("three")], restart) as seats:
            for number, engines in enumerate([(0, 1), (2, 0), (0, 1)]):
                list(seats.play(Pair(number, engines, "startpos")))
        self.no_process_is_left()
        return len(self.pids.read_text(encoding="utf-8").split())

    def test_engines_stay_between_games(self) -> None:
        script = f"echo $$ >> {shlex.quote(str(self.pids))}; exec {JUDGE}"
        noted = replace(native("noted"), command=shlex.join(["sh", "-c", script]))
        self.assertEqual(self.processes_of(noted, restart=False), 1)
        self.pids.write_text("", encoding="utf-8")
        self.assertEqual(self.processes_of(noted, restart=True), 6)

    def test_an_engine_plays_itself(self) -> None:
        with JudgeAndPlayers(rules_of(), [native()]) as seats:
            self.ends_by_rules(list(seats.play(Pair(0, (0, 0), "startpos"))))

    def test_threads_may_come_and_go(self) -> None:
        with JudgeAndPlayers(rules_of(), [native(), native("two")]) as seats:
            for number in range(3):
                games = seats.play(Pair(number, (0, 1), "startpos", number))
                with ThreadPoolExecutor(1) as pool:
                    self.ends_by_rules(pool.submit(list, games).result())

    def test_closing_ends_the_stubborn_and_their_children(self) -> None:
        fake = self.contestant_faulty_at_go(HANG_CODE, FORKING_CODE)
        impatient = mock.patch.object(DialectPlayer.close, "__defaults__", (0.2,))
        with impatient, JudgeAndPlayers(rules_of(), [native(), fake]) as seats:
            seats.check()
        self.no_process_is_left()
        self.assertEqual(len(self.pids.read_text(encoding="utf-8").split()), 2)
        self.assertEqual(threading.active_count(), 1)

    def test_a_warden_ends_whom_it_watches(self) -> None:
        sleepers = [subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(3)]
        with ProcessGuard() as guard:
            for sleeper in sleepers:
                guard.watch(sleeper.pid)
            guard.forget(sleepers[1].pid)
        ends = [sleeper.poll() for sleeper in sleepers[1:2]]
        sleepers[1].kill()
        ends += [sleepers[0].wait(5), sleepers[2].wait(5)]
        sleepers[1].wait()
        self.assertEqual(ends, [None, -signal.SIGKILL, -signal.SIGKILL])

    def test_nothing_stays_open(self) -> None:
        def open_now() -> tuple[int, int]:
            return len(os.listdir("/dev/fd")), threading.active_count()

        play(rules_of(), native(), native("two"))  # what the first time alone needs
        before, deadline = open_now(), time.monotonic() + 5
        with JudgeAndPlayers(
            rules_of(), [native(), self.contestant_faulty_at_go("sys.exit(1)")], restart=True
        ) as seats:
            for number in range(5):
                list(seats.play(Pair(number, (0, 1), "startpos")))
        while open_now() > before and time.monotonic() < deadline:
            time.sleep(0.02)  # threads notice a little later
        self.assertLessEqual(open_now(), before)

    def test_signals_to_a_worker_leave_no_process(self) -> None:
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number):
                self.pids.write_text("", encoding="utf-8")
                command = [
                    sys.executable,
                    "-c",
                    WORKER_CODE,
                    JUDGE,
                    self.fake(HANG_CODE, FORKING_CODE),
                ]
                tools = Path(__file__).resolve().parent.parent
                with subprocess.Popen(command, cwd=tools, stderr=subprocess.DEVNULL) as worker:
                    while len(self.pids.read_text(encoding="utf-8").split("\n")) < 3:
                        self.assertIsNone(worker.poll(), "the worker has ended by itself")
                        time.sleep(0.02)
                    worker.send_signal(number)
                self.no_process_is_left()


if __name__ == "__main__":
    unittest.main()
