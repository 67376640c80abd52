"""Matches in `.mat` files, read and written: `golden/gnubg.mat` is GNU Backgammon's own."""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path

import convert_mat
from tests.engine_and_faulty_engines import JUDGE
from tournament.notation.mat_reader import MatError, newgame_words, read_games, read_mat
from tournament.notation.mat_writer import MatGame, rule_tags, write_mat

GOLDEN = Path(__file__).resolve().parent / "golden"
MATCH_HEAD = " 5 point match\n\n Game 1\n ann : 0                          bob : 0\n"


class Matches(unittest.TestCase):
    """The tool and its reader."""

    def run_tool(self, way: str, text: str) -> str:
        """What the tool prints for a file with this text."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "match"
            path.write_text(text, "utf-8")
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertEqual(convert_mat.main([way, str(path), "--engine", JUDGE]), 0)
        return out.getvalue()

    def test_every_match_comes_back_as_it_was(self) -> None:
        for path in sorted(GOLDEN.glob("*.mat")):
            with self.subTest(path.name):
                lines = self.run_tool("read", path.read_text("utf-8"))
                written = self.run_tool("write", lines)
                self.assertEqual(self.run_tool("read", written), lines)
                self.assertEqual(self.run_tool("write", lines), written)

    def test_the_score_goes_on_from_game_to_game(self) -> None:
        match = read_mat((GOLDEN / "gnubg.mat").read_text("utf-8"))
        self.assertEqual((match.names, match.length), (("gnubg", "root"), 5))
        score = [0, 0]
        for game in match.games:
            self.assertEqual(list(game.score), score)
            assert game.winner is not None
            score[game.winner] += game.points
        self.assertEqual(max(score), 5)
        lines = self.run_tool("read", (GOLDEN / "gnubg.mat").read_text("utf-8"))
        self.assertIn("crawford off", lines)

    def test_cells_are_read_in_the_spellings_that_occur(self) -> None:
        rows = (
            "  1)                             31: 8/5 6/5\n"
            "  2) 52: 13/8 24/22*             Doubles => 2\n"
            "  3)  Beavers => 4               66: 25/19 6/0(2) 24/18/12\n"
            "  4) 11:                         21: Cannot Move\n"
            "      Wins 4 points\n"
        )
        game = read_mat(MATCH_HEAD + rows).games[0]
        plies = "31:8/5,6/5 52:13/8,24/22* double beaver take 66:bar/19,6/off(2),24/18/12 11:pass"
        self.assertEqual(" ".join(game.plies), f"{plies} 21:pass")
        self.assertEqual((game.beginner, game.winner, game.points), (1, 0, 4))

    def test_other_programs_spell_the_same_match_in_their_own_way(self) -> None:
        text = (GOLDEN / "gnubg.mat").read_text("utf-8")
        lines = self.run_tool("read", text)
        ours = re.sub(r"\b([1-6])([1-6]):", r"\2\1:", text)  # the smaller die first
        ours = re.sub(r"(\S+) : (\d)", r"\1: \2", ours)
        ours = re.sub(r"^ *(\d+\)) ", r"\1  ", ours, flags=re.MULTILINE)
        ours = re.sub(r"Wins (\d+) points?", r"Wins \1 points and the match", ours)
        theirs = re.sub(r"\b([1-6])([1-6]):", r"\2\1:", lines)
        self.assertNotEqual(ours, text)
        self.assertEqual(self.run_tool("read", ours), theirs)

    def test_tags_give_the_rules(self) -> None:
        tags = '; [Variation "NackGammon"]\n; [Jacoby "On"]\n; [Beaver "On"]\n; [Cubelimit "64"]\n'
        money = MATCH_HEAD.replace("5 point", "0 point") + "  1)  Wins 1 point\n"
        words = "backgammon variant nackgammon cube on match 0 jacoby on beavers on"
        self.assertEqual(newgame_words(read_mat(tags + money)), [words])
        close = MATCH_HEAD.replace("ann : 0", "ann : 4") + "  1)  Wins 1 point\n"
        plain = "backgammon cube off match 5 score 4 0"
        limit = '; [CubeLimit "1"]\n'
        self.assertEqual(newgame_words(read_mat(limit + close)), [plain])
        tags = f'{limit}; [Crawford "Off"]\n; [Jacoby "On"]\n'
        self.assertEqual(newgame_words(read_mat(tags + close)), [f"{plain} crawford off"])

    def test_rules_come_back_from_their_tags(self) -> None:
        for words in (
            "variant nackgammon cube on match 0 jacoby on beavers on",
            "variant hypergammon cube off match 3 score 1 0",
        ):
            lines = (
                "# ann - bob, game 1, left begins\n"
                f"newgame backgammon {words}\nposition startpos moves 31:24/21,23/22\n"
            )
            self.assertEqual(self.run_tool("read", self.run_tool("write", lines)), lines)

    def test_a_session_for_money_has_a_score_and_its_games_have_none(self) -> None:
        head = MATCH_HEAD.replace("5 point", "0 point")
        session = f"{head}  1) 31: 8/5 6/5\n      Wins 4 points\n\n game 2\n"
        session += " ann : 4                          bob : 0\n  1)                   "
        session += "          31: 8/5 6/5\n  2)  Doubles => 2              Drops\n"
        session += "      Wins 1 point\n\n Game 3\n ann : 5                       bob : 0\n"
        session += "  1) 42: 8/4 6/4\n"
        match = read_mat(session)
        self.assertEqual(newgame_words(match), ["backgammon cube on match 0"] * 3)
        written = self.run_tool("write", self.run_tool("read", session))
        self.assertEqual([game.score for game in read_mat(written).games], [(0, 0), (4, 0), (5, 0)])

    def test_a_file_may_begin_after_the_game_of_crawford(self) -> None:
        head = MATCH_HEAD.replace("ann : 0", "ann : 4")
        plain = "backgammon cube on match 5 score 4 0"
        doubled = "  1) 31: 8/5 6/5             Doubles => 2\n"
        for rows, words in (
            ("  1) 31: 8/5 6/5\n", plain),
            (doubled, f"{plain} crawford off"),
        ):
            self.assertEqual(newgame_words(read_mat(head + rows)), [words])
        earlier = MATCH_HEAD.replace("ann : 0", "ann : 3") + "  1)  Wins 1 point\n"
        later = (head + doubled).replace("5 point match", "").replace("Game 1", "Game 2")
        self.assertEqual(newgame_words(read_mat(earlier + later))[1], plain)

    def test_variations_are_named_as_gnu_backgammon_names_them(self) -> None:
        for words, name in (
            ("variant nackgammon", "NackGammon"),
            ("variant hypergammon", "HyperGammon (3)"),
            ("variant standard", None),
        ):
            keys = f"{words} cube on"
            self.assertEqual(rule_tags(keys.split()).get("Variation"), name)
        for name in ("HyperGammon (1)", "HyperGammon (2)"):
            text = f'; [Variation "{name}"]\n{MATCH_HEAD}  1)  Wins 1 point\n'
            with self.assertRaisesRegex(MatError, rf"^line 1: '{re.escape(name)}' is not played"):
                read_mat(text)
            found = read_games(text)
            self.assertEqual((found.games, [fault.line for fault in found.faults]), ([], [1]))

    def test_a_rule_of_money_play_may_be_a_key_alone(self) -> None:
        for words, tags in (
            ("cube on jacoby beavers", {"Jacoby": "On", "Beaver": "On"}),
            ("beavers cube on jacoby off", {"Beaver": "On"}),
            ("cube on jacoby on beavers off", {"Jacoby": "On"}),
            ("cube on", {}),
        ):
            self.assertEqual(rule_tags(words.split()), tags, words)

    def test_an_opening_roll_decides_which_column_begins(self) -> None:
        keys = "backgammon cube on opening roll match 3 score 1 0"
        for remark, dice, beginner, score, winner in (
            ("", "16", 1, (1, 0), 0),
            ("", "61", 0, (1, 0), 1),
            ("# ann - bob, game 1, left begins\n", "16", 0, (0, 1), 1),
            ("# ann - bob, game 1, right begins\n", "16", 1, (1, 0), 0),
        ):
            moves = f"{dice}:13/7,8/7 double drop"
            lines = f"{remark}newgame {keys}\nposition startpos moves {moves}\n"
            game = read_mat(self.run_tool("write", lines)).games[0]
            self.assertEqual(game.plies, moves.split())
            self.assertEqual((game.beginner, game.score, game.winner), (beginner, score, winner))

    def test_a_match_without_a_crawford_game_comes_back(self) -> None:
        lines = ""
        for number, (words, plies) in enumerate(
            (("score 1 0", "31:8/5,6/5 double drop"), ("score 2 0 crawford off", "31:8/5,6/5")), 1
        ):
            lines += f"# ann - bob, game {number}, left begins\nnewgame backgammon cube on match 3"
            lines += f" {words}\nposition startpos moves {plies}\n"
        written = self.run_tool("write", lines)
        self.assertIn('[Crawford "Off"]', written)
        self.assertEqual(self.run_tool("read", written), lines)
        after = lines.replace("score 1 0", "score 2 0").replace(" double drop", "")
        self.assertNotIn("Crawford", self.run_tool("write", after))  # the first was Crawford's

    def test_a_game_ends_at_a_resignation_or_at_a_play_that_is_not_recorded(self) -> None:
        doubled = "  1) 31: 8/5 6/5               Doubles => 2\n  2)  Takes"
        for rows, plies, winner, points in (
            ("  1)                             Resigns\n", 0, 0, 1),
            (f"{doubled}                      31: ???\n  3) Resigned Gammon\n", 3, 1, 4),
            (f"{doubled}\n      Wins 6 points and the match\n", 3, 0, 6),
            ("1)\t\t31: 8/5 6/5\n2) Resigned Match\t\t\n\t\tWins 5 points\n", 1, 1, 5),
            ("  1) 31: 8/5 6/5               Doubles ==> 2\n  2)  Concedes\n", 2, 1, 1),
            ("  1) 31: 8/5 6/5               00: ????\n  2)  Wins 2 point\n", 1, 0, 2),
            ("  1) 31: 8/5 6/5               52: 13/8\n  2) ????    \n", 2, None, 1),
        ):
            game = read_mat(MATCH_HEAD + rows).games[0]
            self.assertEqual((len(game.plies), game.winner, game.points), (plies, winner, points))

    def test_a_roll_without_a_play_is_a_pass_or_the_last_before_a_resignation(self) -> None:
        row = "  1) 31: 8/5 6/5               63:"
        gnubg = (GOLDEN / "gnubg.mat").read_text("utf-8")
        dance = gnubg[: gnubg.index("\n", gnubg.index(" 12) 44:"))]
        for text, last, ending in (
            (f"{MATCH_HEAD}{row}\n      Wins 2 points\n", "31:8/5,6/5", "wins 2 left"),
            (
                f"{MATCH_HEAD}{row} 24/15\n  2) 52:                         Wins 1 point\n",
                "63:24/18,18/15",
                "wins 1 right",
            ),
            (f"{dance}\n      Wins 3 points\n", "44:pass", "wins 3 left"),
        ):
            lines = self.run_tool("read", text).splitlines()
            self.assertEqual(lines[-1], f"# {ending}")
            self.assertEqual(lines[-2].split()[-1], last)
        wrong = f"{MATCH_HEAD}  1) 31: 8/4 6/5               63:\n      Wins 2 points\n"
        with tempfile.NamedTemporaryFile("w", suffix=".mat") as file:
            file.write(wrong)
            file.flush()
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(convert_mat.main(["read", file.name, "--engine", JUDGE]), 3)
        self.assertRegex(said.getvalue(), "^convert_mat: line 5: move 1 of 2 ")

    def test_faults_name_their_line(self) -> None:
        for rows, fault in (
            ("  1) 31: 8/5 6/5               ABC: 8/5\n", "line 5: 'ABC:' is not a part of a game"),
            ("  1) 31: ????                  52: 13/8\n", "line 5: the play of a roll is not"),
            ("  1) 31: Illegal play (25;0;1)\n", "line 5: an illegal play was made"),
        ):
            with self.assertRaisesRegex(MatError, re.escape(fault)):
                read_mat(MATCH_HEAD + rows)
        rows = "  1) 31: 8/5 6/5               52: 24/22 13/8\n  2) 66: 24/12 8/2\n"
        with tempfile.NamedTemporaryFile("w", suffix=".mat") as file:
            file.write(MATCH_HEAD + rows)
            file.flush()
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(convert_mat.main(["read", file.name, "--engine", JUDGE]), 3)
        self.assertRegex(said.getvalue(), "^convert_mat: line 6: move 3 of 3 '66:")

    def test_what_is_written_can_be_read(self) -> None:
        games = [MatGame(["21:13/11,6/5", "double", "drop"], 1, (1, 0), 0, 1)]
        text = write_mat(("ann", "bob"), 3, games, {"Event": "cup"})
        match = read_mat(text)
        self.assertEqual((match.games, match.tags["Event"]), (games, "cup"))

    def test_faults_are_reported_and_end_with_their_own_status(self) -> None:
        unknown = MATCH_HEAD + "  1)  Raccoons => 8\n"
        no_game = " 5 point match\n"
        for text in ("", "no match", no_game, MATCH_HEAD.replace("bob : 0", "bob"), unknown):
            with self.assertRaises(MatError):
                read_mat(text)
        for way, text in (
            ("read", MATCH_HEAD + "  1) 31: 8/4 6/5\n"),
            ("read", MATCH_HEAD.replace(": 0 ", ": 7 ")),
            ("write", "quit\n"),
            ("write", "# wins 2 left\n"),
            ("write", "newgame backgammon match\n"),
        ):
            with tempfile.NamedTemporaryFile("w", suffix=".mat") as file:
                file.write(text)
                file.flush()
                with contextlib.redirect_stderr(io.StringIO()) as said:
                    self.assertEqual(convert_mat.main([way, file.name, "--engine", JUDGE]), 3, text)
            self.assertRegex(said.getvalue(), "^convert_mat: ")


if __name__ == "__main__":
    unittest.main()
