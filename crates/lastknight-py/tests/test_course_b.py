"""Dialect B against its model, and the games of `play`."""
from __future__ import annotations

import copy
import importlib.util
import logging
import os
import pickle
import random
import time
from pathlib import Path

import pytest

from lastknight.course import b
from lastknight.course.b import Action, Agent, DebugState, Isolation, StopSearch, play
from lastknight.course.sample_players_b import BasePlayer, DataPlayer, GreedyPlayer, MinimaxPlayer, RandomPlayer

_spec = importlib.util.spec_from_file_location("model_b", Path(__file__).parent / "models" / "b.py")
model = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(model)

GAMES = int(os.environ.get("LASTKNIGHT_GAMES", 300))
INFINITY = float("inf")


def test_random_games_match_the_model():
    rng = random.Random(3)
    early = 0
    for _ in range(GAMES):
        state, plain = Isolation(), model.State()
        while True:
            assert state == (plain.board(), plain.plies, plain.knights)
            assert state.player() == plain.plies % 2
            actions = state.actions()
            assert actions == plain.actions()
            assert [state.liberties(loc) for loc in state.locs] == [plain.near(loc) for loc in plain.knights]
            assert [state._has_liberties(p) for p in (0, 1)] == [plain.has_liberties(p) for p in (0, 1)]
            assert state.terminal_test() == plain.terminal()
            assert [state.utility(p) for p in (0, 1)] == [plain.utility(p) for p in (0, 1)]
            if state.terminal_test():
                # With a move left for both, only cell 0 was counted as none.
                early += all(state.liberties(loc) for loc in state.locs)
                break
            action = rng.choice(actions)
            state, plain = state.result(action), plain.result(int(action))
    if GAMES >= 10_000:
        print(f"{early} of {GAMES} games end early")
        assert 0.004 < early / GAMES < 0.012


def test_constants():
    assert (b._WIDTH, b._HEIGHT, b._SIZE) == (11, 9, 115)
    assert b._BLANK_BOARD.bit_length() == 115 and bin(b._BLANK_BOARD).count("1") == 99
    assert {action.name: int(action) for action in Action} == model.STEPS
    assert list(Action) == list(model.STEPS.values())
    assert b._ACTIONSET == set(Action)


def test_a_move_to_cell_0_does_not_count():
    state = Isolation(board=1 | 1 << 50, ply_count=2, locs=(15, 75))
    assert state.actions() == [Action.ESE] and state.liberties(15) == [0]
    assert not state._has_liberties(0) and state.terminal_test()
    assert (state.utility(0), state.utility(1)) == (-INFINITY, INFINITY)


def test_states_are_values():
    state = Isolation().result(57).result(20)
    assert state == Isolation(*state) and hash(state) == hash(tuple(state)) and {state: 1}[Isolation(*state)] == 1
    assert pickle.loads(pickle.dumps(state)) == state and type(copy.deepcopy(state)) is Isolation
    assert repr(state).startswith("Isolation(board=")
    assert state._replace(ply_count=4).player() == 0
    state.note = "agents may attach attributes"
    assert type(state.actions()[0]) is Action


def test_illegal_actions():
    state = Isolation().result(57).result(20)
    with pytest.raises(AssertionError):
        state.result(3)
    with pytest.raises(RuntimeError):
        Isolation().result(57).result(57)
    with pytest.raises(RuntimeError):
        Isolation().result(11)  # a border bit
    with pytest.raises(ValueError):
        Isolation().result(3).result(57).result(Action.SSE)  # below the board


def test_locations_outside_the_board():
    plain = model.State()
    for loc in (-30, -3, 115, 130, 1000):
        assert Isolation().liberties(loc) == plain.near(loc)
        assert Isolation(locs=(loc, 5))._has_liberties(0) == any(plain.near(loc))
        assert Isolation(locs=(loc, 5)).terminal_test() != any(plain.near(loc))


