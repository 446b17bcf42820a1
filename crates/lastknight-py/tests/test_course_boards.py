"""The course's boards against their models, and everything agents do to them.

LASTKNIGHT_GAMES sets the number of lock-step games (default 300).
"""
from __future__ import annotations

import copy
import gc
import importlib
import os
import pathlib
import pickle
import random
import sys
import threading
import weakref

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from lastknight import _native  # noqa: E402
from lastknight.course import a0a, a0b, a0c, a1  # noqa: E402

GAMES = int(os.environ.get("LASTKNIGHT_GAMES", "300"))
FLAT = {"a0b": a0b, "a0c": a0c, "a1": a1}
ALL = {"a0a": a0a, **FLAT}
PRIVATE = ["_board_state", "_player_1", "_player_2", "_active_player", "_inactive_player"]
PRIVATE_A0A = ["__board_state__", "__player_1__", "__player_2__", "__active_player__", "__inactive_player__",
               "__last_player_move__", "__player_symbols__"]


def model(name):
    return importlib.import_module("models." + name).Board


def outcome(call):
    """What a call returns or raises."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001
        return type(error)


def observe(board, chooser, players):
    """Call members in a mixed order. Both boards get the same order."""
    steps = [
        lambda: board.get_legal_moves(),
        lambda: board.get_legal_moves(players[0]),
        lambda: board.get_legal_moves(players[1]),
        lambda: board.get_blank_spaces(),
        lambda: [board.get_player_location(p) for p in players],
        lambda: [board.get_opponent(p) for p in players],
        lambda: outcome(lambda: board.get_opponent("stranger")),
        lambda: outcome(lambda: board.get_legal_moves("stranger")),
        lambda: [board.is_winner(p) for p in (*players, "stranger")],
        lambda: [board.is_loser(p) for p in (*players, "stranger")],
        lambda: [board.utility(p) for p in (*players, "stranger")],
        lambda: [board.move_is_legal((r, c)) for r in range(-1, 9) for c in range(-1, 9)],
        lambda: (board.to_string(), board.print_board()),
        lambda: board.hash() if hasattr(board, "hash") else None,
        lambda: (board.width, board.height, board.move_count, board.active_player, board.inactive_player),
        lambda: [getattr(board, n) for n in PRIVATE if hasattr(board, n)],
        lambda: [getattr(board, n) for n in PRIVATE_A0A if hasattr(board, n)],
        lambda: board.copy().get_legal_moves(),
        lambda: board._Board__get_moves((2, 2)) if hasattr(board, "_Board__get_moves") else None,
    ]
    return [chooser.choice(steps)() for _ in range(chooser.randrange(6))]


def play_along(board, seed, size, players):
    """A random game with random calls; returns everything seen, and the stream of random after it."""
    chooser = random.Random(seed)
    random.seed(seed)
    game = board(*players, *size)
    seen = []
    while True:
        seen.append(observe(game, chooser, players))
        moves = game.get_legal_moves()
        seen.append(list(moves))
        if not moves:
            break
        move = chooser.choice(sorted(moves))
        if chooser.random() < 0.5:
            game = game.forecast_move(move)
        else:
            game.apply_move(list(move) if board.__module__.find("a0a") < 0 and chooser.random() < 0.2 else move)
    seen.append(random.getstate())
    return seen


@pytest.mark.parametrize("name", ALL)
def test_lock_step(name):
    players = [("one", "two"), (object(), object())]
    for seed in range(max(1, GAMES // 4)):
        size = random.Random(seed).choice([(7, 7), (7, 7), (7, 7), (3, 5), (9, 4), (11, 12), (13, 11)])
        pair = players[seed % 2]
        assert play_along(ALL[name].Board, seed, size, pair) == play_along(model(name), seed, size, pair), seed


@pytest.mark.parametrize("length", range(20))
def test_shuffle_is_pythons(length):
    """Any number of targets up to eight, at every place of the generator's block of 624 words."""
    for seed in range(70):
        random.seed(seed)
        board = a1.Board("x", "y", 9, 9)
        board._board_state[-1] = 4 + 4 * 9
        moves = list(knights(4, 4))
        blocked = random.Random(seed).sample(moves, seed % 9)
        for row, col in blocked:
            board._board_state[row + col * 9] = 1
        [random.getrandbits(32) for _ in range(seed * 9 + length)]
        before = random.getstate()
        got = board.get_legal_moves("x")
        after = random.getstate()
        random.setstate(before)
        expected = [move for move in moves if move not in blocked]
        random.shuffle(expected)
        assert got == expected and random.getstate() == after


def knights(row, col):
    for down, right in ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)):
        yield row + down, col + right


