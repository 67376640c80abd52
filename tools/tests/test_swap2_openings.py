"""The list of openings for Swap2: what is judged, and what is printed."""

import contextlib
import io
import unittest
from collections.abc import Callable
from typing import cast

import swap2_openings
from parlour import Engine
from tests.engine_and_faulty_engines import JUDGE


class Triples(unittest.TestCase):
    def test_each_is_there_once_and_none_of_its_mirror_images(self) -> None:
        triples = list(swap2_openings.triples())
        seen = {frozenset([(frozenset([a, c]), b)]) for a, b, c in triples}
        self.assertEqual(len(seen), len(triples))
        mirrored = [tuple((y, x) for x, y in triple) for triple in triples]
        images = {frozenset([(frozenset([a, c]), b)]) for a, b, c in mirrored}
        symmetric = len(seen & images)
        # 25 cells: 23 for Second after each pair of First's.
        self.assertEqual(2 * len(triples) - symmetric, 300 * 23)

    def test_stones_lie_in_the_corner_of_every_board(self) -> None:
        triple = ((0, 0), (4, 1), (1, 4))
        self.assertEqual(swap2_openings.moves(triple, "size 15"), "a15 e14 b11")
        self.assertEqual(swap2_openings.moves(triple, "size 20 rule renju"), "a20 e19 b16")


class Values(unittest.TestCase):
    def test_the_last_depth_that_was_completed_counts(self) -> None:
        line = "info depth {} seldepth 9 multipv 1 score cp {} nodes 9 time 0 hashfull 0 pv a1"

        class FakeEngine:
            def ask(self, _: str, take_line: Callable[[str], None]) -> None:
                take_line(line.format(3, 20))
                take_line(line.format(4, "800 lowerbound"))

        triple = ((0, 0), (1, 1), (2, 2))
        engine = cast(Engine, FakeEngine())
        self.assertEqual(swap2_openings.value(engine, triple, 9), 20)


class List(unittest.TestCase):
    def test_worst_board_counts(self) -> None:
        even, odd = ((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 1), (3, 3))
        self.assertEqual(swap2_openings.evenest({odd: [0, -90], even: [50, -50]}, 1), [even])

    def test_printed_triples_are_the_evenest(self) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            swap2_openings.main(["--engine", JUDGE, "--size", "2", "--nodes", "20"])
        head, judge, *lines = out.getvalue().splitlines()
        self.assertEqual(head, "# swap2_openings.py --size 2 --nodes 20")
        self.assertTrue(judge.startswith("# judged by Parlour "), judge)
        self.assertEqual(lines[1::4], ["rule freestyle", "rule standard", "rule renju"])
        for start, boards in ((0, 2), (4, 1), (8, 1)):
            self.assertTrue(lines[start].startswith("# values for Second on size 15"))
            of_rule = lines[start + 2 : start + 4]
            for line in of_rule:
                self.assertRegex(line, rf"^(\d,\d ){{3}}#( -?\d+){{{boards}}}$")
            worst = [max(abs(int(word)) for word in line.split("#")[1].split()) for line in of_rule]
            self.assertEqual(sorted(worst), worst)


if __name__ == "__main__":
    unittest.main()
