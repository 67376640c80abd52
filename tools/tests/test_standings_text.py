"""Tests of the standings: the text as it is read, its numbers, hostile and long names."""

import itertools
import json
import math
import random
import unittest
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from tournament.playing.game_record import GameRecord
from tournament.standings_text import pair_line, standings_text
from tournament.statistics.event_results import Header, Summary
from tournament.statistics.sprt import PointsSprt, SequentialTest, Sprt
from tournament.statistics.tally import Tally, tally
from tournament.text_table import clean, columns, cut, table

TWO_ENGINES = """\
connect4 width 8: 66 games of 2 engines

#  engine  games     W-D-L  score    Elo   ±95%  faults  ms/move  depth
1  strong     66  33-15-18  61.4%  +40.2  ±39.3       2    376.8    6.3
2  weak       66  18-15-33  38.6%  -40.2  ±39.3       0    376.8    6.3
Faults of strong: illegal-move 1, overrun 1

strong - weak:  33-15-18  61.4%  Elo +80.4 ±77.9  LOS 97.7%
  33 whole pairs: 3 LL, 3 LD, 12 DD or WL, 6 DW, 9 WW
  as First 24-6-3, as Second 9-9-15; 4.0 plies a game
  normalized Elo +88.9 ±90.0

Test of 0 (H0) against 100 (H1) Elo, alpha 5.0%, beta 5.0%
strong - weak:  33-15-18  61.4%  Elo +80.4 ±77.9  LOS 97.7%  LLR 1.93 [-2.94, 2.94]
The test is undecided after 66 games.
"""
THREE_ENGINES = """\
backgammon: 60 games of 3 engines

#  engine  games     W-D-L  score    Elo   ±95%  points    ±95%  faults  ms/move  depth
1  ann        40  17-13-10  58.8%  +41.0  ±57.4  +0.375  ±0.531       0        -      -
2  cid        40  12-13-15  46.2%  -17.6  ±75.9  -0.250  ±0.605       0        -      -
3  ben        40  13-10-17  45.0%  -23.4  ±69.8  -0.125  ±0.512       0        -      -

#  won of games against       #1      #2       #3
1  ann                         -   14/20   9.5/20
2  cid                      6/20       -  12.5/20
3  ben                   10.5/20  7.5/20        -
"""


def header(*names: str, game: str = "connect4", variant: str = "") -> dict[str, object]:
    """The header of a log, as far as it is read."""
    return {
        "rules": {"game": game, "variant": variant},
        "engines": [{"name": name} for name in names],
    }


