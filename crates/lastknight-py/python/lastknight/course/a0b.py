"""The course's `isolation` module of 2017-02-19 to 03-27 (dialect A0b), with its fault.

The initial state marks the wrong entry: cell (0, 0) instead of player 2's place holds NOT_MOVED. So (0, 0) is
blocked, and player 2 starts there and has to make knight moves at once. Pull request 11 of the course's repository
reports the fault; the rest of this module is as in A0c.
"""
from __future__ import annotations

import random as random
import timeit as timeit
from copy import copy as copy

from .._native import BoardA0b as Board
from .a0c import TIME_LIMIT_MILLIS, _play
from .a1 import _dress

__all__ = ["Board", "TIME_LIMIT_MILLIS"]

_dress(Board, _play)
