"""Tests of the arena as a whole: its command line, its log, and what is left when it ends."""

import contextlib
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import arena
from command_line import FAULT
from tests.engine_and_faulty_engines import JUDGE, PARLOUR, is_alive
from tests.small_tournaments import all_games, described

TOOLS = Path(arena.__file__).parent


# An engine that waits before its fourth game for as long as a file exists: `FILE COMMAND …`.
WAITING_ENGINE_CODE = """
import pathlib, subprocess, sys, time
waits, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
games = 0
with subprocess.Popen(command, stdin=subprocess.PIPE) as engine:
    for line in sys.stdin.buffer:
        games += b"newgame" in line
        while games > 3 and waits.exists():
            time.sleep(0.01)
        engine.stdin.write(line)
        engine.stdin.flush()
    engine.stdin.close()
"""


class Arena(unittest.TestCase):
    """A folder for logs, and the arena in it."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = self.folder / "log.jsonl"

    def call(self, *words: str) -> tuple[int, str, str]:
        """Exit status, stdout and stderr of the arena with these words."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = arena.main([*words, "--log", str(self.log)])
            except SystemExit as end:
                status = int(end.code or 0)
        return status, out.getvalue(), err.getvalue()

    def match_of_player_with_itself(
        self, game: str = "connect4", games: int = 6, *more: str
    ) -> list[str]:
        """Words for a match of a player with its lesser self."""
        words = ["--game", game, "--judge", JUDGE, "--games", str(games), "--nodes", "60"]
        words += ["--engine", JUDGE, "name=strong", "Player=generic"]
        words += ["--engine", JUDGE, "name=weak", "Player=george", "Seed=3"]
        return [*words, *more]

    def logged_games(self) -> list[dict[str, Any]]:
        """The games of the log."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines[1:]]

    def fails(self, reason: str, *words: str) -> None:
        status, _, said = self.call(*words)
        self.assertEqual(status, FAULT, said)
        self.assertIn(reason, said)
        self.assertEqual(said.strip().count("\n"), 0, said)


class Matches(Arena):
    """Whole matches."""

    def test_every_game_has_its_match(self) -> None:
        for game in all_games():
            with self.subTest(game):
                self.log.unlink(missing_ok=True)
                status, said, _ = self.call(*self.match_of_player_with_itself(game, 4))
                self.assertEqual(status, 0)
                self.assertIn(f"{game}: 4 games of 2 engines", said)
                games = self.logged_games()
                self.assertEqual(
                    [(g["pair"], g["leg"]) for g in games], [(0, 0), (0, 1), (1, 0), (1, 1)]
                )
                self.assertEqual({g["reason"] for g in games}, {"rules"})
                self.assertNotIn("", {g["ending"] for g in games})
                for one, two in (games[:2], games[2:]):
                    self.assertEqual(one["opening"], two["opening"])
                    self.assertEqual((one["first"], one["second"]), (two["second"], two["first"]))
                    if described(game).dice:  # the same for both
                        dice = [[m.split(":")[0] for m in g["moves"]] for g in (one, two)]
                        both = min(map(len, dice))
                        self.assertEqual(dice[0][:both], dice[1][:both])

    def test_the_log_hangs_on_the_seed_not_on_the_workers(self) -> None:
        logs = []
        for more in (["1"], ["2"], ["2", "--restart"], ["1", "--seed", "2"]):
            self.log.unlink(missing_ok=True)
            words = self.match_of_player_with_itself(
                "connect4", 12, "--openings", "none", "--random-plies", "3"
            )
            self.assertEqual(self.call(*words, "--no-times", "--concurrency", *more)[0], 0)
            logs.append(self.log.read_bytes())
        self.assertEqual(logs[0], logs[1])
        self.assertEqual(logs[0], logs[2])
        self.assertNotEqual(logs[0], logs[3])

    def test_a_sequential_test_stops_by_itself_and_for_the_right_side(self) -> None:
        sprt = ["--sprt", "0", "50", "0.05", "0.05"]
        status, said, _ = self.call(*self.match_of_player_with_itself("connect4", 1000, *sprt))
        self.assertEqual(status, 0)
        self.assertIn("H1 accepted", said)
        played = len(self.logged_games())
        self.assertLess(played, 200)
        self.assertEqual(self.call("--resume", *sprt)[0], 0)  # it has been decided
        self.assertEqual(len(self.logged_games()), played)

    def test_a_sequential_test_without_a_number_of_games_plays_until_it_has_decided(self) -> None:
        sprt = ["--sprt", "0", "6", "0.3", "0.3"]
        words = self.match_of_player_with_itself("connect4", 2, *sprt)
        at = words.index("--games")
        words[at : at + 2] = []
        with mock.patch("tournament.events.event_settings.FIRST_GAMES", 4):
            status, said, _ = self.call(*words)
            self.assertEqual(status, 0, said)
            self.assertIn("H1 accepted", said)
            self.assertGreater(len(self.logged_games()), 4)
            self.assertEqual(self.call("--resume", *sprt)[0], 0)
            self.fails("give its words, or --games", "--resume")
            self.fails("games already", "--resume", "--games", "2")

    def test_a_test_that_its_games_do_not_decide_is_undecided(self) -> None:
        sprt = ["--sprt", "0", "1", "0.05", "0.05"]
        status, said, _ = self.call(*self.match_of_player_with_itself("connect4", 2, *sprt))
        self.assertEqual(status, arena.UNDECIDED)
        self.assertIn("The test is undecided after 2 games.", said)

    def test_a_gauntlet_is_counted(self) -> None:
        words = [
            *self.match_of_player_with_itself("connect4", 4, "--schedule", "gauntlet"),
            "--engine",
            JUDGE,
            "name=third",
            "Player=tree",
        ]
        self.assertEqual(self.call(*words)[0], 0)
        met = {frozenset((g["first"], g["second"])) for g in self.logged_games()}
        self.assertEqual(met, {frozenset(("strong", "weak")), frozenset(("strong", "third"))})
        self.assertEqual(len(self.logged_games()), 8)

    def test_records_are_written(self) -> None:
        records = self.folder / "records"
        self.call(*self.match_of_player_with_itself("connect5", 2, "--records", str(records)))
        self.assertTrue((records / "games.sgf").read_text(encoding="utf-8").startswith("(;"))

    def test_engines_may_have_limits_of_their_own(self) -> None:
        words = ["--game", "connect4", "--judge", JUDGE, "--games", "2", "--nodes", "9"]
        words += ["--engine", JUDGE, "name=a", "nodes=50", "--engine", JUDGE, "name=b"]
        self.assertEqual(self.call(*words)[0], 0)
        self.assertEqual(max(max(g["nodes"]) for g in self.logged_games()), 50)


class Interrupted(Arena):
    """Ctrl-C, and going on."""

    @contextlib.contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        command = [sys.executable, "-B", str(TOOLS / "arena.py"), *words, "--log", str(self.log)]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            while not (self.log.exists() and self.log.read_bytes().count(b"\n") > 3):
                time.sleep(0.01)
                self.assertIsNone(process.poll(), "it ended before it was interrupted")
            yield process

    def test_a_run_that_is_interrupted_or_killed_goes_on(self) -> None:
        code, waits = self.folder / "waiting_engine.py", self.folder / "waits"
        code.write_text(WAITING_ENGINE_CODE, encoding="utf-8")
        command = f"{sys.executable} {code} {waits} {JUDGE}"
        words = self.match_of_player_with_itself("connect4", 12, "--no-times")
        words[words.index("--engine") + 1] = command
        self.call(*words)
        whole = self.log.read_bytes()
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)):
            with self.subTest(number):
                self.log.unlink()
                waits.touch()
                with self.running(*words, "--concurrency", "2") as process:
                    children = [
                        int(pid)
                        for pid in subprocess.run(
                            ["ps", "--ppid", str(process.pid), "-o", "pid="],
                            capture_output=True,
                            check=True,
                        ).stdout.split()
                    ]
                    process.send_signal(number)
                self.assertEqual(process.returncode, status)
                self.assertLess(self.log.read_bytes().count(b"\n"), 12)
                waits.unlink()
                deadline = time.monotonic() + 30
                while any(map(is_alive, children)) and time.monotonic() < deadline:
                    time.sleep(0.01)
                self.assertFalse(any(map(is_alive, children)))
                self.assertEqual(self.call("--resume", "--no-times")[0], 0)
                self.assertEqual(
                    sorted(self.log.read_bytes().splitlines()), sorted(whole.splitlines())
                )

    def test_more_games_may_be_asked_for(self) -> None:
        self.call(*self.match_of_player_with_itself(games=4))
        self.assertEqual(self.call("--resume", "--games", "8")[0], 0)
        self.assertEqual(len(self.logged_games()), 8)

    def test_an_engine_that_no_longer_starts_loses_no_games(self) -> None:
        engine = self.folder / "engine"
        engine.symlink_to(Path(PARLOUR).resolve())
        words = self.match_of_player_with_itself(games=4)
        words[words.index("--engine") + 1] = f"{shlex.quote(str(engine))} --option Hash=1"
        self.assertEqual(self.call(*words)[0], 0)
        before = self.log.read_bytes()
        engine.unlink()
        self.fails("No such file", "--resume", "--games", "8")
        self.assertEqual(self.log.read_bytes(), before)

    def test_a_reader_that_goes_away_is_no_fault(self) -> None:
        self.call(*self.match_of_player_with_itself(games=2))
        command = [
            sys.executable,
            "-B",
            str(TOOLS / "arena.py"),
            "--resume",
            "--log",
            str(self.log),
        ]
        read, write = os.pipe()
        os.close(read)
        with open(write, "wb") as gone:
            done = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_another_event_is_not_mixed_in(self) -> None:
        self.call(*self.match_of_player_with_itself(games=2))
        before = self.log.read_bytes()
        self.fails("--nodes differs", "--resume", "--nodes", "7")
        self.fails("--game differs", *self.match_of_player_with_itself("sticks", 2), "--resume")
        self.fails("--resume", *self.match_of_player_with_itself(games=2))
        self.assertEqual(self.log.read_bytes(), before)


class Faults(Arena):
    """What ends with status 3 and one clear line."""

    def test_engines_that_cannot_play(self) -> None:
        silent = f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(60)'"
        for reason, words in (
            ("no-such-engine", ["./no-such-engine"]),
            ("'weak'", [silent, "name=weak"]),
            ("no-option", [JUDGE, "no-option=1"]),
            ("no-such", [JUDGE, "Player=no-such"]),
            ("is not NAME=VALUE", [JUDGE, "Player"]),
            ("'morse' is none of", [JUDGE, "dialect=morse"]),
            ("piskvork", [JUDGE, "dialect=piskvork", "name=x"]),
            ("called 'a'", [JUDGE, "name=a"]),
            ("movetime", [JUDGE, "movetime=soon"]),
        ):
            with self.subTest(reason):
                begin = ["--judge", JUDGE, "--hang", "500", "--engine", JUDGE, "name=a"]
                self.fails(reason, *begin, "--engine", *words)
                self.assertFalse(self.log.exists())

    def test_events_that_cannot_be(self) -> None:
        self.fails("two or more", "--judge", JUDGE, "--engine", JUDGE)
        self.fails("two or more", "--judge", JUDGE)
        self.fails("even", *self.match_of_player_with_itself(games=3))
        self.fails("unknown-game", *self.match_of_player_with_itself("chess"))
        self.fails("bad-value", *self.match_of_player_with_itself(), "--variant", "width 99")
        self.fails(
            "H0 must lie below",
            *self.match_of_player_with_itself(),
            "--sprt",
            "5",
            "0",
            "0.05",
            "0.05",
        )
        self.assertFalse(self.log.exists())
        self.fails(
            "no-such-judge", *self.match_of_player_with_itself(), "--judge", "./no-such-judge"
        )
        self.fails("number", *self.match_of_player_with_itself(), "--tc", "soon")
        self.fails("no time", *self.match_of_player_with_itself(), "--tc", "0+1")

    def test_no_games_are_asked_for_or_none_at_a_time(self) -> None:
        self.fails("sequential test", *self.match_of_player_with_itself(games=0))
        for number in ("0", "-1"):
            words = self.match_of_player_with_itself()
            status, _, said = self.call(*words, "--concurrency", number)
            self.assertEqual(status, 2)
            self.assertIn("whole number from 1", said)
        self.assertFalse(self.log.exists())

    def test_files_of_openings(self) -> None:
        path = self.folder / "openings.txt"
        for said, text in (
            ("no openings", "# none\n"),
            ("line 2", "startpos\nmoves 4\n"),
            ("illegal-move", "startpos moves 9\n"),
        ):
            path.write_text(text, encoding="utf-8")
            self.fails(said, *self.match_of_player_with_itself(), "--openings", str(path))
        self.fails(
            "No such file",
            *self.match_of_player_with_itself(),
            "--openings",
            str(self.folder / "nowhere"),
        )

    def test_a_full_disk(self) -> None:
        self.log = Path("/dev/full")
        self.fails("No space left", *self.match_of_player_with_itself())

    def test_a_log_that_is_none(self) -> None:
        self.fails("no such log", "--resume")
        self.log.write_text("notes\n", encoding="utf-8")
        self.fails("line 1", "--resume")
        self.fails("holds something", *self.match_of_player_with_itself())
        self.assertEqual(self.log.read_text(encoding="utf-8"), "notes\n")


if __name__ == "__main__":
    unittest.main()
