"""Reads matches in the `.mat` format, as GNU Backgammon, eXtreme Gammon and others write it.

The halves of a row are separated by columns, not by counts of blanks: the right one begins after
column 18, or after two tabs. Bar and off may be spelt 25 and 0. The tags `Variation`, `Jacoby`,
`Beaver`, `Crawford` and `CubeLimit` of eXtreme Gammon give the rules; `HyperGammon (1)` and `(2)`
are not played here. A game ends at a play that the file does not record, as in `63: ???`, where a
side has not rolled, as in `00: ????` or `????`, or by a resignation, which stands in the column of
the side that resigns; anything else that cannot be read is a fault of its line. A roll without a
play is a pass. As the last of a game it may also be a roll after which a side resigned, since GNU
Backgammon writes no play then: the engine decides which. A file may begin in the middle of a match:
a first game with a double is not Crawford's.
"""

import re
from dataclasses import dataclass, field

from tournament.notation.mat_writer import MatGame
from tournament.notation.parsed_game import FileFault, ParsedGame, ParsedGames

GAME = "backgammon"
STAKE_RAISED = ("take", "beaver")
VARIANTS = ("nackgammon", "hypergammon")
OTHER_VARIATION = re.compile(r"hyper.*\((?!3\))\d+\)", re.IGNORECASE)  # fewer or more checkers
RESIGNATION_POINTS = {"gammon": 2, "backgammon": 3}  # of a resignation
WINNERS = ("p2win", "p1win")  # not the beginner, the beginner
RIGHT_FROM_COLUMN = 18  # a cell that begins further right belongs to the right player
LENGTH = re.compile(r"\s*(\d+)\s+point match\b", re.IGNORECASE)
TAG = re.compile(r"[;#]\s*\[(.+?) \"(.*)\"\]\s*$")
NAMES = re.compile(r"\s*(.+?)\s*:\s*(\d+)\s+(\S.*?)\s*:\s*(\d+)\s*$")
ROW = re.compile(r"\s*\d+\)")
CELL = re.compile(
    r"(?P<unrolled>(?:00:\s*)?\?{2,})"
    r"|(?P<dice>[1-6][1-6]):"
    r"(?P<play>\s*\?+|(?:\s?(?:[a-z0-9*()]+(?:/[a-z0-9*()]+)+)|\s?(?:Cannot|Can't) Move)*)"
    r"|(?P<word>Double|Beaver|Raccoon|Take|Drop|Pass)\w*(?:\s*=+>\s*\d+)?"
    r"|Wins?\s+(?P<points>\d+)(?:\s+points?)?(?:\s+and the match)?"
    r"|(?P<resigned>Resign(?:s|ed)?|Concedes)(?:\s+(?P<scale>Backgammon|Gammon|Game|Match))?"
    r"|(?P<other>\S+)",
    re.IGNORECASE,
)
WORDS = {"double": "double", "beaver": "beaver", "take": "take", "drop": "drop", "pass": "drop"}


