"""A1: iterative deepening as most hand-ins do it; imports the board it never needs, and prints."""
from isolation import Board
from sample_players import improved_score


class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    return improved_score(game, player)


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def get_move(self, game, time_left):
        assert isinstance(game, Board)
        self.time_left = time_left
        best_move = (-1, -1)
        try:
            for depth in range(1, 4):
                print("depth", depth)
                best_move = self.alphabeta(game, depth)
        except SearchTimeout:
            pass
        return best_move

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        best = (float("-inf"), (-1, -1))
        for move in game.get_legal_moves():
            value = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            best = max(best, (value, move))
            alpha = max(alpha, value)
        return best[1]

    def min_value(self, game, depth, alpha, beta):
        return self.step(game, depth, alpha, beta, min)

    def max_value(self, game, depth, alpha, beta):
        return self.step(game, depth, alpha, beta, max)

    def step(self, game, depth, alpha, beta, pick):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        below = self.min_value if pick is max else self.max_value
        return pick(below(game.forecast_move(m), depth - 1, alpha, beta) for m in moves)
