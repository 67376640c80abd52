"""The report of a soak: plots over time, and the verdict."""

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes

from html_reports.page_template import Table
from html_reports.svg_plots import DASHES, INK, SERIES, Plot, figure, legend
from html_reports.tables_and_plots_page import Section, write_measured
from soaking.samples_and_flatness import UNITS, Change, Sample

SLICES = 120  # points of a line
HOUR, MINUTE = 3600, 60


def write_report(
    folder: Path,
    words: str,
    settings: dict[str, str],
    samples: Sequence[Sample],
    verdict: tuple[Sequence[Change], float],
) -> Path:
    """Writes `index.html` with a verdict and the seconds of the warm-up; raises OSError."""
    found, warm_up = verdict
    rows = [
        [
            change.name,
            f"{change.first:.4g} {UNITS[change.name]}",
            f"{change.last:.4g} {UNITS[change.name]}",
            f"{change.per_cent:+.2f} %",
            f"{change.tolerance:g} %",
            "yes" if change.is_flat else "no",
        ]
        for change in found
    ]
    heads = ["Figure", "First", "Last", "Change", "Allowed", "Flat"]
    sections = [
        Section(
            "Verdict",
            [Table(heads, rows)] if rows else [],
            note="First and last third of the rounds after the warm-up; the growth that is allowed."
            " Memory, handles and threads: the median of each engine after its rounds, summed up."
            " Latencies: the median of all; they may also grow by half a millisecond.",
        ),
        Section("Plots", plots=_plots(samples, warm_up)),
        Section("What was done", [Table([], [[name, said] for name, said in settings.items()])]),
    ]
    return write_measured(folder, "Soak test", words, sections)


def _plots(samples: Sequence[Sample], warm_up: float) -> list[Plot]:
    if not samples:
        return []
    note = "The dashed line is the end of the warm-up."
    return [
        _over_time(
            "Resident memory", "MiB an engine", samples, warm_up, lambda s: s.rss_kib / 1024
        ),
        _over_time("Open handles", "handles an engine", samples, warm_up, lambda s: s.handles),
        _over_time("Threads", "threads an engine", samples, warm_up, lambda s: s.threads),
        _latency("stop to bestmove", samples, warm_up, lambda s: s.stop_ms, note),
        _latency("isready to readyok", samples, warm_up, lambda s: s.isready_ms, note),
        _games(samples),
    ]


def _time_unit(samples: Sequence[Sample]) -> tuple[float, str]:
    last = max(sample.seconds for sample in samples)
    if last > 2 * HOUR:
        return HOUR, "hours"
    return (MINUTE, "minutes") if last > 2 * MINUTE else (1, "seconds")


def _slices(samples: Sequence[Sample]) -> list[tuple[float, list[Sample]]]:
    """The samples in order, in slices of time; the middle of each with what is in it."""
    width = max(sample.seconds for sample in samples) / SLICES or 1.0
    found: dict[int, list[Sample]] = {}
    for sample in samples:
        found.setdefault(int(sample.seconds / width), []).append(sample)
    return [((place + 0.5) * width, part) for place, part in sorted(found.items())]


def _over_time(
    title: str,
    unit: str,
    samples: Sequence[Sample],
    warm_up: float,
    value: Callable[[Sample], float],
) -> Plot:
    """A line for each dialect: the mean over its engines."""
    dialects = list(dict.fromkeys(sample.dialect for sample in samples))
    scale, word = _time_unit(samples)

    def draw(axes: Axes) -> None:
        for place, dialect in enumerate(dialects):
            parts = _slices([sample for sample in samples if sample.dialect == dialect])
            times = [time / scale for time, _ in parts]
            values = [statistics.fmean(map(value, part)) for _, part in parts]
            axes.plot(times, values, color=SERIES[place], linestyle=DASHES[place], label=dialect)
        axes.axvline(warm_up / scale, color=INK, linewidth=0.8, linestyle="--")
        axes.set_ylim(0, axes.dataLim.ymax * 1.1 or 1)
        axes.set_xlabel(f"time ({word})")
        axes.set_ylabel(unit)
        legend(axes, len(dialects))

    return Plot(title, figure(draw), "After each round, with the default options and empty tables.")


def _latency(
    title: str,
    samples: Sequence[Sample],
    warm_up: float,
    values: Callable[[Sample], Sequence[float]],
    note: str,
) -> Plot:
    """Median, 99th percentile and greatest of each slice of time."""
    scale, word = _time_unit(samples)
    curves: dict[str, Callable[[list[float]], float]] = {
        "median": statistics.median,
        "99 %": lambda seen: seen[min(len(seen) - 1, len(seen) * 99 // 100)],
        "greatest": max,
    }

    def draw(axes: Axes) -> None:
        parts = [
            (time, sorted(value for sample in part for value in values(sample)))
            for time, part in _slices(samples)
        ]
        parts = [(time, seen) for time, seen in parts if seen]
        for place, (name, curve) in enumerate(curves.items()):
            axes.plot(
                [time / scale for time, _ in parts],
                [curve(seen) for _, seen in parts],
                color=SERIES[place],
                linestyle=DASHES[place],
                label=name,
            )
        axes.axvline(warm_up / scale, color=INK, linewidth=0.8, linestyle="--")
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel(f"time ({word})")
        axes.set_ylabel("ms")
        legend(axes, len(curves))

    return Plot(title, figure(draw), note)


def _games(samples: Sequence[Sample]) -> Plot:
    """Games of all engines together."""
    scale, word = _time_unit(samples)
    latest: dict[int, int] = {}
    times, sums = [0.0], [0]
    for sample in samples:
        latest[sample.engine] = sample.games
        times.append(sample.seconds / scale)
        sums.append(sum(latest.values()))

    def draw(axes: Axes) -> None:
        step = 1 + len(times) // SLICES
        axes.plot(times[::step], sums[::step], color=SERIES[0])
        axes.set_xlabel(f"time ({word})")
        axes.set_ylabel("games so far")

    return Plot("Games", figure(draw))
