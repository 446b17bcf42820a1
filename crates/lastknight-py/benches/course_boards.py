"""Compare the native course boards with the plain Python models, in CPU time.

Run from crates/lastknight-py: `PYTHONPATH=python python benches/course_boards.py [rounds]`.
Each round measures both boards back to back; the table shows medians and the median of the ratios.
"""
from __future__ import annotations

import pathlib
import random
import statistics
import sys
import time
from typing import Any, Callable

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests"))

from models import a0a as model_a0a  # noqa: E402
from models import a1 as model_a1  # noqa: E402

from lastknight import _native  # noqa: E402
from lastknight.course import a0a, a1  # noqa: E402


class Timeout(Exception):
    """The search ran out of nodes."""


class Student:
    """An agent as students write it: alpha-beta, deeper each time, with the improved score."""

    def __init__(self) -> None:
        self.nodes = 0
        self.time_left: Callable[[], float] = lambda: 1.0

    def score(self, game: Any, player: Any) -> float:
        if game.is_loser(player):
            return float("-inf")
        if game.is_winner(player):
            return float("inf")
        own = len(game.get_legal_moves(player))
        return float(own - len(game.get_legal_moves(game.get_opponent(player))))

    def get_move(self, game: Any, nodes: int) -> Any:
        self.nodes = 0
        best, depth = (-1, -1), 1
        start = time.perf_counter()
        # The clock is read as in the course's play(); the limit is in nodes.
        self.time_left = lambda: 0 if self.nodes >= nodes else 1e9 - 1000 * (time.perf_counter() - start)
        try:
            while depth < 30:
                best = self.alphabeta(game, depth)
                depth += 1
        except Timeout:
            pass
        return best

    def alphabeta(self, game: Any, depth: int) -> Any:
        best, move, alpha = float("-inf"), (-1, -1), float("-inf")
        for candidate in game.get_legal_moves():
            value = self.value(game.forecast_move(candidate), depth - 1, alpha, float("inf"), False)
            if value >= best:
                best, move = value, candidate
            alpha = max(alpha, best)
        return move

    def value(self, game: Any, depth: int, alpha: float, beta: float, own: bool) -> float:
        if self.time_left() < 10:
            raise Timeout
        self.nodes += 1
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        best = float("-inf") if own else float("inf")
        for candidate in moves:
            value = self.value(game.forecast_move(candidate), depth - 1, alpha, beta, not own)
            if own:
                best = max(best, value)
                if best >= beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best <= alpha:
                    return best
                beta = min(beta, best)
        return best


def middle_game(board: Any, first: Any) -> Any:
    """A position after ten plies."""
    game = board(first, "other")
    generator = random.Random(5)
    for _ in range(10):
        game.apply_move(generator.choice(sorted(game.get_legal_moves())))
    return game


def calls(name: str, count: int, *args: Any) -> Callable[[Any], float]:
    """Measure one method; returns nanoseconds a call."""

    def measure(board: Any) -> float:
        game = middle_game(board, "me")
        move = sorted(game.get_legal_moves())[0]
        given = [move if arg is middle_game else arg for arg in args]
        method = getattr(game, name)
        start = time.process_time()
        for _ in range(count):
            method(*given)
        return (time.process_time() - start) / count * 1e9

    return measure


def search(board: Any) -> float:
    """Nanoseconds a node of a student's search."""
    random.seed(1)
    student = Student()
    game = middle_game(board, student)
    start = time.process_time()
    student.get_move(game, 8000)
    return (time.process_time() - start) / student.nodes * 1e9


ROWS = [
    ("get_legal_moves", calls("get_legal_moves", 20000)),
    ("forecast_move", calls("forecast_move", 20000, middle_game)),
    ("copy", calls("copy", 20000)),
    ("is_loser", calls("is_loser", 20000, "me")),
    ("get_blank_spaces", calls("get_blank_spaces", 5000)),
    ("student's search", search),
]


def table(title: str, native: Any, model: Any, rounds: int) -> None:
    """Print the medians of one pair of boards."""
    print(f"\n{title}\n{'':18}{'native ns':>11}{'model ns':>11}{'ratio':>8}")
    for name, measure in ROWS:
        pairs = [(measure(native), measure(model)) for _ in range(rounds)]
        mine = statistics.median(pair[0] for pair in pairs)
        theirs = statistics.median(pair[1] for pair in pairs)
        ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
        print(f"{name:18}{mine:11,.0f}{theirs:11,.0f}{ratio:8.1f}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    table("A1, exact shuffle", a1.Board, model_a1.Board, rounds)
    _native.set_exact_shuffle(False)
    table("A1, fast shuffle", a1.Board, model_a1.Board, rounds)
    _native.set_exact_shuffle(True)
    table("A0a", a0a.Board, model_a0a.Board, max(1, rounds // 2))


if __name__ == "__main__":
    main()
