"""The engine as a bot of OpenSpiel: connect_four, mnk, gomoku and backgammon.

    import pyspiel
    from parlour import Engine, Limit
    from parlour.adapters.openspiel_bot import ParlourBot

    with Engine.popen() as engine:
        bot = ParlourBot(engine, Limit(time=0.1))
        state = pyspiel.load_game("connect_four").new_initial_state()
        print(bot.step(state))

The bot has no memory: it may be asked about any state, of any of the games, at any time.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

from parlour.adapters.openspiel_board_to_xgid import BackgammonBoard
from parlour.engine import Engine
from parlour.position_and_limit import Limit, Position

BAR_OF_OPENSPIEL = 100


class UnknownGame(ValueError):
    """A game, or a variant of it, that the engine does not have."""


@dataclass(frozen=True)
class GridGame:
    """A game without dice, whose actions are moves of the engine."""

    game: str  # the words after `newgame`
    move_of: Callable[[int], str]  # by the number of an action

    def position(self, state: pyspiel.State) -> Position:
        """The state as the engine knows it."""
        return Position(self.game, [self.move_of(action) for action in state.history()])


def grid_of(game: pyspiel.Game) -> GridGame:
    """The engine's words for a game without dice; raises UnknownGame."""
    name, given = game.get_type().short_name, game.get_parameters()
    if name == "connect_four" and given["x_in_row"] == 4:
        words = f"connect4 width {given['columns']} height {given['rows']}"
        return GridGame(words, lambda action: str(action + 1))
    if name == "mnk":
        width, height, in_line = given["m"], given["n"], given["k"]
    elif name == "gomoku" and given["dims"] == 2 and not (given["wrap"] or given["anti"]):
        width = height = given["size"]
        in_line = given["connect"]
    else:
        raise UnknownGame(f"the engine does not know {game}")

    def cell(action: int) -> str:
        row, column = divmod(action, width)
        return f"{chr(ord('a') + column)}{height - row}"

    return GridGame(f"connect5 width {width} height {height} win {in_line}", cell)


def board_of(state: pyspiel.State, mover: int) -> BackgammonBoard:
    """The board of a state of backgammon, as this player sees it."""
    sides = [
        (0, *(state.board(side, place) for place in (*places, BAR_OF_OPENSPIEL)))
        for side, places in enumerate((range(23, -1, -1), range(24)))
    ]
    return BackgammonBoard(sides[mover], sides[1 - mover])


def is_second_half(state: pyspiel.State) -> bool:
    """Whether the side to move has played two checkers of a double, and goes on."""
    history = state.full_history()
    return bool(history) and history[-1].player == state.current_player()


def board_and_position_of_turn(state: pyspiel.State) -> tuple[BackgammonBoard, Position]:
    """The board at the beginning of the turn, and the engine's position for it, dice included.

    Raises UnknownGame for variants that the engine does not have in these words.
    """
    if state.get_game().get_parameters()["hyper_backgammon"]:
        raise UnknownGame("the bot plays the standard variant of backgammon")
    mover = state.current_player()
    if is_second_half(state):
        *before, _ = state.history()
        state = state.get_game().new_initial_state()
        for action in before:
            state.apply_action(action)
    board = board_of(state, mover)
    dice = [int(pips) for pips in state.observation_tensor(0)[-2:]]
    return board, Position("backgammon", start=f"fen {board.xgid(dice)}")


def ends_of_turn(state: pyspiel.State) -> dict[BackgammonBoard, int]:
    """The boards that the turn can end with, each with the next action that leads there."""
    mover = state.current_player()
    ends: dict[BackgammonBoard, int] = {}
    seen = set()
    for action in state.legal_actions():
        child = state.child(action)
        board = board_of(child, mover)
        if board in seen:
            continue
        seen.add(board)
        if child.is_terminal() or child.current_player() != mover:
            ends.setdefault(board, action)
        else:
            for end in ends_of_turn(child):
                ends.setdefault(end, action)
    return ends


class ParlourBot(pyspiel.Bot):
    """A player of the engine, its game's default one unless it is named."""

    def __init__(self, engine: Engine, limit: Limit, player: str | None = None) -> None:
        """The limit is for each move; a turn with a double is two moves of OpenSpiel."""
        super().__init__()
        self._engine, self._limit, self._player = engine, limit, player

    def step(self, state: pyspiel.State) -> int:
        """The action in this state; raises EngineError or UnknownGame."""
        if state.get_game().get_type().short_name == "backgammon":
            return self._backgammon_action(state)
        grid = grid_of(state.get_game())
        move = self._engine.play(grid.position(state), self._limit, player=self._player).move
        actions = {grid.move_of(action): action for action in state.legal_actions()}
        return int(actions[str(move)])

    def _backgammon_action(self, state: pyspiel.State) -> int:
        board, position = board_and_position_of_turn(state)
        ends = ends_of_turn(state)
        choice = self._engine.play(position, self._limit, player=self._player).move
        end = board.after(str(choice))
        if end not in ends:  # another play of two checkers was made before: the best that goes on
            fitting = [play for play in self._engine.legal(position) if board.after(play) in ends]
            best = self._engine.play(
                position, self._limit, player=self._player, searchmoves=fitting
            )
            end = board.after(str(best.move))
        return ends[end]

    def restart(self) -> None:
        """There is nothing to forget."""

    def restart_at(self, state: pyspiel.State) -> None:
        """There is nothing to remember."""
