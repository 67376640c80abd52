"""Executes tasks on the workers of a Dask cluster; needs `dask[distributed]`.

The packages of the tools travel to the workers by themselves; the engines' commands must work on
each of them. A task whose worker is lost runs again elsewhere.
"""

import contextlib
import tempfile
import uuid
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from pathlib import Path

from distributed import Client, Future, as_completed

from workers.job_interface import Job, JobFault, Result, Task

TOOLS = Path(__file__).resolve().parent.parent
PACKAGES = ("parlour/*", "workers/*", "tournament/**/*", "analysis/*")  # what workers need
AHEAD = 2  # tasks handed out for each thread of the cluster, so that none waits for work
PATIENCE = 10  # seconds to find the scheduler


@contextlib.contextmanager
def connected(address: str) -> Iterator[Client]:
    """A client of the scheduler at this address whose workers know the tools.

    Raises JobFault if there is no answer or no worker is connected.
    """
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise JobFault(f"no scheduler at {address}: {fault}") from None
    with client, tempfile.TemporaryDirectory() as folder:
        if not client.scheduler_info()["workers"]:
            raise JobFault(f"the scheduler at {address} has no workers")
        client.upload_file(str(_packed(Path(folder))))
        yield client


def _packed(folder: Path) -> Path:
    """Writes what a worker needs into a zip file there."""
    target = folder / "parlour_tools.zip"
    with zipfile.ZipFile(target, "w") as packed:
        for pattern in PACKAGES:
            for source in TOOLS.glob(f"{pattern}.py"):
                packed.write(source, source.relative_to(TOOLS))
    return target


def run_job(
    client: Client, job: Job[Task, Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """Yields results as their tasks end, in any order; closing it cancels those not yet begun.

    Raises JobFault when the job does, or a task has lost more workers than the scheduler allows.
    """
    run, waiting = uuid.uuid4().hex, iter(tasks)
    shared = client.scatter(job, broadcast=True, hash=False)

    def submitted(task: Task) -> "Future[list[Result]]":
        key = f"{job.name(task).replace(' ', '-')}-{run}"
        return client.submit(_work, shared, task, key=key, pure=False)

    threads = sum(worker["nthreads"] for worker in client.scheduler_info(-1)["workers"].values())
    first = [submitted(task) for task in islice(waiting, AHEAD * threads)]
    under_way = as_completed(first, loop=client.loop)
    try:
        for future in under_way:
            under_way.update([submitted(task) for task in islice(waiting, 1)])
            try:
                results = future.result()
            except Exception as fault:
                raise JobFault(f"{future.key}: {fault}") from fault
            yield from results
    finally:
        client.cancel(list(under_way.futures), force=True)


def _work(job: Job[Task, Result], task: Task) -> list[Result]:
    """The task: on a worker, with engines of its own."""
    with job.start() as work:
        return list(work(task))


def call(client: Client, function: Callable[[], None]) -> None:
    """Calls this once on one worker; raises JobFault if that fails."""
    try:
        client.submit(function, pure=False).result()
    except Exception as fault:
        raise JobFault(str(fault)) from None
