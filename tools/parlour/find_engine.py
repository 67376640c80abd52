"""Where the engine is when no command is given."""

import os
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = "parlour" + (".exe" if os.name == "nt" else "")


def _installed_program_folders() -> Iterator[Path]:
    """Where an installation of this package puts its programs."""
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    yield HERE.parent / "bin"  # `pip install --target`


def find_engine() -> str:
    """The engine that was installed with this package, else in PATH, else built in the repository.

    Raises FileNotFoundError if there is none.
    """
    for place in _installed_program_folders():
        if os.access(place / PROGRAM, os.X_OK):
            return str(place / PROGRAM)
    if found := shutil.which(PROGRAM):
        return found
    built = HERE.parents[1] / "target" / "release" / PROGRAM
    if os.access(built, os.X_OK):
        return str(built)
    raise FileNotFoundError(
        2, "no engine was installed with this package, none is in PATH, none is built", PROGRAM
    )
