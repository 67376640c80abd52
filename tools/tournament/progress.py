"""How far a run is: a bar by tqdm on a terminal that has it, else a line every few seconds."""

import contextlib
import importlib.util
import sys
import time

SPEAK = 5  # seconds between two lines where there is no bar


class Progress(contextlib.AbstractContextManager["Progress"]):
    """Counts games on stderr, with the score as it stands."""

    def __init__(self, total: int, done: int) -> None:
        """Begins with `done` of `total` games."""
        self._total, self._done, self._spoken = total, done, time.monotonic()
        self._bar = None
        if sys.stderr.isatty() and importlib.util.find_spec("tqdm"):
            bar = importlib.import_module("tqdm").tqdm
            self._bar = bar(total=total, initial=done, unit="game", dynamic_ncols=True)

    def step(self, standing: str) -> None:
        """One game more, after which this is the score."""
        self._done += 1
        if self._bar is not None:
            self._bar.set_postfix_str(standing, refresh=False)
            self._bar.update()
        elif time.monotonic() - self._spoken >= SPEAK:
            self._spoken = time.monotonic()
            print(f"{self._done} of {self._total} games  {standing}", file=sys.stderr)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