def games_of_pairs(one: str, other: str, results: str, first_pair: int = 0) -> list[GameRecord]:
    """Pairs of games with the results of `one`: `W`, `D` or `L`, two for each pair."""
    games = []
    for place, result in enumerate(results):
        leg = place % 2
        names = (one, other) if leg == 0 else (other, one)
        won = "draw" if result == "D" else "p1win" if (result == "W") == (leg == 0) else "p2win"
        points = 0 if result == "D" else 1
        games.append(GameRecord(first_pair + place // 2, leg, *names, "startpos", won, points))
    return games


def with_moves(games: list[GameRecord]) -> list[GameRecord]:
    """The same games, four plies long; the first of each pair takes longer."""
    for game in games:
        game.moves, game.movers, game.depths = ["4"] * 4, "1212", [5, 7, 0, 7]
        game.times = [2.0, 1.0, 4.0, 1500.0]
    return games


def round_robin(names: list[str], pairs: int, stakes: bool) -> list[GameRecord]:
    """Every engine scores against every other."""
    chance, games = random.Random(1), []
    for number, (one, other) in enumerate(itertools.combinations(names, 2)):
        games += games_of_pairs(
            one, other, "".join(chance.choices("WDL", k=2 * pairs)), 1000 * number
        )
    for game in games if stakes else []:
        game.points *= chance.choice((1, 1, 2, 3))
    return games


def standings_json(
    header: Header, games: Iterable[GameRecord], sprt: SequentialTest | None = None
) -> dict[str, Any]:
    """The standings as values of JSON; what is infinite or unknown is None.

    `engines` with the best first; `los` by their order there; `meetings` with counts of pairs as
    [LL, LD, DD or WL, DW, WW] and results as [wins, draws, losses] of the engine named first.
    """
    summary = Summary.of(header, games)
    ratings = summary.ratings
    ranks = [ratings.names.index(row.name) for row in summary.rows if row.elo is not None]
    engines = [{**asdict(row), "games": row.estimate.games} for row in summary.rows]
    words = {
        "rules": header.get("rules", {}),
        "games": summary.games,
        "engines": engines,
        "bounded": ratings.is_bounded,
        "los": [[ratings.los[i][j] for j in ranks] for i in ranks],
        "meetings": [meeting_json(tally, sprt) for tally in summary.meetings()],
    }
    found: dict[str, Any] = finite(words)
    return found


def meeting_json(tally: Tally, sprt: SequentialTest | None) -> dict[str, Any]:
    """A meeting of two engines as values of JSON."""
    forfeits = {tally.name: dict(tally.forfeits), tally.opponent: dict(tally.opponent_forfeits)}
    return {
        "engines": [tally.name, tally.opponent],
        "results": [tally.wins, tally.draws, tally.losses],
        "first": tally.results_by_side[0],
        "second": tally.results_by_side[1],
        "pairs": tally.pairs,
        "plies": tally.mean_plies,
        "forfeits": forfeits,
        "estimate": asdict(tally.estimate()),
        "points": asdict(tally.points()),
        "test": {**asdict(sprt), **asdict(sprt.state(tally))} if sprt else None,
    }


def finite(value: Any) -> Any:
    """The same without numbers that JSON cannot hold."""
    if isinstance(value, Mapping):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class Text(unittest.TestCase):
    """What the terminal shows."""

    maxDiff = None

    def test_two_engines(self) -> None:
        games = with_moves(games_of_pairs("strong", "weak", "WWWLWDDLDDWLWWLLWWWLWD" * 3))
        games[3].reason, games[7].reason = "overrun: 3 ms", "illegal-move: '9'"
        said = standings_text(header("strong", "weak", variant="width 8"), games, Sprt(0, 100))
        self.assertEqual(said, TWO_ENGINES)

    def test_three_engines_and_stakes(self) -> None:
        names = ["ann", "ben", "cid"]
        games = round_robin(names, 10, stakes=True)
        said = standings_text(header(*names, game="backgammon"), games)
        self.assertEqual(said, THREE_ENGINES)

    def test_no_games_one_game_and_engines_without_games(self) -> None:
        nothing = standings_text(header("a", "b"), [])
        self.assertIn("0 games of 2 engines", nothing)
        self.assertRegex(nothing, r"1 +a +0 +0-0-0 +- +- +- +0 +- +-")
        one = standings_text(header("a", "b", "c"), games_of_pairs("b", "a", "D"), Sprt(0, 5))
        self.assertIn("1 game of 3 engines", one)
        self.assertRegex(one, r"3 +c +0 +0-0-0 +- ")
        self.assertEqual(standings_text({}, []).splitlines()[0], "0 games of 0 engines")

    def test_a_clean_sweep_has_one_bound(self) -> None:
        said = standings_text(header("a", "b"), games_of_pairs("a", "b", "WW" * 10))
        self.assertIn("20-0-0  100.0%  Elo > +166.2  LOS >99.9%", said)
        self.assertIn("virtual draw", said)
        self.assertIn(
            "Elo < -166.2  LOS <0.1%",
            pair_line(tally(games_of_pairs("b", "a", "LL" * 10), "b", "a")),
        )

    def test_a_test_shows_its_state(self) -> None:
        games = games_of_pairs("a", "b", "WWWDWL" * 12)
        self.assertTrue(pair_line(tally(games, "a", "b"), Sprt(0, 40)).endswith("H1 accepted"))
        self.assertTrue(pair_line(tally(games, "b", "a"), Sprt(0, 40)).endswith("H0 accepted"))
        points = pair_line(tally(games[:12], "a", "b"), PointsSprt(0, 0.1))
        self.assertEqual(points, "a - b:  8-2-2  points +0.500 ±0.358  LLR 0.60 [-2.94, 2.94]")

    def test_announced_wins_are_counted_and_those_that_failed(self) -> None:
        games = with_moves(games_of_pairs("a", "b", "WWLD" * 2))
        scores = {
            0: ["cp 3", "mate -8", "mate 7 lowerbound", ""],  # a, First, wins as it said
            1: ["mate 3", "mate 12", "mate -3", "mate 11"],  # a, Second, wins; b said it would
            2: ["mate 9 upperbound", "cp 0", "mate 0", "cp 9"],  # no announcement
            3: ["cp 1", "mate 5", "cp 2", "cp 3"],  # a, Second, has drawn
            4: ["mate 4", "cp 0", "mate 2", "mate -1"],  # a fault decides
        }
        for place, of_game in scores.items():
            games[place].scores = of_game
        games[4].result, games[4].reason = "p2win", "overrun: 3 ms"
        lines = standings_text(header("a", "b"), games).splitlines()
        self.assertIn("Forced wins announced by a: in 3 games, 1 not won", lines)
        self.assertIn("Forced wins announced by b: in 1 game, 1 not won", lines)
        games[1].scores, games[3].scores = [], []
        said = standings_text(header("a", "b"), games)
        self.assertIn("Forced wins announced by a: in 1 game, all won\n", said)
        self.assertNotIn("announced by b", said)

    def test_every_line_keeps_to_a_hundred_columns(self) -> None:
        names = [f"a-{'very-' * 20}long-name-{number}" for number in range(11)] + ["日本語" * 30]
        games = round_robin(names, 3, stakes=True)
        for game in games[::7]:
            game.reason = "closed: the engine has ended"
        for test in (Sprt(0, 5), PointsSprt(0, 0.2), None):
            said = standings_text(header(*names, variant="x" * 200), games, test)
            self.assertLessEqual(max(map(columns, said.splitlines())), 100)
            for number in range(11):
                self.assertIn(f"e-{number}", said)

    def test_hostile_names_stay_on_their_line(self) -> None:
        name = "\x1b[31mred\n# 1 best\t\u202e"
        for test in (None, Sprt(0, 5)):
            said = standings_text(header(name, "b"), games_of_pairs(name, "b", "WL"), test)
            self.assertIn("?[31mred?# 1 best??", said)
            self.assertTrue(all(line.isprintable() for line in said.splitlines()))


class Json(unittest.TestCase):
    """The numbers of the standings, as values of JSON."""

    def test_it_is_the_same_as_the_text(self) -> None:
        games = with_moves(
            games_of_pairs("a", "b", "WWWDDL" * 5) + games_of_pairs("b", "c", "WLWD" * 5, 100)
        )
        games[-1].movers = ""
        found = standings_json(header("a", "b", "c"), games, Sprt(0, 50))
        self.assertEqual(json.loads(json.dumps(found, allow_nan=False)), found)
        best = found["engines"][0]
        self.assertEqual((best["name"], best["games"], best["wins"]), ("a", 30, 15))
        self.assertEqual((found["games"], found["bounded"]), (50, False))
        self.assertEqual(found["los"][0][0], 0.5)
        self.assertGreater(found["los"][0][2], 0.5)
        self.assertEqual([one["engines"] for one in found["meetings"]], [["a", "b"], ["b", "c"]])
        meeting = found["meetings"][0]
        self.assertEqual(meeting["results"], [15, 10, 5])
        self.assertEqual(meeting["pairs"], [0, 5, 0, 5, 5])
        self.assertEqual(meeting["test"]["decision"], None)
        self.assertLess(meeting["test"]["lower"], meeting["test"]["llr"])

    def test_what_is_infinite_is_null(self) -> None:
        found = standings_json(header("a", "b"), games_of_pairs("a", "b", "WW"))
        estimate = found["meetings"][0]["estimate"]
        self.assertEqual((estimate["elo"], estimate["high"]), (None, None))
        self.assertLess(estimate["low"], 0)
        self.assertTrue(found["bounded"])
        self.assertIsNone(found["meetings"][0]["test"])
        json.dumps(standings_json({}, []), allow_nan=False)


class Layout(unittest.TestCase):
    """Columns of text."""

    def test_long_texts_are_cut_in_the_middle(self) -> None:
        self.assertEqual(cut("parlour-threat-v12", 12), "parlou…t-v12")
        self.assertEqual(cut("short", 5), "short")
        for limit, text in itertools.product(
            range(1, 12), ("abcdefghijklmn", "日本語日本語", "e\u0301" * 9)
        ):
            self.assertLessEqual(columns(cut(text, limit)), limit)

    def test_wide_and_combining_signs_take_their_columns(self) -> None:
        self.assertEqual(columns("日本"), 4)
        self.assertEqual(columns("e\u0301"), 1)
        self.assertEqual(clean("a\nb\x07"), "a?b?")

    def test_columns_stand_under_their_heads(self) -> None:
        lines = table([["#", "name", "n"], ["1", "日本", "100"], ["10", "abcdef", "9"]], name=1)
        self.assertEqual(lines, [" #  name      n", " 1  日本    100", "10  abcdef    9"])


if __name__ == "__main__":
    unittest.main()
