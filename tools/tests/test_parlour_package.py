"""Tests of the package `parlour`: its objects, and its manners with engines that have none."""

import asyncio
import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import tomllib
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from parlour import (
    AsyncEngine,
    BadAnswer,
    Bound,
    Chances,
    Cp,
    CubeEquities,
    Draw,
    Engine,
    EngineError,
    EngineTerminated,
    Equity,
    Limit,
    Mate,
    NoAnswer,
    Outcome,
    Position,
    Refused,
    find_engine,
)
from parlour.answers import read_info, read_option, read_result
from parlour.asyncio_conversation import seconds_allowed
from parlour.engine import CallersLoop
from tests.engine_and_faulty_engines import (
    ENDLESS_LINE_CODE,
    FLOOD_CODE,
    HANG_CODE,
    IGNORE_SIGTERM_CODE,
    JUDGE,
    PARLOUR,
    FakeEngineFolder,
)
from tests.small_tournaments import stub_engine

FEW = Limit(nodes=50)
UGI = stub_engine("ugi", PARLOUR, "connect4", "1").command
C4 = Position("connect4")
BACKGAMMON = Position("backgammon")


class AnswerParsing(unittest.TestCase):
    """Lines as objects."""

    def test_scores_are_those_of_the_line(self) -> None:
        line = "info depth 3 multipv 2 score {} nodes 9 time 1500 hashfull 7 pv a b"
        self.assertEqual(read_info(line.format("cp -12")).score, Cp(-12))
        self.assertEqual(read_info(line.format("cp 5 lowerbound")).score, Cp(5, Bound.LOWER))
        self.assertEqual(read_info(line.format("mate -4")).score, Mate(4, is_win=False))
        self.assertEqual(read_info(line.format("mate 0")).score, Mate(0, is_win=False))
        draw = read_info(line.format("cp 0") + " string exact")
        self.assertEqual((draw.score, draw.pv, draw.time), (Draw(), ("a", "b"), 1.5))
        self.assertEqual((draw.multipv, draw.nodes, draw.hashfull), (2, 9, 7))

    def test_equities_have_their_chances(self) -> None:
        words = "win 0.55 gammon 0.15 backgammon 0.01 lose_gammon 0.1 lose_backgammon 0.02"
        score = read_info(f"info score cp 15 nodes 1 equity 0.1515 {words} stderr 0.01").score
        chances = Chances(0.55, 0.15, 0.01, 0.1, 0.02)
        self.assertEqual(score, Equity(0.1515, chances, 0.01))
        assert isinstance(score, Equity) and score.win_draw_loss
        self.assertAlmostEqual(score.win_draw_loss.loss, 0.45)
        turned = -chances
        self.assertEqual(-turned, chances)
        self.assertEqual(turned.gammon, 0.1)

    def test_a_cube_decision_has_the_equities_of_its_actions(self) -> None:
        two_left = "fen XGID=----B-----------------b---:0:0:1:00:0:0:0:0:10"
        with Engine.popen(JUDGE) as engine:
            value = engine.evaluate(Position("backgammon cube on", start=two_left))
        assert isinstance(value, Equity) and value.cube
        self.assertAlmostEqual(value.cube.no_double, 0.344)
        self.assertAlmostEqual(value.cube.double_take, 0.656)
        self.assertEqual(value.cube.double_drop, 1)
        self.assertTrue(value.cube.is_double and value.cube.is_take)
        self.assertEqual((-value).cube, value.cube)
        too_good = CubeEquities(1.2, 1.5, 1.0)
        self.assertFalse(too_good.is_double or too_good.is_take)

    def test_scores_have_an_order_and_another_side(self) -> None:
        order = [Mate(2, False), Mate(9, False), Equity(-0.5), Draw(), Cp(20)]
        order += [Mate(9, True), Mate(1, True)]
        self.assertEqual(sorted(reversed(order)), order)
        self.assertEqual(sorted(-score for score in order), [-score for score in reversed(order)])
        self.assertEqual(-Cp(5, Bound.LOWER), Cp(-5, Bound.UPPER))
        for one, other in ((Cp(0), Draw()), (Cp(30), Cp(30, Bound.LOWER))):
            self.assertFalse(one > other or other > one, "equally good")
            self.assertTrue(one <= other <= one)
        self.assertEqual(Mate(3, True).outcome, Outcome.WIN)
        self.assertEqual(str(Mate(1, True)), "wins in 1 ply")
        self.assertEqual(str(Mate(2, False)), "loses in 2 plies")
        self.assertEqual(Mate(3, False).win_draw_loss, (0, 0, 1))
        self.assertIsNone(Cp(1).win_draw_loss)

    def test_unknown_words_are_skipped_and_nonsense_is_not(self) -> None:
        self.assertEqual(read_info("info colour red depth 3 tide 12").depth, 3)
        for line in ("info depth x", "info score cp", "info score", "info score pawns 3"):
            with self.subTest(line), self.assertRaises(BadAnswer):
                read_info(line)
        for final in ("bestmove", "bestmove a b", "readyok"):
            with self.subTest(final), self.assertRaises(BadAnswer):
                read_result(final, [])

    def test_options_have_types(self) -> None:
        spin = read_option("option name Clear Sky type spin default 3 min -1 max 9")
        self.assertEqual((spin.name, spin.default, spin.min, spin.max), ("Clear Sky", 3, -1, 9))
        combo = read_option("option name S type combo default a var a var b")
        self.assertEqual((combo.default, combo.var), ("a", ("a", "b")))
        self.assertIs(read_option("option name C type check default false").default, False)
        self.assertEqual(read_option("option name F type string default <empty>").default, "")
        self.assertIsNone(read_option("option name B type button").default)
        with self.assertRaises(BadAnswer):
            read_option("option name S type spin default many")

    def test_limits_and_positions_are_lines(self) -> None:
        words = Limit(time=0.0015, depth=4, p1_clock=9, p1_inc=0.1, rollout_games=36).words
        said = "movetime 2 p1time 9000 p1inc 100 rollout depth 4 games 36"
        self.assertEqual(" ".join(words), said)
        moved = BACKGAMMON.with_dice(3, 1).after("8/5,6/5").with_dice(6, 6)
        self.assertEqual(moved.lines, ["position startpos moves 31:8/5,6/5", "dice 6 6"])

    def test_a_search_may_take_what_its_words_allow(self) -> None:
        self.assertEqual(seconds_allowed("go movetime 12000"), 12)
        self.assertEqual(seconds_allowed("go p1time 3000 p2time 5000 movetime 90000"), 5)
        self.assertEqual(seconds_allowed("explain movetime 1000"), 2)
        self.assertEqual(seconds_allowed("go depth 3"), float("inf"))
        self.assertEqual(seconds_allowed("legal"), 0)


