"""The rack of Connect Four, 7x6, as two numbers: enough of the rules to make positions.

Channel c (from 0, left) owns seven bits, lowest row first; the topmost stays empty:

     6 13 20 27 34 41 48
     5 12 19 26 33 40 47   row A
     …
     0  7 14 21 28 35 42   row F
"""

from dataclasses import dataclass

WIDTH, HEIGHT = 7, 6
STRIDE = HEIGHT + 1
CELLS = WIDTH * HEIGHT
CHANNEL = (1 << HEIGHT) - 1
DIRECTIONS = (1, STRIDE - 1, STRIDE, STRIDE + 1)


def has_four(balls: int) -> bool:
    """Whether these balls hold four in line."""
    pairs = ((balls & balls >> step, 2 * step) for step in DIRECTIONS)
    return any(pair & pair >> step for pair, step in pairs)


def mirrored(balls: int) -> int:
    """These balls with left and right exchanged."""
    channels = (balls >> channel * STRIDE & CHANNEL for channel in range(WIDTH))
    return sum(balls << (WIDTH - 1 - channel) * STRIDE for channel, balls in enumerate(channels))


@dataclass(frozen=True)
class Rack:
    """A position; whose turn it is follows from the number of balls."""

    own: int = 0  # balls of the side to move
    other: int = 0

    @property
    def plies(self) -> int:
        """Balls played."""
        return (self.own | self.other).bit_count()

    @property
    def moves(self) -> list[int]:
        """Channels that are not full, whether the game is over or not."""
        mask = self.own | self.other
        return [c for c in range(WIDTH) if not mask >> c * STRIDE + HEIGHT - 1 & 1]

    @property
    def key(self) -> tuple[int, int]:
        """The same for a position and its mirror image, another for every other."""
        return min((self.own, self.other), (mirrored(self.own), mirrored(self.other)))

    def cell(self, channel: int) -> int:
        """The cell in which the next ball of a channel ends."""
        return (self.own | self.other) + (1 << channel * STRIDE) & CHANNEL << channel * STRIDE

    def wins(self, channel: int) -> bool:
        """Whether a ball into this channel makes four in line."""
        return has_four(self.own | self.cell(channel))

    def play(self, channel: int) -> "Rack":
        """The position after a move."""
        return Rack(self.other, self.own | self.cell(channel))


def rack_after(moves: str) -> Rack:
    """The position after moves such as `4435`; raises ValueError if they are not all legal."""
    rack = Rack()
    for digit in moves:
        channel = int(digit) - 1
        if channel not in rack.moves or has_four(rack.other):
            raise ValueError(f"{moves!r} are no moves of a game")
        rack = rack.play(channel)
    return rack


def order_of_play(balls: tuple[int, int]) -> str | None:
    """Moves that lead to these balls of First and Second; None if nothing does."""
    dead: set[int] = set()

    def onwards(rack: Rack, moves: str) -> str | None:
        mask = rack.own | rack.other
        if mask == balls[0] | balls[1]:
            return moves
        side = balls[len(moves) % 2]
        for channel in rack.moves if mask not in dead else ():
            if rack.cell(channel) & side:
                found = onwards(rack.play(channel), f"{moves}{channel + 1}")
                if found is not None:
                    return found
        dead.add(mask)
        return None

    return onwards(Rack(), "")


def plies_to_end(plies: int, score: int) -> int:
    """Plies from a position with this many balls and this score to the end of the game.

    The score is that of the field: k if the side to move wins with its k-th last ball, -k if it
    loses so, 0 for a draw.
    """
    if score == 0:
        return CELLS - plies
    winner_moves_first = (plies % 2 == 0) == (score > 0)
    last = CELLS - 1 if winner_moves_first else CELLS
    return last - 2 * (abs(score) - 1) - plies
