"""Records in the formats of other programs, against golden files beside this one.

The `.mat` files of `golden` were read by GNU Backgammon 1.07: right result and final position.
"""

import re
import tempfile
import unittest
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.engine_and_faulty_engines import JUDGE
from tests.small_tournaments import described
from tournament.notation import write_records
from tournament.notation.mat_writer import MatGame, write_mat
from tournament.notation.openings_and_remarks import one_line, read_opening
from tournament.playing.game_record import GameRecord

GOLDEN = Path(__file__).resolve().parent / "golden"
HOSTILE = 'a] [b\\ "c": x\n(;W[aa]) \ud800'


def header(game: str, variant: str = "") -> dict[str, Any]:
    """The header of a log, as far as records need it."""
    rules = {"game": game, "variant": variant, "judge": JUDGE}
    return {"rules": {**rules, "description": asdict(described(game))}, "engines": []}


def game(opening: str, moves: str, result: str = "p1win", **words: Any) -> GameRecord:
    """A game between ann and bob."""
    points = 0 if result == "draw" else 1
    given: dict[str, Any] = {"pair": 0, "leg": 0, "first": "ann", "second": "bob", **words}
    given.setdefault("points", points)
    return GameRecord(opening=opening, moves=moves.split(), result=result, **given)


class Records(unittest.TestCase):
    """Writes games into a folder that is gone afterwards."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "records"

    def write(self, words: dict[str, Any], *games: GameRecord) -> str:
        """The text of the one file that is written."""
        self.assertEqual(write_records(words, games, self.folder), [])
        [path] = self.folder.iterdir()
        return path.read_text("utf-8")

    def is_golden(self, name: str, written: str) -> None:
        """What was written is the golden file of this name."""
        self.assertEqual(written, (GOLDEN / name).read_text("utf-8"))


class MoveLists(Records):
    """Connect 4 and Sticks 'n' Barrels."""

    def test_connect4(self) -> None:
        drawn = game("startpos", "4", "draw", pair=1, leg=1, reason="too long: 1 ply")
        scored = game(
            "startpos moves 44 3",
            "2 1 2",
            scores=["cp -20", "", "mate 3"],
            depths=[8, 0, 5],
            times=[12.4, 0.2, 1000.0],
        )
        fen = game("fen 7/7/7/7/o6/o1xxx2 o", "1", "p2win", pair=1, reason='closed: "x\\y"')
        self.is_golden("connect4.txt", self.write(header("connect4"), drawn, scored, fen))

    def test_how_a_game_ended(self) -> None:
        played = game("startpos", "1", ending="four in line")
        self.assertIn('[Reason "four in line"]', self.write(header("connect4"), played))

    def test_sticks(self) -> None:
        opened = game("startpos moves S@a1 S@a7", "S@b1 S@b7 B@c1 a7a6")
        fen = game("fen 7/7/7/S1BhS2/7/7/7 r 3", "S@b4", second="bob " * 30, leg=1)
        self.is_golden("sticks.txt", self.write(header("sticks"), opened, fen))


class Sgf(Records):
    """Connect 5."""

    def test_games(self) -> None:
        opened = game(
            "startpos moves e5 a1a9",
            "i9",
            scores=["cp 20"],
            depths=[4],
            times=[7.6],
        )
        fen = game(
            "fen 9/9/9/9/2xx5/4x4/4x4/9/9 o moves a1", "i1", "p2win", leg=1, reason="overrun: 9 ms"
        )
        forfeit = game("startpos", "", "p2win", pair=1, first=HOSTILE, reason="illegal-move: ]")
        words = header("connect5", "size 9 rule renju")
        self.is_golden("connect5.sgf", self.write(words, opened, fen, forfeit))

    def test_how_a_game_ended(self) -> None:
        played = game("startpos", "a1", ending="five in line")
        written = self.write(header("connect5"), played)
        self.assertIn("RE[B+]GC[five in line]", written)

    def test_a_rectangle(self) -> None:
        drawn = game("startpos", "a1 v5 v1", "draw")
        written = self.write(header("connect5", "width 22 height 5"), drawn)
        self.is_golden("rectangle.sgf", written)

    def test_every_cell_has_a_point_of_its_own(self) -> None:
        cells = [f"{chr(97 + x)}{y}" for x in range(22) for y in range(1, 23)]
        written = self.write(header("connect5", "size 22"), game("startpos", " ".join(cells)))
        points = re.findall(r";[BW]\[([a-v])([a-v])\]", written)
        as_moves = [f"{x}{22 - (ord(y) - 97)}" for x, y in points]
        self.assertEqual(as_moves, cells)


class Mat(Records):
    """Backgammon."""

    def test_a_game_with_hits_dances_cube_and_gammon(self) -> None:
        plies = (GOLDEN / "plies_of_gammon_mat.txt").read_text("utf-8")
        played = game("fen startpos seed 53", plies, "p2win", points=4, first="risky: 1, b")
        self.is_golden("gammon.mat", self.write(header("backgammon", "cube on match 5"), played))

    def test_a_dropped_double_and_a_score(self) -> None:
        plies = "31:8/5,6/5 double take roll 52:13/8,24/22 double drop"
        played = game("startpos", plies, points=2)
        words = header("backgammon", "cube on match 5 score 1 1")
        self.is_golden("drop.mat", self.write(words, played))

    def test_beavers(self) -> None:
        played = game("startpos", "31:8/5,6/5 double beaver take roll 52:13/8,24/22", points=4)
        played.reason = "closed: gone"
        words = header("backgammon", "cube on jacoby on beavers on")
        self.is_golden("beaver.mat", self.write(words, played))

    def test_an_opening_roll_decides_which_column_begins(self) -> None:
        played = game("startpos", "16:13/7,8/7 52:13/8,24/22")
        written = self.write(header("backgammon", "opening roll"), played)
        self.assertRegex(written, r"\n  1\) {20,}16: 13/7 8/7\n  2\) 52: 13/8 24/22 ")

    def test_dice_of_an_opening_come_from_the_judge(self) -> None:
        played = game("fen startpos seed 42 moves 24/23,13/9", "15:13/8,9/8")
        written = self.write(header("backgammon"), played)
        self.assertIn("\n  1) 41: 24/23 13/9", written)

    def test_a_match_of_games(self) -> None:
        games = [
            MatGame(["31:8/5,6/5", "double", "drop"], 0, (0, 0), 1, 1),
            MatGame(["62:24/18,13/11", "double", "drop"], 1, (0, 1), 0, 1),
            MatGame(["21:13/11,6/5"], 0, (1, 1)),
        ]
        text = write_mat(("ann", "bob"), 3, games, {"Event": 'the "cup"\n'})
        self.assertEqual(text, (GOLDEN / "match.mat").read_text("utf-8"))

    def test_what_cannot_be_written_is_named(self) -> None:
        fen = "fen XGID=-a---aE-C---eE---c-e----B-:0:0:1:61:0:0:0:0:0"
        fens = [game(fen, "61:13/7,8/7", pair=n) for n in range(2)]
        games = [*fens, game("startpos", "", pair=3)]
        at_fen, empty = write_records(header("backgammon"), games, self.folder)
        self.assertRegex(at_fen, "^2 games not written as .mat: .* not at a fen$")
        self.assertEqual(empty, "1 game not written as .mat: no move was made")
        nack = header("backgammon", "variant nackgammon")
        [line] = write_records(nack, [game("startpos", "31:6/2")], self.folder)
        self.assertIn("not for nackgammon", line)
        self.assertEqual(list(self.folder.iterdir()), [])


class OpeningsAndOneLine(unittest.TestCase):
    """Openings and text."""

    def test_openings_are_taken_apart(self) -> None:
        for words, name, fen, moves in [
            ("startpos", "sticks", "", []),
            ("startpos moves 4453 2", "connect4", "", ["4", "4", "5", "3", "2"]),
            ("startpos moves h8h10a1 b2", "connect5", "", ["h8", "h10", "a1", "b2"]),
            ("fen 7/7/7/7/7/3x3 o", "connect4", "7/7/7/7/7/3x3 o", []),
            ("fen startpos seed 42 moves 24/23", "backgammon", "", ["24/23"]),
        ]:
            opening = read_opening(words, described(name))
            self.assertEqual((opening.fen, list(opening.moves)), (fen, moves))

    def test_hostile_text_becomes_one_line(self) -> None:
        self.assertEqual(one_line("a\x00\n\tb \u2028 \ud800c\x1b"), "a b ?c")


if __name__ == "__main__":
    unittest.main()
