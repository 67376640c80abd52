"""Tests of the page of an analysis.

Skipped without Jinja and Matplotlib, which `setup.sh tools` installs in target/tools.
"""

import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path

import analyse
from tests.engine_and_faulty_engines import JUDGE
from tests.test_arena_report import HOSTILE, ParsedPage, pictures_of, unpack

try:
    from analysis.report.page import SCRIPTS
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"needs {missing.name}: setup.sh tools") from missing

GOLDEN = Path(__file__).resolve().parent / "golden"
HOSTILE_PLAYER_NAME = (
    HOSTILE.encode("utf-8", "replace").decode().replace("\\", "").replace("]", "").strip()
)


class AnalysisPage(unittest.TestCase):
    """The page of games of several kinds."""

    page: ParsedPage

    @classmethod
    def setUpClass(cls) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "a.sgf").write_text(
                f"(;GM[4]SZ[15]PB[{HOSTILE_PLAYER_NAME}]PW[bob];B[hh];W[aa];B[hi];W[oa];B[hg];W[ao])",
                "utf-8",
            )
            (folder / "b.txt").write_text("newgame connect4\n4444435\n", "utf-8")
            files = [str(folder / "a.sgf"), str(folder / "b.txt"), str(GOLDEN / "match.mat")]
            words = ["--engine", JUDGE, "--nodes", "300", "--report", str(folder / "new")]
            with contextlib.redirect_stdout(io.StringIO()):
                status = analyse.main([*files, *words])
            assert status == 0
            [path] = (folder / "new").iterdir()
            cls.page = ParsedPage(path.read_text("utf-8"))

    def test_boards_are_those_of_the_game(self) -> None:
        games = self.page.data["games"]
        self.assertEqual(len(games), 5)
        moves = games[1]["moves"]
        positions = [f"position startpos moves {' '.join(moves[:n])}" for n in range(8)]
        expected = pictures_of(JUDGE, "connect4", positions)
        self.assertEqual(unpack(self.page.data, games[1]["boards"]), expected)
        for game in games:
            for key in ("marks", "heights", "said"):
                self.assertEqual(len(game[key]), len(game["moves"]))
            self.assertLessEqual(max(abs(h) for h in game["heights"] if h is not None), 1)

    def test_marked_decisions_are_in_the_table_with_their_positions(self) -> None:
        marked = sum(mark != "" for game in self.page.data["games"] for mark in game["marks"])
        self.assertGreater(marked, 2)
        self.assertEqual(self.page.values("class").count("small"), marked)
        self.assertEqual(len(self.page.values("data-ply")), marked)
        terms = {
            term for game in self.page.data["games"] for said in game["said"] for term, _ in said
        }
        self.assertLessEqual({"Best", "Played", "Loss", "Reason", "Luck of the roll"}, terms)

    def test_ids_are_unique_and_all_that_the_script_wants_are_there(self) -> None:
        ids = self.page.values("id")
        self.assertEqual(len(ids), len(set(ids)))
        script = "".join(path.read_text("utf-8") for path in SCRIPTS)
        wanted = re.findall(r'(?:byId|getElementById)\("([a-z-]+)"\)', script)
        wanted += re.findall(r'"(by-[a-z]+)": \{', script)
        self.assertGreater(len(wanted), 10)
        self.assertLessEqual(set(wanted), set(ids))

    def test_texts_of_files_are_no_markup(self) -> None:
        self.assertEqual(self.page.tags.count("script"), 2)
        self.assertNotIn("img", self.page.tags)
        self.assertEqual([n for n, _ in self.page.attributes if n.startswith("on")], [])
        self.assertIn("</script><img", self.page.data["games"][0]["first"])

    def test_the_page_needs_no_other(self) -> None:
        text = self.page.text.replace("http://www.w3.org/", "")
        for word in ("http://", "https://", "src="):
            self.assertNotIn(
                word,
                text.replace("<img src=x", "")
                .replace("\\u003cimg src=x", "")
                .replace("&lt;img src=x", ""),
            )


if __name__ == "__main__":
    unittest.main()
