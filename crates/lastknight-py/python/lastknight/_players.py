"""Python classes and functions as players.

A player of any kind becomes a factory: called with the seed of a game, it returns an object with
``choose(game, depth, nodes, seconds)``, which the native part calls.
"""

from __future__ import annotations

import copy
import ctypes
import hashlib
import importlib
import inspect
import re
import sys
import threading
import time
from typing import Any, Callable, Dict, Optional

COURSE_METHODS = ("get_move", "get_action", "move")
SIDES = {"white": "w", "black": "b"}

# Threads that run players now, so that Ctrl-C can end a search that never returns.
_thinking: Dict[int, int] = {}
_lock = threading.Lock()


class Interrupted(BaseException):
    """Ends the search of a player when the user presses Ctrl-C."""


def interrupt() -> None:
    """Raises `Interrupted` in all threads that run players."""
    with _lock:
        for ident in _thinking:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))


class Guarded:
    """A player whose thread is known while it thinks."""

    def __init__(self, choose: Callable[..., Any]):
        self.think = choose

    def choose(self, game: Any, depth: Optional[int], nodes: Optional[int], seconds: Optional[float]) -> Any:
        from ._agents import Limits

        ident = threading.get_ident()
        with _lock:
            _thinking[ident] = _thinking.get(ident, 0) + 1
        try:
            return self.think(game, Limits(depth, nodes, seconds))
        finally:
            with _lock:
                _thinking[ident] -= 1
                if not _thinking[ident]:
                    del _thinking[ident]


def parameters(function: Any) -> Dict[str, inspect.Parameter]:
    """Returns the parameters of a function, or none if they are unknown."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}


def takes_limits(function: Any) -> bool:
    """Returns whether a function takes limits beside the game."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = parameters(function).values()
    return sum(p.kind in positional for p in found) >= 2 or any(p.kind is p.VAR_POSITIONAL for p in found)


def chooser(function: Callable[..., Any]) -> Callable[..., Any]:
    return function if takes_limits(function) else lambda game, limits: function(game)


def is_course_class(player: Any) -> bool:
    cls = player if inspect.isclass(player) else type(player)
    return any(callable(getattr(cls, method, None)) for method in COURSE_METHODS)


def factory_of(player: Any) -> Callable[[int], Guarded]:
    """Returns the factory of a class, an object or a function.

    Raises:
        TypeError: It cannot play.
    """
    if inspect.isclass(player):
        if callable(getattr(player, "choose", None)):
            return lambda seed: Guarded(chooser(created(player, seed).choose))
        if is_course_class(player):
            return course_factory(player, None)
    elif callable(getattr(player, "choose", None)):
        return lambda seed: Guarded(chooser(copy.deepcopy(player).choose))
    elif is_course_class(player):
        return course_factory(type(player), player)
    elif callable(player):
        return lambda seed: Guarded(chooser(player))
    raise TypeError(
        f"{player!r} cannot play: an agent is a text, a function of a game, or a class with choose(game, limits), "
        "get_move(game, time_left), get_action(state) or move(game, time_left)"
    )


def created(cls: Any, seed: int) -> Any:
    return cls(seed=seed) if "seed" in parameters(cls) else cls()


def course_factory(cls: Any, instance: Any) -> Callable[[int], Guarded]:
    """Returns the factory of an agent of a course. Its board is the module `isolation` that it has imported, or ours."""
    from . import agent as shim

    call = shim.find_dialect(cls)
    board = board_module(cls, call[0])
    kind = shim.QueueGame if call[0] == "B" else shim.BoardGame

    def make(seed: int) -> Guarded:
        state: Dict[str, Any] = {}

        def choose(game: Any, limits: Any) -> Any:
            begin = time.thread_time()
            turn = shim.parse_turn(turn_line(game, seed))
            milliseconds = shim.DEFAULT_MS[call[0]] if limits.seconds is None else 1000 * limits.seconds
            if not state:
                shim.seed_generators(seed)
                state["game"] = kind(cls, call, board, turn)
                if instance is not None:
                    state["game"].agent = copy.deepcopy(instance)
            playing = state["game"]

            # A search of the 11x9 course runs on a thread of its own, whose CPU time this one does not count.
            clock = time.perf_counter if call[0] == "B" else time.thread_time
            start = time.perf_counter() if call[0] == "B" else begin
            left = lambda: milliseconds - (clock() - start) * 1000  # noqa: E731
            answer = playing.answer(turn, playing.set_up(turn), left, lambda text: None)
            playing.rest()
            return None if answer == "resign" else answer

        return Guarded(choose)

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


def source_of(thing: Any) -> str:
    try:
        return inspect.getsource(thing)
    except (OSError, TypeError):
        return ""


def name_of(player: Any) -> str:
    """Returns a name for tables: letters, digits, `-` and `_`."""
    own = player if inspect.isclass(player) or inspect.isroutine(player) else type(player)
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", getattr(own, "__name__", "agent")).strip("-")
    return name if name[:1].isalpha() else f"agent-{name}".rstrip("-_")


def hash_of(player: Any) -> str:
    """Returns a hash of the code of a player, which tells its versions apart.

    It covers the file or the cell that defines the player, not what that imports.
    """
    own = player if inspect.isclass(player) or inspect.isroutine(player) else type(player)
    module = sys.modules.get(getattr(own, "__module__", ""))
    text = (source_of(module) if getattr(module, "__name__", "__main__") != "__main__" else "") or source_of(own)
    content = text.encode() or b"".join(code_bytes(own))
    if not inspect.isclass(player) and not inspect.isroutine(player):
        content += repr(sorted(vars(player).items(), key=lambda item: item[0])).encode() if hasattr(player, "__dict__") else b""
    return hashlib.sha256(content).hexdigest()[:16]


def code_bytes(own: Any) -> Any:
    """Yields what is known of the code of a class or function without a source."""
    functions = [own] if hasattr(own, "__code__") else [f for f in vars(own).values() if hasattr(f, "__code__")]
    for function in functions:
        yield function.__code__.co_code + repr(function.__code__.co_consts).encode()
    yield getattr(own, "__qualname__", repr(own)).encode()