def test_replaced_shuffle_is_called(monkeypatch):
    monkeypatch.setattr(random, "shuffle", lambda moves: moves.reverse())
    board = a1.Board("x", "y")
    board.apply_move((3, 3))
    assert board.get_legal_moves("x") == list(knights(3, 3))[::-1]
    calls = []
    monkeypatch.setattr(random, "shuffle", calls.append)
    assert not board.is_winner("y") and not calls
    board.apply_move((0, 0))
    assert not board.is_loser("x") and len(calls) == 1


def test_fast_shuffle_leaves_random_alone():
    board = a1.Board("x", "y")
    board.apply_move((3, 3))
    try:
        _native.set_exact_shuffle(False)
        assert not _native.exact_shuffle()
        state = random.getstate()
        orders = {tuple(board.get_legal_moves("x")) for _ in range(2000)}
        assert random.getstate() == state
        assert len(orders) > 1900 and all(sorted(order) == sorted(knights(3, 3)) for order in orders)
    finally:
        _native.set_exact_shuffle(True)


@pytest.mark.parametrize("name", FLAT)
def test_state_is_live_and_assignable(name):
    board = FLAT[name].Board("x", "y")
    board.apply_move((2, 3))
    state = board._board_state
    assert state is board._board_state and len(state) == 52 and state[-1] == 2 + 3 * 7 and state[-3] == 1
    state[5 + 4 * 7] = 1
    assert not board.move_is_legal((5, 4)) and board.copy()._board_state == state
    board._board_state = tuple(state)
    assert board.copy()._board_state == tuple(state) and len(board.get_legal_moves("x")) > 0
    with pytest.raises(TypeError):
        board.apply_move((1, 1))
    other = [0] * 49 + [0, 3, 4]
    board._board_state = other
    assert board.get_player_location("x") == (4, 0) and board._board_state is other
    board.apply_move((6, 6))
    assert other[48] == 1
    other[10] = 7.5  # a copy keeps what is no 0 or 1
    assert board.copy()._board_state == other


