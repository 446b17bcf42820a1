"""The board of Georgia Tech's CS 6601, "Knight Isolation" of 2024 (dialect C).

Cells are (row, col) from the top left. The board is a list of rows with " " for open, "X" for visited, "K1" and "K2"
for the knights. It lives in `__board_state__`, which agents may read and write.

Differences from the course: move generation is right on boards that are not square, where the course mixes up width and
height, and importing this module leaves `sys.path` alone. `play_isolation_name_changed`, a method of earlier years, is
`play_isolation`. Other years of the course had other boards (a queen, trails, craters), which are not here.
"""
from __future__ import annotations

import os as os  # agents get these modules and names by `from isolation import *`
import platform as platform
import sys as sys
import time
from copy import deepcopy as deepcopy
from functools import lru_cache
from io import StringIO as StringIO
from typing import Any, Dict, List, Optional, Sequence, Tuple

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

Cell = Tuple[int, int]
History = List[List[Any]]

# Clockwise, from two up and one right.
_STEPS = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))


@lru_cache(maxsize=None)
def _targets(width: int, height: int) -> Dict[Cell, Tuple[Cell, ...]]:
    """Returns the cells that a knight reaches from each cell of an empty board."""
    cells = [(row, col) for row in range(height) for col in range(width)]
    inside = set(cells)
    return {
        (row, col): tuple((row + r, col + c) for r, c in _STEPS if (row + r, col + c) in inside) for row, col in cells
    }


def _now_ms() -> float:
    """Returns the user CPU time of this process, as the course measures it; on Windows wall-clock time."""
    if resource is None:
        return time.time() * 1000
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime * 1000


