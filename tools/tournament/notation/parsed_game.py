"""A game as a file of any format has it; no engine has looked at it yet."""

from dataclasses import dataclass, field


class FileFault(ValueError):
    """What is wrong with a text, and on which of its lines, from 1; 0 is the text as a whole."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line, self.text = line, text


@dataclass
class ParsedGame:
    """What a file says of one game; what it does not say is empty."""

    first_line: int  # on which the game begins, from 1
    newgame_words: str = ""  # words after `newgame`
    position_words: str = "startpos"  # words after `position`, without moves
    moves: list[str] = field(default_factory=list)  # as `move` reads them, with dice in front
    line_of_each_move: list[int] = field(default_factory=list)  # of each move
    players: tuple[str, str] = ("", "")  # First, Second
    result: str = ""  # p1win or p2win of a game that was given up, as its moves do not show it
    points: float = 0  # of the winner of such a game
    title: str = ""  # an event, a round, or the number of the game in its match
    ends_in_bare_roll: bool = False  # the last move is a pass, or a roll without a recorded play

    def add(self, move: str, line: int) -> None:
        """One more move, found on this line."""
        self.moves.append(move)
        self.line_of_each_move.append(line)


@dataclass
class ParsedGames:
    """The games of a text, and what is wrong with the others."""

    games: list[ParsedGame] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)
