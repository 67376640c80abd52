r"""Plays tournaments between engines, and keeps, counts and shows their games.

    arena.py --game connect4 --games 400 --nodes 1000 --concurrency 2 --log run.jsonl \
        --engine parlour name=strong --engine parlour name=weak Level=3

An engine is a command, then words NAME=VALUE. The names name, dialect (native, ugi, piskvork, ubgi,
gnubg, harness), movetime, nodes, depth and tc are for the arena; all others are options of the
engine. Every opening is played twice with sides swapped, with the same dice where there are dice.
A sequential test plays until it has decided, unless --games is given. Ctrl-C keeps the games that
were played; the same command with --resume continues. Exit status: 0 all games were played or the
test has decided; 2 a wrong option; 3 a wrong value, or a failure of the judge, the log or the
cluster; 4 all games were played and the test is undecided; 130 Ctrl-C.
"""

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from command_line import FAULT, import_library, positive
from parlour import Engine, EngineError
from tournament.events.event_definition import Event
from tournament.events.event_log import Log, LogError
from tournament.events.event_settings import SETTINGS, growing_events, kept_settings, new_settings
from tournament.events.keep_games_in_order import (
    GamesInOrder,
    games_left_to_play,
    keep_in_order,
)
from tournament.events.running_score import RunningScore
from tournament.events.schedule import SCHEDULES
from tournament.notation.write_records import write_records
from tournament.openings.read_openings import check_openings
from tournament.playing.game_record import GameRecord
from tournament.playing.pairs_job import PairsJob
from tournament.standings_text import standings_text, test_lines
from tournament.statistics.event_results import Summary
from tournament.statistics.sprt import PointsSprt, SequentialTest, Sprt
from workers import local_processes
from workers.job_interface import JobFault
from workers.progress import Progress

UNDECIDED, INTERRUPTED = 4, 130  # exit statuses
BOTH = 2
Add = Callable[..., argparse.Action]  # a parser's or a group's `add_argument`


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line; what the log stores is there only if it was given."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kept = parser.add_argument_group("settings that the log stores and --resume reads from it")
    add = partial(kept.add_argument, default=argparse.SUPPRESS)
    add_event(add)
    add_limits(add)
    add_run(parser.add_argument)
    return parser.parse_args(words)


def add_event(add: Add) -> None:
    """Adds who plays, what, and from which openings."""
    add("--engine", nargs="+", action="append", dest="engines", metavar=("COMMAND", "NAME=VALUE"))
    add("--game", help="one of the judge's games, default its first")
    add("--variant", help="words after `newgame GAME`, such as 'width 8 height 7'")
    add(
        "--schedule",
        choices=SCHEDULES,
        help="which engines meet; gauntlet: the first meets all others",
    )
    add(
        "--openings",
        metavar="FILE",
        help="one opening a line, the words after `position`; none: the start position",
    )
    add("--order", choices=("sequential", "random"), help="order of the openings")
    add("--random-plies", type=int, metavar="N", help="random legal moves after the opening")
    add("--seed", type=int, help="seed of all that is random, default 1")


def add_limits(add: Add) -> None:
    """Adds the limits of moves, games and faults."""
    for limit in ("movetime", "nodes", "depth"):
        add(f"--{limit}", type=int, help="limit of each move; by default the engine's own")
    add(
        "--tc", metavar="BASE+INC", help="clocks: seconds for the game, seconds added for each move"
    )
    add(
        "--games",
        type=int,
        help="games of each two engines, an even number, default 100, or with a sequential test"
        " as many as it needs; --resume may change it",
    )
    add("--judge", help="command of the engine that checks the rules, default parlour")
    add(
        "--tolerance",
        type=float,
        metavar="MS",
        help="by which a move may overrun its time, default 100",
    )
    add(
        "--hang",
        type=float,
        metavar="MS",
        help="without an answer, beyond its time, after which an engine loses, default 60000",
    )


def add_run(add: Add) -> None:
    """Adds what may differ from one call to the next: how it is played, and what is written."""
    add("--log", type=Path, default=Path("arena.jsonl"), help="one JSON line a game")
    add("--resume", action="store_true", help="continue the log")
    add("--concurrency", type=positive, default=1, metavar="N", help="pairs of games at a time")
    add("--restart", action="store_true", help="start the engines anew for every game")
    add(
        "--no-times",
        action="store_true",
        help="store no times, so that the same games give the same log",
    )
    add("--sprt", nargs=4, type=float, metavar=("ELO0", "ELO1", "ALPHA", "BETA"))
    add("--sprt-points", nargs=4, type=float, metavar=("POINTS0", "POINTS1", "ALPHA", "BETA"))
    add("--scheduler", metavar="ADDRESS", help="play on a Dask cluster, tcp://host:8786")
    add("--report", type=Path, metavar="DIR", help="write a page of plots and boards there")
    add("--records", type=Path, metavar="DIR", help="write SGF, .mat or move lists there")


Settings = dict[str, Any]


