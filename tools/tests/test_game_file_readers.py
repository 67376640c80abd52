"""Tests of the readers of games: every format, and what is said of files that are not right."""

import json
import unittest
from pathlib import Path

from tournament.notation.parsed_game import FileFault, ParsedGames
from tournament.notation.read_any_format import read_games_of_any_format

GOLDEN = Path(__file__).resolve().parent / "golden"
MAT = (
    '; [Player 1 "ann"]\n\n 5 point match\n\n Game 1\n ann : 0                 bob : 0\n'
    "  1) 31: 8/5 6/5            52: 13/8 13/11\n  2)  Doubles => 2           Drops\n"
    "      Wins 1 point\n\n Game 2\n ann : 1                 bob : 0\n"
    "  1)                        {row}\n\n Game 3\n ann : 4                 bob : 0\n"
    "  1) 31: 8/5 6/5\n\n Game 4\n ann : 4                 bob : 1\n  1) 42: 8/4 6/4\n"
)


def read(text: str, any_game: bool = False) -> ParsedGames:
    """What is found in a file with this text."""
    return read_games_of_any_format(text.encode(), any_game)


class Readers(unittest.TestCase):
    """From texts to games."""

    def only_game(self, text: str) -> tuple[str, str, str, tuple[str, str]]:
        """The only game of a text: words, start, moves and players."""
        found = read(text)
        self.assertEqual(found.faults, [])
        [game] = found.games
        self.assertEqual(len(game.moves), len(game.line_of_each_move))
        return game.newgame_words, game.position_words, " ".join(game.moves), game.players

    def faults(self, text: str) -> list[tuple[int, str]]:
        """Lines and texts of what is wrong."""
        return [(fault.line, fault.text) for fault in read(text).faults]

    def test_lines_of_the_protocol_and_of_a_batch(self) -> None:
        for line, start, moves in (
            ("position startpos moves 4 4", "startpos", "4 4"),
            ("startpos moves 44", "startpos", "44"),
            ("moves 4 4\ta comment", "startpos", "4 4"),
            ("4453", "startpos", "4453"),
            ("4453 -3", "startpos", "4453"),
            ("https://connect4.gamesolver.org/?pos=4453", "startpos", "4453"),
            ("h8h9g7", "startpos", "h8h9g7"),
            ("position fen 7/7/7/7/7/3x3 o moves 4", "fen 7/7/7/7/7/3x3 o", "4"),
            ("7/7/7/7/7/3x3 o moves 4", "fen 7/7/7/7/7/3x3 o", "4"),
        ):
            with self.subTest(line):
                self.assertEqual(self.only_game(f"# a comment\n\n{line}\n")[1:3], (start, moves))

    def test_newgame_holds_for_the_games_below_it_and_names_for_one(self) -> None:
        text = (
            "newgame connect5 size 9\n# ann - bob, game 3, right begins\n"
            "position startpos moves e5\ne5e6\nnewgame sticks\nmoves S@a1\n"
        )
        games = read(text).games
        self.assertEqual(
            [game.newgame_words for game in games], [*["connect5 size 9"] * 2, "sticks"]
        )
        self.assertEqual([game.players for game in games], [("bob", "ann"), ("", ""), ("", "")])
        self.assertEqual([game.first_line for game in games], [3, 4, 6])

    def test_lines_that_are_no_games_are_named_and_the_others_read(self) -> None:
        found = read("4453\nposition startpos\n!!\n44\n")
        self.assertEqual(len(found.games), 2)
        self.assertEqual([fault.line for fault in found.faults], [2, 3])

    def test_sgf_with_setup_variations_escapes_and_other_spellings(self) -> None:
        words = "connect5 size 15 rule"
        for text, expected in (
            (
                "(;FF[4]GM[4]SZ[15]PB[a\\] b]PW[c];B[hh]C[(;W[aa\\])];W[ih](;B[gg])(;B[gi];W[aa]))",
                (f"{words} freestyle", "startpos", "h8 i8 g9", ("a] b", "c")),
            ),
            (
                "(;GM[4]RU[Renju rules]\n;Black[h8]\n;White[I8])",
                (f"{words} renju", "startpos", "h8 i8", ("", "")),
            ),
            (
                "(;SZ[6:5]AB[aa][be]AW[cc]PL[W];W[fe])",
                (
                    "connect5 width 6 height 5 rule freestyle",
                    "fen x5/6/2o3/6/1x4 o",
                    "f1",
                    ("", ""),
                ),
            ),
            (
                "(;GM[4]SZ[15]PB[ann]PW[bob];W[hh];B[ii])",
                (f"{words} freestyle", "startpos", "h8 i7", ("bob", "ann")),
            ),
        ):
            with self.subTest(text):
                self.assertEqual(self.only_game(text), expected)

    def test_what_the_arena_writes_is_read_again(self) -> None:
        found = read_games_of_any_format((GOLDEN / "connect5.sgf").read_bytes())
        self.assertEqual(found.faults, [])
        self.assertEqual([len(game.moves) for game in found.games], [4, 2, 0])
        self.assertEqual(found.games[0].moves, ["e5", "a1", "a9", "i9"])
        self.assertEqual(found.games[1].position_words, "fen 9/9/9/9/2xx5/4x4/4x4/9/9 o")
        lists = read_games_of_any_format((GOLDEN / "sticks.txt").read_bytes()).games
        self.assertEqual(lists[0].moves, ["S@a1", "S@a7", "S@b1", "S@b7", "B@c1", "a7a6"])
        self.assertEqual((lists[0].newgame_words, lists[0].players), ("sticks", ("ann", "bob")))
        self.assertEqual(lists[1].position_words, "fen 7/7/7/S1BhS2/7/7/7 r 3")

    def test_sgf_faults_have_their_line_and_leave_the_other_games(self) -> None:
        good = "(;GM[4]SZ[15];B[hh])\n"
        for bad, line, words in (
            ("(;GM[1]SZ[19]\n;B[hh])\n", 2, "GM\\[1\\] is another game"),
            ("(;GM[4]SZ[15]\n;B[hh]\n;B[hi])\n", 4, "the other side is to move"),
            ("(;GM[4]SZ[15]\n;B[zz])\n", 3, "not on a board of 15 rows"),
            ("(;GM[4]SZ[15]\n;B[tt1])\n", 3, "no cell"),
            ("(;GM[4]SZ[none];B[hh])\n", 2, "no size"),
            ("(;GM[4];B[hh]\n;AB[aa])\n", 3, "comes after"),
            ("(;GM[4];B[hh] ! )\n", 2, "is not SGF here"),
        ):
            with self.subTest(bad):
                found = read(good + bad + good)
                self.assertEqual(len(found.games), 2)
                [fault] = found.faults
                self.assertEqual(fault.line, line)
                self.assertRegex(fault.text, words)
        self.assertRegex(self.faults("(;GM[4]\n;B[hh]")[0][1], "not closed")
        self.assertEqual(len(read("(;GM[1];B[hh])", any_game=True).games), 1)

    def test_psq(self) -> None:
        text = (
            "Piskvorky 20x15, 11:11, 0\n10,10,0\n20,15,850\nc:\\e\\ann.exe\nbob\n-1\n1,Freestyle\n"
        )
        game = (
            "connect5 width 20 height 15 rule freestyle",
            "startpos",
            "j6 t1",
            ("ann.exe", "bob"),
        )
        self.assertEqual(self.only_game(text), game)
        self.assertEqual(self.only_game(text.replace("Freestyle", "Renju"))[0][-5:], "renju")
        self.assertEqual(len(read(text + text).games), 2)
        for bad, line in (("20,15,850", "21,15,850"), ("20,15,850", "20,15,x")):
            found = read(text.replace(bad, line) + text)
            self.assertEqual([fault.line for fault in found.faults], [3])
            self.assertEqual(len(found.games), 1)

    def test_mat_games_stand_for_themselves(self) -> None:
        found = read(MAT.format(row="62: 24/18 13/11"))
        self.assertEqual(found.faults, [])
        games = [(game.newgame_words, " ".join(game.moves), game.players) for game in found.games]
        words = "backgammon cube on match 5 score"
        self.assertEqual(
            games,
            [
                (f"{words} 0 0", "31:8/5,6/5 52:13/8,13/11 double drop", ("ann", "bob")),
                (f"{words} 0 1", "62:24/18,13/11", ("bob", "ann")),
                (f"{words} 4 0", "31:8/5,6/5", ("ann", "bob")),
                (f"{words} 4 1 crawford off", "42:8/4,6/4", ("ann", "bob")),
            ],
        )
        self.assertEqual(found.games[0].line_of_each_move, [7, 7, 8, 8])

    def test_a_bad_game_of_a_match_leaves_the_others(self) -> None:
        found = read(MAT.format(row=" Raccoons => 8"))
        self.assertEqual(
            [(fault.line, fault.text) for fault in found.faults],
            [(13, "'Raccoons => 8' is not played here")],
        )
        self.assertEqual([game.title for game in found.games], ["game 1", "game 3", "game 4"])
        self.assertIn("crawford off", found.games[-1].newgame_words)

    def test_logs_of_the_arena(self) -> None:
        description = {"title": "Connect Four", "sides": ["red", "yellow"], "run": "\\d"}
        rules = {"game": "connect4", "variant": "width 8", "description": description}
        game = {"pair": 3, "leg": 1, "first": "ann", "second": "bob", "moves": ["1", "2"]}
        lines = [{"arena": 1, "rules": rules}, {**game, "opening": "startpos moves 44"}]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        expected = ("connect4 width 8", "startpos", "4 4 1 2", ("ann", "bob"))
        self.assertEqual(self.only_game(text), expected)
        self.assertEqual(self.faults(text + "{}\n")[0][0], 3)

    def test_logs_of_the_arena_with_less_in_their_header(self) -> None:
        game = {"pair": 3, "leg": 1, "first": "ann", "second": "bob", "moves": ["1", "2"]}
        line = json.dumps({**game, "opening": "startpos moves 44"})
        older = f'{{"arena":1,"rules":{{"game":"connect4","variant":""}}}}\n{line}\n'
        expected = ("connect4", "startpos", "44 1 2", ("ann", "bob"))
        self.assertEqual(self.only_game(older), expected)
        bad_description = '{"game":"a","variant":"","description":1}'
        for rules in ("null", "{}", '{"game":"connect4"}', bad_description):
            with self.subTest(rules):
                faults = self.faults(f'{{"arena":1,"rules":{rules}}}\n{line}\n')
                self.assertEqual(faults, [(1, "the header does not give the rules")])
        self.assertEqual(self.faults(f'{{"arena":1}}\n{line}\n')[0][0], 1)

    def test_what_is_no_text_or_empty(self) -> None:
        self.assertEqual(self.faults(""), [(1, "there is no game in it")])
        [fault] = read_games_of_any_format(b"\x00\xff\x00binary").faults
        self.assertEqual((fault.line, fault.text), (1, "it is not text"))
        self.assertIsInstance(fault, FileFault)
        self.assertEqual(self.only_game("(;GM[4]PB[J\xfcrgen];B[hh])")[3][0], "Jürgen")


if __name__ == "__main__":
    unittest.main()
