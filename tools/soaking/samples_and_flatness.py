"""What is measured after each round of each engine, and whether it stays flat."""

import csv
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

THIRDS = 3
LATENCY_FLOOR = 0.5  # milliseconds: a smaller change of a latency is no finding
UNITS = {"memory": "MiB", "handles": "", "threads": "", "isready": "ms", "stop": "ms"}


@dataclass(frozen=True)
class Sample:
    """An engine after a round. Latencies are those of the round, in milliseconds."""

    seconds: float  # since the start
    engine: int
    dialect: str
    rounds: int
    games: int  # so far
    lines: int  # sent so far
    rss_kib: int
    peak_kib: int
    handles: int
    threads: int
    isready_ms: tuple[float, ...] = ()
    stop_ms: tuple[float, ...] = ()


COLUMNS: tuple[str, ...] = ("seconds", "engine", "dialect", "rounds", "games", "lines")
COLUMNS += ("rss_kib", "peak_kib", "handles", "threads")
COLUMNS += ("isready_median_ms", "isready_max_ms", "stop_median_ms", "stop_max_ms")


class SampleFile:
    """A CSV that grows with each sample, so that what is measured survives an interruption."""

    def __init__(self, path: Path) -> None:
        """Begins the file. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("w", newline="", encoding="utf-8")
        self._writer = csv.writer(self._file)
        self._writer.writerow(COLUMNS)

    def add(self, sample: Sample) -> None:
        """Adds a row."""
        numbers = list(vars(sample).values())[:-2]
        numbers[0] = f"{sample.seconds:.1f}"
        for values in (sample.isready_ms, sample.stop_ms):
            has = bool(values)
            numbers.append(f"{statistics.median(values):.3f}" if has else "")
            numbers.append(f"{max(values):.3f}" if has else "")
        self._writer.writerow(numbers)
        self._file.flush()

    def close(self) -> None:
        """Ends the file."""
        self._file.close()


@dataclass(frozen=True)
class Change:
    """A figure in the first and in the last third after the warm-up."""

    name: str
    first: float
    last: float
    tolerance: float  # per cent
    is_flat: bool

    @property
    def per_cent(self) -> float:
        """Growth; below 0 it has shrunk."""
        return 100 * (self.last / self.first - 1) if self.first else 0.0


def thirds(samples: Sequence[Sample], warm_up: float) -> tuple[list[Sample], list[Sample]]:
    """The first and the last third of each engine's rounds after the warm-up.

    Raises ValueError if an engine has fewer than three.
    """
    first, last = list[Sample](), list[Sample]()
    for engine in {sample.engine for sample in samples}:
        own = [one for one in samples if one.engine == engine and one.seconds >= warm_up]
        length = len(own) // THIRDS
        if not length:
            raise ValueError(
                "too few rounds for a verdict: give more --seconds, or fewer --engines"
            )
        first += own[:length]
        last += own[-length:]
    return first, last


def sum_of_medians(samples: Iterable[Sample], value: Callable[[Sample], float]) -> float:
    """The median of each engine, summed up over the engines."""
    seen: dict[int, list[float]] = {}
    for sample in samples:
        seen.setdefault(sample.engine, []).append(value(sample))
    return sum(statistics.median(values) for values in seen.values())


def median_of_all(samples: Iterable[Sample], values: Callable[[Sample], Sequence[float]]) -> float:
    """The median of all single latencies."""
    seen = [value for sample in samples for value in values(sample)]
    return statistics.median(seen) if seen else 0.0


def changes(
    samples: Sequence[Sample],
    warm_up: float,
    tolerance: float,
    latency_tolerance: float,
) -> list[Change]:
    """Every figure. Raises ValueError if an engine was not measured often enough."""
    if not samples:
        raise ValueError("no round was played to its end")
    first, last = thirds(samples, warm_up)
    found = []
    sums: dict[str, Callable[[Sample], float]] = {
        "memory": lambda one: one.rss_kib / 1024,
        "handles": lambda one: one.handles,
        "threads": lambda one: one.threads,
    }
    for name, value in sums.items():
        old, new = sum_of_medians(first, value), sum_of_medians(last, value)
        is_flat = new <= old * (1 + tolerance / 100)
        found.append(Change(name, old, new, tolerance, is_flat))
    latencies: dict[str, Callable[[Sample], Sequence[float]]] = {
        "isready": lambda one: one.isready_ms,
        "stop": lambda one: one.stop_ms,
    }
    for name, values in latencies.items():
        old, new = median_of_all(first, values), median_of_all(last, values)
        is_flat = new <= max(old * (1 + latency_tolerance / 100), old + LATENCY_FLOOR)
        found.append(Change(name, old, new, latency_tolerance, is_flat))
    return found
