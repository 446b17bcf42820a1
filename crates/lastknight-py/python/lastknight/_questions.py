"""Questions about one position."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, Optional, Union

from . import _native
from ._agents import as_position, check_limits, check_threads, check_whole
from ._native import Game, Position
from ._progress import Progress, showing
from .results import Evaluation, Solution, make

Place = Union[str, Position, Game]


def perft(depth: int, position: Place = "7x7", *, progress: Progress = None) -> int:
    """Returns the number of games of `depth` plies.

    >>> perft(4)
    52672
    """
    check_whole("depth", depth, 0, 2**32 - 1)
    with showing(progress, "perft", None, stores=False) as on_progress:
        return _native.perft(as_position(position), depth, on_progress)[0]


def solve(
    position: Place, *, distances: bool = False, winner_only: bool = False, nodes: Optional[int] = None,
    time: Union[None, float, str] = None, threads: Optional[int] = None, memory: Optional[int] = None,
    tablebase: bool = True, progress: Progress = None,
) -> Solution:
    """Proves who wins, and which moves win.

    >>> solution = solve("7x7 moves d4 b3 f5 a1")
    >>> solution.winner, solution.winning_moves
    ('white', ['g7'])

    Args:
        distances: Also find how soon the game ends after each move.
        winner_only: Find the winner alone.
        nodes, time: Limits; without them it ends when it is solved, which large boards may never be.
        memory: The size of the table, in MB.
        tablebase: Use the tables of solved openings.
    """
    question = "distances" if distances else "winner" if winner_only else "moves"
    check_limits(None, nodes, time)
    check_threads(threads)
    check_whole("memory", memory, 1)
    with showing(progress, "solving", None, stores=False) as on_progress:
        text = _native.solve(as_position(position), question, nodes, time, threads, memory, tablebase, on_progress)
    return make(Solution, json.loads(text))


def evaluate(
    position: Place, *heuristics: Union[str, Callable[[Position, str], float]],
) -> Evaluation:
    """Evaluates a position for the side to move, with all heuristics by default.

    >>> evaluate("7x7 moves d4 b3", "improved", "n - 2*n'").values
    {'improved': 2.0, "n - 2*n'": -3.0}
    """
    place = as_position(position)
    texts = [heuristic for heuristic in heuristics if isinstance(heuristic, str)]
    result = make(Evaluation, json.loads(_native.evaluate(place, texts if texts or not heuristics else ["improved"])))
    values: Dict[str, float] = {}
    for heuristic in heuristics:
        if isinstance(heuristic, str):
            values[heuristic] = result.values[heuristic]
        elif callable(heuristic):
            name = getattr(heuristic, "__name__", repr(heuristic))
            number = sum(known.partition(" (")[0] == name for known in values)
            values[f"{name} ({number + 1})" if number else name] = float(heuristic(place, place.to_move))
        else:
            raise TypeError(f"a heuristic is a text or a function, not a {type(heuristic).__name__}")
    if heuristics:
        result.values = values
    return result


def heuristics() -> List[Dict[str, Any]]:
    """Returns all registered heuristics with their formulas and parameters.

    >>> [heuristic["name"] for heuristic in heuristics()][:3]
    ['null', 'open', 'center']
    """
    known: List[Dict[str, Any]] = json.loads(_native.heuristics())
    return known
