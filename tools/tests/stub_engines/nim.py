"""A stub engine of the native dialect for a game that the tools have never seen: Nim.

Both sides take 1 to 3 pieces from one heap; the side that takes the last one wins. It plays the
least legal move. Its picture has a circle for each piece; a click on one of the last three takes
the pieces from there on. Called with `plain` it is as engines without pictures.
"""

import sys

IS_WITHOUT_PICTURES = sys.argv[1:] == ["plain"]
DESCRIPTION = ["title Nim", "sides amber violet", "dice no", "symmetry none", r"run [1-3]"]
HEAP = 10


class Nim:
    """A game in progress: the heap at its start, and the moves."""

    def __init__(self) -> None:
        self.heap, self.moves = HEAP, list[int]()

    @property
    def pieces_left(self) -> int:
        """Pieces of the heap."""
        return self.heap - sum(self.moves)

    def play(self, word: str) -> bool:
        """Takes pieces; whether that was legal."""
        is_legal = word in ("1", "2", "3") and int(word) <= self.pieces_left
        self.moves += [int(word)] if is_legal else []
        return is_legal

    def position(self, words: list[str]) -> str:
        """Sets up `startpos` or `fen <heap>`, then moves."""
        self.heap, self.moves = HEAP if words[0] == "startpos" else int(words[1]), []
        runs = words[words.index("moves") + 1 :] if "moves" in words else []
        is_legal = all(self.play(word) for run in runs for word in run)
        return "ok" if is_legal else "error illegal-move"

    def query(self, what: str) -> str:
        """The answer to `query`."""
        is_first, is_over = len(self.moves) % 2 == 0, self.pieces_left == 0
        won = "p2win" if is_first else "p1win"
        words = {"gameover": str(is_over).lower(), "p1turn": str(is_first).lower()}
        words["ending"] = "the heap is empty" if is_over else "none"
        words["turn"] = "over" if is_over else "p1 move" if is_first else "p2 move"
        words["match"] = "none"
        words["result"] = won if is_over else "none"
        return words.get(what) or ("1" if is_over else "0")

    def picture(self) -> list[str]:
        """The heap, as `svg` draws it."""
        spot = [
            '<circle cx="{}" cy="20" r="9"/>',
            *['<circle data-spot="{1}" aria-label="take {1}"'] * 3,
        ]
        pieces = []
        for at in range(self.pieces_left):
            number = self.pieces_left - at
            begin = spot[number if number <= 3 else 0].format(20 * at + 10, number)
            end = "" if number > 3 else f' cx="{20 * at + 10}" cy="20" r="9" class="parlour-spot"/>'
            pieces.append(begin + end)
        size = f'viewBox="0 0 {20 * HEAP} 40" role="img"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>Nim</title>'
        return [f"svg {line}" for line in [head, *pieces, "</svg>"]] + ["svgok"]

    def answer_to_spots(self, clicks: list[str]) -> list[str]:
        """The legal moves that clicks can begin."""
        if not clicks:
            legal = self.legal()
            return [*(f"spots {n} {n}" for n in legal), " ".join(["spotsok", *legal])]
        known = len(clicks) == 1 and clicks[0] in self.legal()
        return [f"spots {clicks[0]}", "spotsok"] if known else ["error bad-value"]

    def show(self, is_drawn: bool) -> list[str]:
        """The position, perhaps with a drawing of the heap."""
        drawing = ["board heap", f"board {'I' * self.pieces_left}"] if is_drawn else []
        return [*drawing, f"fen {self.pieces_left}"]

    def legal(self) -> list[str]:
        """The legal moves."""
        return [str(n) for n in (1, 2, 3) if n <= self.pieces_left]

    def answer(self, words: list[str]) -> list[str]:
        """The lines that answer a line."""
        said = (
            "error unknown-command"
            if IS_WITHOUT_PICTURES and words[0] in ("svg", "spots")
            else "ok"
        )
        match words:
            case ["describe"]:
                return [*(f"describe {line}" for line in DESCRIPTION), "describeok"]
            case ["show" | "fen" as word]:
                return self.show(word == "show")
            case ["ugi" | "players" | "games" as word]:
                said = {"ugi": "ugiok", "players": "players least", "games": "games nim"}[word]
            case ["svg" | "spots", *clicks] if not IS_WITHOUT_PICTURES:
                return self.picture() if words[0] == "svg" else self.answer_to_spots(clicks)
            case ["newgame", name, *_] if name != "nim":
                said = f"error unknown-game '{name}'"
            case ["newgame", *_]:
                said = self.position(["startpos"])
            case ["position", *rest]:
                said = self.position(rest)
            case ["move", word]:
                said = "ok" if self.play(word) else "error illegal-move"
            case ["query", what]:
                said = f"response {self.query(what)}"
            case ["history"]:
                said = " ".join(["history", *map(str, self.moves)])
            case ["legal"]:
                said = " ".join([*words, *self.legal()])
            case ["go", *_]:
                said = f"bestmove {self.legal()[0]}"
        return [said]


def main() -> None:
    """Answers until the end of input or `quit`."""
    nim = Nim()
    for line in sys.stdin:
        words = line.split()
        tag = f"{words.pop(0)} " if words[:1] and words[0].startswith("@") else ""
        if words == ["quit"]:
            return
        if words:
            for answer in nim.answer(words):
                print(f"{tag}{answer}", flush=True)


if __name__ == "__main__":
    main()