class Board:
    """A game between two players, which are objects with a method `move(game, time_left)`."""

    BLANK = " "
    BLOCKED = "X"
    TRAIL = "O"
    NOT_MOVED = (-1, -1)

    def __init__(self, player_1: Any, player_2: Any, width: int = 9, height: int = 9):
        self.width = width
        self.height = height
        self.__player_1__ = self.__active_player__ = player_1
        self.__player_2__ = self.__inactive_player__ = player_2
        one, two = f"{type(player_1).__name__} - K1", f"{type(player_2).__name__} - K2"
        self.__knight_1__ = self.__active_players_knight__ = one
        self.__knight_2__ = self.__inactive_players_knight__ = two
        self.__knight_symbols__ = {one: "K1", two: "K2"}
        self.__last_knight_move__ = {one: Board.NOT_MOVED, two: Board.NOT_MOVED}
        self.__board_state__ = [[Board.BLANK] * width for _ in range(height)]
        self.move_count = 0

    # State

    def get_state(self) -> List[List[str]]:
        """Returns a copy of the rows."""
        return [list(row) for row in self.__board_state__]

    def set_state(self, board_state: List[List[str]], p1_turn: bool = True) -> None:
        """Sets the rows, without a copy, and the player to move. Knights stand where "K1" and "K2" occur first."""
        self.__board_state__ = board_state
        for knight, symbol in self.__knight_symbols__.items():
            found = ((row, list(cells).index(symbol)) for row, cells in enumerate(board_state) if symbol in cells)
            self.__last_knight_move__[knight] = next(found, Board.NOT_MOVED)
        self.__active_player__, self.__inactive_player__ = self.__player_1__, self.__player_2__
        self.__active_players_knight__, self.__inactive_players_knight__ = self.__knight_1__, self.__knight_2__
        if not p1_turn:
            self._swap()
        self.move_count = sum(row.count(symbol) for row in board_state for symbol in ("X", "K1", "K2"))

    def copy(self) -> Board:
        """Returns a copy with the same players."""
        twin = Board.__new__(Board)
        twin.width, twin.height, twin.move_count = self.width, self.height, self.move_count
        twin.__player_1__, twin.__player_2__ = self.__player_1__, self.__player_2__
        twin.__active_player__, twin.__inactive_player__ = self.__active_player__, self.__inactive_player__
        twin.__knight_1__, twin.__knight_2__ = self.__knight_1__, self.__knight_2__
        twin.__active_players_knight__ = self.__active_players_knight__
        twin.__inactive_players_knight__ = self.__inactive_players_knight__
        twin.__knight_symbols__ = dict(self.__knight_symbols__)
        twin.__last_knight_move__ = dict(self.__last_knight_move__)
        twin.__board_state__ = self.get_state()
        return twin

    def _swap(self) -> None:
        self.__active_player__, self.__inactive_player__ = self.__inactive_player__, self.__active_player__
        knights = self.__active_players_knight__, self.__inactive_players_knight__
        self.__inactive_players_knight__, self.__active_players_knight__ = knights

    # Moves

    def __apply_move__(self, knight_move: Cell) -> Tuple[bool, Any]:
        """Moves the active player's knight, unchecked. Returns whether the game is over, and the winner or None."""
        row, col = knight_move
        before = self.__last_knight_move__[self.__active_players_knight__]
        if before != Board.NOT_MOVED:
            self.__board_state__[before[0]][before[1]] = Board.BLOCKED
        self.__last_knight_move__[self.__active_players_knight__] = knight_move
        self.__board_state__[row][col] = self.__knight_symbols__[self.__active_players_knight__]
        self._swap()
        self.move_count += 1
        return (False, None) if self.get_active_moves() else (True, self.__inactive_player__)

    def forecast_move(self, knight_move: Cell) -> Tuple[Board, bool, Any]:
        """Returns the board after a move, whether the game is over, and the winner or None."""
        board = self.copy()
        is_over, winner = board.__apply_move__(knight_move)
        return board, is_over, winner

    def get_active_moves(self) -> List[Cell]:
        """Returns the legal moves of the player to move."""
        return self.__get_moves__(self.__last_knight_move__[self.__active_players_knight__])

    def get_inactive_moves(self) -> List[Cell]:
        """Returns the moves that the waiting player would have."""
        return self.__get_moves__(self.__last_knight_move__[self.__inactive_players_knight__])

    def get_player_moves(self, my_player: Any = None) -> List[Cell]:
        """Returns the moves of a player."""
        return self.get_active_moves() if self._is_active(my_player) else self.get_inactive_moves()

    def get_opponent_moves(self, my_player: Any = None) -> List[Cell]:
        """Returns the moves of a player's opponent."""
        return self.get_inactive_moves() if self._is_active(my_player) else self.get_active_moves()

    def __get_moves__(self, move: Cell) -> List[Cell]:
        return self.get_first_moves() if move == self.NOT_MOVED else self.knight(move)

    def knight(self, move: Cell) -> List[Cell]:
        """Returns the open cells a knight's move away, clockwise from two up and one right."""
        row, col = move
        targets = _targets(self.width, self.height).get((row, col))
        if targets is None:  # a knight outside the board
            targets = tuple((row + r, col + c) for r, c in _STEPS if self.move_is_in_board(row + r, col + c))
        state = self.__board_state__
        return [cell for cell in targets if state[cell[0]][cell[1]] == " "]

    def get_first_moves(self) -> List[Cell]:
        """Returns all open cells, row by row."""
        rows = enumerate(self.__board_state__)
        return [(i, j) for i, row in rows for j, mark in enumerate(row) if mark == Board.BLANK]

    def move_is_in_board(self, row: int, col: int) -> bool:
        return 0 <= row < self.height and 0 <= col < self.width

    def is_spot_open(self, row: int, col: int) -> bool:
        return self.__board_state__[row][col] == Board.BLANK

    def is_spot_knight(self, row: int, col: int) -> bool:
        return self.__board_state__[row][col] in self.__knight_symbols__.values()

    def space_is_open(self, row: int, col: int) -> bool:
        """Returns whether a cell is on the board and open."""
        return self.move_is_in_board(row, col) and self.is_spot_open(row, col)

    # Players

    def get_active_player(self) -> Any:
        return self.__active_player__

    def get_inactive_player(self) -> Any:
        return self.__inactive_player__

    def get_active_players_knight(self) -> str:
        """Returns the name of the knight to move: the player's class and "K1" or "K2"."""
        return self.__active_players_knight__

    def get_inactive_players_knight(self) -> str:
        return self.__inactive_players_knight__

    def get_active_position(self) -> Cell:
        """Returns the cell of the knight to move, (-1, -1) before it is placed."""
        return self.__last_knight_move__[self.__active_players_knight__][0:2]

    def get_inactive_position(self) -> Cell:
        return self.__last_knight_move__[self.__inactive_players_knight__][0:2]

    def get_player_position(self, my_player: Any = None) -> Cell:
        return self.get_active_position() if self._is_active(my_player) else self.get_inactive_position()

    def get_opponent_position(self, my_player: Any = None) -> Cell:
        return self.get_inactive_position() if self._is_active(my_player) else self.get_active_position()

    def _is_active(self, player: Any) -> bool:
        """Returns whether a player is to move. Raises ValueError for a stranger."""
        for own in (self.__player_1__, self.__player_2__):
            if player == own:
                return bool(self.__active_player__ == own)
        raise ValueError("my_player is not one of the two players of this board")

    # Games

    def print_board(self, legal_moves: Sequence[Cell] = ()) -> str:
        """Returns a picture of the board. A cell of `legal_moves` is two characters wider, as in the course."""
        one, two = self.__last_knight_move__[self.__knight_1__], self.__last_knight_move__[self.__knight_2__]
        marks = {Board.BLANK: "  ", Board.TRAIL: "- ", Board.BLOCKED: "><"}
        state = self.__board_state__
        lines = ["  |" + "".join(f"{col} |" for col in range(len(state[0])))]
        for i, row in enumerate(state):
            line = f"{i} |"
            for j, mark in enumerate(row):
                if (i, j) == tuple(one):
                    line += self.__knight_symbols__[self.__knight_1__]
                elif (i, j) == tuple(two):
                    line += self.__knight_symbols__[self.__knight_2__]
                elif (i, j) in legal_moves:
                    line += "o "
                line += marks.get(mark, "") + "|"
            lines.append(line)
        return "\n\r".join(lines)

    def play_isolation(self, time_limit: float = 10000, print_moves: bool = False) -> Tuple[str, History, str]:
        """Plays the game to its end. Returns the winning knight's name, the moves, and the reason.

        The moves are a list of [first player's, second player's]. The limit is milliseconds of user CPU time a move;
        0 is unlimited.
        """
        history: History = []
        while True:
            game, start = self.copy(), _now_ms()

            def time_left(start: float = start) -> float:
                return time_limit - (_now_ms() - start)

            if print_moves:
                print("\n", self.__active_players_knight__, " Turn")
            move = self.__active_player__.move(game, time_left)
            if self.__active_player__ == self.__player_1__ or not history:
                history.append([move])
            else:
                history[-1].append(move)
            mover, waiting = self.__active_players_knight__, self.__inactive_players_knight__
            if time_limit and time_left() <= 0:
                return waiting, history, f"{mover} timed out."
            if move not in self.get_active_moves():
                return waiting, history, f"{mover} made an illegal move."
            is_over, _ = self.__apply_move__(move)
            if print_moves:
                print("move chosen: ", move)
                print(self.copy().print_board())
            if is_over:
                return mover, history, f"{waiting} has no legal moves left."

    def play_isolation_name_changed(self, time_limit: float = 10000, print_moves: bool = False) -> Tuple[str, History, str]:
        """The same as `play_isolation`."""
        return self.play_isolation(time_limit, print_moves)

    def __apply_move_write__(self, move_knight: Optional[Cell]) -> None:
        """Applies a move of a finished game; no move is ignored."""
        if move_knight is not None and None not in move_knight:
            self.__apply_move__(move_knight)


def game_as_text(winner: Any, move_history: History, termination: str = "", board: Optional[Board] = None) -> str:
    """Returns the pictures of a game, move by move. Only the players and the size of `board` matter."""
    print("Printing the game as text.")
    board = Board(1, 2) if board is None else board
    board = Board(board.__player_1__, board.__player_2__, board.width, board.height)
    parts = []
    for turn in move_history:
        for move, knight in zip(turn or (), (board.__knight_1__, board.__knight_2__)):
            if move is None or move == Board.NOT_MOVED:
                continue
            parts.append(board.print_board())
            board.__apply_move_write__(move)
            parts.append(f"\n\n{knight} moves to ({move[0]},{move[1]})\r\n")
    parts.append(f"\n{winner} has won. Reason: {termination}")
    return "".join(parts)
