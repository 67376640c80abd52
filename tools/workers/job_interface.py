"""What workers do: a job turns each task into results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class JobFault(Exception):
    """A reason to stop all work, as a text for people."""


class Job(ABC, Generic[Task, Result]):
    """Work of one kind; it travels to the workers, and so do tasks and results (pickle)."""

    @abstractmethod
    def start(self) -> AbstractContextManager[Callable[[Task], Iterable[Result]]]:
        """Makes a worker ready; then it gets one task after another. Both may raise JobFault."""

    @abstractmethod
    def name(self, task: Task) -> str:
        """The task in a message and as a key: "pair 3"."""

    def rest_of_task(self, task: Task, _: Result) -> Task:
        """What is left of a task after one of its results, if its worker dies."""
        return task
