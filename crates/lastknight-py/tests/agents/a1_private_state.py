"""A1: reads and writes the private state, and asks the name-mangled method for moves."""
from copy import deepcopy

from isolation.isolation import Board


class CustomPlayer:
    def __init__(self):
        self.table = {}

    def get_move(self, game, time_left):
        assert game._board_state[-3] == (0 if game._active_player is game._player_1 else 1)
        self.table[game.hash()] = str(game._board_state[:-3])
        twin = game.copy()
        state = deepcopy(game._board_state)
        twin._board_state = state
        twin._board_state[0] = 1
        assert (0, 0) not in twin.get_blank_spaces()
        twin.move_count += 1
        here = game.get_player_location(self)
        moves = game._Board__get_moves(here) if here else game.get_legal_moves()
        assert sorted(moves) == sorted(game.get_legal_moves())
        return sorted(moves)[0]