class MatError(FileFault):
    """A text that is no match."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


@dataclass
class Match:
    """The content of a file."""

    names: tuple[str, str] = ("?", "?")  # left and right
    length: int = 0  # points, 0 for money
    games: list[MatGame] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)


def read_mat(text: str) -> Match:
    """The match that a file holds. Raises MatError."""
    match, faults = _read(text)
    for fault in faults.values():
        raise fault
    return match


def read_games(text: str) -> ParsedGames:
    """The games of a match that can be read, and what is wrong with the others."""
    match, faults = _read(text)
    found = ParsedGames(faults=[*faults.values()])
    games = zip(match.games, newgame_words(match), strict=True)
    for number, (game, words) in enumerate(games, 1):
        if game.line in faults:
            continue
        names = match.names if game.beginner == 0 else match.names[::-1]
        title = f"{match.tags.get('Event', '')} game {number}".strip()
        moves, lines = list(game.plies), list(game.lines)
        result = "" if game.winner is None else WINNERS[game.winner == game.beginner]
        found.games.append(
            ParsedGame(
                *(game.line, words, "startpos", moves, lines, names),
                *(result, game.points if result else 0, title, game.ends_in_bare_roll),
            )
        )
    return found


def newgame_words(match: Match) -> list[str]:
    """The words after `newgame` of each game: First is the side that begins."""
    said: list[str] = []
    was_crawford = False
    variation = match.tags.get("Variation", "").lower()
    variant = "".join(f" variant {name}" for name in VARIANTS if variation.startswith(name[:4]))
    cube = "off" if match.tags.get("Cubelimit") == "1" else "on"
    has_crawford = not _is(match, "Crawford", "off")
    for game in match.games:
        ours, theirs = game.score if game.beginner == 0 else game.score[::-1]
        is_money = match.length == 0
        words = f"{GAME}{variant} cube {cube} match {match.length}"
        words += "" if is_money else f" score {ours} {theirs}"
        is_close = not is_money and match.length - 1 in game.score
        is_after_crawford = was_crawford or (not said and "double" in game.plies)
        if is_close and (is_after_crawford or not has_crawford):
            words += " crawford off"
        was_crawford |= is_close
        if is_money and _is(match, "Jacoby", "on"):
            words += " jacoby on"
        if "beaver" in game.plies or (is_money and _is(match, "Beaver", "on")):
            words += " beavers on"
        said.append(words)
    return said


def _is(match: Match, tag: str, value: str) -> bool:
    return match.tags.get(tag, "").lower() == value


def _read(text: str) -> tuple[Match, dict[int, MatError]]:
    """The match, and the first fault of each game that has one, by the line of the game."""
    match, faults = Match(), dict[int, MatError]()
    lines = text.removeprefix("\ufeff").splitlines()
    has_length, waits, is_left_out = False, False, False
    for number, line in enumerate(lines, 1):
        if tag := TAG.match(line):
            match.tags[tag[1].title()] = tag[2]
            if tag[1].title() == "Variation" and OTHER_VARIATION.match(tag[2]):
                return Match(), {0: MatError(number, f"'{tag[2]}' is not played here")}
        elif not has_length:
            if found := LENGTH.match(line):
                match.length, has_length = int(found[1]), True
        elif re.match(r"\s*Game\s+\d+\s*$", line, re.IGNORECASE):
            waits, is_left_out = True, False
        elif line.strip() and not is_left_out and (waits or match.games):
            was_waiting, waits = waits, False
            try:
                if was_waiting:
                    _begin(match, line, number)
                else:
                    match.games[-1] = _extended(match.games[-1], line, number)
            except MatError as fault:
                is_left_out = True
                faults[number if was_waiting else match.games[-1].line] = fault
    if not has_length:
        faults[0] = MatError(0, "no line says how many points the match has")
    elif not match.games and not faults:
        faults[0] = MatError(0, "it has no game: a line 'Game 1' is expected, then names and score")
    return match, faults


def _begin(match: Match, line: str, number: int) -> None:
    """Takes the line that has the names and the score of the next game."""
    if not (named := NAMES.match(line)):
        raise MatError(number, "the players and their scores are expected")
    match.names = (named[1], named[3])
    match.games.append(MatGame([], score=(int(named[2]), int(named[4])), line=number))


def _extended(game: MatGame, line: str, number: int) -> MatGame:
    """The game with another row."""
    plies, beginner, lines = list(game.plies), game.beginner, list(game.lines)
    winner, points, unrecorded = game.winner, game.points, game.unrecorded
    is_bare = game.ends_in_bare_roll
    head = ROW.match(line)
    begin = head.end() if head else 0
    for cell in CELL.finditer(line, begin):
        column = int(cell.start() > RIGHT_FROM_COLUMN or "\t\t" in line[begin : cell.start()])
        if cell["other"]:
            if line.lstrip().startswith((";", "#")):
                break
            raise _unreadable(line[cell.start() :], number)
        if cell["points"]:
            winner, points = column, int(cell["points"])
            continue
        if cell["resigned"]:
            stake = 2 ** sum(ply in STAKE_RAISED for ply in plies)
            winner, points = (
                1 - column,
                stake * RESIGNATION_POINTS.get((cell["scale"] or "").lower(), 1),
            )
            continue
        if unrecorded:
            raise MatError(unrecorded, "the play of a roll is not recorded, but the game goes on")
        if cell["unrolled"] or "?" in (cell["play"] or ""):
            unrecorded = number
            continue
        if not plies:
            beginner = column
        if cell["word"]:
            word = WORDS.get(cell["word"].lower())
            if word is None:
                raise MatError(number, f"'{cell[0]}' is not played here")
            plies.append(word)
        else:
            if plies and plies[-1] == "beaver":
                plies.append("take")  # by playing on
            plies.append(f"{cell['dice']}:{_play(cell['play'])}")
        is_bare = not (cell["word"] or (cell["play"] or "").strip())
        lines += [number] * (len(plies) - len(lines))
    return MatGame(
        *(plies, beginner, game.score, winner, points, game.line, lines, unrecorded, is_bare)
    )


def _unreadable(rest: str, number: int) -> MatError:
    """Why the rest of a row is not read."""
    if rest.lower().startswith("illegal play"):
        return MatError(number, "an illegal play was made, and what follows is unknown")
    return MatError(number, f"'{rest.split(maxsplit=1)[0][:40]}' is not a part of a game")


def _play(text: str) -> str:
    """8/5 6/5 becomes 8/5,6/5, and nothing becomes pass."""
    if not text.strip() or text.lower().endswith("move"):
        return "pass"
    names = {"25": "bar", "0": "off"}
    return ",".join(
        re.sub(r"(?<![\d(])(25|0)(?!\d)", lambda point: names[point[1]], step)
        for step in text.lower().split()
    )
