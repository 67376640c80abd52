"""Tests of the pages of the soak and of the latencies.

Skipped without Jinja and Matplotlib, which `setup.sh tools` installs in target/tools.
"""

import argparse
import tempfile
import unittest
from pathlib import Path

from latency import Figure
from tests.test_soak import samples

try:
    import latency_report
    from soaking import soak_report
except ModuleNotFoundError as missing:
    raise unittest.SkipTest(f"needs {missing.name}: setup.sh tools") from missing

from soaking.samples_and_flatness import changes


class Pages(unittest.TestCase):
    def check(self, page: str, *words: str) -> None:
        self.assertNotIn("<script", page)
        self.assertNotIn("http://", page.replace("http://www.w3.org/", ""))
        for word in words:
            self.assertIn(word, page)

    def test_the_soak_has_its_verdict_and_six_plots(self) -> None:
        seen = samples(0.05)
        found = changes(seen, 25, 1, 25)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            settings = {"Engine": "<parlour>"}
            path = soak_report.write_report(folder, "2 engines", settings, seen, (found, 25))
            page = path.read_text("utf-8")
        self.assertEqual(page.count("<svg"), 6)
        self.check(page, "2 engines", "&lt;parlour&gt;", ">no<", "Resident memory")

    def test_a_soak_without_a_sample_has_a_page_too(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = soak_report.write_report(Path(name), "nothing", {}, [], ([], 0))
            self.check(path.read_text("utf-8"), "nothing")

    def test_latencies_have_a_table_a_game_and_a_histogram_a_kind(self) -> None:
        late = [
            Figure("stop to bestmove", "nim", values=[0.1, 0.2, 7]),
            Figure("after movetime 100", "nim", values=[-3, -2, 4], losses_on_time=1),
        ]
        figures = [Figure("memory at rest", "-", "MiB", [7]), *late]
        with tempfile.TemporaryDirectory() as name:
            options = argparse.Namespace(
                engine="parlour", moves=3, busy=2, margin=0.0, report=Path(name)
            )
            page = latency_report.write_report(options, figures, late).read_text("utf-8")
        self.assertEqual(page.count("<svg"), 2)
        self.check(page, "<h2>nim</h2>", "2 spinning neighbours", "after movetime 100")


if __name__ == "__main__":
    unittest.main()
