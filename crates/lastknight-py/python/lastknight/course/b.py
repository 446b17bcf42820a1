"""The board of the 2018 course (dialect B): immutable states on a bitboard, 11 wide and 9 high.

A row takes 13 bits: 11 cells and 2 border bits, which are always 0. Bit 0 is the bottom right cell, bit 10 the bottom
left one, bit 13 the cell above bit 0. A 1 is an open cell.

`play` differs from the course in four ways. A search runs in a thread on a copy of the agent, not in a forked
process, which saves about 11 ms a move; searches that run at the same time therefore share one core. An agent that
puts no action loses with `Status.TIMEOUT`, where the course waits forever. An agent that fails before its first action
loses with `Status.EXCEPTION`. As in the course, the limit is wall-clock time and acts at the next `put`. What a search
writes into classes, modules and `data` lasts, where the end of a forked process loses it.
"""
from __future__ import annotations

import logging
import time
from collections import namedtuple
from enum import Enum, IntEnum
from queue import Empty
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..agent import SearchThread, copy_agent, snapshot

__all__ = [
    "Action",
    "Agent",
    "DebugState",
    "Isolation",
    "Status",
    "StopSearch",
    "TimedQueue",
    "fork_get_action",
    "play",
]

logger = logging.getLogger("isolation")

Played = Tuple[Any, List[int], Any]

_WIDTH = 11
_HEIGHT = 9
_SIZE = (_WIDTH + 2) * _HEIGHT - 2
_BLANK_BOARD = sum(((1 << _WIDTH) - 1) << (_WIDTH + 2) * row for row in range(_HEIGHT))

# One step in each direction, as a difference of bits.
N, S, W, E = _WIDTH + 2, -_WIDTH - 2, 1, -1


class Action(IntEnum):
    """The knight's moves, as differences of bits."""

    NNE = N + N + E
    ENE = E + N + E
    ESE = E + S + E
    SSE = S + S + E
    SSW = S + S + W
    WSW = W + S + W
    WNW = W + N + W
    NNW = N + N + W


_ACTIONSET = frozenset(Action)

# For each cell: its steps as (action, cell, bit), and the bits that `_has_liberties` counts, which exclude cell 0.
_Step = Tuple[Action, int, int]


def _steps_from(loc: int) -> Tuple[_Step, ...]:
    return tuple((action, loc + action, 1 << (loc + action)) for action in Action if loc + action >= 0)


def _counted_from(loc: int) -> int:
    return sum(bit for _, cell, bit in _steps_from(loc) if cell)


_STEPS = {loc: _steps_from(loc) for loc in range(_SIZE)}
_COUNTED: Dict[Optional[int], int] = {loc: _counted_from(loc) for loc in range(_SIZE)}
_COUNTED[None] = (1 << _SIZE) - 2
_CELLS = tuple((cell, 1 << cell) for cell in range(_SIZE))
_INFINITY = float("inf")


class _Fields(NamedTuple):
    board: int
    ply_count: int
    locs: Tuple[Optional[int], Optional[int]]


