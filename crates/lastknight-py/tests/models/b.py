"""A plain model of dialect B: a set of open cells, no tables, no bit tricks."""
from __future__ import annotations

ROW = 13
STEPS = {"NNE": 25, "ENE": 11, "ESE": -15, "SSE": -27, "SSW": -25, "WSW": -11, "WNW": 15, "NNW": 27}


class State:
    """Open cells, plies, and the cells of both knights."""

    def __init__(self, opened=None, plies=0, knights=(None, None)):
        cells = {row * ROW + col for row in range(9) for col in range(11)}
        self.opened, self.plies, self.knights = cells if opened is None else opened, plies, knights

    def board(self):
        return sum(1 << cell for cell in self.opened)

    def near(self, cell):
        if cell is None:
            return sorted(self.opened)
        return [cell + step for step in STEPS.values() if cell + step in self.opened]

    def actions(self):
        here = self.knights[self.plies % 2]
        return self.near(None) if here is None else [step for step in STEPS.values() if here + step in self.opened]

    def result(self, action):
        knights = list(self.knights)
        player = self.plies % 2
        knights[player] = action + (knights[player] or 0)
        return State(self.opened - {knights[player]}, self.plies + 1, tuple(knights))

    def has_liberties(self, player):
        return any(self.near(self.knights[player]))  # cell 0 is falsy

    def terminal(self):
        return not (self.has_liberties(0) and self.has_liberties(1))

    def utility(self, player):
        if not self.terminal():
            return 0
        mover = self.plies % 2
        loser = 1 - mover if self.has_liberties(mover) else mover
        return float("-inf") if player == loser else float("inf")
