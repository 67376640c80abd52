"""Fans the positions of a file over the workers of a Dask cluster, and keeps their order.

    batch_on_cluster.py --scheduler tcp://host:8786 parlour batch --game connect4 < in > out

Any command that answers each line of its input with one line will do; blank lines stay blank only
if it leaves them so. It must be there on every worker. A lost worker loses no line and repeats
none. Exit status: 0, or 3 when there is no cluster, or the command fails or miscounts its lines.
"""

import argparse
import itertools
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any, BinaryIO

from command_line import FAULT

AHEAD = 4  # chunks handed out for each thread of the cluster


class FleetError(Exception):
    """A cluster that is not there, or a command that does not answer line for line."""


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scheduler", required=True, metavar="ADDRESS", help="tcp://host:8786")
    parser.add_argument("--chunk", type=int, default=64, help="lines of one task")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="reads lines, answers each")
    args = parser.parse_args(words)
    if not args.command or args.chunk < 1:
        parser.error("a command is needed, and a chunk of at least 1")
    return args


def chunks(lines: BinaryIO, size: int) -> Iterator[list[bytes]]:
    """The lines, without their ends, in lists of this size."""
    stripped = (line.rstrip(b"\r\n") for line in lines)
    return iter(lambda: list(itertools.islice(stripped, size)), [])


def answer(command: list[str], lines: list[bytes]) -> bytes:
    """The task: what the command answers to these lines, one line for each."""
    asked = b"".join(line + b"\n" for line in lines)
    try:
        done = subprocess.run(command, input=asked, capture_output=True, check=False)
    except OSError as fault:
        raise FleetError(f"{command[0]}: {fault.strerror}") from None
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()
        raise FleetError(f"{command[0]} ended with status {done.returncode}: {why[:500]}")
    if done.stdout.count(b"\n") != len(lines):
        said = done.stdout.count(b"\n")
        raise FleetError(f"{command[0]} answered {said} lines to {len(lines)}")
    return done.stdout


def fan_out(address: str, command: list[str], todo: Iterator[list[bytes]]) -> Iterator[bytes]:
    """Yields the answers to the chunks, in their order; raises FleetError."""
    from distributed import Client  # noqa: PLC0415 - --help works without it

    try:
        client = Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise FleetError(f"no scheduler at {address}: {fault}") from None
    with client:
        workers = client.scheduler_info(-1)["workers"].values()
        threads = sum(worker["nthreads"] for worker in workers)
        if not threads:
            raise FleetError(f"the scheduler at {address} has no workers")

        def submit(lines: list[bytes]) -> Any:
            return client.submit(answer, command, lines, pure=False)

        under_way = deque(map(submit, itertools.islice(todo, AHEAD * threads)))
        while under_way:
            done = under_way.popleft()
            said = done.result()
            done.release()
            under_way.extend(map(submit, itertools.islice(todo, 1)))
            yield said


def main(words: list[str] | None = None) -> int:
    """Answers stdin on stdout; returns the exit status."""
    args = arguments(words)
    try:
        for said in fan_out(args.scheduler, args.command, chunks(sys.stdin.buffer, args.chunk)):
            sys.stdout.buffer.write(said)
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone
    except Exception as fault:
        print(f"batch_on_cluster: {fault}", file=sys.stderr)
        return FAULT
    return 0


if __name__ == "__main__":
    sys.exit(main())
