"""Tests of the analysis of games, with the engine itself."""

import contextlib
import csv
import io
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path
from typing import Any

import analyse
from analysis.decision_and_game_records import GameAnalysis
from analysis.fit_score_to_chance import estimates_with_results, fit
from analysis.luck import WAYS_TO_ROLL, mean, roll_of
from analysis.player_sums import sums_of
from analysis.score_values_and_marks import CHANCE, EQUITY, Stakes, mark_of, value_in_unit
from parlour import Cp, Draw, Equity, Mate
from tests.engine_and_faulty_engines import JUDGE, PARLOUR
from tournament.notation.mat_reader import read_mat
from tournament.notation.read_any_format import read_games_of_any_format
from tournament.playing.game_record import GameRecord

GOLDEN = Path(__file__).resolve().parent / "golden"


def many(games: int) -> str:
    """Short games of Connect Four."""
    lines = (f"4{n % 7 + 1}{n // 7 % 7 + 1}35\n" for n in range(games))
    return "".join(["newgame connect4\n", *lines])


class Scratch(unittest.TestCase):
    """A folder of its own, and the tool."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, "utf-8")
        return str(path)

    def run_tool(self, *words: str, status: int = 0) -> tuple[str, str]:
        """Stdout and stderr of a call."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            got = analyse.main([*words, "--engine", JUDGE])
        self.assertEqual(got, status, err.getvalue())
        return out.getvalue(), err.getvalue()

    def log(self, *words: str, status: int = 0) -> list[dict[str, Any]]:
        """The lines of the log of a call after its header."""
        path = self.folder / "log.jsonl"
        path.unlink(missing_ok=True)
        self.run_tool(*words, "--log", str(path), status=status)
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]


class ScoreValueTests(unittest.TestCase):
    """What scores are worth."""

    def test_chances_and_marks(self) -> None:
        self.assertEqual(value_in_unit(Mate(5, True), Stakes(), 0), 1)
        self.assertEqual(value_in_unit(Mate(5, False), Stakes(), 0), 0)
        self.assertEqual(value_in_unit(Draw(), Stakes(), 0), 0.5)
        self.assertIsNone(value_in_unit(Cp(50), Stakes(), 0))
        self.assertAlmostEqual(value_in_unit(Cp(150), Stakes(), 150) or 0, 0.7310586, 6)
        marks = [mark_of(loss, CHANCE) for loss in (0.049, 0.05, 0.1, 0.15, 1)]
        self.assertEqual(marks, ["", "doubtful", "mistake", "blunder", "blunder"])
        self.assertEqual([mark_of(loss, EQUITY) for loss in (0.03, 0.12)], ["doubtful", "blunder"])

    def test_equities_are_normalised_to_the_cube(self) -> None:
        doubled = Stakes((1, -1), (2, -2))
        self.assertEqual(value_in_unit(Equity(1.0), doubled, 0), 0.5)
        match = Stakes((0.6, 0.5), (0.8, 0.4))
        self.assertAlmostEqual(match.value(1), 0.6)
        self.assertAlmostEqual(match.normalised(1), 0)

    def test_rolls(self) -> None:
        self.assertEqual((len(WAYS_TO_ROLL), sum(WAYS_TO_ROLL.values())), (21, 36))
        self.assertEqual(list(map(roll_of, ("31:8/5,6/5", "4"))), [(3, 1), None])
        self.assertAlmostEqual(mean({(1, 1): 3.0, (2, 1): 0.0}), 1.0)


class Scales(unittest.TestCase):
    """The scale from scores to chances."""

    def test_the_scale_of_made_up_games_is_found(self) -> None:
        chance = random.Random(3)
        scores = [chance.gauss(0, 300) for _ in range(4000)]
        games = [(x, float(chance.random() < 1 / (1 + math.exp(-x / 120)))) for x in scores]
        self.assertAlmostEqual(fit(games), 120, delta=12)

    def test_scores_that_prove_a_result_are_left_out(self) -> None:
        said = ["cp 20", "mate 3", "", "cp 18000", "cp -40", "cp 9 lowerbound"]
        game = GameRecord(0, 0, "a", "b", "startpos", "p2win", movers="121212", scores=said)
        self.assertEqual(estimates_with_results(game), [(20, 0), (-40, 0)])


