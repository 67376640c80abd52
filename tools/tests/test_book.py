"""Opening books: what a search says, which position comes next, and what is printed."""

import contextlib
import io
import unittest
from unittest import mock

import book
from parlour import Engine
from tests.engine_and_faulty_engines import PARLOUR

GAME = ["--game", "connect5"]
QUICK = [*GAME, "--engine", PARLOUR, "--nodes", "300", "--lines", "3", "--hash", "1"]


def printed(*words: str) -> list[str]:
    """The lines that a command line prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = book.main([*QUICK, *words])
    if status:
        raise AssertionError(status)
    return out.getvalue().splitlines()


class Scores(unittest.TestCase):
    def test_last_two_depths_count_and_proved_ends_as_they_are(self) -> None:
        lines = [
            "info depth 1 seldepth 1 multipv 1 score cp 900 nodes 1 time 0 hashfull 0 pv h8",
            "info depth 2 seldepth 2 multipv 1 score cp 10 nodes 1 time 0 hashfull 0 pv h8 h9",
            "info depth 3 seldepth 4 multipv 1 score cp 30 nodes 1 time 0 hashfull 0 pv h8 a1",
            "info depth 3 seldepth 4 multipv 2 score cp -8 nodes 1 time 0 hashfull 0 pv i8",
            "info depth 3 seldepth 4 multipv 3 score mate -4 nodes 1 time 0 hashfull 0 pv a1",
            "info nodes 9 time 0 nps 1",
        ]
        found = book.best_moves_and_scores(lines)
        self.assertEqual(found, {"h8": 20, "i8": -8, "a1": 4 - book.DECIDED - 1_000})
        self.assertEqual(book.best_moves_and_scores([]), {})

    def test_a_depth_that_a_limit_ended_does_not_hide_the_other_moves(self) -> None:
        line = "info depth {} seldepth 4 multipv {} score {} nodes 1 time 0 hashfull 0 pv {}"
        whole = [line.format(3, 1, "cp 30", "h8"), line.format(3, 2, "cp -8", "i8")]
        for bound in ("cp 90 lowerbound", "cp -90 upperbound", "mate -6 lowerbound"):
            found = book.best_moves_and_scores([*whole, line.format(4, 1, bound, "a1")])
            self.assertEqual(found, {"h8": 30, "i8": -8}, bound)
        won = book.best_moves_and_scores([*whole, line.format(4, 1, "mate 6 lowerbound", "a1")])
        self.assertEqual(won, {"a1": book.DECIDED + 1_000 - 6})


class Trees(unittest.TestCase):
    def tree(self, step: int) -> book.Tree:
        """First may play a, b or c; only after a more is known."""
        tree = book.Tree.__new__(book.Tree)
        tree.args = book.arguments([*GAME, "--step", str(step), "--plies", "3"])
        tree.variant, tree.root = "", "root"
        tree.known = {
            "root": book.JudgedPosition(
                (), 9, {"a": 50, "b": 45, "c": 20}, {"a": "A", "b": "B", "c": "C"}
            ),
            "A": book.JudgedPosition(("a",), 9, {"x": -30, "y": -90}, {"x": "AX", "y": "AY"}),
        }
        return tree

    def test_what_lies_below_counts_more_than_the_search_of_a_position(self) -> None:
        tree = self.tree(0)
        self.assertEqual(tree.values("root", {}), {"a": 30, "b": 45, "c": 20})

    def test_position_to_which_the_least_is_lost_comes_next(self) -> None:
        for step, expected in ((0, "B"), (50, "B")):
            self.assertEqual(self.tree(step).next_to_judge("root", {}, {})[1], [expected])
        tree = self.tree(5)
        tree.known["B"] = book.JudgedPosition(("b",), 9, {}, {})
        self.assertEqual(tree.next_to_judge("root", {}, {}), (15 + 5 + 5, ["A", "AX"]))
        tree.args.plies = 1
        self.assertEqual(tree.next_to_judge("root", {}, {})[1], ["C"])

    def test_best_moves_are_printed_with_those_as_good(self) -> None:
        tree = self.tree(0)
        tree.args.near = 20
        self.assertEqual(tree.lines(), [";;9;b 45;a 30", ";a;9;x -30"])

    def test_moves_into_the_same_image_are_one(self) -> None:
        with Engine.popen(PARLOUR) as engine:
            tree = book.Tree(engine, book.arguments([*GAME, "--variant", "size 5"]), "size 5")
            self.assertEqual(len(tree.searchmoves_words(()).split()), 1 + 6)
            self.assertEqual(tree.searchmoves_words(("c3", "d3", "a1")), "")
            self.assertEqual(tree.key(("a1",)), tree.key(("e5",)))
            self.assertNotEqual(tree.key(("a1",)), tree.key(("a2",)))


class Books(unittest.TestCase):
    def test_command_line_is_in_the_head_and_makes_the_same_book_again(self) -> None:
        words = ["--variant", "size 7 rule renju", "--variant", "size 6", "--size", "4"]
        lines = printed(*words)
        self.assertEqual(lines, printed(*words))
        self.assertEqual(
            lines[0],
            "# book.py --game connect5 --variant 'size 7 rule renju' --variant 'size 6' --size 4 "
            "--plies 8 --nodes 300 --hash 1 --lines 3 --step 40 --near 5 --seed 1",
        )
        self.assertRegex(lines[1], r"^# judged by Parlour .*; \d+ positions$")
        for line in lines[2:]:
            self.assertRegex(line, r"^size [67][a-z ]*;[a-g1-7 ]*;300(;[a-g][1-7] -?\d+)+$")
        self.assertEqual(lines[2].split(";")[:2], ["size 7 rule renju", ""])

    def test_games_without_variants_and_with_few_positions_end(self) -> None:
        lines = printed("--game", "connect4", "--plies", "1", "--size", "99")
        moves = [line.split(";")[1] for line in lines[2:]]
        self.assertEqual((moves[0], len(moves)), ("", len(set(moves))))
        self.assertLessEqual(len(moves), 4)

    def test_faults_are_reported_by_the_exit_status(self) -> None:
        with mock.patch("sys.stderr", io.StringIO()) as errors:
            self.assertEqual(book.main([*QUICK, "--variant", "size 99"]), 1)
            self.assertEqual(book.main([*GAME, "--engine", "no-such-engine"]), 1)
        self.assertIn("book: bad-value: ", errors.getvalue())


if __name__ == "__main__":
    unittest.main()