class Playing(FakeEngineFolder):
    """The engine itself."""

    def test_whole_games_are_played(self) -> None:
        with Engine.popen(JUDGE) as engine:
            for game in engine.games():
                has_dice = engine.describe(game).dice
                position = Position(game, start="fen startpos seed 7" if has_dice else "startpos")
                while move := engine.play(position, FEW).move:
                    position = position.after(move)
                self.assertTrue(engine.status(position).is_over)
                self.assertTrue(engine.status(position).ending)
                self.assertEqual(engine.legal(position), [])

    def test_every_question_has_an_object_for_its_answer(self) -> None:
        with Engine.popen(JUDGE) as engine:
            self.assertRegex(engine.name(), "Parlour")
            self.assertEqual(engine.options()["MultiPV"].min, 1)
            self.assertIn("george", engine.players("connect4"))
            self.assertEqual(engine.fen(C4.after("4")), "7/7/7/7/7/3x3 o")
            self.assertEqual(engine.history(C4.after("44")), ["4", "4"])
            dice = BACKGAMMON.with_dice(3, 1)
            self.assertEqual(engine.status(dice).due, "move 31")
            self.assertIsInstance(engine.evaluate(dice), Equity)
            self.assertIsInstance(engine.evaluate(C4), Cp)
            self.assertIn("x", engine.show(C4.after("4")))
            self.assertRegex(engine.picture(C4), "(?s)^<svg .*</svg>$")
            best, *_ = engine.explain(C4, Limit(depth=2), player="generic")
            self.assertEqual(best.move, engine.play(C4, Limit(depth=2), player="generic").move)
            some = engine.explain(C4, Limit(depth=2), player="generic", moves=("1", "4"))
            self.assertEqual({one.move for one in some}, {"1", "4"})
            self.assertGreater(engine.describe("connect4").chance, 0)

    def test_engines_that_know_ugi_only_play_too(self) -> None:
        position = C4
        with Engine.popen(JUDGE) as judge, Engine.popen(UGI, tagged=False) as engine:
            while not judge.status(position).is_over:
                result = engine.play(position, FEW)
                self.assertEqual(result.info.pv, (result.move,))
                position = position.after(str(result.move))
            engine.ping()
        self.assertEqual(len({position, position.after()}), 1)

    def test_engines_without_tags_refuse_lines_as_those_with_tags(self) -> None:
        with Engine.popen(JUDGE, tagged=False) as engine:
            for pause in (*[0.0] * 20, 0.1):
                with self.assertRaises(Refused):
                    engine.ask("position startpos moves z9")
                time.sleep(pause)
                self.assertEqual(engine.ask("position startpos"), [])
                self.assertEqual(engine.ask("isready"), ["readyok"])
                self.assertEqual(len(engine.ask("go depth 1")), 4)

    def test_engines_without_tags_answer_during_a_search(self) -> None:
        with Engine.popen(JUDGE, tagged=False) as engine:
            for _ in range(3):
                self.assertEqual(len(engine.analyse(C4, Limit(depth=3), multipv=2)), 2)
                engine.ping()
                self.assertTrue(engine.play(C4, Limit(depth=2)).move)
            with engine.analysis(C4, player="generic", multipv=2) as analysis:
                next(analysis)
                engine.ping()
                analysis.stop()
                self.assertTrue(analysis.wait().move)
            lines = engine.ask("go player generic depth 2")
            self.assertFalse([line for line in lines if " multipv 2 " in line])

    def test_a_question_ends_an_analysis_without_a_limit(self) -> None:
        for tagged in (True, False):
            with Engine.popen(JUDGE, tagged=tagged, timeout=5) as engine:
                analysis = engine.analysis(C4, player="generic")
                next(analysis)
                engine.ping()
                self.assertTrue(engine.play(C4, Limit(depth=2)).move)
                self.assertTrue(analysis.wait().move)

    def test_values_that_cannot_be_sent_are_named(self) -> None:
        for time_limit in (float("inf"), float("nan")):
            with self.assertRaisesRegex(ValueError, "finite"):
                _ = Limit(time=time_limit).words
        with self.assertRaisesRegex(ValueError, "None"):
            C4.after(*[None])  # type: ignore[arg-type]  # what `play` gives after the end

    def test_games_that_are_begun_by_a_line_are_noticed(self) -> None:
        with Engine.popen(JUDGE) as engine:
            self.assertEqual(len(engine.legal(C4)), 7)
            engine.ask("newgame sticks")
            self.assertEqual(len(engine.legal(C4)), 7)
            engine.send("newgame sticks")
            self.assertEqual(len(engine.legal(C4)), 7)

    def test_a_refused_setting_stops_the_search_that_it_was_for(self) -> None:
        with Engine.popen(JUDGE) as engine:
            with self.assertRaises(Refused):
                engine.analyse(C4, Limit(nodes=10**15), multipv=0, player="generic")
            self.assertEqual(len(engine.legal(C4)), 7)
            engine.analysis(C4, player="generic")  # and nothing is said of it when all ends

    def test_analyses_have_as_many_lines_as_asked(self) -> None:
        with Engine.popen(JUDGE) as engine:
            lines = engine.analyse(C4, Limit(depth=3), player="generic", multipv=3)
            self.assertEqual([info.multipv for info in lines], [1, 2, 3])
            self.assertEqual(
                sorted((line.score for line in lines if line.score), reverse=True),
                [line.score for line in lines],
            )
            info = engine.analyse(C4, Limit(depth=3), player="generic")
            self.assertEqual((info.multipv, info.depth), (1, 3))
            with engine.analysis(C4, Limit(depth=3), player="generic") as analysis:
                infos = list(analysis)
            self.assertNotIn(2, [info.multipv for info in infos])

    def test_an_analysis_is_a_stream_until_it_is_stopped(self) -> None:
        position = Position("connect5").after("h8", "i9", "g7")
        with Engine.popen(JUDGE) as engine:
            with engine.analysis(position, player="generic") as analysis:
                for info in analysis:
                    if info.depth == 2:
                        analysis.stop()
                result = analysis.wait()
            self.assertEqual(result.move, result.info.pv[0])
            self.assertEqual(analysis.info.pv, result.info.pv)
            with engine.analysis(position):
                engine.ping()  # also while it searches
            self.assertEqual(engine.legal(C4.after("444444")), ["1", "2", "3", "5", "6", "7"])

    def test_an_analysis_goes_on_while_its_caller_does_something_else(self) -> None:
        position = Position("connect5").after("h8", "i9", "g7")
        with Engine.popen(JUDGE) as engine:
            analysis = engine.analysis(position, player="generic")
            while not analysis.info.depth:
                time.sleep(0.01)
            stopping = threading.Timer(0.05, analysis.stop)
            stopping.start()
            move = analysis.wait().move
            stopping.join()
        self.assertEqual(move, analysis.info.pv[0])

    def test_a_program_with_a_loop_of_its_own_can_wait_too(self) -> None:
        async def ask() -> list[str]:
            with Engine.popen(JUDGE) as engine:
                return engine.legal(C4)

        self.assertEqual(len(asyncio.run(ask())), 7)

    def test_refusals_carry_their_codes_and_change_nothing(self) -> None:
        with Engine.popen(JUDGE) as engine:
            questions: dict[str, Callable[[], object]] = {
                "illegal-move": lambda: engine.play(C4.after("9")),
                "unknown-game": lambda: engine.legal(Position("whist")),
                "need-dice": lambda: engine.legal(BACKGAMMON),
                "bad-value": lambda: engine.configure({"Level": 99}),
                "unknown-player": lambda: engine.play(C4, player="nobody"),
            }
            for code, ask in questions.items():
                with self.subTest(code), self.assertRaises(Refused) as raised:
                    ask()
                self.assertEqual(raised.exception.code, code)
            self.assertEqual(engine.play(C4, player="tree").move, "4")
            for line in ("", "legal\nfen"):
                with self.assertRaises(ValueError):
                    engine.ask(line)

    def test_several_questions_are_under_way(self) -> None:
        async def ask() -> None:
            async with await AsyncEngine.popen(JUDGE) as engine:
                endless = await engine.analysis(C4, player="generic")
                move = asyncio.create_task(engine.play(C4, FEW, searchmoves=["2"]))
                legal = asyncio.create_task(engine.legal(Position("sticks")))
                fen = asyncio.create_task(engine.fen(C4.after("1")))
                await engine.ping()
                endless.stop()
                self.assertEqual((await move).move, "2")
                self.assertIn("S@d4", await legal)
                self.assertEqual(await fen, "7/7/7/7/7/x6 o")
                self.assertIsNotNone((await endless.wait()).move)

        asyncio.run(ask())

    def test_a_cancelled_search_is_stopped(self) -> None:
        async def ask() -> None:
            async with await AsyncEngine.popen(JUDGE) as engine:
                for searching in (
                    engine.play(C4, Limit(nodes=10**15), player="generic"),
                    engine.ask("perft 30"),
                ):
                    task: asyncio.Task[object] = asyncio.create_task(searching)
                    await asyncio.sleep(0.05)
                    task.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await task
                    self.assertEqual(len(await engine.legal(C4)), 7)

        asyncio.run(ask())


