"""Tests of the dialect gnubg, against the engine's own `external` in the place of the program."""

import unittest

from parlour import EngineError
from tests.engine_and_faulty_engines import PARLOUR
from tests.small_tournaments import FakeEngineTestCase, native, play, rules_of, stub_engine
from tournament.dialects.dialect_player import CannotPlay
from tournament.dialects.gnubg_dialect import board_of, read_play
from tournament.events.event_definition import Contestant, Limits

NO_LIMITS = Limits()


class Games(FakeEngineTestCase):
    """Whole games, and what goes wrong in them."""

    def test_money_and_matches_are_played_to_their_end(self) -> None:
        program = stub_engine("gnubg", PARLOUR, "--player", "greedy", limits=NO_LIMITS)
        for variant in ("", "match 5 score 3 1"):
            with self.subTest(variant):
                self.ends_by_rules(play(rules_of("backgammon", variant), program, native()))

    def test_program_that_is_gone_loses(self) -> None:
        program = stub_engine("gnubg", "false", limits=NO_LIMITS)
        game = play(rules_of("backgammon"), program, native())[0]
        self.assertEqual((game.result, game.reason.split(":")[0]), ("p2win", "closed"))

    def test_what_it_cannot_play_is_said_before(self) -> None:
        def cannot(why: str, variant: str = "", limits: Limits = NO_LIMITS, **options: str) -> None:
            program = Contestant("program", "false", "gnubg", options, limits)
            with self.assertRaisesRegex(CannotPlay, why):
                play(rules_of("backgammon", variant), program, native())

        cannot("without a cube", "cube on")
        cannot("standard backgammon only", "variant hypergammon")
        cannot("give it no limits", limits=Limits(movetime=10))
        cannot("plies, 0 to 4", plies="9")
        cannot("plies, 0 to 4", Hash="16")


class BoardAndPlayTexts(unittest.TestCase):
    """Boards and plays as text."""

    def test_boards_are_the_movers(self) -> None:
        start = "-b----E-C---eE---c-e----B-"
        own = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
        rest = "1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0"
        for turn in ("1", "-1"):
            board = board_of(f"XGID={start}:0:0:{turn}:31:0:0:0:0:10")
            self.assertEqual(board, f"board:me:other:0:0:0:{own}:{rest}:0:0")
        fields = board_of("XGID=a-B--E-B-a-dDB--b-bcb---A-:0:0:-1:65:2:4:0:7:10").split(":")
        self.assertEqual(fields[3:6], ["7", "4", "2"])
        self.assertEqual((fields[6], fields[31], fields[-6:-4]), ("0", "1", ["1", "0"]))

    def test_checkers_borne_off_are_counted_to_the_end(self) -> None:
        fields = board_of("XGID=-AA------------------bb---:0:0:1:21:0:0:0:0:10").split(":")
        self.assertEqual(fields[-8:-6], ["13", "11"])
        fields = board_of("XGID=-AA--------------------b--:0:0:1:21:0:0:0:0:10").split(":")
        self.assertEqual(fields[-8:-6], ["13", "13"])

    def test_plays_are_spelt_out(self) -> None:
        for said, move in (
            ("8/5 6/5", "8/5,6/5"),
            ("bar/22* 13/11(2)", "bar/22,13/11,13/11"),
            ("25/20 24/18*/13", "bar/20,24/18,18/13"),
            ("6/off 5/0", "6/off,5/off"),
            ("", "pass"),
        ):
            self.assertEqual(read_play(said), move)
        for said in ("beaver", "8/5 6", "8/5(7)", "8/5*(2", "\u0663/1"):
            with self.assertRaises(EngineError):
                read_play(said)


if __name__ == "__main__":
    unittest.main()
