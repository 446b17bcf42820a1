"""A0a: the board of January 2017, through its private names."""
from isolation import Board
from sample_players import null_score


class CustomPlayer:
    def __init__(self, search_depth=3, score_fn=null_score, iterative=True, method="minimax", timeout=10.):
        self.iterative = iterative
        self.method = method
        self.score = score_fn

    def get_move(self, game, legal_moves, time_left):
        assert self.iterative and self.method == "alphabeta" and isinstance(game, Board)
        assert game.__active_player__ is self and self in (game.__player_1__, game.__player_2__)
        if not legal_moves:
            return (-1, -1)
        state = game.__board_state__
        assert len(state) == game.height and len(state[0]) == game.width
        here = game.__last_player_move__[self]
        assert here is None or state[here[0]][here[1]]
        return max(legal_moves, key=lambda m: sum(map(sum, game.forecast_move(m).__board_state__)) + self.score(game, self))
