"""Executes tasks in worker processes of this machine."""

import contextlib
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic

from workers.job_interface import Job, JobFault, Result, Task

MOST_DEATHS = 3  # of workers over one task; more than that is the task's fault, not chance


def run_job(
    job: Job[Task, Result], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    """Yields results as they come, in any order; closing it ends the workers and their engines.

    Raises JobFault when the job does, or workers keep dying.
    """
    waiting = deque(tasks)
    crew = [_Worker(job) for _ in range(min(workers, len(waiting)))]
    try:
        for worker in crew:
            worker.begin(waiting.popleft())
        while busy := {worker.connection: worker for worker in crew if worker.is_busy}:
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index] # only connections are waited for
                yield from worker.receive()
                if waiting and not worker.is_busy:
                    worker.begin(waiting.popleft())
    finally:
        for worker in crew:
            worker.end()
        for worker in crew:
            worker.process.join()


class _Worker(Generic[Task, Result]):
    """A process that executes one task at a time, and what is left of that task."""

    def __init__(self, job: Job[Task, Result]) -> None:
        self._job, self._deaths = job, 0
        self._tasks: list[Task] = []  # the one at hand
        self.process, self.connection = self._start()

    @property
    def is_busy(self) -> bool:
        """Whether it has a task at hand."""
        return bool(self._tasks)

    def _start(self) -> tuple[SpawnProcess, Connection]:
        """A new process; spawned, it holds no other worker's pipe open."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._job))
        process.start()
        theirs.close()
        return process, ours

    def begin(self, task: Task) -> None:
        """Gives it a task."""
        self._tasks, self._deaths = [task], 0
        self._send(task)

    def _send(self, task: Task) -> None:
        with contextlib.suppress(OSError):  # it has ended: `receive` will find that out
            self.connection.send(task)

    def receive(self) -> list[Result]:
        """A result of its task, if that is what has come; a dead worker gets a successor."""
        [task] = self._tasks
        try:
            kind, said = self.connection.recv()
        except (EOFError, OSError):
            self._deaths += 1
            self.connection.close()
            self.process.join()
            if self._deaths > MOST_DEATHS:
                name = self._job.name(task)
                raise JobFault(f"{self._deaths} workers died over {name}") from None
            self.process, self.connection = self._start()
            self._send(task)
            return []
        if kind == "fault":
            raise said
        if kind == "end":
            self._tasks = []
            return []
        self._tasks = [self._job.rest_of_task(task, said)]
        return [said]

    def end(self) -> None:
        """Ends it and its engines, in the middle of a task too."""
        self.process.terminate()
        self.connection.close()


def _serve(connection: Connection, job: Job[Any, Any]) -> None:
    """The worker: executes the tasks that it receives until its connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the tool's to answer
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # by way of `with`: engines end
    with contextlib.suppress(EOFError, OSError), contextlib.ExitStack() as stack:
        work = None
        while True:
            task = connection.recv()
            try:
                work = work or stack.enter_context(job.start())
                for result in work(task):
                    connection.send(("result", result))
                connection.send(("end", None))
            except JobFault as fault:
                connection.send(("fault", fault))
