"""A1: returns (move, details)."""
import random

from isolation import Board  # noqa: F401
from sample_players import GreedyPlayer


class DetailPlayer(GreedyPlayer):
    def get_move(self, game, time_left):
        random.random()
        return super().get_move(game, time_left), {"depth": 8, "left": time_left()}