class Isolation(_Fields):
    """A state of the game: the open cells as bits, the number of actions so far, and both knights' cells or None."""

    def __new__(
        cls, board: int = _BLANK_BOARD, ply_count: int = 0, locs: Tuple[Optional[int], Optional[int]] = (None, None)
    ) -> Isolation:
        return tuple.__new__(cls, (board, ply_count, locs))

    def __init_subclass__(cls, **options: Any) -> None:
        """Lets methods that a subclass overrides take part in `terminal_test`, which otherwise takes a short cut."""
        super().__init_subclass__(**options)
        for method, parts in _PLAIN.items():
            plain, shortcut = globals()[f"_plain_{method}"], Isolation.__dict__[method]
            if getattr(cls, method) is shortcut and any(
                getattr(cls, part) is not Isolation.__dict__[part] for part in parts
            ):
                setattr(cls, method, plain)

    def actions(self) -> List[int]:
        """Returns the legal actions: steps, or cells while the player is not placed."""
        board, ply_count, locs = self
        loc = locs[ply_count % 2]
        if loc is None:
            return self.liberties(None)
        steps = _STEPS.get(loc)
        return [action for action, _, bit in (_steps_from(loc) if steps is None else steps) if board & bit]

    def player(self) -> int:
        """Returns the player to move, 0 or 1."""
        return self.ply_count % 2

    def result(self, action: int) -> Isolation:
        """Returns the state after an action.

        Raises AssertionError if a placed player's action is no knight's move, RuntimeError if the cell is not open.
        """
        board, ply_count, locs = self
        player = ply_count % 2
        loc = locs[player]
        if loc is None:
            cell = int(action)
        else:
            assert action in _ACTIONSET, f"{action} is no knight's move; expected one of {list(Action)}"
            cell = loc + int(action)
        bit = 1 << cell
        if not board & bit:
            raise RuntimeError(f"invalid move: cell {cell} is blocked")
        locs = (locs[0], cell) if player else (cell, locs[1])
        return tuple.__new__(Isolation, (board ^ bit, ply_count + 1, locs))

    def terminal_test(self) -> bool:
        """Returns whether one of the players has no moves, whoever is to move."""
        board, _, (first, second) = self
        try:
            return not (board & _COUNTED[first] and board & _COUNTED[second])
        except KeyError:  # a cell outside the board
            return _plain_terminal_test(self)

    def utility(self, player_id: int) -> float:
        """Returns inf if a player has won, -inf if it has lost, 0 during the game."""
        if not self.terminal_test():
            return 0
        player = self.player()
        return _INFINITY if self._has_liberties(player) == (player_id == player) else -_INFINITY

    def liberties(self, loc: Optional[int]) -> List[int]:
        """Returns the open cells a knight's move away from a cell, or all open cells for None."""
        board = self.board
        if loc is None:
            return [cell for cell, bit in _CELLS if board & bit]
        steps = _STEPS.get(loc)
        return [cell for _, cell, bit in (_steps_from(loc) if steps is None else steps) if board & bit]

    def _has_liberties(self, player_id: int) -> bool:
        """Returns whether a player has moves. A move to cell 0 does not count: the course has it so."""
        loc = self.locs[player_id]
        counted = _COUNTED.get(loc)
        if counted is None:  # a cell outside the board
            counted = _counted_from(loc or 0)
        return bool(self.board & counted)


# The short cuts, and the methods that they leave out.
_PLAIN = {
    "actions": ("player",),
    "result": ("player",),
    "terminal_test": ("_has_liberties", "liberties"),
    "_has_liberties": ("liberties",),
}


def _plain_actions(self: Isolation) -> List[int]:
    loc = self.locs[self.player()]
    if loc is None:
        return self.liberties(None)
    return [action for action, _, bit in _steps_from(loc) if self.board & bit]


def _plain_result(self: Isolation, action: int) -> Isolation:
    # Isolation.result takes the player from the parity of ply_count.
    player = self.player()
    state = Isolation.result(Isolation(self.board, player, self.locs), action)
    return Isolation(state.board, self.ply_count + 1, state.locs)


def _plain_terminal_test(self: Isolation) -> bool:
    return not (self._has_liberties(0) and self._has_liberties(1))


def _plain__has_liberties(self: Isolation, player_id: int) -> bool:
    return any(self.liberties(self.locs[player_id]))


class DebugState(Isolation):
    """A state that can be printed."""

    player_symbols = ["1", "2"]

    @staticmethod
    def from_state(gamestate: Isolation) -> DebugState:
        return DebugState(*gamestate)

    @property
    def bitboard_string(self) -> str:
        return f"{self.board:b}"

    @classmethod
    def ind2xy(cls, ind: int) -> Tuple[int, int]:
        """Returns a cell as (x, y): x counts from the right, y from the bottom."""
        y, x = divmod(ind, _WIDTH + 2)
        return x, y

    def __str__(self) -> str:
        line = "+ - " * _WIDTH + "+\n"
        rows = []
        for y in reversed(range(_HEIGHT)):
            cells = [y * (_WIDTH + 2) + x for x in reversed(range(_WIDTH))]
            rows.append("".join(f"| {self._symbol(cell)} " for cell in cells) + "|\n")
        return "\n" + line + "".join(row + line for row in rows)

    def _symbol(self, cell: int) -> str:
        for player in (1, 0):
            if self.locs[player] == cell:
                return self.player_symbols[player]
        return " " if self.board >> cell & 1 else "X"


