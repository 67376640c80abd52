"""Tests of the adapters' notations, without their libraries."""

import random
import unittest

from parlour import Engine, Position
from parlour.adapters.openspiel_board_to_xgid import BackgammonBoard
from parlour.adapters.pettingzoo_policy import position_of
from tests.engine_and_faulty_engines import JUDGE

START_CHECKERS = {24: 2, 13: 5, 8: 3, 6: 5}
START = tuple(START_CHECKERS.get(point, 0) for point in range(26))


class Notation(unittest.TestCase):
    """Boards of other libraries and of the engine."""

    def test_boards_of_backgammon_are_those_of_the_engine(self) -> None:
        chance, board = random.Random(3), BackgammonBoard(START, START)
        with Engine.popen(JUDGE) as engine:
            for _ in range(120):
                dice = chance.choices(range(1, 7), k=2)
                position = Position("backgammon", start=f"fen {board.xgid(dice)}")
                play = chance.choice(engine.legal(position))
                board = board.after(play)
                said = engine.fen(position.after(play)).split(":")[0]
                self.assertEqual(board.xgid(dice).split(":")[0], said, play)
                board = BackgammonBoard(board.other, board.own)
                if engine.status(position.after(play)).is_over:
                    board = BackgammonBoard(START, START)

    def test_observations_of_connect_four_are_positions(self) -> None:
        chance = random.Random(4)
        with Engine.popen(JUDGE) as engine:
            for plies in range(12):
                moves = chance.choices("1234567", k=plies)
                fen = engine.fen(Position("connect4", moves))
                text, mover = fen.split()
                for digit in "1234567":
                    text = text.replace(digit, "-" * int(digit))
                cells = [
                    [(c == mover, c not in (mover, "-")) for c in row] for row in text.split("/")
                ]
                shown = position_of({"observation": cells})
                self.assertEqual(shown.start, f"fen {fen}")
                self.assertEqual(engine.fen(shown), fen)


if __name__ == "__main__":
    unittest.main()
