"""A starter agent for knight's Isolation. It speaks the turns protocol: one line in, one move out.

Check:  lastknight agent check 'python3 agent.py'
Play:   lastknight match 'process("python3 agent.py")' 'alphabeta(improved, depth=3)'
"""
import math
import re
import sys
from dataclasses import dataclass, replace

JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


@dataclass(frozen=True)
class Position:
    """A square is a pair (row, column), (0, 0) at the top left. White is player 0, Black player 1."""
    width: int
    height: int
    open: frozenset  # squares that are not blocked
    knights: tuple  # squares of both knights, None before the placement
    side: int  # player to move

    def moves(self, player):
        """Returns the moves that a player would have if it were to move."""
        if self.knights[player] is None:
            return list(self.open)
        row, column = self.knights[player]
        return [(row + r, column + c) for r, c in JUMPS if (row + r, column + c) in self.open]

    def play(self, to):
        """Returns the position after the side to move has moved to a square."""
        knights = (to, self.knights[1]) if self.side == 0 else (self.knights[0], to)
        return replace(self, open=self.open - {to}, knights=knights, side=1 - self.side)


def evaluate(position, player):
    """Returns how good a position is for a player. Change this: it makes the agent yours."""
    return len(position.moves(player)) - len(position.moves(1 - player))


def choose(position, legal):
    """Returns the move with the best value; of equal ones, the first."""
    def value(move):
        after = position.play(parse_square(move, position.height))
        if not after.moves(after.side):
            return math.inf  # the opponent cannot move: a win
        # Search deeper here: the opponent's replies, your moves after them, up to the limit.
        return evaluate(after, position.side)
    return max(legal, key=value)


def parse_square(name, height):
    """Reads a square such as c2. After column z come aa, ab and so on."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return height - int(name[len(letters):]), column - 1


def parse_position(text, side):
    """Reads a position such as 7/7/7/3N3/1n5/7/7."""
    rows = [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in text.split("/")]
    squares = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    knights = tuple(next((s for s in squares if squares[s] == mark), None) for mark in "Nn")
    free = frozenset(s for s in squares if squares[s] == ".")
    return Position(len(rows[0]), len(rows), free, knights, "wb".index(side))


for line in sys.stdin:
    words = line.split()
    keys = dict(word.split("=", 1) for word in words if "=" in word)
    legal = words[words.index("legal") + 1:]
    print(choose(parse_position(keys["pos"], keys["side"]), legal), flush=True)
