"""What an engine of the native dialect is kept busy with: every game in every round."""

import time
from random import Random

from session_fuzzing.catalogue_and_random_games import Option, RandomGame
from soaking.soak_worker import CatalogueAndGames, SoakWorker

PLIES = 12  # of a game that the engine plays
NODES = 300  # of a search, at most
STOPPED_SEARCHES = 6  # searches that are stopped, one after the other
BULK = 40  # games that are sent at once
# The largest values that are set: what is measured afterwards should not be how large they were.
LARGEST_OPTION_VALUES = {
    b"Hash": 16,
    b"Threads": 3,
    b"MultiPV": 8,
    b"MoveTime": 10,
    b"MoveOverhead": 20,
}
LEFT_ALONE = (b"LogFile", b"SolvedTableFile", b"StyleFile", b"Clear Hash", b"Player")


class NativeWorker(SoakWorker):
    """An engine that plays all games."""

    dialect = "native"

    def __init__(self, number: int, command: str, supplies: CatalogueAndGames, seed: int) -> None:
        """Starts it."""
        super().__init__(number, command, supplies, seed)
        self._asked = 0
        self._order = list(supplies.games)

    def ask(self, *lines: bytes) -> bytes:
        """What is said to lines, up to the answer to the last of them."""
        self._asked += 1
        tag = b"@%d" % self._asked
        return self.exchange_lines([*lines, tag + b" query gameover"], tag + b" response")

    def play_round(self) -> None:
        """Each game once: a game with searches, options, a storm, and many games at once."""
        self.chance.shuffle(self._order)
        for name in self._order:
            game = self.chance.choice(self.supplies.games[name])
            self.ask(b"newgame " + game.words, b"position " + game.start)
            self._play(name, game)
            self._stop_searches(name)
            self._many_games_at_once(name)

    def _play(self, name: str, game: RandomGame) -> None:
        """A game from a position of the random game; now and then an option changes."""
        chance = self.chance
        ply = chance.randrange(len(game.moves) + 1)
        self.ask(b" ".join([b"position", game.start, b"moves", *game.moves[:ply]]))
        for _ in range(PLIES):
            if chance.random() < 0.4:
                self.ask(self._setting())
            if chance.random() < 0.3:
                self.ask(b"show", b"eval", b"legal", b"move nonsense", b"history", b"players")
            self._search(b"go nodes %d" % chance.randint(1, NODES))
            self.send_and_time(self.latencies.isready, b"isready", b"readyok")
        if chance.random() < 0.3:
            player = chance.choice(self.supplies.catalogue.players[name])
            self.ask(b"explain player %s nodes 20 depth 2" % player, b"perft 1", b"undo")
        self.games += 1

    def _search(self, line: bytes) -> None:
        """Searches, and plays the move; a roll where the dice are missing."""
        self._asked += 1
        tag = b"@%d" % self._asked
        said = self.exchange_lines(
            [tag + b" " + line, tag + b"e query gameover"], tag + b"e response"
        )
        if b" error need-dice" in said:
            self.ask(b"roll")
        elif b" bestmove none" in said or b" error" in said:
            self.ask(b"newgame")
        else:
            self.ask(b"move " + said.rpartition(b" bestmove ")[2].split()[0])

    def _stop_searches(self, name: str) -> None:
        """Searches that are stopped in their midst."""
        self.ask(b"newgame " + name.encode(), b"dice 3 1", b"setoption name MoveTime value 5000")
        for _ in range(STOPPED_SEARCHES):
            self.engine.forget()
            self.engine.exchange(b"go infinite\n")
            self.pause()
            self.send_and_time(self.latencies.isready, b"isready", b"readyok")
            self.send_and_time(self.latencies.stop, b"stop", b"bestmove")

    def _many_games_at_once(self, name: str) -> None:
        """Many games at once, without searches."""
        lines = []
        for _ in range(BULK):
            game = self.chance.choice(self.supplies.games[name])
            lines += [
                b"newgame " + game.words,
                b" ".join([b"position", game.start, b"moves", *game.moves]),
                b"query result",
            ]
        self.ask(*lines)
        self.games += BULK

    def _setting(self) -> bytes:
        options = [each for each in self.supplies.catalogue.options if each.name not in LEFT_ALONE]
        option = self.chance.choice(options)
        return b"setoption name %s value %s" % (option.name, random_value(self.chance, option))

    def reset(self) -> None:
        """Back to how it began."""
        options = [each for each in self.supplies.catalogue.options if each.name not in LEFT_ALONE]
        lines = [
            b"setoption name %s value %s" % (option.name, option.default) for option in options
        ]
        self.ask(*lines, b"setoption name Clear Hash", b"newgame " + self._order[0].encode())
        time.sleep(0.005)  # threads that have ended may still be listed


def random_value(chance: Random, option: Option) -> bytes:
    """A value that is small enough."""
    if option.type == b"check":
        return chance.choice((b"true", b"false"))
    if option.type == b"combo":
        return chance.choice(option.words)
    most = min(option.most, LARGEST_OPTION_VALUES.get(option.name, option.most))
    least = max(option.least, 1 if option.name == b"Seed" else option.least)
    return b"%d" % chance.randint(least, most)
