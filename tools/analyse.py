r"""Analyses games: what each decision lost, who played how well, and how much was luck.

    analyse.py --depth 12 game.sgf match.mat run.jsonl --report target/analysis
    echo 4453321 | analyse.py -

Reads lists of moves and lines of the protocol, logs and records of the arena, SGF and PSQ (Connect
5), `.mat` (backgammon), the digits of gamesolver.org; `-` is standard input. The log keeps what
was found, one JSON line a game; Ctrl-C loses no game that is in it, and `--resume` continues. With
a limit of nodes or depth the log has the same bytes every time. Exit status: 0 all games were
analysed; 1 some could not be read or are not legal; 3 a wrong call, or a failure of the engine, the
log or the cluster; 130 Ctrl-C.
"""

import argparse
import contextlib
import hashlib
import signal
import sys
from collections.abc import Generator, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from analysis import exports
from analysis.analysis_job import AnalysisJob, NumberedGame
from analysis.checked_game import CheckedGame, Checker
from analysis.decision_and_game_records import GameAnalysis
from analysis.settings import Settings
from analysis.summary_text import summary_text
from command_line import FAULT, carry_out, import_library, positive, read_whole_number
from json_log import JsonLog, LogError
from parlour import EngineError, find_engine
from tournament.notation.parsed_game import FileFault
from tournament.notation.read_any_format import read_games_of_any_format
from workers import local_processes
from workers.job_interface import JobFault
from workers.progress import Progress

