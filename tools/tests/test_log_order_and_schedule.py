"""Tests of the log and of what is left to play."""

import json
import os
import tempfile
import unittest
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest import mock

from tournament.events.event_definition import Contestant, Event, EventRules, Pair
from tournament.events.event_log import Log, LogError, read_log
from tournament.events.keep_games_in_order import (
    Games,
    GamesInOrder,
    games_left_to_play,
    keep_in_order,
)
from tournament.events.schedule import in_order, meetings, pairs
from tournament.playing.game_record import GameRecord

HEADER = {"settings": {"game": "connect4"}}


def game(pair: int, leg: int, result: str = "p1win") -> GameRecord:
    """A game of two engines, a and b."""
    first, second = ("a", "b") if leg == 0 else ("b", "a")
    return GameRecord(pair, leg, first, second, "startpos", result, 1, moves=["4"], times=[0.5])


class Scratch(unittest.TestCase):
    """A folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "log.jsonl"


class Logs(Scratch):
    """What is kept, and what isn't lost."""

    def test_games_come_back_as_they_were_kept(self) -> None:
        with Log.create(self.path, HEADER) as log:
            self.assertTrue(log.keep(game(0, 0)))
            self.assertTrue(log.keep(game(0, 1, "draw")))
        header, games = read_log(self.path)
        self.assertEqual(header, {"arena": 1, **HEADER})
        self.assertEqual(games, [game(0, 0), game(0, 1, "draw")])

    def test_no_game_is_kept_twice(self) -> None:
        with Log.create(self.path, HEADER) as log:
            log.keep(game(0, 0))
            self.assertFalse(log.keep(game(0, 0)))
            self.assertTrue(log.has(0, 0))
            self.assertFalse(log.has(0, 1))
        with Log.resume(self.path)[1] as log:
            self.assertFalse(log.keep(game(0, 0)))
        self.assertEqual(len(read_log(self.path)[1]), 1)

    def test_a_torn_end_is_taken_off_and_the_rest_goes_on(self) -> None:
        with Log.create(self.path, HEADER) as log:
            log.keep(game(0, 0))
        with self.path.open("a", encoding="utf-8") as file:
            file.write('{"pair": 0, "leg": 1, "fir')
        header, log = Log.resume(self.path)
        with log:
            self.assertEqual(log.games, [game(0, 0)])
            log.keep(game(0, 1))
        self.assertEqual(read_log(self.path), (header, [game(0, 0), game(0, 1)]))

    def test_without_times_they_are_left_out(self) -> None:
        with Log.create(self.path, HEADER, times=False) as log:
            log.keep(game(0, 0))
        self.assertNotIn("times", self.path.read_text(encoding="utf-8"))
        self.assertEqual(read_log(self.path)[1][0].moves, ["4"])

    def test_a_full_disk_leaves_whole_lines(self) -> None:
        with Log.create(self.path, HEADER) as log:
            log.keep(game(0, 0))
            size = self.path.stat().st_size
            writes: list[Any] = [7, OSError(28, "No space left on device")]

            def write(file: int, said: bytes) -> int:
                what = writes.pop(0)
                if isinstance(what, OSError):
                    raise what
                return real(file, bytes(said[:what]))

            real = os.write
            with (
                mock.patch("os.write", write),
                self.assertRaisesRegex(LogError, "No space.*1 game"),
            ):
                log.keep(game(0, 1))
            self.assertEqual(self.path.stat().st_size, size)
            self.assertTrue(log.keep(game(0, 1)))  # there is room again
        self.assertEqual(len(read_log(self.path)[1]), 2)

    def test_two_arenas_do_not_share_a_log(self) -> None:
        with Log.create(self.path, HEADER), self.assertRaisesRegex(LogError, "another arena"):
            Log.resume(self.path)

    def test_a_log_is_not_overwritten(self) -> None:
        Log.create(self.path, HEADER).close()
        with self.assertRaisesRegex(LogError, "--resume"):
            Log.create(self.path, HEADER)

    def test_what_is_no_log_is_reported_by_its_line(self) -> None:
        with self.assertRaisesRegex(LogError, "no such log"):
            Log.resume(self.path)
        header = json.dumps({"arena": 1})
        for text, message in (
            ("moves\n", "line 1"),
            ("{}\n", "line 1"),
            (f"{header}\n7\n", "line 2"),
            (f'{header}\n{{"pair": 1}}\n', "line 2"),
            ("\xff\n", "line 1"),
        ):
            self.path.write_text(text, encoding="latin-1")
            with self.assertRaisesRegex(LogError, message):
                Log.resume(self.path)
            self.assertEqual(self.path.read_text(encoding="latin-1"), text)
        with self.assertRaisesRegex(LogError, "directory"):
            Log.resume(self.path.parent)


