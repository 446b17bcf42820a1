"""A1: uses `import isolation`, a subclass of the board, and returns (score, move)."""
import isolation

import sample_players


class Fancy(isolation.Board):
    def __init__(self, *arguments, tag="", **named):
        super().__init__(*arguments, **named)
        self.tag = tag


class ScorePlayer:
    def get_move(self, game, time_left):
        fancy = Fancy(game._player_1, game._player_2, tag="x", width=game.width, height=game.height)
        fancy._board_state = game._board_state[:]
        assert fancy.tag == "x" and isolation.isolation.Board is isolation.Board
        moves = game.get_legal_moves()
        if not moves:
            return float("-inf"), (-1, -1)
        return max((sample_players.open_move_score(game.forecast_move(m), self), m) for m in moves)
