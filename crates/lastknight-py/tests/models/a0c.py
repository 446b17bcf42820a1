"""Dialect A0c in plain Python: A1 with the legal moves as an argument of `get_move`."""
from __future__ import annotations

from . import a1


class Board(a1.Board):
    def copy(self):
        twin = type(self)(self._player_1, self._player_2, self.width, self.height)
        twin.__dict__.update(super().copy().__dict__)
        return twin

    def ask(self, twin, legal, time_left):
        return self._active_player.get_move(twin, legal, time_left)