class OlderLogs(unittest.TestCase):
    """What a log keeps of a game."""

    def test_a_game_of_an_older_log_has_no_ending(self) -> None:
        words = GameRecord(0, 0, "ann", "bob", "startpos").to_json()
        del words["ending"]
        self.assertEqual(GameRecord.from_json(words).ending_or_fault, "rules")


class KeepingGamesInOrder(Scratch):
    """The order in which games are kept."""

    EVENT = Event(
        EventRules("connect4"),
        (Contestant("a", "x"), Contestant("b", "x")),
        tuple(Pair(number, (0, 1), "startpos") for number in range(3)),
    )

    def setUp(self) -> None:
        super().setUp()
        self.counted: list[tuple[int, int, bool]] = []

    def count(self, counted: GameRecord, is_new: bool) -> bool:
        """Counts a game that is kept; the event goes on."""
        self.counted.append((counted.pair, counted.leg, is_new))
        return False

    def order_kept(
        self, came: Iterable[tuple[int, int]], stop_after: int = 99
    ) -> list[tuple[int, int]]:
        """The order in which games are kept that come in this order."""

        def games() -> Games:
            for place in came:
                yield game(*place)

        with Log.create(self.path, HEADER) as log:
            keep_in_order(
                GamesInOrder(self.EVENT.pairs),
                games(),
                log,
                lambda *_: len(log.games) >= stop_after,
            )
        return [(kept.pair, kept.leg) for kept in read_log(self.path)[1]]

    def test_games_are_kept_in_the_order_of_the_pairs(self) -> None:
        came = [(1, 0), (0, 0), (2, 0), (1, 1), (0, 1), (2, 1)]
        self.assertEqual(self.order_kept(came), sorted(came))

    def test_a_decision_hangs_on_the_first_games_not_on_the_fastest(self) -> None:
        came = [(2, 0), (2, 1), (1, 0), (1, 1), (0, 0), (0, 1)]
        self.assertEqual(self.order_kept(came, stop_after=2), [(0, 0), (0, 1)])

    def test_a_run_that_breaks_off_keeps_what_was_played(self) -> None:
        def came() -> Iterable[tuple[int, int]]:
            yield from [(2, 0), (0, 0), (1, 1)]
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.order_kept(came())
        kept = [(kept.pair, kept.leg) for kept in read_log(self.path)[1]]
        self.assertEqual(kept, [(0, 0), (1, 1), (2, 0)])
        with Log.resume(self.path)[1] as log:
            rest = games_left_to_play(self.EVENT, log)
            order = GamesInOrder(self.EVENT.pairs)
            counted = [next_game for known in log.games for next_game in order.add(known)]
            self.assertEqual(counted, [game(0, 0)])
            keep_in_order(order, (game(*place) for place in [(1, 0), (0, 1)]), log, self.count)
        counted_later = [(0, 1, True), (1, 0, True), (1, 1, False), (2, 0, False)]
        self.assertEqual(self.counted, counted_later)
        left = [(pair.number, leg) for pair in rest for leg in pair.legs]
        self.assertEqual(left, [(0, 1), (1, 0), (2, 1)])


class Schedules(unittest.TestCase):
    """Who meets whom, and over which opening."""

    def test_meetings(self) -> None:
        self.assertEqual(meetings("round-robin", 3), [(0, 1), (0, 2), (1, 2)])
        self.assertEqual(meetings("gauntlet", 3), [(0, 1), (0, 2)])
        self.assertEqual(meetings("pair", 2), [(0, 1)])
        for schedule, engines in (("pair", 3), ("pair", 1), ("gauntlet", 1), ("round-robin", 0)):
            with self.assertRaisesRegex(ValueError, schedule):
                meetings(schedule, engines)

    def test_a_round_shares_its_opening_and_more_games_keep_the_numbers(self) -> None:
        met = meetings("round-robin", 3)
        few = pairs(met, in_order(["x", "y"], "sequential", 1), 4)
        many = pairs(met, in_order(["x", "y"], "sequential", 1), 8)
        self.assertEqual(many[: len(few)], few)
        self.assertEqual([pair.opening for pair in many], [*"xxxyyyxxxyyy"])
        self.assertEqual([pair.number for pair in many], list(range(12)))

    def test_every_pass_in_random_order_is_a_shuffle_by_the_seed(self) -> None:
        openings = [str(number) for number in range(20)]
        order = pairs([(0, 1)], in_order(openings, "random", 7), 80)
        laps = [[pair.opening for pair in order[start : start + 20]] for start in (0, 20)]
        self.assertNotEqual(laps[0], laps[1])
        self.assertTrue(all(sorted(lap) == sorted(openings) for lap in laps))
        self.assertEqual(order, pairs([(0, 1)], in_order(openings, "random", 7), 80))

    def test_an_odd_number_of_games_is_refused(self) -> None:
        for games in (3, 0, -2):
            with self.assertRaisesRegex(ValueError, "even"):
                pairs([(0, 1)], in_order(["x"], "sequential", 1), games)