class Analyses(Scratch):
    """Games of several formats."""

    def test_exact_losses_of_connect_four(self) -> None:
        text = "newgame connect4\n444444136\n"
        [game] = self.log(self.file("a.txt", text), "--depth", "20")
        self.assertEqual(game["unit"], "chance")
        decisions = game["decisions"]
        self.assertEqual((decisions[0]["best"]["line"][0], decisions[0]["loss"]), ("4", 0))
        for decision in decisions:
            self.assertIn(decision["loss"], (0, 0.5, 1))
            self.assertEqual(decision["mark"] == "blunder", decision["loss"] > 0)
            self.assertEqual(bool(decision["words"]), decision["loss"] > 0)
        self.assertTrue(any(decision["mark"] for decision in decisions))

    def test_a_published_game_of_connect_four(self) -> None:
        """Game 1 of "Expert Play in Connect-Four" by James D. Allen (1990).

        Only the middle column wins (Allen and Allis, 1988); BitBully agrees about the other three.
        """
        [game] = self.log(self.file("allen", "3444423633211\n"), "--depth", "42")
        marked = [(one["ply"], one["mark"]) for one in game["decisions"] if one["mark"]]
        self.assertEqual(marked, [(1, "blunder"), (6, "blunder"), (7, "blunder"), (8, "blunder")])

    def test_a_match_that_ends_with_a_game_given_up_is_won(self) -> None:
        for points, length, stands in ((1, 1, "p2win"), (2, 3, "playing")):
            text = (
                f" {length} point match\n\n Game 1\n ann : 0                     bob : 0\n"
                "  1) 31: 8/5 6/5             42: 8/4 6/4\n"
                f"                             Wins {points} points\n"
            )
            [game] = self.log(self.file(f"{length}.mat", text), "--depth", "1")
            self.assertEqual((game["game"]["result"], game["game"]["match"]), ("p2win", stands))

    def test_a_roll_before_a_resignation_is_no_move(self) -> None:
        text = (
            " 1 point match\n\n Game 1\n ann : 0                     bob : 0\n"
            "  1) 31: 8/5 6/5             42: 8/4 6/4\n  2) 63:\n"
            "                             Wins 1 point\n"
        )
        [game] = self.log(self.file("resigned.mat", text), "--depth", "1")
        self.assertEqual(game["game"]["moves"], ["31:8/5,6/5", "42:8/4,6/4"])
        self.assertEqual(game["game"]["result"], "p2win")

    def test_a_game_of_gomocup(self) -> None:
        """pisq7 against RenjuSolver, as the manager wrote it."""
        [game] = self.log(str(GOLDEN / "gomocup.psq"), "--nodes", "5000")
        said = game["game"]
        self.assertEqual(said["game"], "connect5 size 20 rule freestyle")
        self.assertEqual(
            (said["players"], said["result"]), (["pisq7.exe", "renjusolver.ZIP"], "p2win")
        )
        self.assertEqual(len(game["decisions"]), 16)
        self.assertEqual(game["decisions"][10]["mark"], "blunder")  # it loses by fours from here

    def test_batch_judges_moves_as_the_analysis_does(self) -> None:
        start = "XGID=-b----E-C---eE---c-e----B-"
        # Only the last move is searched, so that no table of an earlier search changes its value.
        two_stones = f"{'15/' * 6}7o7/7x7{'/15' * 7} x"
        for game, limit, position, move in [
            ("connect4", ("--depth", "14"), "startpos moves 4 4 4 4", "7"),
            ("connect4", ("--depth", "14"), "startpos moves 4 4 4 4", "4"),
            ("connect5", ("--nodes", "300"), two_stones, "a1"),
            ("connect5", ("--nodes", "300"), two_stones, "l12"),
            ("sticks", ("--nodes", "300"), "startpos moves", "S@c1"),
            ("backgammon", ("--depth", "1"), f"{start}:0:0:1:31:0:0:0:0:10", "13/10,6/5"),
            ("backgammon", ("--depth", "1"), f"{start}:0:0:1:31:0:0:0:0:10", "8/5,6/5"),
            ("backgammon cube on", ("--depth", "1"), f"{start}:1:1:1:64:0:0:0:0:10", "8/2,8/4"),
            ("backgammon match 5", ("--depth", "1"), f"{start}:1:1:1:64:3:1:0:5:10", "8/2,8/4"),
        ]:
            with self.subTest(game=game, move=move):
                line = f"position {position} {move}"
                if position == two_stones:
                    line = f"position fen {position} moves {move}"
                elif position.startswith("XGID"):
                    line = f"position fen {position} moves {position.split(':')[4]}:{move}"
                text = f"newgame {game}\n{line}\n"
                [analysed] = self.log(self.file("a.txt", text), *limit)
                expected = analysed["decisions"][-1]
                done = subprocess.run(
                    [PARLOUR, "batch", "--game", game, *limit, "--json", "--judge"],
                    input=f"{position}\t{move}\n",
                    capture_output=True,
                    text=True,
                    check=True,
                )
                judged = json.loads(done.stdout)["judged"]
                self.assertEqual(judged["move"], move)
                self.assertAlmostEqual(judged["loss"], expected["loss"], 3)
                self.assertEqual(judged.get("mark", ""), expected["mark"])

    def test_a_log_of_the_arena_without_a_description(self) -> None:
        header = {"arena": 1, "rules": {"game": "connect4", "variant": ""}}
        game = GameRecord(0, 0, "a", "b", "startpos moves 44", moves=["4", "3"]).to_json()
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (header, game))
        [analysed] = self.log(self.file("run.jsonl", text), "--depth", "1")
        self.assertEqual(analysed["game"]["moves"], ["4", "4", "4", "3"])

    def test_forced_moves_have_no_values(self) -> None:
        text = (
            "newgame backgammon\nfen XGID=-A----------------------a-:0:0:1:21:0:0:0:0:0 moves {}\n"
        )
        text = text.format("21:1/off")
        [game] = self.log(self.file("a.txt", text), "--depth", "1")
        [decision] = game["decisions"]
        self.assertEqual((decision["choices"], decision["loss"], decision["best"]), (1, None, None))
        self.assertFalse(decision["counts"])

    def test_every_format_gets_the_same_values(self) -> None:
        sgf = self.file("a.sgf", "(;GM[4]SZ[15];B[hh];W[ih];B[hi];W[aa])")
        psq = self.file("a.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n8,9,0\n1,1,0\na\nb\n")
        lines = self.file("a.txt", "h8i8h7a15\n")
        for name in (sgf, psq, lines):
            [game] = self.log(name, "--nodes", "300")
            marks = [(d["move"], d["loss"]) for d in game["decisions"]]
            if name == sgf:
                expected = marks
            self.assertEqual(marks, expected, name)

    def test_backgammon_has_cube_decisions_luck_and_an_error_rate(self) -> None:
        log = self.log(str(GOLDEN / "match.mat"), "--depth", "1")
        self.assertEqual(len(log), 3)
        first = log[0]["decisions"]
        self.assertEqual([d["kind"] for d in first], ["play", "cube", "cube"])
        self.assertEqual(first[0]["loss"], 0)
        self.assertGreater(first[1]["loss"], 0.1)  # doubles far too early
        self.assertGreater(first[2]["loss"], 0.5)  # and the drop is worse
        self.assertTrue(all(d["luck"] is not None for d in first if ":" in d["move"]))
        out, _ = self.run_tool(str(GOLDEN / "match.mat"), "--depth", "1")
        self.assertIn("PR", out)

    def test_luck_is_zero_in_the_mean(self) -> None:
        text = "newgame backgammon\n" + "".join(
            f"position startpos moves {a}{b}:{move}\n"
            for (a, b), move in BEST_OPENING_PLAYS.items()
        )
        log = self.log(self.file("a.txt", text), "--depth", "1")
        self.assertEqual(len(log), 15)
        lucks = [game["decisions"][0]["luck"] for game in log]
        self.assertAlmostEqual(sum(lucks), 0, 5)
        self.assertGreater(max(lucks), 0.1)
        self.assertAlmostEqual(log[0]["start_luck"], 0.04, delta=0.02)  # of the right to begin

    def test_luck_is_taken_off_the_result_of_a_match(self) -> None:
        text = "newgame backgammon match 3 score {}\nposition startpos moves 31:8/5,6/5\n"
        even, behind = (
            self.log(self.file("a.txt", text.format(score)), "--depth", "1")[0]
            for score in ("0 0", "0 2")
        )
        self.assertEqual(even["game"]["match"], "playing")
        for log in even, behind:  # to begin is worth something at any score
            self.assertAlmostEqual(log["start_luck"], 0.006, delta=0.005)
        games = [GameAnalysis.from_json(game) for game in (even, behind)]
        for game, match in zip(games, ("playing", "p2win"), strict=True):
            game.game = replace(game.game, result="p2win", match=match)
        first, second = sums_of(games)
        self.assertEqual((first.matches, first.matches_won), (1, 0))
        luck = sum(log["start_luck"] + log["decisions"][0]["luck_cost"] for log in (even, behind))
        self.assertAlmostEqual(first.adjusted_matches, -luck)
        self.assertAlmostEqual(first.adjusted_matches + second.adjusted_matches, 1)

    def test_rollouts_have_an_error(self) -> None:
        text = "newgame backgammon\nposition startpos moves 31:24/21,6/5\n"
        [game] = self.log(
            self.file("a.txt", text), "--depth", "1", "--rollout", "36", "--truncate", "3"
        )
        [decision] = game["decisions"]
        self.assertEqual(set(decision["rollout"]), {"8/5,6/5", "24/21,6/5"})
        self.assertTrue(all(error > 0 for _, error in decision["rollout"].values()))
        self.assertIn("8/5,6/5", decision["words"])

    def test_bad_files_have_one_line_each_and_the_others_are_analysed(self) -> None:
        files = [
            self.file("a.txt", "4444444\n44\n"),
            self.file("b.sgf", "(;GM[4]SZ[15];B[hh];W[hh])(;GM[4];B[hh])"),
            self.file("c.mat", (GOLDEN / "match.mat").read_text().replace("8/5 6/5", "8/4 6/5", 1)),
            self.file("d.txt", "S@a1\n"),
            str(self.folder / "none.txt"),
        ]
        out, err = self.run_tool(*files, "--depth", "1", status=1)
        lines = err.splitlines()
        self.assertEqual(len(lines), 5, err)
        places = ("a.txt, line 1", "b.sgf, line 1", "c.mat, line 9", "d.txt, line 1", "none.txt")
        for line, place in zip(lines, places, strict=True):
            self.assertIn(f"analyse: {place}: ", line)
        self.assertIn("connect4: 1 game", out)
        self.assertIn("backgammon: 2 games", out)

    def test_wrong_calls(self) -> None:
        name = self.file("a.txt", "44\n")
        for words in (
            (self.file("b.txt", ""),),
            (name, "--resume"),
            (name, "--option", "Hash"),
            (name, "--option", "NoSuchOption=1"),
            (name, "--player", "nobody"),
        ):
            _, err = self.run_tool(*words, "--depth", "1", status=3)
            self.assertRegex(err.splitlines()[-1], "^analyse: ")

    def test_jobs_and_resumed_runs_give_the_same_bytes(self) -> None:
        text = many(14)
        name, logs = self.file("a.txt", text), []
        for number, jobs in enumerate(("1", "2")):
            path = self.folder / f"{number}.jsonl"
            self.run_tool(name, "--nodes", "500", "--jobs", jobs, "--log", str(path))
            logs.append(path.read_bytes())
        self.assertEqual(logs[0], logs[1])
        torn = self.folder / "torn.jsonl"
        lines = logs[0].splitlines(keepends=True)
        torn.write_bytes(b"".join(lines[:9]) + lines[9][:50])
        self.run_tool(name, "--nodes", "500", "--log", str(torn), "--resume")
        self.assertEqual(torn.read_bytes(), logs[0])
        _, err = self.run_tool(name, "--nodes", "501", "--log", str(torn), "--resume", status=3)
        self.assertIn("other settings", err)

    @unittest.skipUnless(hasattr(signal, "SIGKILL"), "needs signals")
    def test_a_killed_run_is_continued(self) -> None:
        text = many(24)
        name, path = self.file("a.txt", text), self.folder / "killed.jsonl"
        words = [name, "--nodes", "2000", "--log", str(path), "--engine", JUDGE]
        tool = [sys.executable, "-B", str(Path(analyse.__file__))]
        with subprocess.Popen([*tool, *words], start_new_session=True) as run:
            while not path.exists() or path.read_bytes().count(b"\n") < 5:
                self.assertIsNone(run.poll(), "it was over too soon")
                time.sleep(0.01)
            os.killpg(run.pid, signal.SIGKILL)
        self.run_tool(*words[:-2], "--resume")
        whole = self.folder / "whole.jsonl"
        self.run_tool(name, "--nodes", "2000", "--log", str(whole))
        self.assertEqual(path.read_bytes(), whole.read_bytes())

    def test_exports(self) -> None:
        sgf = self.file("a.sgf", "(;GM[4]SZ[15]PB[ann];B[hh];W[aa];B[hi];W[oa];B[hg];W[ao])")
        out, rows = self.folder / "records", self.folder / "rows.csv"
        words = ("--nodes", "300", "--records", str(out), "--csv", str(rows))
        cards_file = str(self.folder / "cards.csv")
        self.run_tool(
            sgf,
            str(GOLDEN / "match.mat"),
            self.file("c.txt", "4453\n"),
            *words,
            "--cards",
            cards_file,
        )
        with rows.open(encoding="utf-8", newline="") as file:
            read = list(csv.DictReader(file))
        self.assertEqual(read[0]["player"], "ann")
        self.assertEqual([row["move"] for row in read[:2]], ["h8", "a15"])
        cards = Path(cards_file).read_text("utf-8").splitlines()
        # Names of columns would have to be those of the fields of a note; without them, the first
        # two columns become its first two fields.
        self.assertEqual(cards[:3], ["#separator:Comma", "#html:true", "#tags column:3"])
        asked = list(csv.reader(cards[3:]))
        self.assertGreater(len(asked), 2)
        for question, answer, tags in asked:
            self.assertRegex(
                question, "^<svg .*</svg><p>[a-z]+ to act( with [1-6] and [1-6])?</p>$"
            )
            self.assertRegex(answer, "^<b>.*played: ")
            if tags.startswith("backgammon"):
                mover = re.search("<p>([a-z]+) to act", question)
                assert mover
                self.assertRegex(question, f"<desc>[^<]* Points as {mover[1]} sees them")
            self.assertRegex(tags, "^[a-z0-9]+ (play|cube) (doubtful|mistake|blunder)$")
        again = read_games_of_any_format((out / "game00001.sgf").read_bytes())
        self.assertEqual(again.games[0].moves, ["h8", "a15", "h7", "o15", "h9", "a1"])
        self.assertIn("BM[", (out / "game00001.sgf").read_text())
        match = read_mat((out / "game00002.mat").read_text())
        self.assertEqual(match.games[0].plies, ["31:8/5,6/5", "double", "drop"])
        self.assertIn("Remark 2", match.tags)
        lists = read_games_of_any_format((out / "game00005.txt").read_bytes())
        self.assertEqual(lists.games[0].moves, ["4", "4", "5", "3"])


BEST_OPENING_PLAYS = {
    (2, 1): "13/11,6/5",
    (3, 1): "8/5,6/5",
    (3, 2): "24/21,13/11",
    (4, 1): "24/23,13/9",
    (4, 2): "8/4,6/4",
    (4, 3): "13/10,13/9",
    (5, 1): "24/23,13/8",
    (5, 2): "13/8,13/11",
    (5, 3): "8/3,6/3",
    (5, 4): "13/8,24/20",
    (6, 1): "13/7,8/7",
    (6, 2): "24/18,13/11",
    (6, 3): "24/18,13/10",
    (6, 4): "24/14",
    (6, 5): "24/13",
}


if __name__ == "__main__":
    unittest.main()
