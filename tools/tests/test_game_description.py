"""Tests of the description of a game."""

import json
import unittest
from dataclasses import asdict

from parlour import Engine
from parlour.game_description import Description
from tests.engine_and_faulty_engines import JUDGE
from tests.small_tournaments import described
from tournament.events.ask_description import describe


class Descriptions(unittest.TestCase):
    """What engines say of their games."""

    def test_the_engine_describes_all_of_its_games(self) -> None:
        with Engine.popen(JUDGE) as engine:
            for game in engine.words("games"):
                engine.ask(f"newgame {game}")
                description = describe(engine)
                self.assertTrue(description.title and all(description.sides), game)
                again = Description.from_json(json.loads(json.dumps(asdict(description))))
                self.assertEqual(again, description)

    def test_facts_that_a_game_does_not_have_are_empty(self) -> None:
        lines = ["describe title Two Words", "describe colour-of-the-box red", "describeok"]
        self.assertEqual(Description.from_lines(lines), Description(title="Two Words"))

    def test_runs_of_moves_are_taken_apart(self) -> None:
        self.assertEqual(described("connect5").split_run("h8h10a1"), ["h8", "h10", "a1"])
        self.assertEqual(described("connect5").split_run("h8h"), ["h8h"])
        self.assertEqual(described("sticks").split_run("a7a6"), ["a7a6"])


if __name__ == "__main__":
    unittest.main()