def test_subclasses_take_part():
    class Walls(Isolation):
        def liberties(self, loc):
            return [cell for cell in super().liberties(loc) if cell > 100]

    class Reversed(Isolation):
        def player(self):
            return 1 - self.ply_count % 2

    class Plain(Isolation):
        pass

    assert Walls(locs=(3, 5)).terminal_test() and Walls(locs=(3, 5)).utility(0) == -INFINITY
    assert not Plain(locs=(3, 5)).terminal_test()
    assert Plain.terminal_test is Isolation.terminal_test
    state = Reversed().result(5)
    assert state == (b._BLANK_BOARD ^ 1 << 5, 1, (None, 5)) and type(state) is Isolation
    assert Reversed(locs=(None, 0)).actions() == [Action.WNW, Action.NNW]


def test_debug_state():
    state = DebugState.from_state(Isolation().result(57).result(0))
    text = str(state)
    lines = text.split("\n")
    assert lines[0] == "" and lines[1] == "+ - " * 11 + "+" and len(lines) == 21
    assert lines[18].endswith("| 2 |") and lines[10].index("1") == 2 + 4 * (10 - 57 % 13)
    assert DebugState.ind2xy(57) == (5, 4) and state.bitboard_string == f"{state.board:b}"
    assert str(DebugState.from_state(Isolation(board=0))).count("X") == 99


def game(first, second, limit=50, state=None):
    agents = (Agent(first, "first"), Agent(second, "second"))
    winner, history, match_id = play((agents, state or Isolation(), limit, 7))
    assert match_id == 7
    return winner.name, history


def test_sample_players_finish_games():
    for first, second in ((RandomPlayer, GreedyPlayer), (GreedyPlayer, RandomPlayer)):
        winner, history = game(first, second)
        state = Isolation()
        for action in history:
            state = state.result(action)
        assert state.terminal_test() and winner == ("first" if state.utility(0) > 0 else "second")
    player, state = MinimaxPlayer(0), Isolation().result(57).result(20)
    assert player.minimax(state, depth=2) in state.actions()
    assert DataPlayer(1).data is None


class Silent(BasePlayer):
    def get_action(self, state):
        pass


class Fails(BasePlayer):
    def get_action(self, state):
        raise KeyError("no")


class Illegal(BasePlayer):
    def get_action(self, state):
        self.queue.put(3 if state.ply_count > 1 else state.actions()[0])


class PutsThenFails(RandomPlayer):
    def get_action(self, state):
        super().get_action(state)
        raise KeyError("too late to matter")


class Counts(BasePlayer):
    """Carries only its context from turn to turn."""

    turns = []

    def __init__(self, player_id):
        super().__init__(player_id)
        self.seen = 0

    def get_action(self, state):
        self.seen += 1
        self.context = (self.context or 0) + 1
        Counts.turns.append((self.seen, self.context))
        self.queue.put(state.actions()[0])


def test_failures_lose(caplog):
    caplog.set_level(logging.CRITICAL + 1, logger="isolation")
    for loser in (Silent, Fails, Illegal):
        assert game(loser, RandomPlayer)[0] == "second", loser
        assert game(RandomPlayer, loser)[0] == "first", loser
    assert len(game(PutsThenFails, RandomPlayer)[1]) > 4


def test_only_context_lasts():
    Counts.turns.clear()
    game(Counts, RandomPlayer)
    assert Counts.turns == [(1, turn + 1) for turn in range(len(Counts.turns))] and len(Counts.turns) > 2


def test_the_limit_acts_at_the_next_put(monkeypatch):
    stopped = []

    class Deepens(BasePlayer):
        def get_action(self, state):
            try:
                while True:
                    self.queue.put(state.actions()[0])
                    time.sleep(0.001)
            except StopSearch:
                stopped.append(True)
                raise

    class Hangs(BasePlayer):
        def get_action(self, state):
            self.queue.put(state.actions()[0])
            while True:
                pass

    state = Isolation().result(57).result(20)
    begin = time.perf_counter()
    assert b.fork_get_action(state, Deepens(0), 30) == state.actions()[0]
    assert stopped and 0.03 <= time.perf_counter() - begin < 1
    assert b.fork_get_action(state, Deepens(0), 5, debug=True) == state.actions()[0]
    monkeypatch.setattr(b, "PROCESS_TIMEOUT", 0.05)
    assert b.fork_get_action(state, Hangs(0), 10) == state.actions()[0]
