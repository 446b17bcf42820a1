"""B: iterative deepening that puts again and again until it is stopped."""
from isolation import DebugState
from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        self.context = (self.context or 0) + 1
        print(DebugState.from_state(state))
        if state.ply_count < 2:
            self.queue.put(57 if 57 in state.actions() else state.actions()[0])
            return
        depth = 1
        while True:
            self.queue.put(self.search(state, depth % 3 + 1))
            depth += 1

    def search(self, state, depth):
        return max(state.actions(), key=lambda a: self.value(state.result(a), depth - 1, False))

    def value(self, state, depth, mine):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
            return len(state.liberties(own)) - len(state.liberties(other))
        values = [self.value(state.result(a), depth - 1, not mine) for a in state.actions()]
        return max(values) if mine else min(values)
