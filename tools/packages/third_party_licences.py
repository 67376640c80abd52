"""Writes the licences of all that is linked into the program of the packages to stdout.

    third_party_licences.py x86_64-unknown-linux-musl > THIRD-PARTY.txt

These are the crates that the program depends on, by their own files; Rust's standard library; and
the C library musl. Where a crate may be had under several licences, it is here under MIT. Exit
status: 0; 1 a crate comes without a licence, or cargo failed; 2 a wrong call.
"""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAM = "parlour"
# Not in the folder of any crate.
OF_THE_TOOLCHAIN = {
    "Rust's standard library": "Copyright (c) The Rust Project Contributors",
    "musl": "Copyright © 2005-2020 Rich Felker, et al.",
}


def linked_crates(metadata: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The crates that are linked into the program, itself left out, by name and version."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found: set[str] = set()
    left = [key for key, package in packages.items() if package["name"] == PROGRAM]
    while left:
        key = left.pop()
        # A procedural macro works in the compiler, and so do the crates below it.
        is_macro = any("proc-macro" in target["kind"] for target in packages[key]["targets"])
        if key not in found and not is_macro:
            found.add(key)
            for use in nodes[key]["deps"]:
                # Not those of builds and tests alone.
                if any(kind["kind"] is None for kind in use["dep_kinds"]):
                    left.append(use["pkg"])
    crates = [packages[key] for key in found if packages[key]["name"] != PROGRAM]
    yield from sorted(crates, key=lambda crate: (crate["name"], crate["version"]))


def licence_texts(folder: Path) -> list[str]:
    """The texts that have to go with a crate: MIT's, or all that it has; and its notices."""
    files = sorted(
        file
        for file in folder.iterdir()
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"))
    )
    alternatives = ("LICENSE-APACHE", "COPYING", "COPYRIGHT", "UNLICENSE")
    if any(file.name.upper() == "LICENSE-MIT" for file in files):
        files = [file for file in files if not file.name.upper().startswith(alternatives)]
    return [file.read_text(encoding="utf-8").strip() for file in files]


def main() -> int:
    """Writes them for the target of the command line."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    command += ["--filter-platform", sys.argv[1]]
    metadata = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    users_of_text: defaultdict[str, list[str]] = defaultdict(list)
    for crate in linked_crates(json.loads(metadata)):
        texts = licence_texts(Path(crate["manifest_path"]).parent)
        if not texts:
            print(f"{crate['name']} comes without a licence", file=sys.stderr)
            return 1
        for text in texts:
            users_of_text[text].append(f"{crate['name']} {crate['version']}")
    # The licence of the project is MIT too: its text without the line of the copyright.
    head, _, rest = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8").strip().split("\n\n", 2)
    for name, copyright_line in OF_THE_TOOLCHAIN.items():
        users_of_text[f"{head}\n\n{copyright_line}\n\n{rest}"].append(name)
    lines = ["The program has code of others in it, under these licences."]
    for text, users in users_of_text.items():
        lines.append(f"\n{'=' * 80}\n{', '.join(users)}\n{'=' * 80}\n\n{text}")
    sys.stdout.buffer.write("\n".join([*lines, ""]).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
