"""Plays pairs of games on the workers of a Dask cluster; needs `dask[distributed]`.

One pair is one task. The package travels to the workers by itself; the engines' commands, and the
judge's, must work on each of them. A task whose worker is lost runs again elsewhere.
"""

import contextlib
import tempfile
import uuid
import zipfile
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from pathlib import Path

from distributed import Client, Future, as_completed

from tournament.event import Event, Pair
from tournament.record import Game
from tournament.worker_engines import Fault, Seats

HERE = Path(__file__).resolve().parent
AHEAD = 2  # tasks handed out for each thread of the cluster, so that none waits for work
PATIENCE = 10  # seconds to find the scheduler


@contextlib.contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at this address whose workers know this package.

    Raises Fault if there is no answer or no worker is connected.
    """
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise Fault(f"no scheduler at {address}: {fault}") from None
    with client, tempfile.TemporaryDirectory() as folder:
        if not client.scheduler_info()["workers"]:
            raise Fault(f"the scheduler at {address} has no workers")
        client.upload_file(str(_packed(Path(folder))))
        yield client


def _packed(folder: Path) -> Path:
    """Writes what a worker needs into a zip file there."""
    target = folder / "parlour_tournament.zip"
    with zipfile.ZipFile(target, "w") as packed:
        for source in [*HERE.parent.glob("parlour/*.py"), *HERE.glob("*.py")]:
            packed.write(source, source.relative_to(HERE.parent))
    return target


def play_pairs(client: Client, event: Event, pairs: Iterable[Pair]) -> Generator[Game, None, None]:
    """Yields games as their pairs end, in any order; closing it cancels those that have not begun.

    Raises Fault when the judge fails, or a pair has lost more workers than the scheduler allows.
    """
    run, waiting = uuid.uuid4().hex, iter(pairs)
    shared = client.scatter(event, broadcast=True, hash=False)

    def submitted(pair: Pair) -> "Future[list[Game]]":
        key = f"pair-{pair.number}-{run}"
        return client.submit(_play, shared, pair, key=key, pure=False)

    threads = sum(worker["nthreads"] for worker in client.scheduler_info(-1)["workers"].values())
    first = [submitted(pair) for pair in islice(waiting, AHEAD * threads)]
    under_way = as_completed(first, loop=client.loop)
    try:
        for future in under_way:
            under_way.update([submitted(pair) for pair in islice(waiting, 1)])
            try:
                games = future.result()
            except Exception as fault:
                raise Fault(f"{future.key}: {fault}") from fault
            yield from games
    finally:
        client.cancel(list(under_way.futures), force=True)


def _play(event: Event, pair: Pair) -> list[Game]:
    """The task: on a worker, with engines of its own."""
    with Seats(event.rules, event.contestants) as seats:
        return list(seats.play(pair))


def check(client: Client, event: Event) -> None:
    """Starts every engine once on one worker; raises Fault if one can't play."""
    try:
        client.submit(_check, event, pure=False).result()
    except Exception as fault:
        raise Fault(str(fault)) from None


def _check(event: Event) -> None:
    with Seats(event.rules, event.contestants) as seats:
        seats.check()
