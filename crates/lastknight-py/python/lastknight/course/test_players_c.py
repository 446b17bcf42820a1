"""The sample players of CS 6601 (dialect C), which the course has in `test_players`."""
from __future__ import annotations

import random
from typing import Callable, Optional, Tuple

from .c import Board


class Player:
    """What all players have."""

    def __init__(self, name: str = "Player"):
        self.name = name

    def move(self, game: Board, time_left: Callable[[], float]) -> Optional[Tuple[int, int]]:
        """Returns a move."""
        raise NotImplementedError

    def get_name(self) -> str:
        return self.name


class RandomPlayer(Player):
    """Moves at random."""

    def __init__(self, name: str = "RandomPlayer"):
        super().__init__(name)

    def move(self, game: Board, time_left: Callable[[], float]) -> Optional[Tuple[int, int]]:
        """Returns a random move, or None if there is none."""
        moves = game.get_active_moves()
        return random.choice(moves) if moves else None


class HumanPlayer(Player):
    """Asks for the number of a move at the terminal."""

    def __init__(self, name: str = "HumanPlayer"):
        super().__init__(name)

    def move(self, game: Board, time_left: Callable[[], float]) -> Optional[Tuple[int, int]]:
        moves = game.get_active_moves()
        if not moves:
            return None
        print(game.print_board(moves))
        print("  ".join(f"[{index}] {move}" for index, move in enumerate(moves)))
        while True:
            answer = input("Number of the move: ")
            if answer.strip().isdigit() and int(answer) < len(moves):
                return moves[int(answer)]
            print(f"Enter a number from 0 to {len(moves) - 1}.")
