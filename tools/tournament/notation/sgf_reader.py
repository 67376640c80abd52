"""Reads SGF (FF[4], and older) of five in line: GM[4], or no GM; the main line of each game.

    (;FF[4]GM[4]SZ[15]PB[ann]PW[bob];B[hh];W[ih](;B[gg])(;B[gi]))

Cells are two letters from the top left corner, as SGF has them, or a letter and the number of the
row from the bottom (`h8`), as some programs write them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tournament.notation.openings_and_remarks import one_line
from tournament.notation.parsed_game import FileFault, ParsedGame, ParsedGames
from tournament.notation.sgf_writer import DEFAULT_SIDE

FIVE_IN_LINE = "connect5"
GOMOKU = "4"  # of GM
TOKEN = re.compile(r"[();]|([A-Za-z]+)\s*|\[((?:[^\]\\]|\\.)*)\]|\s+", re.DOTALL)
NEXT_TREE = re.compile(r"\(\s*;")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
RULES = ("renju", "standard")  # words of RU; anything else is free
MOST_CELLS_A_SIDE = 52  # cells, as there are letters
COLOURS = "BW"


@dataclass
class Node:
    """The properties of a node, with small letters in their names left out."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)

    def one(self, name: str) -> str:
        """The first value of a property, or ""."""
        return next(iter(self.values.get(name, [])), "").strip()


class Tree:
    """Reads one game tree; the first variation is the main line."""

    def __init__(self, text: str, at: int, line: int) -> None:
        """Begins at the first bracket, which is on this line."""
        self._text, self.at, self.line = text, at, line
        self.nodes: list[Node] = []

    def read(self) -> None:
        """Reads to the closing bracket. Raises FileFault."""
        seen = [False]  # for each open bracket: whether a variation has begun in it
        left_out = 0  # brackets of variations that are not on the main line
        name = ""
        for token in self._tokens():
            sign = token[0]
            if sign == "(":
                left_out += bool(left_out or seen[-1])
                if not left_out:
                    seen[-1] = True
                    seen.append(False)
            elif sign == ")":
                if left_out:
                    left_out -= 1
                else:
                    seen.pop()
                if len(seen) == 1:
                    return
            elif left_out:
                continue
            elif sign == ";":
                self.nodes.append(Node(self.line))
            elif token[1]:
                name = "".join(letter for letter in token[1] if letter.isupper())
            elif token[2] is not None and name and self.nodes:
                value = re.sub(r"\\(\r?\n)?(.?)", r"\2", token[2], flags=re.DOTALL)
                self.nodes[-1].values.setdefault(name, []).append(value)
            elif not sign.isspace():
                raise FileFault(self.line, f"'{sign[:20]}' belongs to no property")

    def _tokens(self) -> Iterator[re.Match[str]]:
        while True:
            token = TOKEN.match(self._text, self.at)
            if not token:
                if self.at >= len(self._text):
                    raise FileFault(self.line, "the game is not closed: ')' is missing")
                raise FileFault(self.line, f"'{self._text[self.at]}' is not SGF here")
            self.at = token.end()
            yield token
            self.line += token[0].count("\n")


def read_sgf(text: str, any_game: bool = False) -> ParsedGames:
    """The games of a collection; with `any_game`, whatever their GM says."""
    found, at = ParsedGames(), 0
    while begin := NEXT_TREE.search(text, at):
        tree = Tree(text, begin.start(), text.count("\n", 0, begin.start()) + 1)
        try:
            tree.read()
            at = tree.at
            found.games.append(_game(tree.nodes, any_game))
        except FileFault as fault:
            found.faults.append(fault)
            at = max(at, begin.end())
            if at != tree.at:  # it was not read to its end: the next tree may begin on a new line
                again = re.compile(r"^\s*\(\s*;", re.MULTILINE).search(text, tree.at)
                at = again.start() if again else len(text)
    if not found.games and not found.faults:
        found.faults.append(FileFault(1, "there is no game: '(;' is missing"))
    return found


def _game(nodes: list[Node], any_game: bool) -> ParsedGame:
    """The game of a main line. Raises FileFault."""
    root = nodes[0]
    if (kind := root.one("GM")) not in ("", GOMOKU) and not any_game:
        raise FileFault(root.line, f"GM[{kind}] is another game; five in line has GM[{GOMOKU}]")
    width, height = _size(root)
    rule = next((rule for rule in RULES if rule in root.one("RU").lower()), "freestyle")
    words = f"size {width}" if width == height else f"width {width} height {height}"
    game = ParsedGame(
        root.line,
        f"{FIVE_IN_LINE} {words} rule {rule}",
        players=(one_line(root.one("PB")), one_line(root.one("PW"))),
        title=" ".join(filter(None, (one_line(root.one(key)) for key in ("EV", "RO", "GN")))),
    )
    stones: dict[str, str] = {}
    mover = root.one("PL")[:1].upper()
    for node in nodes:
        for key, stone in (("AB", "x"), ("AW", "o")):
            for value in node.values.get(key, []):
                if game.moves:
                    raise FileFault(node.line, f"{key}[{value}] comes after the first move")
                stones[_cell(value, height, node.line)] = stone
        for colour in COLOURS:
            for value in node.values.get(colour, []):
                mover = mover or colour
                if colour != COLOURS[(COLOURS.index(mover) + len(game.moves)) % 2]:
                    raise FileFault(node.line, f"{colour}[{value}]: the other side is to move")
                game.add(_cell(value, height, node.line), node.line)
    if mover == "W" and not stones:  # some programs let White begin
        game.players = game.players[1], game.players[0]
    elif stones:
        game.position_words = _start(stones, width, height, mover)
    return game


def _size(root: Node) -> tuple[int, int]:
    """Columns and rows. Raises FileFault."""
    said = root.one("SZ") or str(DEFAULT_SIDE)
    found = re.fullmatch(r"(\d{1,2})(?::(\d{1,2}))?", said)
    if not found or not 0 < int(found[1]) <= MOST_CELLS_A_SIDE:
        raise FileFault(root.line, f"SZ[{said[:20]}] is no size of a board")
    return int(found[1]), int(found[2] or found[1])


def _cell(value: str, height: int, line: int) -> str:
    """A cell as `move` reads it: `hh` is h8 on a board of 15 rows. Raises FileFault."""
    value = value.strip()
    if re.fullmatch(r"[A-Za-z]\d{1,2}", value):
        return value.lower()
    if not (len(value) == 2 and value.isascii() and value.isalpha()):
        raise FileFault(line, f"'{value[:20]}' is no cell")
    column, row = map(LETTERS.index, value)
    if row >= height:
        raise FileFault(line, f"'{value}' is not on a board of {height} rows")
    return f"{LETTERS[column]}{height - row}"


def _start(stones: dict[str, str], width: int, height: int, mover: str) -> str:
    """The fen of these stones."""
    rows = []
    for row in range(height, 0, -1):
        cells = "".join(stones.get(f"{LETTERS[x]}{row}", ".") for x in range(width))
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
    return f"fen {'/'.join(rows)} {'o' if mover == 'W' else 'x'}"
