"""The licences that go with the program of the packages."""

import tempfile
import unittest
from pathlib import Path
from typing import Any

from packages.third_party_licences import licence_texts, linked_crates


def crate(name: str, kind: str = "lib") -> dict[str, Any]:
    """A crate as `cargo metadata` describes it."""
    return {"id": name, "name": name, "version": "1.0.0", "targets": [{"kind": [kind]}]}


def use(name: str, kind: str | None = None) -> dict[str, Any]:
    """The use of a crate by another one."""
    return {"pkg": name, "dep_kinds": [{"kind": kind}]}


class Licences(unittest.TestCase):
    """Which crates are linked, and which of their files go with the program."""

    def test_crates_of_builds_tests_and_macros_are_left_out(self) -> None:
        uses = {
            "parlour": [use("zeta"), use("derive"), use("proptest", "dev"), use("cc", "build")],
            "zeta": [use("alpha")],
            "derive": [use("syn")],
        }
        crates = [crate(name) for name in ("parlour", "zeta", "alpha", "proptest", "cc", "syn")]
        crates.append(crate("derive", "proc-macro"))
        nodes = [{"id": each["id"], "deps": uses.get(each["id"], [])} for each in crates]
        found = linked_crates({"packages": crates, "resolve": {"nodes": nodes}})
        self.assertEqual([each["name"] for each in found], ["alpha", "zeta"])

    def test_mit_is_chosen_and_notices_are_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in (
                "LICENSE-APACHE",
                "LICENSE-MIT",
                "LICENSE-UNICODE",
                "NOTICE",
                "Cargo.toml",
            ):
                Path(folder, name).write_text(f"{name}\n", encoding="utf-8")
            expected = ["LICENSE-MIT", "LICENSE-UNICODE", "NOTICE"]
            self.assertEqual(licence_texts(Path(folder)), expected)

    def test_a_sole_licence_is_taken_as_it_is(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(licence_texts(Path(folder)), [])
            Path(folder, "LICENSE").write_text("text\n", encoding="utf-8")
            self.assertEqual(licence_texts(Path(folder)), ["text"])
