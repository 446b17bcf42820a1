"""Dialect A0b in plain Python: A0c whose first state marks cell (0, 0) instead of player 2's entry."""
from __future__ import annotations

from . import a0c


class Board(a0c.Board):
    def __init__(self, player_1, player_2, width=7, height=7):
        super().__init__(player_1, player_2, width, height)
        self._board_state[-2] = self.BLANK
        self._board_state[0] = self.NOT_MOVED
