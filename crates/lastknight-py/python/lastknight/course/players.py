"""Search players for the boards of the 2017 course: minimax, and alpha-beta with iterative deepening.

They take the arguments that the course gives to its own players, so they can stand in for them.
"""
from __future__ import annotations

from typing import Any, Callable, Optional, Tuple

from .sample_players import Move, Score, improved_score

INFINITY = float("inf")
NO_MOVE: Move = (-1, -1)


class SearchTimeout(Exception):
    """Ends a search when its time is nearly over."""


class IsolationPlayer:
    """A player with a depth, an evaluation, and the milliseconds to leave on the clock."""

    def __init__(self, search_depth: int = 3, score_fn: Score = improved_score, timeout: float = 10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.TIMER_THRESHOLD = timeout
        self.time_left: Callable[[], float] = lambda: INFINITY
        self._best: Move = NO_MOVE

    def get_move(self, game: Any, time_left: Callable[[], float]) -> Move:
        """Returns the best move found, or (-1, -1) if there is none."""
        self.time_left, self._best = time_left, next(iter(game.get_legal_moves()), NO_MOVE)
        try:
            self.search(game)
        except SearchTimeout:
            pass
        return self._best

    def search(self, game: Any) -> None:
        """Sets `_best` as often as a better move is known."""
        raise NotImplementedError

    def check_time(self) -> None:
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout


class MinimaxPlayer(IsolationPlayer):
    """Searches to a fixed depth. If the time is too short, plays the best of the moves searched so far."""

    def search(self, game: Any) -> None:
        self.minimax(game, self.search_depth)

    def minimax(self, game: Any, depth: int) -> Move:
        """Returns the first of the best moves, or (-1, -1) if there is none."""
        best, self._best = None, NO_MOVE
        for move in game.get_legal_moves():
            if best is None:
                self._best = move
            value = self._value(game.forecast_move(move), depth - 1, False)
            if best is None or value > best:
                best, self._best = value, move
        return self._best

    def _value(self, game: Any, depth: int, is_own_turn: bool) -> float:
        self.check_time()
        moves = game.get_legal_moves() if depth > 0 else ()
        if not moves:
            return self.score(game, self)
        values = (self._value(game.forecast_move(move), depth - 1, not is_own_turn) for move in moves)
        return max(values) if is_own_turn else min(values)


class AlphaBetaPlayer(IsolationPlayer):
    """Searches deeper and deeper until the time is over or the game is decided.

    With `iterative=False` it searches to `search_depth` only.
    """

    def __init__(
        self,
        search_depth: int = 3,
        score_fn: Score = improved_score,
        timeout: float = 10.0,
        iterative: bool = True,
    ):
        super().__init__(search_depth, score_fn, timeout)
        self.iterative = iterative

    def search(self, game: Any) -> None:
        if not self.iterative:
            self._best = self.alphabeta(game, self.search_depth)
            return
        for depth in range(1, len(game.get_blank_spaces()) + 1):
            value, move = self._root(game, depth, -INFINITY, INFINITY)
            # A lost game keeps the move of the iteration that did not see it yet.
            if move is not None and (value > -INFINITY or depth == 1):
                self._best = move
            if move is None or abs(value) == INFINITY:
                return

    def alphabeta(self, game: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY) -> Move:
        """Returns the first of the best moves at a depth, or (-1, -1) if there is none."""
        return self._root(game, depth, alpha, beta)[1] or NO_MOVE

    def _root(self, game: Any, depth: int, alpha: float, beta: float) -> Tuple[float, Optional[Move]]:
        self.check_time()
        best, best_move = -INFINITY, None
        for move in game.get_legal_moves():
            value = self._value(game.forecast_move(move), depth - 1, alpha, beta, False)
            if best_move is None or value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best, best_move

    def _value(self, game: Any, depth: int, alpha: float, beta: float, is_own_turn: bool) -> float:
        """Returns the value of a game within (alpha, beta), otherwise a bound."""
        self.check_time()
        moves = game.get_legal_moves() if depth > 0 else ()
        if not moves:
            return self.score(game, self)
        best = -INFINITY if is_own_turn else INFINITY
        for move in moves:
            value = self._value(game.forecast_move(move), depth - 1, alpha, beta, not is_own_turn)
            if is_own_turn:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
