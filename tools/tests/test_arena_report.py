"""Tests of the report's page.

Skipped without Jinja and Matplotlib, which `setup.sh tools` installs in target/tools.
"""

import base64
import hashlib
import json
import re
import struct
import tempfile
import unittest
import zlib
from collections.abc import Iterable
from dataclasses import asdict, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from parlour import Engine
from tests.engine_and_faulty_engines import JUDGE
from tests.small_tournaments import all_games, described, rules_of
from tests.test_tools_name_no_game import NIM
from tournament.events.ask_description import description_of
from tournament.events.event_definition import Contestant, Event, Limits
from tournament.playing.game_record import GameRecord
from tournament.standings_text import elo_between, pair_line, probability_text, test_lines
from tournament.statistics.event_results import Summary
from tournament.statistics.sprt import Sprt

try:
    from html_reports.board_compression import MOST_IN_16_BITS, BoardParts
    from html_reports.boards_drawn_by_engine import Replay
    from html_reports.page_template import HERE, size_words
    from tournament.report import write_report
    from tournament.report.page import SCRIPTS, choose_games_with_boards, replay_games
    from tournament.report.tables import ends_table, meetings_table
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"needs {missing.name}: setup.sh tools") from missing

HOSTILE = "</script><img src=x onerror=alert(1)>\ud800\x00 $\\frac{x$ {{ 7*7 }} ]]> '\""
VOID_ELEMENTS = {"meta", "input", "br", "img", "link"}
SAMPLES = {  # variant, opening, moves; of other games the first legal moves
    "connect4": ("", "startpos moves 44", "3 1 2 1 1"),
    "connect5": ("width 22 height 9 rule renju", "startpos moves a1", "v9 b1 h8"),
    "sticks": ("", "fen 7/7/7/S1BhS2/7/7/7 r 3", "S@b4"),
    "backgammon": ("cube on match 5", "fen startpos seed 42 moves 24/23,13/9", "double take"),
}


def header(game: str, variant: str = "", names: tuple[str, ...] = ("ann", "bob")) -> dict[str, Any]:
    """The header of a log."""
    contestants = tuple(
        Contestant(name, f"./{name}", options={"Hash": "1"}, limits=Limits(nodes=300, base=10))
        for name in names
    )
    return Event(rules_of(game, variant), contestants, ()).header()


def game(pair: int, moves: str = "4 3 4 3 4 3 4", **words: Any) -> GameRecord:
    """A game of Connect 4, won by First if nothing else is said."""
    played = moves.split()
    given = GameRecord(
        pair=pair,
        leg=0,
        first="ann",
        second="bob",
        opening="startpos",
        result="p1win",
        points=1,
        moves=played,
        movers=("12" * len(played))[: len(played)],
        scores=["cp 20"] * len(played),
        depths=[4] * len(played),
        nodes=[99] * len(played),
        times=[1.5] * len(played),
    )
    return replace(given, **words)