class Interrupted(unittest.TestCase):
    """A signal may raise an exception between any two steps of the loop."""

    def test_a_step_that_is_lost_is_not_waited_for(self) -> None:
        caller = CallersLoop()

        def interrupt() -> None:
            caller._loop._ready.clear()  # type: ignore[attr-defined] # a private field
            raise KeyboardInterrupt

        async def wait() -> None:
            caller._loop.call_soon(interrupt)
            await asyncio.sleep(0)

        with self.assertLogs("asyncio", "ERROR"), mock.patch("parlour.engine.PATIENCE", 0.1):
            with self.assertRaises(KeyboardInterrupt):
                caller.run(wait())
            caller.close()
            gc.collect()


class Faults(FakeEngineFolder):
    """Engines that are not as they should be: clear errors, no wait, no process."""

    def fails(
        self, kind: type[EngineError], go: str, before: str = "pass", limit: Limit = FEW
    ) -> None:
        engine = Engine.popen(self.fake(go, before), timeout=0.3)
        with engine, self.assertRaises(kind):
            engine.play(C4, limit)
        with self.assertRaises(EngineTerminated):
            engine.ping()
        with self.assertRaises(ProcessLookupError):  # not even a zombie
            os.kill(engine.pid, 0)
        self.no_process_is_left()

    def test_engines_that_die(self) -> None:
        self.fails(EngineTerminated, "sys.exit(1)")
        self.fails(EngineTerminated, "pass", "sys.exit(1)")
        self.fails(EngineTerminated, "os.close(1); time.sleep(60)")

    def test_engines_that_are_silent(self) -> None:
        self.fails(NoAnswer, HANG_CODE, IGNORE_SIGTERM_CODE)
        self.fails(NoAnswer, "pass", HANG_CODE)

    def test_engines_that_flood(self) -> None:
        self.fails(NoAnswer, FLOOD_CODE, IGNORE_SIGTERM_CODE)
        self.fails(NoAnswer, ENDLESS_LINE_CODE)
        self.fails(NoAnswer, FLOOD_CODE.replace("'info", "tag + ' info"))

    def test_engines_that_talk_nonsense(self) -> None:
        self.fails(BadAnswer, "say('readyok')")
        self.fails(BadAnswer, "say('bestmove')")
        self.fails(BadAnswer, "say('info score cp lots'); time.sleep(60)")
        other = "print('@7 bestmove 4', chr(0), tag[1:], 'bestmove 4', flush=True)"
        self.fails(NoAnswer, other, limit=Limit(time=0.01))

    def test_the_time_that_a_limit_allows_is_given(self) -> None:
        with Engine.popen(self.fake("time.sleep(0.6); say('bestmove 4')"), timeout=0.3) as engine:
            self.assertEqual(engine.play(C4, Limit(time=0.6)).move, "4")
            self.assertEqual(engine.ask("go movetime 600"), ["bestmove 4"])

    def test_after_a_time_out_the_next_question_works(self) -> None:
        late = "time.sleep(0.4); say('bestmove late')"
        for tagged in (True, False):
            with Engine.popen(self.fake(late), tagged=tagged) as engine:
                with self.assertRaises(NoAnswer):
                    engine.ask("go movetime 1", timeout=0.1)
                self.assertEqual(engine.ask("isready"), ["readyok"])
                self.assertEqual(engine.ask("go movetime 1"), ["bestmove late"])

    def test_answers_that_never_come_do_not_shift_the_next(self) -> None:
        with Engine.popen(
            self.fake("say('bestmove 4') if searches > 1 else 0"), tagged=False
        ) as one:
            with self.assertRaises(NoAnswer):
                one.ask("go", timeout=0.1)
            self.assertEqual(one.ask("isready"), ["readyok"])
            self.assertEqual(one.ask("go"), ["bestmove 4"])

    def test_a_listener_that_fails_is_heard_of(self) -> None:
        def fail(line: str) -> None:
            raise KeyError(line)

        with Engine.popen(JUDGE) as engine:
            with self.assertRaises(KeyError):
                engine.ask("go player generic depth 3", fail)
            with self.assertRaises(RuntimeError):
                engine.ask("go player generic depth 3", lambda _: engine.ping())
            engine.ping()

    def test_two_engines_that_are_not_there(self) -> None:
        for command in ("./no-such-engine", ""):
            with self.assertRaises(OSError):
                Engine.popen(command)

    def test_a_wait_that_is_interrupted_stops_the_search(self) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        with Engine.popen(JUDGE) as engine:
            before = signal.signal(signal.SIGALRM, interrupt)
            self.addCleanup(signal.signal, signal.SIGALRM, before)
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with self.assertRaises(KeyboardInterrupt):
                engine.play(C4, Limit(nodes=10**15), player="generic")
            self.assertEqual(len(engine.legal(C4)), 7)


