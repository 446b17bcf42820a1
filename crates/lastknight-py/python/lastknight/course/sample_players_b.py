"""The sample players of the 2018 course (dialect B)."""
from __future__ import annotations

import pickle
import random
from typing import Any

from .b import Isolation, logger

INFINITY = float("inf")


class BasePlayer:
    """What every agent has: `queue` takes its actions, `context` lasts from turn to turn."""

    def __init__(self, player_id: int):
        self.player_id = player_id
        self.timer: Any = None
        self.queue: Any = None
        self.context: Any = None
        self.data: Any = None

    def get_action(self, state: Isolation) -> None:
        """Puts actions into `self.queue`; the last one before the limit counts."""
        raise NotImplementedError


class DataPlayer(BasePlayer):
    """Loads `data` from the file data.pickle in the current directory, if it is there."""

    def __init__(self, player_id: int):
        super().__init__(player_id)
        try:
            with open("data.pickle", "rb") as file:
                self.data = pickle.load(file)
        except (OSError, TypeError) as error:
            logger.info("%s", error)


class RandomPlayer(BasePlayer):
    """Moves at random."""

    def get_action(self, state: Isolation) -> None:
        self.queue.put(random.choice(state.actions()))


class GreedyPlayer(BasePlayer):
    """Moves to where it has most liberties."""

    def score(self, state: Isolation) -> float:
        return len(state.liberties(state.locs[self.player_id]))

    def get_action(self, state: Isolation) -> None:
        self.queue.put(max(state.actions(), key=lambda action: self.score(state.result(action))))


class MinimaxPlayer(BasePlayer):
    """Places itself at random, then plays by minimax of depth 3 on the difference of liberties."""

    def get_action(self, state: Isolation) -> None:
        if state.ply_count < 2:
            self.queue.put(random.choice(state.actions()))
        else:
            self.queue.put(self.minimax(state, depth=3))

    def minimax(self, state: Isolation, depth: int) -> int:
        """Returns the first of the best actions."""
        return max(state.actions(), key=lambda action: self._value(state.result(action), depth - 1, False))

    def score(self, state: Isolation) -> float:
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))

    def _value(self, state: Isolation, depth: int, is_own_turn: bool) -> float:
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        values = [self._value(state.result(action), depth - 1, not is_own_turn) for action in state.actions()]
        if is_own_turn:
            return max(values, default=-INFINITY)
        return min(values, default=INFINITY)