def open_event(args: argparse.Namespace, said: Settings) -> tuple[Settings, Log]:
    """The settings of the event, and its log, new or resumed."""
    if args.resume:
        header, log = Log.resume(args.log, not args.no_times)
        with contextlib.ExitStack() as on_fault:
            on_fault.callback(log.close)
            settings = kept_settings(header["settings"], said)
            if not (settings["games"] or asks_for_sequential_test(args)):
                raise ValueError("the log is that of a sequential test: give its words, or --games")
            event = next(growing_events(settings, len(log.games)))
            sequential_test_of(args, event)
            pairs = {pair.number for pair in event.pairs}
            if any(game.pair not in pairs for game in log.games):
                raise ValueError(f"the log has {len(log.games)} games already: give more --games")
            if games_left_to_play(event, log):
                check(args, event, settings["openings"])
            on_fault.pop_all()
        return settings, log
    settings = new_settings({"games": 0, **said} if asks_for_sequential_test(args) else said)
    if not (settings["games"] or asks_for_sequential_test(args)):
        raise ValueError("--games 0 needs a sequential test, which says when to stop")
    event = next(growing_events(settings, 0))
    sequential_test_of(args, event)
    check(args, event, settings["openings"])
    header = {"settings": settings, **event.header()}
    return settings, Log.create(args.log, header, not args.no_times)


def check(args: argparse.Namespace, event: Event, openings: list[str]) -> None:
    """Checks the openings with the judge, and starts every engine once, before a log is created.

    On a cluster the engines are started by one of its workers.
    """
    with Engine.popen(event.rules.judge) as judge:
        check_openings(judge, event.rules, openings)
    if args.scheduler:
        cluster = import_library("workers.cluster", "--scheduler")
        with cluster.connected(args.scheduler) as client:
            cluster.call(client, PairsJob(event).check)
    else:
        PairsJob(event).check()


def asks_for_sequential_test(args: argparse.Namespace) -> bool:
    """Whether a sequential test is asked for."""
    return bool(args.sprt or args.sprt_points)


def sequential_test_of(args: argparse.Namespace, event: Event) -> SequentialTest | None:
    """The sequential test that is asked for."""
    if not asks_for_sequential_test(args):
        return None
    if len(event.contestants) != BOTH:
        raise ValueError("a sequential test is between two engines")
    return Sprt(*args.sprt) if args.sprt else PointsSprt(*args.sprt_points)


def play_event(
    args: argparse.Namespace, event: Event, log: Log, test: SequentialTest | None
) -> bool:
    """Plays what the log lacks, until all is played or the test has decided; whether it has."""
    counts, order = RunningScore(event, test), GamesInOrder(event.pairs)
    for known in log.games:
        for game in order.add(known):
            counts.add(game)
            if counts.decided:
                return True
    rest = games_left_to_play(event, log)
    if not rest:
        return False
    with contextlib.ExitStack() as stack:
        if args.scheduler:
            cluster = import_library("workers.cluster", "--scheduler")
            client = stack.enter_context(cluster.connected(args.scheduler))
            games = cluster.run_job(client, PairsJob(event, args.restart), rest)
        else:
            games = local_processes.run_job(PairsJob(event, args.restart), rest, args.concurrency)
        progress = stack.enter_context(Progress(2 * len(event.pairs), len(log.games)))

        def on_game(game: GameRecord, is_new: bool) -> bool:
            counts.add(game)
            if is_new:
                progress.step(counts.line(game))
            return counts.decided

        keep_in_order(order, games, log, on_game)
    return counts.decided


def play_all(args: argparse.Namespace, settings: Settings, log: Log) -> int:
    """Plays the event, without a number of games until its test has decided; the exit status."""
    try:
        for event in growing_events(settings, len(log.games)):
            test = sequential_test_of(args, event)
            if play_event(args, event, log, test):
                return 0
        return UNDECIDED if test else 0
    except KeyboardInterrupt:
        print("arena: stopped; the same command with --resume continues", file=sys.stderr)
        return INTERRUPTED


def print_results(
    args: argparse.Namespace, log: Log, event: Event, test: SequentialTest | None
) -> None:
    """Prints the standings, and writes what is asked for."""
    print(standings_text(event.header(), log.games, test), flush=True)
    if args.records:
        for line in write_records(event.header(), log.games, args.records):
            print(line, file=sys.stderr)
    if args.report:
        report = import_library("tournament.report", "--report")
        header = event.header()
        if test:
            header["test"] = test_lines(Summary.of(header, log.games), test)
        print(report.write_report(header, log.games, args.report, event.rules.judge))


def main(words: list[str] | None = None) -> int:
    """Plays the event of a command line; returns the exit status."""
    args = arguments(words)
    said = {name: value for name, value in vars(args).items() if name in SETTINGS}
    try:
        if args.report:  # before anything is played
            import_library("tournament.report", "--report")
        settings, log = open_event(args, said)
        with log:
            status = play_all(args, settings, log)
            event = next(growing_events(settings, len(log.games)))
            print_results(args, log, event, sequential_test_of(args, event))
            return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the standings has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, ValueError, EngineError, JobFault, LogError) as fault:
        print(f"arena: {fault}", file=sys.stderr)
        return FAULT


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what is played is kept
    sys.exit(main())
