"""What comes from the package index: the solver BitBully and its database of 12 plies.

They live in a virtual environment of their own, which is made when it is first asked for.
"""

import random
import subprocess
import sys
from pathlib import Path

from .connect4_position import WIDTH, order_of_play
from .scored_positions import ScoredPosition
from .solver_commands import Peer

TOOLS = Path(__file__).resolve().parent.parent
FOLDER = TOOLS.parent / "target" / "peers"
REQUIREMENTS = TOOLS / "requirements-peers.txt"
DATABASE = "bitbully_databases/assets/book_12ply_distances.dat"
PLIES = 12  # balls in every position of the database
CODE = 4  # bytes of a position; one more for its value
EMPTY_CELLS = 30  # cells that are empty
VALUE_OF_WIN_NOW = (
    100  # a value is this less the plies to the end, negative for a loss, 0 for a draw
)


def install_and_get_python() -> Path:
    """The Python that has them."""
    python = FOLDER / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([python, *install, "-r", REQUIREMENTS], check=True)
    return python


def bitbully() -> Peer:
    """BitBully as a peer, with its own table size and no book."""
    answers = Path(__file__).with_name("run_bitbully.py")
    return Peer("bitbully", f"'{install_and_get_python()}' -B '{answers}' {{file}}")


def balls(code: int) -> tuple[int, int]:
    """First's and Second's balls of a coded position.

    From the highest of 32 bits on, channel by channel and from the bottom up: 10 a ball of First,
    11 one of Second, 0 the end of a channel.
    """
    found = [0, 0]
    place = 8 * CODE
    for channel in range(WIDTH):
        cell = 1 << channel * WIDTH
        while code >> (place := place - 1) & 1:
            place -= 1
            found[code >> place & 1] |= cell
            cell <<= 1
    return found[0], found[1]


def score(value: int) -> int:
    """A value of the database as a score, which `plies_to_end` reads."""
    if value == 0:
        return 0
    plies = VALUE_OF_WIN_NOW - abs(value)
    return (1 if value > 0 else -1) * ((EMPTY_CELLS - plies) // 2 + 1)


def sample_database(size: int, seed: int) -> list[ScoredPosition]:
    """Random positions of the database of 12 plies, all equally likely, with its scores."""
    site = subprocess.run(
        [install_and_get_python(), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    )
    entries = Path(site.stdout.strip(), DATABASE).read_bytes()
    numbers = range(len(entries) // (CODE + 1))
    positions = []
    for number in sorted(random.Random(seed).sample(numbers, size)):
        entry = entries[number * (CODE + 1) : (number + 1) * (CODE + 1)]
        moves = order_of_play(balls(int.from_bytes(entry[:CODE], "big")))
        if moves is None or len(moves) != PLIES:
            raise ValueError(f"entry {number} of the database is no position of {PLIES} plies")
        value = int.from_bytes(entry[CODE:], "big", signed=True)
        positions.append(ScoredPosition(moves, score(value)))
    return positions
