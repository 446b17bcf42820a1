"""The sample players and evaluations of the first course (dialect A0): `get_move` also takes the legal moves."""
from __future__ import annotations

from typing import Any, Callable, List

from .sample_players import (
    Move,
    Score,
    center_score,
    greedy_move,
    human_move,
    improved_score,
    null_score,
    open_move_score,
    random_move,
)

__all__ = [
    "GreedyPlayer",
    "HumanPlayer",
    "RandomPlayer",
    "center_score",
    "improved_score",
    "null_score",
    "open_move_score",
]


class RandomPlayer:
    """Moves at random."""

    def get_move(self, game: Any, legal_moves: List[Move], time_left: Callable[[], float]) -> Move:
        """Returns a random move, or (-1, -1) if there is none."""
        return random_move(legal_moves)


class GreedyPlayer:
    """Takes the move with the best score; among equals the largest (row, col)."""

    def __init__(self, score_fn: Score = open_move_score):
        self.score = score_fn

    def get_move(self, game: Any, legal_moves: List[Move], time_left: Callable[[], float]) -> Move:
        """Returns the best move, or (-1, -1) if there is none."""
        return greedy_move(game, legal_moves, self.score, self)


class HumanPlayer:
    """Asks for the number of a move at the terminal. Play without a time limit that matters."""

    ignore_timeout = True

    def get_move(self, game: Any, legal_moves: List[Move], time_left: Callable[[], float]) -> Move:
        """Returns the selected move, or (-1, -1) if there is none."""
        return human_move(game, legal_moves)
