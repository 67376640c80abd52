"""Tests of the client by itself: what it sends, what it waits for, and engines at fault."""

import resource
import threading
import time
import unittest
from collections.abc import Callable

from parlour import Engine, EngineError
from tests.engine_and_faulty_engines import (
    ENDLESS_LINE_CODE,
    FLOOD_CODE,
    HANG_CODE,
    IGNORE_SIGTERM_CODE,
    JUDGE,
    PARLOUR,
    FakeEngineFolder,
)


class Client(FakeEngineFolder):
    """The client by itself."""

    def refused(self, code: str, ask: Callable[[], object]) -> None:
        with self.assertRaises(EngineError) as raised:
            ask()
        self.assertEqual(raised.exception.code, code)
        self.assertTrue(raised.exception.text)

    def test_answers_end_where_they_should(self) -> None:
        with Engine.popen([PARLOUR]) as engine:
            self.assertEqual(engine.ask("newgame connect4"), ["ok"])
            self.assertEqual(engine.ask("legal"), ["legal 1 2 3 4 5 6 7"])
            self.assertEqual(engine.ask("ugi")[-1], "ugiok")
            self.assertEqual(engine.ask("perft 2 divide")[-1], "perft 2 49")
            self.assertEqual(len(engine.ask("perft 2 divide")), 8)
            self.assertRegex(engine.ask("show")[-1], "^fen ")
            self.assertEqual(engine.ask("help")[-1], "ok")
            self.assertEqual(engine.words("query p1turn"), ["true"])
            self.assertEqual(engine.ask("isready"), ["readyok"])

    def test_refusals_carry_code_and_text(self) -> None:
        with Engine.popen(JUDGE) as engine:
            self.refused("illegal-move", lambda: engine.ask("move 9"))
            self.refused("unknown-command", lambda: engine.ask("mvoe 4"))
            self.assertEqual(engine.ask("move 4"), ["ok"])

    def test_info_lines_are_passed_on_and_a_search_stops(self) -> None:
        lines: list[str] = []
        with Engine.popen(JUDGE) as engine:
            timer = threading.Timer(0.2, engine.stop)
            timer.start()
            self.assertIn(engine.ask("go player generic infinite", lines.append)[-1][-1], "1234567")
        self.assertRegex(lines[0], "^info depth 1 ")

    def test_a_silent_engine_is_given_its_time_and_no_more(self) -> None:
        with Engine.popen(self.fake(HANG_CODE), timeout=5) as engine:
            engine.ask("isready")
            began = time.monotonic()
            self.refused("no-answer", lambda: engine.ask("go", timeout=0.3))
            self.assertTrue(0.25 < time.monotonic() - began < 30)
        self.no_process_is_left()

    def test_a_late_answer_is_not_taken_for_the_next(self) -> None:
        with Engine.popen(self.fake("time.sleep(0.3); say('bestmove late')")) as engine:
            engine.ask("isready")
            self.refused("no-answer", lambda: engine.ask("go", timeout=0.1))
            self.assertEqual(engine.ask("isready"), ["readyok"])

    def test_an_engine_that_does_not_read_blocks_nothing(self) -> None:
        with Engine.popen(self.fake("pass", HANG_CODE)) as engine:
            for _ in range(100):
                engine.send("position startpos moves" + " 4" * 10_000)
            self.refused("no-answer", lambda: engine.ask("isready", timeout=0.5))
        self.no_process_is_left()

    def test_a_dead_engine_says_so_again_and_again(self) -> None:
        with Engine.popen(self.fake("sys.exit(1)")) as engine:
            for _ in range(3):
                self.refused("closed", lambda: engine.ask("go"))
        engine.close()
        self.no_process_is_left()

    def test_a_flood_does_not_fill_the_memory(self) -> None:
        with (
            Engine.popen(self.fake(ENDLESS_LINE_CODE, IGNORE_SIGTERM_CODE)) as one,
            Engine.popen(self.fake(FLOOD_CODE)) as two,
        ):
            one.ask("isready")
            two.ask("isready")
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            one.send("@1 go")
            two.send("@1 go")
            time.sleep(1)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            self.assertLess(grown, 200_000, "KiB")
        self.no_process_is_left()


if __name__ == "__main__":
    unittest.main()
