"""The sample players and evaluations of the 2017 course (dialect A1).

An evaluation takes a game and a player, and returns a score from that player's point of view: inf for a won game, -inf
for a lost one.
"""
from __future__ import annotations

import random
from typing import Any, Callable, List, Tuple

Move = Tuple[int, int]
Score = Callable[[Any, Any], float]

INFINITY = float("inf")


def null_score(game: Any, player: Any) -> float:
    """Returns 0 during the game."""
    if game.is_loser(player):
        return -INFINITY
    if game.is_winner(player):
        return INFINITY
    return 0.0


def open_move_score(game: Any, player: Any) -> float:
    """Returns the number of the player's moves."""
    return null_score(game, player) or float(len(game.get_legal_moves(player)))


def improved_score(game: Any, player: Any) -> float:
    """Returns the number of the player's moves minus the opponent's."""
    decided = null_score(game, player)
    if decided:
        return decided
    return float(len(game.get_legal_moves(player)) - len(game.get_legal_moves(game.get_opponent(player))))


def center_score(game: Any, player: Any) -> float:
    """Returns the squared distance from the point (height / 2, width / 2)."""
    decided = null_score(game, player)
    if decided:
        return decided
    row, col = game.get_player_location(player)
    return float((game.height / 2 - row) ** 2 + (game.width / 2 - col) ** 2)


class RandomPlayer:
    """Moves at random."""

    def get_move(self, game: Any, time_left: Callable[[], float]) -> Move:
        """Returns a random move, or (-1, -1) if there is none."""
        return random_move(game.get_legal_moves())


class GreedyPlayer:
    """Takes the move with the best score; among equals the largest (row, col)."""

    def __init__(self, score_fn: Score = open_move_score):
        self.score = score_fn

    def get_move(self, game: Any, time_left: Callable[[], float]) -> Move:
        """Returns the best move, or (-1, -1) if there is none."""
        return greedy_move(game, game.get_legal_moves(), self.score, self)


class HumanPlayer:
    """Asks for the number of a move at the terminal. Play without a time limit that matters."""

    ignore_timeout = True

    def get_move(self, game: Any, time_left: Callable[[], float]) -> Move:
        """Returns the selected move, or (-1, -1) if there is none."""
        return human_move(game, game.get_legal_moves())


def random_move(moves: List[Move]) -> Move:
    """Returns one of the moves at random. Draws once, as the course's player does."""
    return moves[random.randint(0, len(moves) - 1)] if moves else (-1, -1)


def greedy_move(game: Any, moves: List[Move], score: Score, player: Any) -> Move:
    """Returns the move with the best score for a player."""
    if not moves:
        return (-1, -1)
    return max((score(game.forecast_move(move), player), move) for move in moves)[1]


def human_move(game: Any, moves: List[Move]) -> Move:
    """Prints the board and its numbered moves, and returns the selected one."""
    if not moves:
        print("No legal moves.")
        return (-1, -1)
    moves = sorted(moves)
    print(game.to_string())
    print("  ".join(f"[{index}] {move}" for index, move in enumerate(moves)))
    while True:
        answer = input("Number of the move: ").strip()
        if answer.isdigit() and int(answer) < len(moves):
            return moves[int(answer)]
        print(f"Enter a number from 0 to {len(moves) - 1}.")
