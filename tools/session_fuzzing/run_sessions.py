"""Gives sessions to processes of the engine, and watches the processes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine_byte_pipe import EnginePipe, Gone, Hang, proc_status, status_row_in_kib
from session_fuzzing.session_and_findings import Block, Finding, Line, Session

PANIC = re.compile(rb"panicked|overflow|RUST_BACKTRACE|assertion|memory allocation", re.IGNORECASE)


@dataclass(frozen=True)
class Limits:
    """What a process may take."""

    patience: float = 20.0  # seconds of silence while an answer is due
    memory: int = 700  # MiB in use at any time


@dataclass
class Run:
    """What a process has said, and what was wrong with the process itself."""

    said: bytes
    findings: list[Finding]


def run_session(command: str, folder: Path, session: Session, limits: Limits) -> Run:
    """Runs a session to its end, in a process of its own."""
    findings: list[Finding] = []
    status = 0
    with EnginePipe(command, folder) as engine:
        engine.said += b"\n"  # so that each line has one before it
        try:
            for block in session.blocks[:-1]:
                _give(engine, block, limits)
            if session.ending == "cut":
                _give(engine, session.blocks[-1], limits, is_cut=True)
            else:
                _give(engine, session.blocks[-1], limits)
                findings += _memory(engine, limits)
                last = b"" if session.ending == "end" else session.ending.encode() + b"\n"
                engine.exchange(last, patience=limits.patience)
            status = engine.finish(limits.patience)
        except Hang as fault:
            findings.append(Finding("hang", f"{fault}; last said: {bytes(engine.said[-200:])!r}"))
        except Gone as fault:
            status = engine.process.wait(limits.patience)
            findings.append(Finding("status", f"{fault}: it has ended with status {status}"))
        else:
            if status:
                findings.append(Finding("status", f"it has ended with status {status}"))
        errors = engine.stderr_text()
        if PANIC.search(errors):
            findings.insert(0, Finding("panic", errors[-2000:].decode(errors="replace")))
        return Run(bytes(engine.said[1:]), findings)


def _give(engine: EnginePipe, block: Block, limits: Limits, is_cut: bool = False) -> None:
    """Writes a block and, unless the line end of its last line is cut off, waits for its end."""
    first, rest = block.lines, block.stop
    if rest:
        engine.exchange(joined(first), patience=limits.patience)
        engine.listen(block.pause)
    text = joined(rest or first)
    if is_cut:
        engine.exchange(text[:-1], patience=limits.patience)
    else:
        engine.exchange(text, block.end_marker, block.end_marker_count, limits.patience)


def joined(lines: Sequence[Line]) -> bytes:
    """Lines as they are sent."""
    return b"".join(line.text + b"\n" for line in lines)


def _memory(engine: EnginePipe, limits: Limits) -> list[Finding]:
    most = status_row_in_kib(proc_status(engine.pid), "VmHWM") / 1024
    if most > limits.memory:
        return [Finding("memory", f"{most:.0f} MiB were in use, {limits.memory} are allowed")]
    return []


def fresh_answers(command: str, folder: Path, lines: bytes, patience: float) -> bytes:
    """What a fresh process says to lines that are all sent at once. Raises Hang or Gone."""
    with EnginePipe(command, folder) as engine:
        engine.exchange(lines, patience=patience)
        engine.finish(patience)
        return bytes(engine.said)
