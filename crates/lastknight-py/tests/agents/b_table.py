"""B: uses the details of the board module, states as keys, and its own base class."""
import random

from isolation.isolation import _BLANK_BOARD, _HEIGHT, _WIDTH, Action, Isolation


class CustomPlayer:
    seen = {}

    def __init__(self, player_id):
        self.player_id = player_id
        self.queue = self.context = self.data = None

    def get_action(self, state):
        assert isinstance(state, Isolation) and (_WIDTH, _HEIGHT) == (11, 9)
        closed = bin(_BLANK_BOARD ^ state.board).count("1")
        self.seen[state] = closed
        actions = state.actions()
        assert state.locs[self.player_id] is None or all(isinstance(a, Action) for a in actions)
        self.queue.put(random.choice(actions))
