"""A plain model of dialect C: a dict of closed cells and two knights."""
from __future__ import annotations

CLOCKWISE = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))


class State:
    """Visited cells and the cells of both knights; side 0 moves first."""

    def __init__(self, width=9, height=9, visited=(), knights=(None, None), side=0):
        self.width, self.height, self.visited, self.knights, self.side = width, height, set(visited), knights, side

    def moves(self, side):
        free = [(r, c) for r in range(self.height) for c in range(self.width) if (r, c) not in self.visited]
        at = self.knights[side]
        if at is None:
            return free
        return [(at[0] + r, at[1] + c) for r, c in CLOCKWISE if (at[0] + r, at[1] + c) in free]

    def play(self, move):
        knights = list(self.knights)
        knights[self.side] = move
        return State(self.width, self.height, self.visited | {move}, tuple(knights), 1 - self.side)

    def rows(self):
        marks = {cell: "X" for cell in self.visited}
        marks.update((cell, f"K{side + 1}") for side, cell in enumerate(self.knights) if cell)
        return [[marks.get((r, c), " ") for c in range(self.width)] for r in range(self.height)]
