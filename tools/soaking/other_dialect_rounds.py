"""What engines of the other dialects are kept busy with."""

from soaking.soak_worker import SoakWorker
from tournament.dialects.gnubg_dialect import board_of

PISKVORK_GAMES = 3  # of a round
TURNS = 6
STOPPED_SEARCHES = 6
POSITIONS = 30
ABOUT = b'name="'
REJECT = b"reject"


class PiskvorkWorker(SoakWorker):
    """Games of Gomocup's protocol on boards of several sizes."""

    dialect = "piskvork"

    def play_round(self) -> None:
        """Some games, searches that are stopped, boards that are set up."""
        chance = self.chance
        for _ in range(PISKVORK_GAMES):
            size = chance.choice((9, 15, 20))
            lines = [b"START %d" % size, b"INFO timeout_turn 100", b"INFO max_node 200"]
            lines += [b"INFO rule %d" % chance.choice((0, 1, 4)), b"BEGIN"]
            for _ in range(TURNS):
                cell = b"%d,%d" % (chance.randrange(size), chance.randrange(size))
                lines += [b"TURN " + cell, b"nonsense", b"YXSHOWFORBID"]
            self.exchange_lines([*lines, b"ABOUT"], ABOUT)
            self.games += 1
        self.exchange_lines(
            [b"START 15", b"INFO max_node 0", b"INFO timeout_turn 20000", b"ABOUT"], ABOUT
        )
        for _ in range(STOPPED_SEARCHES):
            self.engine.forget()
            self.engine.exchange(b"BEGIN\n")
            self.pause()
            self.send_and_time(self.latencies.stop, b"YXSTOP\nTAKEBACK 99,99", b"ERROR")
            self.exchange_lines([b"RESTART", b"ABOUT"], ABOUT)
        self.send_and_time(self.latencies.isready, b"ABOUT", ABOUT)

    def reset(self) -> None:
        """Back to how it began."""
        lines = [b"START 15", b"INFO timeout_turn 1000", b"INFO max_node 0", b"INFO rule 0"]
        self.exchange_lines([*lines, b"YXHASHCLEAR", b"ABOUT"], ABOUT)


class _BackgammonWorker(SoakWorker):
    def fens(self) -> list[bytes]:
        """Positions with dice."""
        games = self.supplies.games["backgammon"]
        found = [fen.split(b" ")[0] for game in games for fen in game.fens]
        return [xgid for xgid in found if xgid.split(b":")[4].isdigit()]


class UbgiWorker(_BackgammonWorker):
    """Positions of UBGI, both drafts."""

    dialect = "ubgi"

    def play_round(self) -> None:
        """Positions, settings, searches that are stopped."""
        chance, fens = self.chance, self.fens()
        lines = [b"ubgi", b"newgame", b"setoption name MoveTime value 5"]
        for _ in range(POSITIONS):
            xgid = chance.choice(fens)
            hash_line = b"setoption name Hash value %d" % chance.choice((1, 4, 16))
            threads = b"setoption name Threads value %d" % chance.choice((1, 2))
            role = chance.choice((b"chequer", b"cube", b"turn"))
            lines += [
                xgid,
                chance.choice((hash_line, threads, b"nonsense")),
                b"position xgid " + xgid,
            ]
            lines += [b"go role %s depth 1" % role]
        self.exchange_lines([*lines, b"resign 1"], REJECT)
        self.games += POSITIONS
        for _ in range(STOPPED_SEARCHES):
            self.exchange_lines([b"position xgid " + chance.choice(fens), b"resign 1"], REJECT)
            self.engine.forget()
            self.engine.exchange(b"go role chequer movetime 20000\n")
            self.pause()
            self.send_and_time(self.latencies.stop, b"stop\nresign 1", REJECT)
        self.send_and_time(self.latencies.isready, b"isready", b"readyok")

    def reset(self) -> None:
        """Back to how it began."""
        lines = [b"setoption name Hash value 16", b"setoption name Threads value 1"]
        self.exchange_lines([*lines, b"setoption name Clear Hash", b"newgame", b"resign 1"], REJECT)


class ExternalWorker(_BackgammonWorker):
    """Boards as GNU Backgammon sends them."""

    dialect = "external"

    def play_round(self) -> None:
        """Boards, settings, searches that are stopped."""
        chance, fens = self.chance, self.fens()
        boards = [board_of(chance.choice(fens).decode()).encode() for _ in range(POSITIONS)]
        lines = [b"newgame", b"go depth 1"]
        for board in boards:
            lines += [
                board,
                b"setoption name Hash value %d" % chance.choice((1, 4, 16)),
                b"nonsense",
            ]
        self.exchange_lines([*lines, b"resign 1"], REJECT)
        self.games += POSITIONS
        for board in boards[:STOPPED_SEARCHES]:
            self.exchange_lines([b"go movetime 20000", b"resign 1"], REJECT)
            self.engine.forget()
            self.engine.exchange(board + b"\n")
            self.pause()
            self.send_and_time(self.latencies.stop, b"stop\nresign 1", REJECT)
        self.send_and_time(self.latencies.isready, b"resign 1", REJECT)

    def reset(self) -> None:
        """Back to how it began."""
        lines = [b"setoption name Hash value 16", b"setoption name Clear Hash", b"go depth 1"]
        self.exchange_lines([*lines, b"newgame", b"resign 1"], REJECT)
