"""Dialect A1 in plain Python: the reference for the native board."""
from __future__ import annotations

import random
import timeit
from copy import copy

TIME_LIMIT_MILLIS = 150
KNIGHT = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class Board:
    """The state is one list: cells by column, initiative, player 2's index, player 1's index."""

    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1, player_2, width=7, height=7):
        self.width = width
        self.height = height
        self.move_count = 0
        self._player_1 = self._active_player = player_1
        self._player_2 = self._inactive_player = player_2
        self._board_state = [Board.BLANK] * (width * height + 3)
        self._board_state[-2:] = [Board.NOT_MOVED, Board.NOT_MOVED]

    active_player = property(lambda self: self._active_player)
    inactive_player = property(lambda self: self._inactive_player)

    def hash(self):
        return hash(str(self._board_state))

    def get_opponent(self, player):
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError("this object is no player of the game")

    def copy(self):
        twin = Board(self._player_1, self._player_2, width=self.width, height=self.height)
        twin.move_count = self.move_count
        twin._active_player = self._active_player
        twin._inactive_player = self._inactive_player
        twin._board_state = copy(self._board_state)
        return twin

    def forecast_move(self, move):
        twin = self.copy()
        twin.apply_move(move)
        return twin

    def move_is_legal(self, move):
        at = move[0] + move[1] * self.height
        on_board = 0 <= move[0] < self.height and 0 <= move[1] < self.width
        return on_board and self._board_state[at] == Board.BLANK

    def get_blank_spaces(self):
        return [(row, col) for col in range(self.width) for row in range(self.height)
                if self._board_state[row + col * self.height] == Board.BLANK]

    def get_player_location(self, player):
        if player == self._player_1:
            at = self._board_state[-1]
        elif player == self._player_2:
            at = self._board_state[-2]
        else:
            raise RuntimeError(f"no player of the game: {player}")
        if at == Board.NOT_MOVED:
            return Board.NOT_MOVED
        return at % self.height, at // self.height

    def get_legal_moves(self, player=None):
        if player is None:
            player = self.active_player
        return self.__get_moves(self.get_player_location(player))

    def __get_moves(self, loc):
        if loc == Board.NOT_MOVED:
            return self.get_blank_spaces()
        row, col = loc
        found = [(row + down, col + right) for down, right in KNIGHT
                 if self.move_is_legal((row + down, col + right))]
        random.shuffle(found)
        return found

    def apply_move(self, move):
        at = move[0] + move[1] * self.height
        entry = -2 if self.active_player == self._player_2 else -1
        self._board_state[entry] = at
        self._board_state[at] = 1
        self._board_state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1

    def is_winner(self, player):
        return player == self._inactive_player and not self.get_legal_moves(self._active_player)

    def is_loser(self, player):
        return player == self._active_player and not self.get_legal_moves(self._active_player)

    def utility(self, player):
        if self.get_legal_moves(self._active_player):
            return 0.0
        if player == self._inactive_player:
            return float("inf")
        return float("-inf") if player == self._active_player else 0.0

    def to_string(self, symbols=["1", "2"]):
        margin = len(str(self.height - 1)) + 1
        text = " " * (margin + 3) + "   ".join(map(str, range(self.width))) + "\n\r"
        for row in range(self.height):
            text += str(row).ljust(margin) + " | "
            for col in range(self.width):
                at = row + col * self.height
                if not self._board_state[at]:
                    text += " "
                elif at == self._board_state[-1]:
                    text += symbols[0]
                elif at == self._board_state[-2]:
                    text += symbols[1]
                else:
                    text += "-"
                text += " | "
            text += "\n\r"
        return text

    def print_board(self):
        return self.to_string()

    def ask(self, twin, legal, time_left):
        return self._active_player.get_move(twin, time_left)

    def play(self, time_limit=TIME_LIMIT_MILLIS):
        history = []
        now = lambda: 1000 * timeit.default_timer()  # noqa: E731
        while True:
            legal = self.get_legal_moves()
            twin = self.copy()
            start = now()
            time_left = lambda: time_limit - (now() - start)  # noqa: E731, B023
            move = self.ask(twin, legal, time_left)
            if time_left() < 0:
                return self._inactive_player, history, "timeout"
            if move not in legal:
                return self._inactive_player, history, "forfeit" if legal else "illegal move"
            history.append(list(move))
            self.apply_move(move)