class ParsedPage(HTMLParser):
    """The elements of a page, its data, and what is in its script."""

    def __init__(self, text: str) -> None:
        """Reads the page."""
        super().__init__()
        self.text = text
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.scripts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.data = json.loads(self.scripts[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID_ELEMENTS:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script":
            self.scripts.append(data)

    def values(self, name: str) -> list[str]:
        """The values of all attributes of a name."""
        return [value for attribute, value in self.attributes if attribute == name]


class Reports(unittest.TestCase):
    """Writes pages into a folder that is gone afterwards."""

    def page(self, head: dict[str, Any], games: list[GameRecord], **words: Any) -> ParsedPage:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "new"
            path = write_report(head, games, folder, **words)
            self.assertEqual(list(folder.iterdir()), [path])
            return ParsedPage(path.read_text("utf-8"))


def unpack(data: dict[str, Any], boards: str) -> list[str]:
    """The texts of a game's boards, from the data of a page."""
    deflated = zlib.decompress(base64.b64decode(boards))
    count = len(deflated) // data["width"]
    numbers = struct.unpack(f"<{count}{'H' if data['width'] == 2 else 'I'}", deflated)
    texts = "".join(data["parts"][n - 1] if n else "\x00" for n in numbers).split("\x00")
    return texts[:-1]


def pictures_of(judge: str, game_words: str, lines: Iterable[str]) -> list[str]:
    """The judge's pictures after each of these lines."""
    pictures = []
    with Engine.popen(judge) as engine:
        engine.ask(f"newgame {game_words}")
        for line in lines:
            engine.ask(line)
            *drawn, _ = engine.ask("svg")
            pictures.append("".join(text.removeprefix("svg ") for text in drawn))
    return pictures


def sample_of(name: str) -> tuple[str, str, str]:
    """Variant, opening and moves of a game."""
    if name in SAMPLES:
        return SAMPLES[name]
    opening = "fen startpos seed 42" if described(name).dice else "startpos"
    with Engine.popen(JUDGE) as engine:
        engine.ask(f"newgame {name}")
        engine.ask(f"position {opening}")
        for _ in range(3):
            engine.ask(f"move {engine.words('legal')[0]}")
        return "", opening, " ".join(engine.words("history"))


class Boards(Reports):
    """What the judge draws, for all games."""

    def test_boards_are_those_of_a_game_replayed_move_by_move(self) -> None:
        for name in all_games():
            variant, opening, moves = sample_of(name)
            with self.subTest(name):
                played = game(0, moves, opening=opening, result="draw", points=0)
                data = self.page(header(name, variant), [played]).data
                [words] = data["games"]
                setup = opening.partition(" moves ")[0]
                positions = [
                    f"position {setup} moves {' '.join(words['moves'][:ply])}"
                    for ply in range(len(words["moves"]) + 1)
                ]
                expected = pictures_of(JUDGE, f"{name} {variant}", positions)
                self.assertEqual(unpack(data, words["boards"]), expected)
                self.assertEqual(len(words["turns"]), len(expected))
                self.assertEqual(words["moves"][words["opening"] :], played.moves)
                self.assertEqual(words["fault"], "")

    def test_games_do_not_disturb_each_other(self) -> None:
        rules = header("connect4")["rules"]
        games = [game(0), game(1, "4 9 4"), game(2, opening="fen nonsense"), game(3, "")]

        def replayed(games: list[GameRecord]) -> list[tuple[Replay, int, list[str]]]:
            parts = BoardParts()
            replays = replay_games(JUDGE, rules, games, parts)
            texts = [[parts.text(board) for board in replay.boards] for replay, _ in replays]
            return [(replace(r, boards=[]), n, t) for (r, n), t in zip(replays, texts, strict=True)]

        together = replayed(games)
        self.assertEqual(together, [replayed([each])[0] for each in games])
        self.assertEqual([len(boards) for _, _, boards in together], [8, 2, 0, 1])
        self.assertEqual(together[1][0].moves, ["4"])
        self.assertIn("illegal-move", together[1][0].fault)
        self.assertEqual(together[2][0].moves, [])

    def test_a_judge_that_cannot_be_asked_is_named(self) -> None:
        for judge in ("./no-such-judge", "true"):
            with self.assertRaisesRegex(OSError, judge):
                self.page(header("connect4"), [game(0)], judge_command=judge)

    def test_no_games_need_no_judge_that_answers(self) -> None:
        rules = header("connect4")["rules"]
        self.assertEqual(replay_games("true", rules, [], BoardParts()), [])

    def test_a_judge_without_pictures_draws_in_letters(self) -> None:
        description = asdict(description_of(NIM, "nim"))
        rules = {"game": "nim", "variant": "", "judge": NIM, "description": description}
        played = game(0, "3 3 3 1", opening="startpos moves 11")
        for judge, end in ((f"{NIM} plain", "heap\nII\n"), (NIM, "</svg>")):
            parts = BoardParts()
            [(replay, opening)] = replay_games(judge, rules, [played], parts)
            self.assertEqual((opening, replay.fault), (2, "illegal-move"))
            self.assertEqual(len(replay.boards), 5)
            self.assertTrue(parts.text(replay.boards[-1]).endswith(end))

    def test_boards_of_any_text_come_back(self) -> None:
        for most in (9, MOST_IN_16_BITS + 1):
            parts = BoardParts()
            texts = [
                ["<a b='", "> c <<d", "", " e\n", "\x85<"],
                [],
                [f"{n}\n" for n in range(most)],
            ]
            boards = [parts.part_numbers(lines) for lines in texts]
            data = {"parts": parts.parts_in_order(), "width": parts.bytes_per_number}
            self.assertEqual(parts.bytes_per_number, 2 if most == 9 else 4)
            expected = ["".join(lines) for lines in texts]
            self.assertEqual([parts.text(board) for board in boards], expected)
            self.assertEqual(unpack(data, parts.pack(boards)), expected)


class WholePage(Reports):
    """The page as a whole."""

    def test_it_needs_nothing_else(self) -> None:
        page = self.page(header("connect4"), [game(0), game(1, result="p2win")])
        self.assertEqual([v for v in page.values("src") + page.values("href")], [])
        outside = [v for v in page.values("xlink:href") if not v.startswith("#")]
        self.assertEqual(outside, [])
        self.assertNotIn("@import", page.text)
        self.assertEqual(set(re.findall(r"url\((.)", page.text)), {"#"})
        self.assertEqual(page.tags.count("script"), 2)

    def test_its_script_is_the_only_one_that_may_run(self) -> None:
        page = self.page(header("connect4"), [game(0)])
        digest = base64.b64encode(hashlib.sha256(page.scripts[1].encode()).digest()).decode()
        [policy] = [v for v in page.values("content") if v.startswith("default-src")]
        self.assertIn(f"script-src 'sha256-{digest}'", policy)

    def test_meetings_and_tests_are_those_of_the_terminal(self) -> None:
        games = [game(n, result="p1win" if n % 3 else "draw", points=n % 3 > 0) for n in range(9)]
        head = header("connect4")
        test = Sprt(0, 50)
        summary = Summary.of(head, games)
        page = self.page({**head, "test": test_lines(summary, test)}, games)
        [tally] = summary.meetings()
        for words in (elo_between(tally.estimate()), probability_text(tally.estimate().los)):
            self.assertIn(words, pair_line(tally))
            self.assertIn(words.replace(">", "&gt;"), page.text)
        self.assertIn("The test is undecided after 9 games.", page.text)
        row = meetings_table(summary).rows[0]
        self.assertEqual(row[-5:], [str(count) for count in tally.pairs])

    def test_hostile_words_stay_words(self) -> None:
        played = game(0, first=HOSTILE, reason=f"closed: {HOSTILE}", scores=[HOSTILE])
        head = header("connect4", names=(HOSTILE, "bob"))
        page = self.page(head, [played])
        self.assertEqual(page.tags.count("script"), 2)
        self.assertNotIn("img", page.tags)
        self.assertEqual([n for n, _ in page.attributes if n.startswith("on")], [])
        self.assertIn("</script><img", page.data["games"][0]["first"])
        self.assertNotIn("49", page.data["games"][0]["first"])

    def test_ids_are_unique_and_all_that_the_script_wants_are_there(self) -> None:
        games = [game(n, points=n % 3 + 1) for n in range(4)]
        page = self.page(header("connect4"), games)
        ids = page.values("id")
        self.assertEqual(len(ids), len(set(ids)))
        script = "".join(path.read_text("utf-8") for path in SCRIPTS)
        wanted = re.findall(r'(?:byId|getElementById)\("([a-z-]+)"\)', script)
        self.assertLessEqual(set(wanted), set(ids))
        referred = [v.removeprefix("#") for v in page.values("xlink:href")]
        self.assertLessEqual(set(referred), set(ids))

    def test_plots_take_their_colours_from_the_page(self) -> None:
        page = self.page(header("connect4"), [game(0), game(1, times=[])])
        style = (HERE / "page.css").read_text("utf-8")
        elements, _, _ = page.text.partition("<script")
        for name in set(re.findall(r"var\(--([a-z0-9]+)\)", elements)):
            self.assertIn(f"--{name}:", style)
        self.assertEqual(re.findall(r"#0a0b\d\d|#010203|#030201", page.text), [])

    def test_few_games_are_shown_too(self) -> None:
        forfeits = [game(n, "", reason="closed: gone") for n in range(3)]
        stakes = [game(0, points=4), game(1, points=2, result="p2win")]
        for games, plots in [([], 0), ([game(0)], 4), (forfeits, 3), (stakes, 6)]:
            page = self.page(header("connect4"), games)
            self.assertEqual(page.tags.count("figure"), plots)
            self.assertEqual(len(page.data["games"]), len(games))

    def test_without_boards_all_games_are_counted(self) -> None:
        games = [game(n, ending="four in line") for n in range(30)]
        page = self.page(header("connect4"), games, games_shown=10)
        self.assertEqual(page.data["games"][0]["ending"], "four in line")
        self.assertEqual(len(page.data["games"]), 10)
        self.assertIn("30 games", page.text)
        self.assertIn("Boards of 10", page.text)

    def test_many_engines(self) -> None:
        names = tuple(f"engine {n}" for n in range(9))
        games = [game(n, first=names[n], second=names[n - 1]) for n in range(9)]
        page = self.page(header("connect4", names=names), games)
        self.assertIn("The first 6 engines only.", page.text)


class Parts(unittest.TestCase):
    """What pages are made of."""

    def test_faults_go_before_the_first_and_the_last(self) -> None:
        games = [game(n, reason="rules" if n != 5 else "closed: x") for n in range(10)]
        self.assertEqual(choose_games_with_boards(games, 20), list(range(10)))
        self.assertEqual(choose_games_with_boards(games, 4), [0, 1, 5, 9])
        self.assertEqual(choose_games_with_boards(games, 1), [5])
        self.assertEqual(choose_games_with_boards(games, 0), [])

    def test_endings_by_the_rules_go_before_faults(self) -> None:
        lost = {"result": "p2win", "reason": "overrun: 9 ms"}
        endless = {"result": "draw", "reason": "too long"}
        games = [game(0, **lost), game(1, **endless), game(2), game(3, ending="four in line")]
        games.append(game(4, ending="four in line", result="p2win"))
        rows = [
            ["four in line", "1", "0", "1"],
            ["rules of the game", "1", "0", "0"],
            ["fault of the loser: overrun", "0", "0", "1"],
            ["too long", "0", "1", "0"],
        ]
        self.assertEqual(ends_table(games).rows, rows)

    def test_sizes_in_words(self) -> None:
        self.assertEqual([size_words(40_300), size_words(1_260_000)], ["40 kB", "1.3 MB"])


if __name__ == "__main__":
    unittest.main()