class Installation(unittest.TestCase):
    """What is installed, and where the engine is looked for."""

    def test_the_wheel_is_made_of_what_is_there(self) -> None:
        folder = Path(__file__).resolve().parents[1]
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        made = project["tool"]["maturin"]
        crate = tomllib.loads((folder / made["manifest-path"]).read_text("utf-8"))
        self.assertIn("parlour", [program["name"] for program in crate["bin"]])
        self.assertEqual(project["project"]["name"], crate["package"]["name"])
        self.assertEqual(project["project"]["license"], crate["package"]["license"])
        for package in made["python-packages"]:
            self.assertTrue((folder / made["python-source"] / package / "py.typed").exists())

    def test_the_installed_engine_comes_before_path_and_build(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folders = [Path(name) / kind for kind in ("scripts", "path")]
            for folder in folders:
                folder.mkdir()
                shutil.copy(sys.executable, folder / "parlour")
            with (
                mock.patch("sysconfig.get_path", return_value=str(folders[0])),
                mock.patch.dict(os.environ, {"PATH": str(folders[1])}),
            ):
                self.assertEqual(find_engine(), str(folders[0] / "parlour"))
                (folders[0] / "parlour").unlink()
                self.assertEqual(find_engine(), str(folders[1] / "parlour"))
                (folders[1] / "parlour").unlink()
                with mock.patch("parlour.find_engine.HERE", folders[0] / "a"):
                    self.assertRaises(FileNotFoundError, find_engine)


if __name__ == "__main__":
    unittest.main()
