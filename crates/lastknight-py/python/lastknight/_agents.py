"""Agents: what plays."""

from __future__ import annotations

import json
import numbers
import operator
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Union

from . import _native, _players
from ._identity import hash_of
from ._native import Game, Position
from .results import Analysis, make

Time = Union[None, float, str]
HeuristicFunction = Callable[[Position, str], float]


@dataclass(frozen=True)
class Limits:
    """The limits of one move. `None` means that there is none. `clock` is what seconds count: 'wall' or 'cpu' time."""

    depth: Optional[int] = None
    nodes: Optional[int] = None
    seconds: Optional[float] = None
    clock: str = "wall"


class Agent:
    """Something that plays.

    >>> agent = Agent("alphabeta(improved, depth=3)")
    >>> print(agent)
    alphabeta(improved, depth=3)
    >>> agent.choose("5x5 moves c3 d5")
    'b1'

    A Python function of a game, or a class with ``choose(game, limits)``, plays too. Every game gets a new object.

    >>> def first(game):
    ...     return game.legal_moves[0]
    >>> Agent(first).choose("7x7 moves d4 b3")
    'c2'

    A Python function of a position and a side can be the heuristic of a search. That is hundreds of times slower than a
    built-in heuristic or a formula, since the search calls Python at every leaf.

    >>> def mobility(position, side):
    ...     other = "black" if side == "white" else "white"
    ...     return len(position.moves_of(side)) - len(position.moves_of(other))
    >>> Agent("alphabeta(depth=2)", heuristic=mobility).choose("5x5 moves c3 d5") in ("b1", "d1")
    True

    Args:
        player: A text, a class, an object or a function.
        heuristic: A function that replaces the heuristic of a text.
        name: The name of a class or function in tables; by default its own.
    """

    def __init__(self, player: Any, *, heuristic: Optional[HeuristicFunction] = None, name: Optional[str] = None):
        self.name: Optional[str] = name
        self._native: _native.Agent
        self._make: Optional[_players.Factory] = None
        if isinstance(player, Agent):
            if heuristic is not None:
                raise TypeError("heuristic goes with an agent given as text, such as 'alphabeta(depth=3)'")
            self.__dict__.update(vars(player), name=name or player.name)
            return
        self._source = (player, heuristic)
        if isinstance(player, str):
            if heuristic is None:
                self._native = _native.Agent(player)
            elif callable(heuristic):
                known = f"{_players.name_of(heuristic)}-{hash_of(heuristic)[:8]}"
                self._native = _native.Agent(player, known, heuristic)
            else:
                raise TypeError("heuristic is a function of a position and a side; write others in the text of the agent")
            return
        if heuristic is not None:
            raise TypeError("heuristic goes with an agent given as text, such as 'alphabeta(depth=3)'")
        self._make = _players.factory_of(player)
        own = _players.name_of(player)
        # A class may have the name of a built-in agent.
        own = f"{own}-py" if own in {entry["name"] for entry in agents()} else own
        self._own = (own, hash_of(player))
        self._native = self.native_for(_players.Call())
        self.name = name or own

    def native_for(self, call: _players.Call) -> _native.Agent:
        """Returns the native agent for one call, which Ctrl-C can end."""
        return self._native if self._make is None else _native.Agent.python(*self._own, call.guard(self._make))

    @property
    def is_python(self) -> bool:
        """Whether Python code plays, which only one thread at a time can run."""
        return self._native.is_python

    def choose(
        self, position: Union[str, Position, Game], *, depth: Optional[int] = None, nodes: Optional[int] = None,
        time: Time = None, clock: str = "wall", seed: int = 0,
    ) -> str:
        """Returns the agent's move. Limits in its text come first; without any, it gets 9,000 nodes.

        Raises:
            RuntimeError: It resigned, crashed or made an illegal move.
            ValueError: The game is over, or an argument is wrong.
        """
        best = self.analyze(position, depth=depth, nodes=nodes, time=time, clock=clock, seed=seed).best
        if best is None:
            raise ValueError("the game is over")
        return best

    def analyze(
        self, position: Union[str, Position, Game], *, depth: Optional[int] = None, nodes: Optional[int] = None,
        time: Time = None, clock: str = "wall", seed: int = 0, lines: int = 1,
    ) -> Analysis:
        """Returns the agent's move with its score, depth, nodes and principal variation.

        >>> Agent("alphabeta").analyze("5x5 moves c3 d5", depth=2).pv
        ['b1', 'e3']
        """
        if depth is None and nodes is None and time is None:
            nodes = 9000
        check_limits(depth, nodes, time)
        check_whole("seed", seed, 0)
        check_whole("lines", lines, 1)
        call = _players.Call()
        text = self.native_for(call).analyze(as_game(position), depth, nodes, time, clock, seed, lines, call.interrupt)
        return make(Analysis, json.loads(text))

    def __reduce__(self) -> Any:
        player, heuristic = self._source
        return _agent_from, (player, heuristic, self.name)

    def __str__(self) -> str:
        return str(self._native)

    def __repr__(self) -> str:
        return f"Agent({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agent) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _agent_from(player: Any, heuristic: Optional[HeuristicFunction], name: Optional[str]) -> Agent:
    return Agent(player, heuristic=heuristic, name=name)


def agents() -> List[Dict[str, Any]]:
    """Returns the agents that a text can name, with their settings.

    >>> [agent["name"] for agent in agents()][:3]
    ['random', 'greedy', 'minimax']
    """
    known: List[Dict[str, Any]] = json.loads(_native.agents())
    return known


def check_whole(name: str, value: Any, least: int, most: int = 2**63 - 1) -> None:
    """Raises TypeError if a value is not a whole number or None, ValueError if it is too small or too large."""
    if value is None:
        return
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {least} to {most:,}, not {number:,}")


def check_limits(depth: Any, nodes: Any, time: Any) -> None:
    """Raises TypeError or ValueError for what cannot be limits."""
    check_whole("depth", depth, 0, 255)
    check_whole("nodes", nodes, 0)
    if time is not None and not isinstance(time, (str, numbers.Real)):
        raise TypeError(f"time is seconds or a text such as '150ms', not {time!r}")


def check_threads(threads: Any) -> None:
    """Raises TypeError or ValueError for what cannot be a number of threads."""
    check_whole("threads", threads, 1, 1024)


def as_game(position: Union[str, Position, Game]) -> Game:
    """Returns a position, a game or a text as a game."""
    if isinstance(position, Game):
        return position
    if isinstance(position, (str, Position)):
        return Game(position)
    raise TypeError(f"a position is a text, a Position or a Game, not a {type(position).__name__}")


def as_position(position: Union[str, Position, Game]) -> Position:
    """Returns a position, the last position of a game, or that of a text."""
    return position if isinstance(position, Position) else as_game(position).position

