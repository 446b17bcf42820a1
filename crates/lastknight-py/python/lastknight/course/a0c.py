"""The course's `isolation` module of late March 2017 (dialect A0c).

The board is that of A1; `play` passes the legal moves to `get_move(game, legal_moves, time_left)`.
Assumed, for want of the original: a move list that is shuffled, and the endings of A1's `play`.
"""
from __future__ import annotations

import random as random
import timeit as timeit
from copy import copy as copy
from typing import Any

from .._native import BoardA0c as Board
from .a1 import TIME_LIMIT_MILLIS, _dress, _play_game

__all__ = ["Board", "TIME_LIMIT_MILLIS"]


def _play(self: Any, time_limit: float = TIME_LIMIT_MILLIS) -> tuple[Any, list[list[int]], str]:
    """Play the game to its end. Return the winner, the moves since the call, and the reason."""
    return _play_game(self, time_limit, takes_moves=True)


_dress(Board, _play)
