"""Tests that no tool names a game, and that the tools serve a game that they do not know."""

import ast
import json
import re
import shlex
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

from parlour import Engine
from tests.engine_and_faulty_engines import JUDGE
from tests.small_tournaments import HERE
from tests.test_arena import Arena
from tournament.events.ask_description import first_game

TOOLS = HERE.parent
# Clients of one game's own protocol, format or solvers: they may name their game.
FILES_THAT_MAY_NAME_A_GAME = [
    *(
        "tournament/dialects/piskvork_dialect.py",
        "tournament/dialects/ubgi_dialect.py",
        "tournament/dialects/gnubg_dialect.py",
        "convert_mat.py",
    ),
    *("tournament/dialects/harness_dialect.py", "tournament/dialects/connect5_coordinates.py"),
    *(
        "tournament/notation/mat_writer.py",
        "tournament/notation/mat_reader.py",
        "swap2_openings.py",
    ),
    "tournament/notation/sgf_reader.py",
    *("bench_connect4.py", "make_scored_connect4_positions.py"),
    # The dialects that are fuzzed and kept busy, each of which is of one game.
    *("session_fuzzing/ubgi_and_external_sessions.py", "session_fuzzing/campaign.py"),
    *("soak.py", "soaking/other_dialect_rounds.py"),
    # The games of other libraries.
    *(f"parlour/adapters/{name}.py" for name in ("openspiel_bot", "openspiel_check")),
    *(f"parlour/adapters/{name}.py" for name in ("pettingzoo_policy", "pettingzoo_check")),
    # The engine in the page is tested with positions of its games; the page itself names none.
    "web/engine/tests/scenarios.js",
]
WEB_FILE_PATTERNS = ("*.js", "*.ts", "*.html", "*.css")
GENERATED_FOLDERS = {"node_modules", "dist"}  # folders of other people's code, and of what is built
NIM = shlex.join([sys.executable, "-S", "-B", str(HERE / "stub_engines" / "nim.py")])


def strings(path: Path) -> Iterator[str]:
    """The strings of Python code but for its documentation; the other code as a whole."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield re.sub(r"(?m)^\s*//.*$", "", text)
        return
    tree = ast.parse(text)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value


class ToolsNameNoGame(Arena):
    """A new game needs no change of the tools."""

    def test_no_tool_names_a_game(self) -> None:
        with Engine.popen(JUDGE) as engine:
            names = re.compile(rf"\b(?:{'|'.join(engine.words('games'))})\b")
        found = []
        for path in [
            *TOOLS.rglob("*.py"),
            *(each for kind in WEB_FILE_PATTERNS for each in TOOLS.rglob(kind)),
        ]:
            place = path.relative_to(TOOLS)
            foreign = place.parts[0] in ("tests", "target") or set(place.parts) & GENERATED_FOLDERS
            if not foreign and str(place) not in FILES_THAT_MAY_NAME_A_GAME:
                found += [f"{place}: {text}" for text in strings(path) if names.search(text)]
        self.assertEqual(found, [])

    def test_a_game_that_the_tools_do_not_know_is_played_and_recorded(self) -> None:
        self.assertEqual(first_game(NIM), "nim")
        words = ["--judge", NIM, "--engine", NIM, "name=a", "--engine", NIM, "name=b"]
        records = self.folder / "records"
        status, said, errors = self.call(*words, "--games", "4", "--records", str(records))
        self.assertEqual(status, 0, errors)
        self.assertIn("nim: 4 games of 2 engines", said)
        self.assertEqual({game["reason"] for game in self.logged_games()}, {"rules"})
        self.assertEqual({game["ending"] for game in self.logged_games()}, {"the heap is empty"})
        text = (records / "games.txt").read_text("utf-8")
        self.assertIn('[Game "nim"]', text)
        header = json.loads(self.log.read_text("utf-8").splitlines()[0])
        self.assertEqual(header["rules"]["description"]["title"], "Nim")

    def test_a_log_without_a_description_goes_on_by_the_judge(self) -> None:
        self.call(*self.match_of_player_with_itself(games=2))
        head, *games = self.log.read_text("utf-8").splitlines(keepends=True)
        header = json.loads(head)
        del header["settings"]["description"], header["rules"]["description"]
        self.log.write_text(f"{json.dumps(header)}\n{''.join(games)}", encoding="utf-8")
        records = self.folder / "records"
        words = ["--resume", "--games", "4", "--records", str(records)]
        self.assertEqual(self.call(*words)[0], 0)
        self.assertEqual(len(self.logged_games()), 4)
        self.assertTrue((records / "games.txt").exists())


if __name__ == "__main__":
    unittest.main()
