"""Python classes and functions as players.

A player of any kind becomes a factory: called with the seed of a game, it returns an object with
``choose(game, depth, nodes, seconds, clock)``, which the native part calls.
"""

from __future__ import annotations

import copy
import ctypes
import importlib
import inspect
import re
import sys
import threading
import time
from typing import Any, Callable, Dict, Optional

COURSE_METHODS = ("get_move", "get_action", "move")
SIDES = {"white": "w", "black": "b"}

# Creates what chooses moves, `think(game, limits)`, for one game by its seed.
Factory = Callable[[int], Callable[..., Any]]


class Interrupted(BaseException):
    """Ends the search of a player when the user presses Ctrl-C."""


def checkpoint() -> None:
    """Does nothing: an exception that another thread raises in this one arrives in Python code."""


class Call:
    """One call that lets players play. It knows their threads, so that Ctrl-C can end a search that never returns."""

    def __init__(self) -> None:
        self.threads: Dict[int, int] = {}
        self.lock = threading.Lock()

    def guard(self, make: Factory) -> Callable[[int], Guarded]:
        """Returns a factory of players whose threads are known while they think."""
        return lambda seed: Guarded(self, make(seed))

    def interrupt(self) -> None:
        """Raises `Interrupted` in all threads that run players of this call."""
        with self.lock:
            for ident in self.threads:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))


class Guarded:
    """A player of a call."""

    def __init__(self, call: Call, think: Callable[..., Any]):
        self.call, self.think = call, think

    def choose(
        self, game: Any, depth: Optional[int], nodes: Optional[int], seconds: Optional[float], clock: str,
    ) -> Any:
        from ._agents import Limits

        ident, threads, lock = threading.get_ident(), self.call.threads, self.call.lock
        with lock:
            threads[ident] = threads.get(ident, 0) + 1
        try:
            return self.think(game, Limits(depth, nodes, seconds, clock))
        finally:
            with lock:
                threads[ident] -= 1
                if not threads[ident]:
                    del threads[ident]


def parameters(function: Any) -> Dict[str, inspect.Parameter]:
    """Returns the parameters of a function, or none if they are unknown."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}


def takes_limits(function: Any) -> bool:
    """Returns whether a function takes limits beside the game: as a second parameter without a default, or `limits`."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = list(parameters(function).values())
    second = [p for p in found if p.kind in positional][1:2]
    return any(p.default is p.empty or p.name == "limits" for p in second) or any(p.kind is p.VAR_POSITIONAL for p in found)


def chooser(function: Callable[..., Any]) -> Callable[..., Any]:
    return function if takes_limits(function) else lambda game, limits: function(game)


def is_course_class(player: Any) -> bool:
    cls = player if inspect.isclass(player) else type(player)
    return any(callable(getattr(cls, method, None)) for method in COURSE_METHODS)


def factory_of(player: Any) -> Factory:
    """Returns what creates the players of a class, an object or a function, one for each game, by the game's seed.

    Raises:
        TypeError: It cannot play.
    """
    if inspect.isclass(player):
        if callable(getattr(player, "choose", None)):
            return seeded(lambda seed: chooser(created(player, seed).choose))
        if is_course_class(player):
            return course_factory(player, None)
    elif callable(getattr(player, "choose", None)):
        return seeded(lambda seed: chooser(copy.deepcopy(player).choose))
    elif is_course_class(player):
        return course_factory(type(player), player)
    elif callable(player):
        return seeded(lambda seed: chooser(player))
    raise TypeError(
        f"{player!r} cannot play: an agent is a text, a function of a game, or a class with choose(game, limits), "
        "get_move(game, time_left), get_action(state) or move(game, time_left)"
    )


def seeded(make: Factory) -> Factory:
    """Seeds Python's generators before each game, so that agents that use them repeat their games."""

    def create(seed: int) -> Callable[..., Any]:
        from .agent import seed_generators

        seed_generators(seed)
        return make(seed)

    return create


def created(cls: Any, seed: int) -> Any:
    return cls(seed=seed) if "seed" in parameters(cls) else cls()


def course_factory(cls: Any, instance: Any) -> Factory:
    """Returns the factory of an agent of a course. Its board is the module `isolation` that it has imported, or ours."""
    from . import agent as shim

    call = shim.find_dialect(cls)
    board = board_module(cls, call[0])
    kind = shim.QueueGame if call[0] == "B" else shim.BoardGame

    def make(seed: int) -> Callable[..., Any]:
        state: Dict[str, Any] = {}

        def choose(game: Any, limits: Any) -> Any:
            # A search of the 11x9 course runs on a thread of its own, whose CPU time this one does not count.
            is_wall = call[0] == "B" or (limits.clock == "wall" and limits.seconds is not None)
            clock = time.perf_counter if is_wall else time.thread_time
            begin = clock()
            turn = shim.parse_turn(turn_line(game, seed))
            milliseconds = shim.DEFAULT_MS[call[0]] if limits.seconds is None else 1000 * limits.seconds
            if not state:
                shim.seed_generators(seed)
                state["game"] = kind(cls, call, board, turn)
                if instance is not None:
                    state["game"].agent = copy.deepcopy(instance)
            playing = state["game"]
            left = lambda: milliseconds - (clock() - begin) * 1000  # noqa: E731
            answer = playing.answer(turn, playing.set_up(turn), left, lambda text: None)
            playing.rest()
            return None if answer == "resign" else answer

        return choose

    return make


def turn_line(game: Any, seed: int) -> str:
    """Returns the line of the protocol `turns` for a game."""
    return (
        f"turn game=1 side={SIDES[game.to_move]} seed={seed} start={str(game.start).split()[0]} "
        f"moves={','.join(game.move_stack)} legal {' '.join(game.legal_moves)}"
    )


def board_module(cls: Any, dialect: str) -> Any:
    """Returns the module with the board of a dialect: the one that the agent's file has imported, or ours."""
    name = "Isolation" if dialect == "B" else "Board"
    for module in ("isolation", "isolation.isolation"):
        if hasattr(sys.modules.get(module), name):
            return sys.modules[module]
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    from .course.dialect import guess_dialect

    guessed = guess_dialect([file]) if file else dialect
    # The method of the class decides; the file only tells the ages of A0 apart.
    age = guessed if guessed[:2] == dialect[:2] else {"A0": "A0c"}.get(dialect, dialect)
    return importlib.import_module(f".course.{age.lower()}", __package__)


def name_of(player: Any) -> str:
    """Returns a name for tables: letters, digits, `-` and `_`."""
    own = player if inspect.isclass(player) or inspect.isroutine(player) else type(player)
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", getattr(own, "__name__", "agent")).strip("-")
    return name if name[:1].isalpha() else f"agent-{name}".rstrip("-_")
