"""Makes a session with a finding smaller, by delta debugging over its lines, and writes it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from session_fuzzing.session_and_findings import Block, Finding, Kind, Line, Session

MINIMISE_SECONDS = 40.0  # for one finding
FindingTest = Callable[[Session], Finding | None]  # the finding of the same kind, if there is one


@dataclass(frozen=True)
class RemovableLines:
    """Lines that stand or fall together: a line, and the fence or probe after it."""

    block: int
    lines: tuple[Line, ...]
    number: int = 0  # in the session

    @property
    def is_needed(self) -> bool:
        """Whether it cannot be left out."""
        return self.lines[0].is_needed


def units_of(session: Session) -> list[RemovableLines]:
    """The parts of a session that can be left out. The end of a block and its `stop` stay."""
    units: list[RemovableLines] = []
    for number, block in enumerate(session.blocks):
        lines = block.lines if block.stop or not block.lines[-1].key else block.lines[:-1]
        for line in lines:
            is_tail = line.kind is Kind.PROBE and units and units[-1].block == number
            if is_tail and (not line.key or units[-1].lines[-1].key == b"~" + line.key):
                units[-1] = replace(units[-1], lines=(*units[-1].lines, line))
            else:
                units.append(RemovableLines(number, (line,), len(units)))
    return units


def rebuilt(session: Session, units: list[RemovableLines]) -> Session:
    """The session with these units only."""
    blocks = []
    needed = [unit for unit in units_of(session) if unit.is_needed]
    units = sorted([*units, *needed], key=lambda unit: unit.number)
    for number, block in enumerate(session.blocks):
        lines = [line for unit in units if unit.block == number for line in unit.lines]
        if not lines:
            continue
        if not block.stop and block.lines[-1].key:
            lines.append(block.lines[-1])
        new = Block(lines, block.stop, block.pause, block.end_marker, block.end_marker_count)
        if not block.lines[-1].key:  # fences are counted
            new.end_marker_count = sum(line.kind is Kind.PROBE for line in new.all_lines())
        blocks.append(new)
    return replace(session, blocks=blocks)


def minimise(session: Session, test: FindingTest, seconds: float = MINIMISE_SECONDS) -> Session:
    """The smallest session found that the test still fails; the whole one if it does not fail."""
    deadline = time.monotonic() + seconds
    parts = 2
    units = [unit for unit in units_of(session) if not unit.is_needed]
    if not test(session):
        return session
    while len(units) > 1 and time.monotonic() < deadline:
        size = -(-len(units) // parts)
        for start in range(0, len(units), size):
            rest = units[:start] + units[start + size :]
            smaller = rebuilt(session, rest)
            if smaller.blocks and test(smaller):
                units, parts = rest, max(2, parts - 1)
                break
            if time.monotonic() > deadline:
                break
        else:
            if size == 1:
                break
            parts = min(len(units), 2 * parts)
    return rebuilt(session, units)


def write_finding(
    folder: Path, session: Session, finding: Finding, is_repeatable: bool, seed: int
) -> Path:
    """Writes the lines as they were sent (`.in`), and a text about them; the path of the text."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{finding.kind}-{str(session.target).replace(' ', '-')}-{session.number}"
    lines = b"".join(line.text + b"\n" for line in session.lines())
    (folder / f"{name}.in").write_bytes(lines)
    target = session.target
    option = " --dialect external" if target.dialect == "external" else ""
    words = [
        f"# {finding.kind}: {target}, session {session.number}, seed {seed}",
        "",
        finding.text,
        "",
        f"Ends by: {session.ending}. " + ("" if is_repeatable else "It did not happen again."),
        f"Again: parlour{option} < {name}.in",
        "(without the pauses of this session, which are below)",
        "",
    ]
    for block in session.blocks:
        words += [f"{line.text[:500]!r}" for line in block.lines]
        if block.stop:
            words.append(f"    (after {block.pause * 1000:.1f} ms)")
            words += [f"{line.text[:500]!r}" for line in block.stop]
        words.append("    (all answers awaited)")
    path = folder / f"{name}.txt"
    path.write_text("\n".join(words) + "\n", "utf-8", "backslashreplace")
    return path
