"""Dialect A0a in plain Python: rows of cells, knights by player, no shuffle."""
from __future__ import annotations

import timeit
from copy import copy, deepcopy

KNIGHT = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class Board:
    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1, player_2, width=7, height=7):
        self.width, self.height, self.move_count = width, height, 0
        self.__player_1__ = self.__active_player__ = player_1
        self.__player_2__ = self.__inactive_player__ = player_2
        self.__board_state__ = [[0 for _ in range(width)] for _ in range(height)]
        self.__last_player_move__ = {player_1: None, player_2: None}
        self.__player_symbols__ = {0: 0, player_1: 1, player_2: 2}

    active_player = property(lambda self: self.__active_player__)
    inactive_player = property(lambda self: self.__inactive_player__)

    def get_opponent(self, player):
        if player == self.__active_player__:
            return self.__inactive_player__
        if player == self.__inactive_player__:
            return self.__active_player__
        raise RuntimeError("this object is no player of the game")

    def copy(self):
        twin = Board(self.__player_1__, self.__player_2__, width=self.width, height=self.height)
        twin.move_count = self.move_count
        twin.__active_player__ = self.__active_player__
        twin.__inactive_player__ = self.__inactive_player__
        twin.__last_player_move__ = copy(self.__last_player_move__)
        twin.__player_symbols__ = copy(self.__player_symbols__)
        twin.__board_state__ = deepcopy(self.__board_state__)
        return twin

    def forecast_move(self, move):
        twin = self.copy()
        twin.apply_move(move)
        return twin

    def move_is_legal(self, move):
        row, col = move
        if not (0 <= row < self.height and 0 <= col < self.width):
            return False
        return self.__board_state__[row][col] == 0

    def get_blank_spaces(self):
        return [(row, col) for col in range(self.width) for row in range(self.height)
                if self.__board_state__[row][col] == 0]

    def get_player_location(self, player):
        return self.__last_player_move__[player]

    def get_legal_moves(self, player=None):
        if player is None:
            player = self.active_player
        return self.__get_moves__(self.get_player_location(player))

    def __get_moves__(self, move):
        if move is None:
            return self.get_blank_spaces()
        row, col = move
        return [(row + down, col + right) for down, right in KNIGHT
                if self.move_is_legal((row + down, col + right))]

    def apply_move(self, move):
        row, col = move
        self.__last_player_move__[self.active_player] = move
        self.__board_state__[row][col] = self.__player_symbols__[self.active_player]
        self.__active_player__, self.__inactive_player__ = self.__inactive_player__, self.__active_player__
        self.move_count += 1

    def is_winner(self, player):
        return player == self.inactive_player and not self.get_legal_moves(self.active_player)

    def is_loser(self, player):
        return player == self.active_player and not self.get_legal_moves(self.active_player)

    def utility(self, player):
        if self.get_legal_moves(self.active_player):
            return 0.0
        if player == self.inactive_player:
            return float("inf")
        return float("-inf") if player == self.active_player else 0.0

    def to_string(self):
        places = [self.__last_player_move__[p] for p in (self.__player_1__, self.__player_2__)]
        text = ""
        for row in range(self.height):
            text += " | "
            for col in range(self.width):
                if not self.__board_state__[row][col]:
                    text += " "
                elif (row, col) in places:
                    text += str(places.index((row, col)) + 1)
                else:
                    text += "-"
                text += " | "
            text += "\n\r"
        return text

    def print_board(self):
        return self.to_string()

    def play(self, time_limit=200):
        history = []
        now = lambda: 1000 * timeit.default_timer()  # noqa: E731
        while True:
            legal = self.get_legal_moves()
            twin = self.copy()
            start = now()
            time_left = lambda: time_limit - (now() - start)  # noqa: E731, B023
            move = self.active_player.get_move(twin, legal, time_left)
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
