"""Engines as processes: several lines are sent at once, and no process outlives this one."""

import contextlib
import time
from subprocess import DEVNULL, PIPE, Popen

from parlour_client import UNFINISHED, Engine, EngineError, Listener

# Remembers the process groups that it reads; kills those that are left at the end of its input.
# It ignores the signals that its group gets, so it outlives the processes that they end.
WARDEN = """
trap '' HUP INT TERM
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do kill -KILL "-$group"; done
"""


class ProcessGuard(contextlib.AbstractContextManager["ProcessGuard"]):
    """A small process beside this one that kills engines and their children when this one ends.

    It does so however this one ends, by SIGKILL too, and whichever thread started the engines.
    """

    def __init__(self) -> None:
        self._process = Popen(
            ["/bin/sh", "-c", WARDEN],
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            text=True,
            start_new_session=True,
        )

    def watch(self, group: int) -> None:
        """Has this process group killed at the end."""
        self._write_group("+", group)

    def forget(self, group: int) -> None:
        """This group has ended; its number may be another's soon."""
        self._write_group("-", group)

    def _write_group(self, sign: str, group: int) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError):  # the guard was ended: engines are closed here
            print(sign, group, file=self._process.stdin, flush=True)

    def close(self) -> None:
        """Ends it and, through it, the groups that it still watches."""
        assert self._process.stdin
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        self.close()


class EngineProcess(Engine):
    """An engine under a guard, with ways of asking that a dialect of lines needs."""

    def __init__(self, command: str, guard: ProcessGuard, tagged: bool, timeout: float) -> None:
        """Starts it; an answer may take `timeout` seconds. Raises EngineError if it can't start."""
        try:
            super().__init__(command, tagged, timeout)
        except (OSError, ValueError) as fault:  # ValueError: a quotation mark without its other
            why = getattr(fault, "strerror", None) or fault
            raise EngineError("closed", f"'{command}' cannot be started: {why}") from None
        self._guard = guard
        guard.watch(self._process.pid)

    def ask_all(self, *lines: str, on_line: Listener = id, timeout: float = 0) -> list[str]:
        """Sends tagged lines at once; returns the last line of each answer, in their order.

        The lines before those go to `on_line`. The first refusal is raised; answers after it are
        not taken for those of a later question, as their tags differ. Some may come early.
        """
        deadline = time.monotonic() + (timeout or self.timeout)
        tags = [f"@{self._asked + number}" for number in range(1, len(lines) + 1)]
        self._asked += len(lines)
        self.send("\n".join(f"{tag} {line}" for tag, line in zip(tags, lines, strict=True)))
        finals = dict.fromkeys(tags, "")
        waiting = set(tags)
        while waiting:
            tag, _, answer = self._next_line(deadline).partition(" ")
            if tag not in waiting:
                continue  # belongs to an earlier line
            if answer.startswith("error "):
                raise EngineError(*answer.removeprefix("error ").partition(" ")[::2])
            if answer.startswith(UNFINISHED):
                on_line(answer)
            else:
                finals[tag] = answer
                waiting.remove(tag)
        return list(finals.values())

    def next_line(self, patience: float) -> str:
        """The next line, blanks around it removed; raises EngineError after `patience` seconds."""
        return self._next_line(time.monotonic() + patience)

    def close(self, patience: float = 1) -> None:
        """Ends it for certain, as `Engine.close` does; the guard forgets it."""
        super().close(patience)
        self._guard.forget(self._process.pid)