TOOL = "analyse"  # the first key of the log's header
SOME_BAD = 1  # the exit status
STDIN = "-"
LIMITS = ("movetime", "nodes", "depth")


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line; what the log stores is there only if it was given."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    say = parser.add_argument
    say("files", nargs="+", metavar="FILE", help="games; '-' is standard input")
    say("--engine", default="", help="command of the engine, default parlour")
    say("--game", default="", help="the game of lines without one: the words after newgame")
    kept = parser.add_argument_group("settings that change what is found")
    add = partial(kept.add_argument, default=argparse.SUPPRESS)
    add("--movetime", type=positive, help="milliseconds of each search, default 1000")
    add("--nodes", type=positive, help="of each search")
    add("--depth", type=positive, help="plies of each search")
    add("--player", help="that judges, by default the strongest of the game")
    add("--option", action="append", dest="options", metavar="NAME=VALUE", help="of the engine")
    add("--lines", type=positive, help="plays that are compared where there are dice, default 5")
    add("--rollout", type=positive, metavar="GAMES", help="roll out each marked decision")
    add("--truncate", type=positive, metavar="ROLLS", help="evaluate a rollout after this many")
    add("--no-luck", action="store_false", dest="luck", help="do not compare rolls")
    say("--jobs", type=positive, default=1, help="games at a time on this machine")
    say("--scheduler", metavar="ADDRESS", help="analyse on a Dask cluster, tcp://host:8786")
    say("--log", type=Path, help="one JSON line a game; without it nothing is kept")
    say("--resume", action="store_true", help="continue the log")
    say("--report", type=Path, metavar="DIR", help="write a page with boards and graphs there")
    say("--csv", type=Path, metavar="FILE", help="write one line a decision")
    say("--cards", type=Path, metavar="FILE", help="write marked decisions as cards for Anki")
    say("--records", type=Path, metavar="DIR", help="write the games with remarks there")
    say("--worst", type=read_whole_number, default=10, help="decisions that are listed, default 10")
    return parser.parse_args(words)


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings of a command line; raises ValueError."""
    said = {name: vars(args)[name] for name in Settings.__dataclass_fields__ if name in args}
    options: dict[str, str] = {}
    for word in said.get("options", []):
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise ValueError(f"--option {word}: NAME=VALUE is expected")
        options[name] = value
    if not any(limit in said for limit in LIMITS):
        said["movetime"] = 1000
    return Settings(**{**said, "options": options, "engine": args.engine or find_engine()})


def complain(file: str, fault: FileFault | OSError) -> None:
    """One line on stderr."""
    where = f", line {fault.line}" if isinstance(fault, FileFault) and fault.line else ""
    text = fault.text if isinstance(fault, FileFault) else fault.strerror or str(fault)
    print(f"analyse: {file}{where}: {text}", file=sys.stderr)


def read_files(files: Sequence[str], checker: Checker, game: str) -> tuple[list[CheckedGame], bool]:
    """The games that can be read and are legal, and whether these are all."""
    games, is_whole = [], True
    for file in files:
        name = "standard input" if file == STDIN else Path(file).name
        try:
            said = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        except OSError as fault:
            complain(name, fault)
            is_whole = False
            continue
        found = read_games_of_any_format(said, any_game=bool(game))
        faults = list(found.faults)
        for one in found.games:
            try:
                games.append(checker.check(one, name))
            except FileFault as fault:
                faults.append(fault)
        for one_fault in sorted(faults, key=lambda fault: fault.line):
            complain(name, one_fault)
            is_whole = False
    return games, is_whole


def open_log(
    args: argparse.Namespace, header: dict[str, Any]
) -> tuple[JsonLog[GameAnalysis] | None, list[GameAnalysis]]:
    """The log, if there is to be one, and what it has already; raises LogError, ValueError."""
    if not args.log:
        if args.resume:
            raise ValueError("--resume needs --log")
        return None, []
    if not args.resume:
        return JsonLog[GameAnalysis].create(args.log, TOOL, header), []
    kept, log = JsonLog[GameAnalysis].resume(args.log, TOOL, GameAnalysis.from_json)
    del kept[TOOL]
    if kept != header:
        log.close()
        different = next(key for key in header if kept.get(key) != header[key])
        raise ValueError(f"{args.log} is of other {different}: --resume needs the same call")
    return log, list(log.entries)


def analyse(
    args: argparse.Namespace,
    settings: Settings,
    games: Sequence[CheckedGame],
    done: list[GameAnalysis],
    log: JsonLog[GameAnalysis] | None,
) -> None:
    """Analyses what `done` lacks, in the order of the games, however they end."""
    rest: list[NumberedGame] = list(enumerate(games))[len(done) :]
    if not rest:
        return
    with contextlib.ExitStack() as stack:
        job = AnalysisJob(settings)
        results: Generator[tuple[int, GameAnalysis], None, None]
        if args.scheduler:
            cluster = import_library("workers.cluster", "--scheduler")
            client = stack.enter_context(cluster.connected(args.scheduler))
            results = cluster.run_job(client, job, rest)
        else:
            results = local_processes.run_job(job, rest, args.jobs)
        stack.enter_context(contextlib.closing(results))
        progress = stack.enter_context(Progress(len(games), len(done)))
        for analysis in in_order(results, len(done), progress):
            if log:
                log.append(analysis.to_json())
            done.append(analysis)


def in_order(
    results: Iterable[tuple[int, GameAnalysis]], first: int, progress: Progress
) -> Generator[GameAnalysis, None, None]:
    """The results in the order of their numbers, which begin with `first`."""
    waiting: dict[int, GameAnalysis] = {}
    for number, analysis in results:
        waiting[number] = analysis
        progress.step(analysis.game.file)
        while first in waiting:
            yield waiting.pop(first)
            first += 1


def write_all(args: argparse.Namespace, settings: Settings, done: list[GameAnalysis]) -> None:
    """Prints the summary, and writes what is asked for; raises OSError, ValueError."""
    print(summary_text(done, args.worst), flush=True)
    if args.csv:
        exports.write_csv(args.csv, done)
    if args.cards:
        exports.write_cards(args.cards, done, settings)
    if args.records:
        for line in exports.write_records(args.records, done, settings):
            print(line, file=sys.stderr)
    if args.report:
        report = import_library("analysis.report", "--report")
        print(report.write_report(args.report, done, settings))


def work(args: argparse.Namespace) -> int:
    """Does all of it; returns the exit status."""
    if args.report:  # before anything is computed
        import_library("analysis.report", "--report")
    settings = settings_of(args)
    with settings.start_engine() as engine:
        games, is_whole = read_files(args.files, Checker(engine, args.game), args.game)
    if not games:
        raise ValueError("there is no game to analyse")
    digest = hashlib.sha256("".join(game.digest for game in games).encode()).hexdigest()[:16]
    header = {"settings": settings.to_json(), "games": len(games), "digest": digest}
    log, done = open_log(args, header)
    with log or contextlib.nullcontext():
        analyse(args, settings, games, done, log)
    write_all(args, settings, done)
    return 0 if is_whole else SOME_BAD


def main(words: list[str] | None = None) -> int:
    """Executes a command line; returns the exit status."""
    args = arguments(words)
    stopped = f"stopped; --resume --log {args.log} continues" if args.log else "stopped"
    faults = (EngineError, JobFault, LogError)
    return carry_out("analyse", lambda: work(args), *faults, interrupted=stopped, status=FAULT)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what is done is kept
    sys.exit(main())