class Status(Enum):
    """How a game ended."""

    NORMAL = 0
    EXCEPTION = 1
    TIMEOUT = 2
    INVALID_MOVE = 3
    GAME_OVER = 4


Agent = namedtuple("Agent", "agent_class name")

PROCESS_TIMEOUT = 5  # seconds between the limit and the end of a search that never puts


class StopSearch(Exception):
    """Ends a search: raised by `put` after the limit."""


class TimedQueue:
    """Holds the last action of a search with the agent's context. After the limit, `put` raises StopSearch."""

    def __init__(self, time_limit: float):
        self._seconds = time_limit / 1000
        self.__stop_time: Optional[float] = None  # agents read _TimedQueue__stop_time
        self._last: Optional[Tuple[Callable[[], Any], Any]] = None
        self.agent: Any = None

    def start_timer(self) -> None:
        self.__stop_time = time.perf_counter() + self._seconds

    def put(self, item: Any, block: bool = True, timeout: Optional[float] = None) -> None:
        if self.__stop_time is not None and time.perf_counter() > self.__stop_time:
            raise StopSearch
        self._last = (snapshot(getattr(self.agent, "context", None)), item)

    def put_nowait(self, item: Any) -> None:
        self.put(item, block=False)

    def get(self, block: bool = True, timeout: Optional[float] = None) -> Tuple[Any, Any]:
        """Returns the last (context, action). Raises queue.Empty if there is none."""
        last, self._last = self._last, None
        if last is None:
            raise Empty
        return last[0](), last[1]

    def get_nowait(self) -> Tuple[Any, Any]:
        return self.get(block=False)

    def qsize(self) -> int:
        return int(self._last is not None)

    def empty(self) -> bool:
        return self._last is None

    def full(self) -> bool:
        return self._last is not None


def play(args: Tuple[Any, ...]) -> Played:
    """Plays a game: play((agents, state, time limit in ms, match id)) returns (winner, actions, match id)."""
    return _play(*args)


def _play(
    agents: Sequence[Any], game_state: Isolation, time_limit: float, match_id: Any, debug: bool = False,
) -> Played:
    """Plays a game between two `Agent`s. Each gets a new object for the game."""
    players = [agent.agent_class(player_id=index) for index, agent in enumerate(agents)]
    history: List[int] = []
    status, winner, state = Status.NORMAL, None, game_state
    logger.info("Game between %s and %s from %s", *agents, game_state)
    while not state.terminal_test():
        active = state.player()
        winner = agents[1 - active]
        try:
            action = fork_get_action(state, players[active], time_limit, debug)
        except Empty:
            logger.warning("%s put no action into its queue before the limit of %s ms", agents[active], time_limit)
            status = Status.TIMEOUT
            break
        except Exception:
            logger.exception("%s failed in %s after %s", agents[active], state, history)
            status = Status.EXCEPTION
            break
        if action not in state.actions():
            status = Status.INVALID_MOVE
            break
        state = state.result(action)
        history.append(action)
    else:
        status = Status.GAME_OVER
        winner = agents[0] if state.utility(0) > 0 else agents[1]
    logger.info("%s: %s wins after %s", status, winner, history)
    return winner, history, match_id


def fork_get_action(game_state: Isolation, active_player: Any, time_limit: float, debug: bool = False) -> Any:
    """Returns the last action that an agent puts before the limit; with `debug` the search runs in this thread.

    The search runs on a copy of the agent, and only `context` is carried over.
    """
    box = TimedQueue(time_limit)
    active_player.queue = None
    agent = copy_agent(active_player)
    agent.queue, box.agent = box, agent
    failed: List[Exception] = []

    def search() -> None:
        try:
            box.start_timer()
            agent.get_action(game_state)
        except StopSearch:
            pass
        except Exception as error:
            failed.append(error)

    if debug:
        search()
    else:
        thread = SearchThread(search)
        thread.start()
        thread.join(PROCESS_TIMEOUT + time_limit / 1000)
        thread.stop(StopSearch)
    if failed and box.empty():
        raise failed[0]
    if failed:
        logger.error("%s failed after its last action", active_player, exc_info=failed[0])
    active_player.context, action = box.get_nowait()
    return action
