"""C: depth-limited search with forecast_move, and the evaluation of the course's template."""
from isolation import Board
from test_players import RandomPlayer


class OpenMoveEvalFn:
    def score(self, game, my_player=None):
        return len(game.get_player_moves(my_player)) - len(game.get_opponent_moves(my_player))


class CustomPlayer:
    def __init__(self, search_depth=3, eval_fn=OpenMoveEvalFn()):
        self.eval_fn = eval_fn
        self.search_depth = search_depth
        self.other = RandomPlayer()

    def move(self, game, time_left):
        assert game.get_active_player() is self and game.get_player_position(self) == game.get_active_position()
        best, best_value = None, None
        for move in game.get_active_moves():
            board, over, winner = game.forecast_move(move)
            assert isinstance(board, Board) and (winner is self) == bool(over)
            value = float("inf") if over else self.eval_fn.score(board, self)
            if best_value is None or value > best_value:
                best, best_value = move, value
        return best
