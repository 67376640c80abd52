"""Tests of the opening sets: how they are made, what is kept of them, how they are read."""

import contextlib
import io
import itertools
import random
import re
import shlex
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from unittest import mock

import openings
from parlour import Engine, EngineError
from tests.engine_and_faulty_engines import JUDGE, TOOLS, FakeEngineFolder
from tests.small_tournaments import all_games, described
from tournament.events.event_definition import EventRules
from tournament.openings.board_symmetry import canonical, distance, images, read_rows
from tournament.openings.opening_candidates import Maker, nearby
from tournament.openings.read_openings import check_openings, read_openings

SETS = TOOLS.parent / "src" / "games"
QUICK = ["--engine", JUDGE, "--size", "4", "--nodes", "300", "--games", "0"]


def rows_as_position_word(rows: tuple[str, ...]) -> str:
    """The first word of a position with these cells."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))


def same_by_coordinates(one: str, two: str, maps: str) -> bool:
    """Whether two square or oblong boards are the same, each cell looked up by itself."""
    a, b = read_rows(one), read_rows(two)
    height, width = len(a), len(a[0])
    for across, down, turned in itertools.product((False, True), repeat=3):
        if (maps != "all" and (down or turned)) or (turned and height != width):
            continue
        places = itertools.product(range(height), range(width))
        if all(
            a[y][x] == (b[x if not across else width - 1 - x][y if not down else height - 1 - y])
            if turned
            else a[y][x] == b[y if not down else height - 1 - y][x if not across else width - 1 - x]
            for y, x in places
        ):
            return True
    return False


class Symmetry(unittest.TestCase):
    """Which positions are the same."""

    def test_equal_texts_are_those_that_some_map_of_the_cells_makes_equal(self) -> None:
        chance = random.Random(3)
        for maps, (width, height) in itertools.product(("all", "mirror"), ((3, 3), (3, 2), (2, 3))):
            boards = [
                "/".join("".join(chance.choices("xo", k=width)) for _ in range(height)) + " x"
                for _ in range(60)
            ]
            for one, two in itertools.combinations(boards, 2):
                said = canonical(one, maps) == canonical(two, maps)
                self.assertEqual(said, same_by_coordinates(one, two, maps), (one, two, maps))

    def test_a_lopsided_board_has_all_its_images(self) -> None:
        square, oblong = read_rows("x2/o2/3 x"), read_rows("x2/o2 x")
        self.assertEqual([len(images(square, how)) for how in ("all", "mirror", "none")], [8, 2, 1])
        self.assertEqual([len(images(oblong, how)) for how in ("all", "mirror", "none")], [4, 2, 1])

    def test_what_stands_after_the_board_counts(self) -> None:
        self.assertNotEqual(canonical("x2/3/3 x", "all"), canonical("2x/3/3 o", "all"))
        self.assertEqual(canonical("XGID=-a seed 1", "none"), "XGID=-a seed 1")

    def test_rows_have_a_character_a_cell(self) -> None:
        self.assertEqual(read_rows("12/x10o o"), ("." * 12, "x" + "." * 10 + "o"))

    def test_the_distance_is_that_to_the_nearest_image(self) -> None:
        others = images(read_rows("xo1/3/3 x"), "all")
        self.assertEqual(distance(read_rows("3/3/1ox x"), others), 0)
        self.assertEqual(distance(read_rows("3/1o1/2x x"), others), 2)

    def test_the_rules_of_the_engine_have_these_symmetries(self) -> None:
        chance = random.Random(4)
        variants = ("connect4", "connect5 size 7 rule renju", "connect5 width 8 height 5", "sticks")
        with Engine.popen(JUDGE) as engine:
            for variant, plies in itertools.product(variants, (7, 12)):
                engine.ask(f"newgame {variant}")
                for _ in range(plies):
                    engine.ask(f"move {chance.choice(engine.words('legal'))}")
                fen = " ".join(engine.words("fen"))
                counts = set()
                for image in images(read_rows(fen), described(variant.split()[0]).symmetry):
                    engine.ask(
                        f"position fen {rows_as_position_word(image)} {' '.join(fen.split()[1:])}"
                    )
                    counts.add((engine.words("perft 2")[1], *engine.words("eval")[:2]))
                self.assertEqual(len(counts), 1, (variant, fen, counts))


class Making(FakeEngineFolder):
    """The sets that the tool makes."""

    def made(self, *words: str) -> str:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(openings.main([*QUICK, *words]), 0)
        return said.getvalue()

    def fails(self, reason: str, *words: str) -> None:
        said, out = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            try:
                status = openings.main([*QUICK, *words])
            except SystemExit as end:
                status = 2 if end.code == 2 else 0
        self.assertIn(status, (1, 2), said.getvalue())
        self.assertIn(reason, said.getvalue())
        self.assertEqual(out.getvalue(), "")

    def test_the_same_command_makes_the_same_set_however_many_work(self) -> None:
        for game in all_games():
            words = ["--game", game, "--size", "3"]
            first = self.made(*words)
            self.assertEqual(first, self.made(*words, "--jobs", "3"))
            other = self.made(*words, "--seed", "2")
            self.assertFalse(set(first.splitlines()[3:]) & set(other.splitlines()[3:]), game)

    def test_games_that_try_a_candidate_repeat_themselves(self) -> None:
        words = ["--games", "2", "--pace", "20", "--size", "2"]
        self.assertEqual(self.made(*words), self.made(*words, "--jobs", "2"))
        self.assertNotEqual(self.made(*words), self.made("--size", "2"))

    def test_the_command_in_the_set_makes_it_again(self) -> None:
        made = self.made("--game", "connect5", "--near", "0", "--variant", "size 9 rule renju")
        command = made.splitlines()[0].removeprefix("# openings.py ")
        self.assertEqual(made, self.made(*shlex.split(command)))

    def test_options_are_kept(self) -> None:
        made = self.made("--game", "sticks", "--plies", "3-5", "--window", "40", "--apart", "4")
        found = [line.split()[2:] for line in made.splitlines()[3:]]
        self.assertEqual(len(found), 4)
        self.assertTrue(all(3 <= len(moves) <= 5 for moves in found), made)
        low, high = re.findall(r"from (-?\d+) to (-?\d+)", made)[0]
        self.assertTrue(int(low) >= -40 and int(high) <= 40, made)

    def test_a_proved_draw_is_found_where_one_is_asked_for(self) -> None:
        variant = ["--variant", "width 6 height 5", "--plies", "26-28"]
        made = self.made("--exact", *variant, "--nodes", "20000")
        with Engine.popen(JUDGE) as engine:
            engine.ask("newgame connect4 width 6 height 5")
            for line in made.splitlines()[3:]:
                engine.ask(f"position {line}")
                said = engine.ask("go player generic depth 10")
                self.assertTrue([text for text in said if text.endswith(" string exact")], line)

    def test_only_so_many_begin_alike(self) -> None:
        made = self.made("--plies", "8", "--share", "0.25")
        self.assertIn("4 beginnings", made)
        beginnings = [" ".join(line.split()[2:4]) for line in made.splitlines()[3:]]
        self.assertEqual(len({min(b, f"{8 - int(b[0])} {8 - int(b[2])}") for b in beginnings}), 4)

    def test_faults_of_the_call(self) -> None:
        self.fails("no game 'chess'", "--game", "chess")
        self.fails("unknown-player", "--player", "no-such")
        self.fails("says no score", "--player", "george")
        self.fails("bad-value", "--game", "connect5", "--variant", "size 50")
        self.fails("'1' names none", "--near", "2")
        self.fails("no-such-engine", "--engine", "./no-such-engine")
        self.fails("--first-nodes is not for --exact", "--exact", "--first-nodes", "100")
        for option, values in {
            "--window": ("-5", "wide"),
            "--plies": ("8-6", "-", "many"),
            "--share": ("0", "2"),
            "--size": ("0", "1.5"),
        }.items():
            for value in values:
                self.fails(f"argument {option}: '", f"{option}={value}")

    def test_an_impossible_request_is_given_up(self) -> None:
        words = ["--plies", "1", "--window", "10000", "--share", "1", "--apart", "0"]
        self.fails("4 of 5 found in 200 tries", *words, "--size", "5", "--tries", "200")

    def test_an_engine_that_dies_is_named(self) -> None:
        self.fails("closed", "--engine", self.fake("pass", "sys.exit(1)"))
        self.no_process_is_left()

    def test_an_interrupt_prints_nothing_and_leaves_no_process(self) -> None:
        engine = shlex.join(["sh", "-c", f"echo $$ >> {self.pids}; exec {JUDGE}"])
        command = [sys.executable, str(TOOLS / "openings.py"), "--engine", engine, "--jobs", "2"]
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            pipe = subprocess.PIPE
            words = [*command, "--nodes", "9000000000"]
            with subprocess.Popen(words, stdout=pipe, stderr=pipe) as process:
                while self.pids.read_text(encoding="utf-8").count("\n") < 2:
                    time.sleep(0.02)
                time.sleep(0.3)
                process.send_signal(number)
                out, _ = process.communicate()
            self.assertEqual((process.returncode, out), (status, b""))
            self.no_process_is_left()
            self.pids.write_text("", encoding="utf-8")


class Fitness(unittest.TestCase):
    """What makes a candidate unfit."""

    def maker(self, *words: str) -> Maker:
        args = openings.with_defaults(openings.arguments(["--engine", JUDGE, *words]))
        maker = Maker(JUDGE, openings.spec_of(args))
        self.addCleanup(maker.engine.close)
        return maker

    def test_positions_in_which_a_side_can_win_at_once_are_not_quiet(self) -> None:
        maker = self.maker("--game", "connect4")
        for moves, quiet in {
            "1 2 1 2 1 2": False,  # the side to move wins
            "1 2 1 2 1": False,  # the other side would
            "1 2 1 2 3": True,
            "1 2 1 2 1 2 1": False,  # it is over
        }.items():
            maker.engine.ask(f"position startpos moves {moves}")
            self.assertEqual(maker.is_quiet(), quiet, moves)

    def test_a_win_that_only_our_own_move_gives_is_no_threat(self) -> None:
        maker = self.maker("--game", "connect4")
        maker.engine.ask("position fen 7/7/7/7/xxx4/oox1o2 o")  # playing 4 lets x play 4
        self.assertTrue(maker.is_quiet())
        maker.engine.ask("position fen 7/7/7/7/xxx4/ooxxo1o o")
        self.assertFalse(maker.is_quiet())

    def test_a_lost_position_has_no_score(self) -> None:
        maker = self.maker("--game", "connect4")
        maker.engine.ask("position startpos moves 4 1 3 1")
        self.assertIsNone(maker.score(maker.spec.judging))
        maker.engine.ask("position startpos moves 4 4 3 3 5")
        self.assertIsNone(maker.score(maker.spec.judging))

    def test_a_bound_from_a_depth_that_a_limit_ended_is_no_score(self) -> None:
        maker = self.maker("--game", "connect5", "--depth", "1")
        line = "info depth {} seldepth 9 multipv 1 score cp {} nodes 9 time 0 hashfull 0 pv h8"
        said = [line.format(4, 10), line.format(5, 30), line.format(6, "900 lowerbound")]
        with mock.patch.object(maker, "search", return_value=said):
            self.assertEqual(maker.score(maker.spec.judging), 20)
        with mock.patch.object(maker, "search", return_value=said[2:]):
            self.assertIsNone(maker.score(maker.spec.judging))

    def test_scores_are_for_first(self) -> None:
        maker = self.maker("--game", "connect5", "--depth", "1")
        for fen in ("9/9/9/3x5/4x4/9/9/o8/o8 x", "9/9/9/3x5/4x4/9/9/9/o8 o"):
            maker.engine.ask(f"position fen {fen}")
            self.assertGreater(maker.score(maker.spec.judging) or 0, 0, fen)

    def test_a_first_search_refuses_what_is_far_from_even(self) -> None:
        words = ("--game", "connect5", "--near", "2", "--window", "20", "--games", "0")
        plain = self.maker(*words, "--nodes", "3000")
        short = self.maker(*words, "--nodes", "3000", "--first-nodes", "300")
        accepted, refused = 0, []
        windows = "tournament.openings.opening_candidates.WINDOWS_OF_FIRST_SEARCH"
        with mock.patch(windows, 1):
            for number in range(80):
                judged, both = plain.candidate(number), short.candidate(number)
                if both is not None:
                    self.assertEqual(both, judged)
                    accepted += 1
                elif judged is not None:
                    refused.append(judged.opening)
        self.assertTrue(accepted and refused, (accepted, refused))
        for opening in refused:
            short.engine.ask("newgame connect5")
            short.engine.ask(f"position {opening}")
            score = short.score(short.spec.first_search)
            self.assertTrue(score is None or abs(score) > 20, opening)

    def test_moves_are_near_what_was_played(self) -> None:
        fen = "5/5/5/5/5 x"
        cells = [f"{x}{y}" for x in "abcde" for y in range(1, 6)]
        self.assertEqual(len(nearby(cells, [], fen, 1)), 25)
        self.assertEqual(nearby(cells, ["a1"], fen, 1), ["a1", "a2", "b1", "b2"])
        self.assertEqual(nearby(["S@a3", "H@c1", "B@d1"], ["S@a1"], fen, 2), ["S@a3", "H@c1"])


class ShippedSets(unittest.TestCase):
    """The files that are part of the project."""

    def test_each_is_legal_and_has_nothing_twice(self) -> None:
        files = sorted([*SETS.glob("*/*openings*.txt"), *SETS.glob("*/*openings/*.txt")])
        self.assertLessEqual({SETS / game / "openings.txt" for game in all_games()}, set(files))
        with Engine.popen(JUDGE) as judge:
            for path in files:
                with self.subTest(path):
                    self.check(judge, path)

    def check(self, judge: Engine, path: Path) -> None:
        """As many openings as the first line of the file asks for, of its game and variant.

        A set that `openings.py` did not make has no such line; its name may be that of a rule.
        """
        game = path.relative_to(SETS).parts[0]
        found = read_openings(path)
        _, is_made, command = (
            path.read_text(encoding="utf-8").splitlines()[0].partition("# openings.py ")
        )
        if not is_made:
            rule = f"--variant 'rule {path.stem}'" if path.parent.name != game else ""
            command = f"--game {game} {rule} --size {len(found)} --plies 3-12"
        args = openings.arguments(shlex.split(command))
        self.assertGreaterEqual(args.size, 60)
        self.assertEqual((len(found), args.game), (args.size, game))
        check_openings(judge, EventRules(args.game, args.variant), found)
        judge.ask(f"newgame {args.game} {args.variant}")
        positions = set()
        for opening in found:
            judge.ask(f"position {opening}")
            fen = " ".join(judge.words("fen"))
            positions.add(canonical(fen, described(args.game).symmetry))
            self.assertIn(len(judge.words("history")), range(args.plies[0], args.plies[1] + 1))
        self.assertEqual(len(positions), args.size)


class Reading(FakeEngineFolder):
    """Files of openings, and the judge's word about them."""

    def file(self, content: bytes) -> Path:
        path = self.folder / "openings.txt"
        path.write_bytes(content)
        return path

    def test_comments_and_blank_lines_are_passed_over(self) -> None:
        path = self.file(b"\xef\xbb\xbf# a set\r\n\r\nstartpos\n fen  startpos seed 4 moves a  b\n")
        self.assertEqual(read_openings(path), ["startpos", "fen startpos seed 4 moves a b"])

    def test_what_is_no_file_of_openings_is_refused(self) -> None:
        for content, reason in {
            b"": "no openings",
            b"# only this\n": "no openings",
            b"startpos\n\nfen\n": "line 3: neither",
            b"fen moves 4\n": "line 1: neither",
            b"4 4 4\n": "line 1: neither 'startpos'",
            b"startpos 4 4\n": "line 1: neither",
            b"startpos moves\n": "line 1: no moves",
            b"# \xff\n": "line 1: not UTF-8",
        }.items():
            with self.assertRaisesRegex(ValueError, f"openings.txt.*{reason}"):
                read_openings(self.file(content))
        with self.assertRaisesRegex(OSError, "directory"):
            read_openings(self.folder)
        with self.assertRaisesRegex(OSError, "No such file"):
            read_openings(self.folder / "missing")

    def test_the_judge_finds_the_first_that_cannot_be_played(self) -> None:
        with Engine.popen(JUDGE) as judge:
            check_openings(judge, EventRules("connect4"), ["startpos", "startpos moves 4 4"])
            for opening, reason in {
                "startpos moves 8": "illegal-move",
                "fen nonsense": "bad-position",
                "startpos moves 1 2 1 2 1 2 1": "the game is over",
            }.items():
                with self.assertRaisesRegex(ValueError, f"^opening 2, '{opening}': .*{reason}"):
                    check_openings(judge, EventRules("connect4"), ["startpos", opening, "fen x"])
            check_openings(judge, EventRules("connect4", "width 8"), ["startpos moves 8"])
            with self.assertRaisesRegex(EngineError, "unknown-game"):
                check_openings(judge, EventRules("chess"), ["startpos"])

    def test_a_judge_that_dies_is_no_fault_of_the_opening(self) -> None:
        dies = "import sys; print(sys.stdin.readline().split()[0], 'ok'); sys.stdin.readline()"
        with (
            Engine.popen([sys.executable, "-S", "-uc", dies]) as judge,
            self.assertRaisesRegex(EngineError, "closed"),
        ):
            check_openings(judge, EventRules("connect4"), ["startpos"])


if __name__ == "__main__":
    unittest.main()