def test_attributes_are_assignable():
    board = a1.Board("x", "y")
    board._active_player, board._inactive_player = "y", "x"
    assert board.active_player == "y"
    board.apply_move((0, 1))
    assert board.get_player_location("y") == (0, 1) and board.get_player_location("x") is None
    board.move_count = 7
    assert board.copy().move_count == 7
    board._player_1 = "z"
    assert board.get_player_location("z") is None
    with pytest.raises(RuntimeError):
        board.get_player_location("x")
    board.height = 4
    assert board.get_player_location("y") == (7 % 4, 7 // 4) and len(board._board_state) == 52
    assert (a1.Board.BLANK, a1.Board.NOT_MOVED) == (0, None)
    board.note = [1]
    assert not hasattr(board.copy(), "note") and weakref.ref(board)() is board
    assert board == board and board != board.copy()


@pytest.mark.parametrize("name", FLAT)
def test_odd_moves_do_what_the_model_does(name):
    moves = [(-1, -1), (-8, 0), (0, 7), (9, 0), (0, -1), (7, 6), (1, 7), (2, 7), (100, 0), (-53, 0), (0, 0), [1, 2],
             (1, 2, 3), (True, False), (1.0, 2), (2**70, 0), (9.5, 1), None, (1,), "ab", 5, (None, 1), ("a", "b")]
    for move in moves:
        for act in ("apply_move", "forecast_move", "move_is_legal"):
            seen = []
            for board in (FLAT[name].Board, model(name)):
                game = board("x", "y")
                game.apply_move((3, 3))
                result = outcome(lambda: getattr(game, act)(move))  # noqa: B023
                if isinstance(result, type):
                    result = "raised"  # the kind of error may differ
                if hasattr(result, "_board_state"):
                    result = result._board_state
                seen.append((result, game.move_count))
            assert seen[0] == seen[1], (act, move)


def test_players_compare_with_eq():
    class Loose:
        def __init__(self, name):
            self.name = name

        def __eq__(self, other):
            return isinstance(other, Loose) and self.name == other.name

        __hash__ = None

    for board in (a1.Board, model("a1")):
        first, second = Loose("a"), Loose("b")
        game = board(first, second)
        game.apply_move((1, 1))
        assert game.get_player_location(Loose("a")) == (1, 1)
        assert game.get_opponent(Loose("b")) is first
        second.name = "a"  # now both are player 1
        assert game.get_player_location(second) == (1, 1)
        same = board("me", "me")
        same.apply_move((2, 2))
        assert same.get_player_location("me") is None and same._board_state[-2] == 16


@pytest.mark.parametrize("name", ALL)
def test_subclasses(name):
    board = ALL[name].Board
    inner = "_Board__get_moves" if name != "a0a" else "__get_moves__"

    class Mine(board):
        def __init__(self, first, second, label, *, extra=None):
            super().__init__(first, second, 5, 5)
            self.label = label
            self.extra = extra
            self.calls = []

        def move_is_legal(self, move):
            self.calls.append(move)
            return super().move_is_legal(move)

        def copy(self):
            twin = Mine(self.active_player, self.inactive_player, self.label)
            return twin

        def apply_move(self, move):
            self.applied = move
            super().apply_move(move)

    game = Mine("x", "y", "hello", extra=3)
    game.apply_move((2, 2))
    game.apply_move((1, 0))
    assert len(game.get_legal_moves()) == 7 and len(game.calls) == 8
    assert len(getattr(game, inner)((0, 0))) > 0
    twin = game.forecast_move((0, 1))
    assert type(twin) is Mine and twin.applied == (0, 1) and twin.label == "hello"
    assert type(board.copy(game)) is board

    class Stuck(board):
        def get_legal_moves(self, player=None):
            return []

    stuck = Stuck("x", "y")
    assert stuck.is_loser("x") and stuck.is_winner("y") and stuck.utility("x") == float("-inf")

    class Elsewhere(board):
        @property
        def active_player(self):
            return self._player_2 if name != "a0a" else self.__player_2__

    game = Elsewhere("x", "y")
    game.apply_move((3, 3))
    assert game.get_player_location("y") == (3, 3)


@pytest.mark.parametrize("name", ALL)
def test_replaced_methods_of_an_object(name):
    game = ALL[name].Board("x", "y")
    game.apply_move((3, 3))
    game.apply_move((0, 0))
    game.note = 1
    assert not game.is_loser("x")
    game.get_legal_moves = lambda player=None: []
    assert game.is_loser("x") and game.is_winner("y") and game.utility("x") == float("-inf")
    assert game.copy().utility("x") == 0 and len(game.forecast_move((1, 2)).get_legal_moves("x")) > 0
    game.copy = lambda: "a copy"
    with pytest.raises(AttributeError):
        game.forecast_move((1, 2))
    del game.get_legal_moves, game.copy
    assert not game.is_loser("x") and not hasattr(game.copy(), "note")


def test_missing_init():
    class Lazy(a1.Board):
        def __init__(self):
            pass

    board = Lazy()
    for call in (board.get_legal_moves, board.copy, board.hash, board.get_blank_spaces, board.to_string,
                 lambda: board._board_state, lambda: board.active_player, lambda: board.is_winner(1),
                 lambda: board.apply_move((0, 0)), lambda: board.forecast_move((0, 0)), lambda: board.utility(1)):
        with pytest.raises(AttributeError):
            call()


class Kept(a1.Board):
    """A subclass with an attribute, for pickle."""


class Player:
    """A player that knows its board."""


@pytest.mark.parametrize("board", [module.Board for module in ALL.values()] + [Kept])
def test_pickle_and_copy(board):
    game = board("x", "y", 7, 6)
    game.apply_move((2, 3))
    game.note = {"a": [1]}
    names = PRIVATE if hasattr(game, "_board_state") else PRIVATE_A0A
    for twin in [pickle.loads(pickle.dumps(game, n)) for n in range(2, 6)] + [copy.copy(game), copy.deepcopy(game)]:
        assert type(twin) is board and twin is not game and twin.note == game.note
        assert [getattr(twin, n) for n in names] == [getattr(game, n) for n in names]
        assert sorted(twin.get_legal_moves("x")) == sorted(game.get_legal_moves("x"))
        assert (twin.width, twin.height, twin.move_count) == (7, 6, 1)
    assert copy.copy(game).note is game.note and copy.deepcopy(game).note is not game.note
    player = Player()
    player.board = board(player, "y")
    twin = copy.deepcopy(player)
    assert twin.board.active_player is twin and twin.board is not player.board


def test_play():
    class Random:
        def get_move(self, game, *rest):
            time_left = rest[-1]
            assert 0 < time_left() <= 10_000 and game.active_player is self
            moves = game.get_legal_moves()
            assert len(rest) == 1 or sorted(rest[0]) == sorted(moves)
            return moves[0] if moves else (-1, -1)

    class Constant:
        def __init__(self, answer, wait=0.0):
            self.answer, self.wait = answer, wait

        def get_move(self, game, *rest):
            while rest[-1]() > 0 and self.wait:
                pass
            return self.answer

    for name in ALL:
        first, second = Random(), Random()
        ends = []
        for board in (ALL[name].Board, model(name)):
            random.seed(8)
            winner, history, reason = board(first, second).play(10_000)
            ends.append((winner, history, reason, random.getstate()))
        assert ends[0] == ends[1] and ends[0][2] == "illegal move"
        for answer, wait in [(None, 0), ((-1, -1), 0), ((float("inf"), (4, 2)), 0), ((3, 3), 1), (((1, 1), {}), 0)]:
            results = []
            for board in (ALL[name].Board, model(name)):
                lost = Constant(answer, wait)
                winner, history, reason = board(lost, second).play(5 if wait else 10_000)
                results.append((winner is second, history, reason))
            assert results[0] == results[1] and results[0][0]


def test_numpy_moves():
    numpy = pytest.importorskip("numpy")
    game = a1.Board("x", "y")
    game.apply_move(numpy.array([2, 3]))
    game.apply_move((numpy.int64(4), numpy.int8(4)))
    assert game.get_player_location("x") == (2, 3) and game.get_player_location("y") == (4, 4)
    assert game.move_is_legal(numpy.array([0, 0])) and not game.move_is_legal(numpy.array([2, 3]))
    assert game.forecast_move(numpy.array([0, 2])).get_player_location("x") == (0, 2)


@pytest.mark.parametrize("name", ALL)
def test_large_boards(name):
    for size in ((101, 101), (1, 1), (200, 3), (11, 12), (16, 8), (43, 3)):
        game, other = ALL[name].Board("x", "y", *size), model(name)("x", "y", *size)
        assert game.get_blank_spaces() == other.get_blank_spaces()
        for move in ((size[1] // 2, size[0] // 2), (size[1] - 1, size[0] - 1)):
            game, other = game.forecast_move(move), other.forecast_move(move)
            assert sorted(game.get_legal_moves()) == sorted(other.get_legal_moves())
            assert game.to_string() == other.to_string()


def test_threads():
    shared = a1.Board("x", "y")
    errors = []

    def hammer(seed):
        try:
            chooser = random.Random(seed)
            for _ in range(60):
                game = shared.copy()
                while True:
                    moves = game.get_legal_moves()
                    shared._board_state[chooser.randrange(49)] = 0
                    shared.get_legal_moves(), shared.is_loser("x"), shared.hash()
                    shared._board_state = list(shared._board_state)
                    if not moves:
                        break
                    game = game.forecast_move(chooser.choice(moves))
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(6)]
    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
    finally:
        sys.setswitchinterval(old)
    assert not errors


def test_collector():
    """Cycles of boards and players are freed, also with the collector always running."""
    alive = weakref.WeakSet()

    class Owner:
        def __del__(self):
            self.board.get_legal_moves(), self.board.hash(), self.board._board_state

    old = gc.get_threshold()
    gc.set_threshold(5, 2, 2)
    try:
        for turn in range(int(os.environ.get("LASTKNIGHT_CYCLES", "20000"))):
            owner = Owner() if turn % 8 == 0 else Player()
            board = (a1, a0b, a0c)[turn % 3].Board(owner, owner if turn % 5 == 0 else "y")
            owner.board = board
            if turn % 2:
                board.loop = board
            if turn % 3 == 0:
                board._board_state[10] = board
            alive.add(board)
            board.copy().forecast_move((3, 3))
        del owner, board
    finally:
        gc.set_threshold(*old)
    gc.collect()
    gc.collect()
    assert len(alive) == 0


def test_wrong_types():
    for args in ((), ("x",), ("x", "y", "w"), ("x", "y", 7, None), ("x", "y", 2**70), ("x", "y", 7, 7, 7)):
        with pytest.raises((TypeError, OverflowError)):
            a1.Board(*args)
    with pytest.raises((MemoryError, OverflowError)):
        a1.Board("x", "y", 2**40, 2**20)
    with pytest.raises(IndexError):
        a1.Board("x", "y", -3, 7)
    board = a1.Board("x", "y")
    with pytest.raises(TypeError):
        board.width = "wide"
    for state in (None, 5, [], "text", {}, [None] * 52, ["a"] * 52, object()):
        board._board_state = state
        for call in (board.get_legal_moves, board.copy, board.hash, board.get_blank_spaces,
                     lambda: board.apply_move((1, 1)), lambda: board.is_loser("x"),
                     lambda: board.get_player_location("x")):
            outcome(call)  # anything but a panic
    with pytest.raises(ValueError):
        a1.Board("x", "y")._Board__get_moves((1, 2, 3))
    for call in (lambda: _native.grid_moves(None, 7, 7, (1, 1)), lambda: _native.grid_moves([], 7, 7, (3, 3)),
                 lambda: _native.set_exact_shuffle("no")):
        with pytest.raises((TypeError, IndexError)):
            call()


def test_modules_stand_in_for_the_courses():
    for module in ALL.values():
        assert module.TIME_LIMIT_MILLIS == (200 if module is a0a else 150)
        assert module.Board.__name__ == "Board" and module.Board.__module__ == module.__name__
