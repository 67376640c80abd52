"""What the command lines of several tools share: numbers, and the exit status."""

import argparse
import importlib
import sys
from collections.abc import Callable
from typing import Any

FAULT = 3  # the exit status of tools whose other statuses say how the work went


def read_whole_number(text: str, least: int = 0) -> int:
    """A number not below `least`."""
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least}")
    return int(text)


def positive(text: str) -> int:
    """A number from 1."""
    return read_whole_number(text, 1)


def carry_out(
    name: str,
    work: Callable[[], int],
    *faults: type[Exception],
    interrupted: str = "interrupted",
    status: int = 1,
) -> int:
    """Does the work of the tool of this name; returns the exit status, and says what went wrong.

    The status is that of the work; `status` after one of these faults, OSError and ValueError; 130
    after Ctrl-C.
    """
    known: tuple[type[Exception], ...] = (*faults, OSError, ValueError)
    try:
        return work()
    except KeyboardInterrupt:
        print(f"{name}: {interrupted}", file=sys.stderr)
        return 130
    except known as fault:
        print(f"{name}: {fault}", file=sys.stderr)
        return status


def print_when_complete(name: str, make: Callable[[], str], *faults: type[Exception]) -> int:
    """Prints a text when all of it is made, as `carry_out` does the work of a tool."""

    def work() -> int:
        sys.stdout.write(make())
        sys.stdout.flush()
        return 0

    return carry_out(name, work, *faults, interrupted="interrupted, nothing was printed")


def import_library(name: str, what: str) -> Any:
    """The part of a tool that needs a library other than Python's own; raises ValueError."""
    try:
        return importlib.import_module(name)
    except ImportError as fault:
        where = "./tools/setup.sh tools installs it into target/tools"
        raise ValueError(f"{what} needs the library {fault.name}: {where}") from None
