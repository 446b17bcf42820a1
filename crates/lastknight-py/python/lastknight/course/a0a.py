"""The course's `isolation` module of January to mid-February 2017 (dialect A0a).

The state is a list of rows, the knights are in a dict by player, and moves come in a fixed order: this age did not
shuffle. The class is Python, so every private name is an ordinary attribute; knight moves are native, and copies
take rows instead of `deepcopy`.
"""
from __future__ import annotations

import timeit
from copy import copy as copy
from copy import deepcopy as deepcopy
from typing import Any, Optional

from .._native import grid_moves as _grid_moves

__all__ = ["Board", "TIME_LIMIT_MILLIS"]

TIME_LIMIT_MILLIS = 200


class Board:
    """The course's first board. Players must be hashable."""

    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1: Any, player_2: Any, width: int = 7, height: int = 7) -> None:
        self.width = width
        self.height = height
        self.move_count = 0
        self.__player_1__ = player_1
        self.__player_2__ = player_2
        self.__active_player__ = player_1
        self.__inactive_player__ = player_2
        self.__board_state__ = [[Board.BLANK] * width for _ in range(height)]
        self.__last_player_move__ = {player_1: Board.NOT_MOVED, player_2: Board.NOT_MOVED}
        self.__player_symbols__ = {Board.BLANK: Board.BLANK, player_1: 1, player_2: 2}

    @property
    def active_player(self) -> Any:
        """The player to move."""
        return self.__active_player__

    @property
    def inactive_player(self) -> Any:
        """The player who waits."""
        return self.__inactive_player__

    def get_opponent(self, player: Any) -> Any:
        """Return the opponent of a player."""
        if player == self.__active_player__:
            return self.__inactive_player__
        if player == self.__inactive_player__:
            return self.__active_player__
        raise RuntimeError("this object is no player of the game")

    def copy(self) -> Board:
        """Return a copy; the players are shared."""
        board = Board.__new__(Board)
        board.width = self.width
        board.height = self.height
        board.move_count = self.move_count
        board.__player_1__ = self.__player_1__
        board.__player_2__ = self.__player_2__
        board.__active_player__ = self.__active_player__
        board.__inactive_player__ = self.__inactive_player__
        state = self.__board_state__
        board.__board_state__ = [row[:] for row in state] if type(state) is list else deepcopy(state)
        board.__last_player_move__ = self.__last_player_move__.copy()
        board.__player_symbols__ = self.__player_symbols__.copy()
        return board

    def forecast_move(self, move: Any) -> Any:
        """Return a copy after a move."""
        board = self.copy()
        board.apply_move(move)
        return board

    def move_is_legal(self, move: Any) -> Any:
        """Whether a square is on the board and blank."""
        row, col = move
        on_board = 0 <= row < self.height and 0 <= col < self.width
        return on_board and self.__board_state__[row][col] == Board.BLANK

    def get_blank_spaces(self) -> list[tuple[int, int]]:
        """Return all blank squares, column by column."""
        state, blank = self.__board_state__, Board.BLANK
        rows = range(self.height)
        return [(row, col) for col in range(self.width) for row in rows if state[row][col] == blank]

    def get_player_location(self, player: Any) -> Any:
        """Return the square of a player's knight, or None. A stranger is a KeyError."""
        return self.__last_player_move__[player]

    def get_legal_moves(self, player: Any = None) -> list[tuple[int, int]]:
        """Return the moves of a player, by default the active one."""
        if player is None:
            player = self.active_player
        return self.__get_moves__(self.__last_player_move__[player])

    def apply_move(self, move: Any) -> None:
        """Move the active player to a square, legal or not."""
        row, col = move
        player = self.active_player
        self.__last_player_move__[player] = move
        self.__board_state__[row][col] = self.__player_symbols__[player]
        self.__active_player__, self.__inactive_player__ = self.__inactive_player__, self.__active_player__
        self.move_count += 1

    def is_winner(self, player: Any) -> bool:
        """Whether the player has won: it is the opponent's turn, without moves."""
        return player == self.inactive_player and not self.get_legal_moves(self.active_player)

    def is_loser(self, player: Any) -> bool:
        """Whether the player has lost: it is the player's turn, without moves."""
        return player == self.active_player and not self.get_legal_moves(self.active_player)

    def utility(self, player: Any) -> float:
        """Return inf if the player has won, -inf if lost, else 0."""
        if not self.get_legal_moves(self.active_player):
            if player == self.inactive_player:
                return float("inf")
            if player == self.active_player:
                return float("-inf")
        return 0.0

    def __get_moves__(self, move: Optional[tuple[int, int]]) -> list[tuple[int, int]]:
        if move is None:
            return self.get_blank_spaces()
        if type(self).move_is_legal is _move_is_legal:
            return _grid_moves(self.__board_state__, self.width, self.height, move)
        row, col = move
        squares = [(row + down, col + right) for down, right in _DIRECTIONS]
        return [square for square in squares if self.move_is_legal(square)]

    def print_board(self) -> str:
        """Return the board as text. The name is the course's; it prints nothing."""
        return self.to_string()

    def to_string(self, symbols: Any = ("1", "2")) -> str:
        """Return the board as text, with both knights and the blocked squares."""
        first = self.__last_player_move__[self.__player_1__]
        second = self.__last_player_move__[self.__player_2__]
        lines = []
        for row in range(self.height):
            line = " | "
            for col in range(self.width):
                if not self.__board_state__[row][col]:
                    mark = " "
                elif first and (row, col) == (first[0], first[1]):
                    mark = symbols[0]
                elif second and (row, col) == (second[0], second[1]):
                    mark = symbols[1]
                else:
                    mark = "-"
                line += mark + " | "
            lines.append(line + "\n\r")
        return "".join(lines)

    def play(self, time_limit: float = TIME_LIMIT_MILLIS) -> tuple[Any, list[list[Any]], str]:
        """Play the game to its end. Return the winner, the moves in pairs, and the reason.

        The last answer is part of the history, and a missing one is None. A game that begins with player 2 to
        move is an IndexError, as it was.
        """
        history: list[list[Any]] = []
        while True:
            legal = self.get_legal_moves()
            game = self.copy()
            timer = timeit.default_timer
            start = 1000 * timer()

            def time_left() -> float:
                return time_limit - (1000 * timer() - start)

            move = self.active_player.get_move(game, legal, time_left)
            left = time_left()
            if self.active_player == self.__player_1__:
                history.append([move])
            else:
                history[-1].append(move)
            if left < 0:
                return self.__inactive_player__, history, "timeout"
            if move not in legal:
                return self.__inactive_player__, history, "illegal move"
            self.apply_move(move)


_DIRECTIONS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_move_is_legal = Board.move_is_legal
