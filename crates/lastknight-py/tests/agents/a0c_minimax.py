"""A0c: minimax that returns (score, move), with the legal moves as an argument."""
from isolation import Board  # noqa: F401


class Timeout(Exception):
    pass


def custom_score(game, player):
    return float(len(game.get_legal_moves(player)))


class CustomPlayer:
    """The docstring names game.__player_1__, which the board of this age no longer has."""

    def __init__(self, search_depth=3, score_fn=custom_score, iterative=True, method='minimax', timeout=10.):
        self.search_depth = search_depth
        self.score = score_fn

    def get_move(self, game, legal_moves, time_left):
        self.time_left = time_left
        if not legal_moves:
            return (-1, -1)
        assert len(game._board_state) == game.width * game.height + 3
        return self.minimax(game, 2)[1]

    def minimax(self, game, depth, maximizing_player=True):
        if self.time_left() < 10:
            raise Timeout()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self), (-1, -1)
        pick = max if maximizing_player else min
        return pick((self.minimax(game.forecast_move(m), depth - 1, not maximizing_player)[0], m) for m in moves)
