"""The progress of a run: a bar by tqdm on a terminal that has it, else a line every few seconds."""

import contextlib
import importlib.util
import sys
import time

SPEAK = 5  # seconds between two lines where there is no bar


class Progress(contextlib.AbstractContextManager["Progress"]):
    """Counts games or other units on stderr."""

    def __init__(self, total: int, done: int = 0, unit: str = "game") -> None:
        """Begins with `done` of `total`."""
        self._total, self._done, self._unit = total, done, unit
        self._spoken = time.monotonic()
        self._bar = None
        if sys.stderr.isatty() and importlib.util.find_spec("tqdm"):
            bar = importlib.import_module("tqdm").tqdm
            self._bar = bar(total=total, initial=done, unit=unit, dynamic_ncols=True)

    def step(self, standing: str, done: int = 1) -> None:
        """Counts `done` units more and shows the text `standing`."""
        self._done += done
        if self._bar is not None:
            self._bar.set_postfix_str(standing, refresh=False)
            self._bar.update(done)
        elif time.monotonic() - self._spoken >= SPEAK:
            self._spoken = time.monotonic()
            counted = f"{self._done} of {self._total} {self._unit}s"
            print(f"{counted}  {standing}", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
