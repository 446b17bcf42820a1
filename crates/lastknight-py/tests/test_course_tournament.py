"""The course's tournament: table, statistics, and how games end."""
from __future__ import annotations

import os
import random
import subprocess
import sys
import time

import pytest

from lastknight import _native

import lastknight

from lastknight.course import Board
from lastknight.course.players import AlphaBetaPlayer, MinimaxPlayer
from lastknight.course.sample_players import GreedyPlayer, RandomPlayer, improved_score, open_move_score
from lastknight.course.sample_players_a0 import GreedyPlayer as OldGreedyPlayer
from lastknight.course.tournament import (
    NUM_MATCHES, OPPONENTS, Agent, Game, TournamentResult, main, tournament)

FEW = {"Random": RandomPlayer, "Greedy": GreedyPlayer}


def test_table_is_the_course_s():
    result = TournamentResult(["AB_Improved", "AB_Custom"], ["Random", "MM_Open"], 1, 150, "cpu")
    for agent, opponent, won in (("AB_Improved", "Random", 2), ("AB_Custom", "Random", 1), ("AB_Custom", "MM_Open", 2),
                                 ("AB_Improved", "MM_Open", 0)):
        result.games += [Game(agent, opponent, 0, first, (), index < won, "no moves", 9)
                         for index, first in enumerate((False, True))]
    head, cells = "{:^9}{:^13}" + "{:^13}" * 2, "{:^9}{:^13}" + " {:^5}| {:^5}" * 2  # the course's formats
    assert result.table().split("\n") == [
        head.format("Match #", "Opponent", "AB_Improved", "AB_Custom"),
        cells.format("", "", "Won", "Lost", "Won", "Lost"),
        cells.format("1", "Random", 2, 0, 1, 1),
        cells.format("2", "MM_Open", 0, 2, 2, 0),
        "-" * 74,
        head.format("", "Win Rate:", "50.0%", "75.0%"),
    ]


def test_statistics():
    wilson, sign_test, holm = _native.share_interval, _native.sign_test, _native.holm
    assert wilson(0, 0) == (0.0, 1.0) and wilson(10, 10)[1] > 0.999999
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert [sign_test(0, 0), sign_test(8, 2), sign_test(0, 6)] == pytest.approx([1, 0.109375, 2 / 64])
    assert holm([0.03, 0.01, 0.5]) == pytest.approx([0.06, 0.03, 0.5])


def test_agents_meet_the_same_openings():
    result = tournament([RandomPlayer, GreedyPlayer], FEW, matches=2, seed=5)
    assert len(result.games) == 2 * 2 * 2 * 2
    openings = {(game.opponent, game.match): game.opening for game in result.games}
    assert all(openings[game.opponent, game.match] == game.opening for game in result.games)
    assert len(set(openings.values())) == 4 and all(first != second for first, second in openings.values())
    assert {game.ending for game in result.games} == {"no moves"}
    again = tournament([RandomPlayer, GreedyPlayer], FEW, matches=2, seed=5)
    assert again.games == result.games
    assert len(result.to_dicts()) == 16 and result.to_dicts()[0]["agent"] == "RandomPlayer"
    before = random.getstate()
    tournament([RandomPlayer], {"Random": RandomPlayer}, matches=1, seed=5)
    assert random.getstate() == before


class Slow:
    def get_move(self, game, time_left):
        while time_left() > -1:
            pass
        return game.get_legal_moves()[0]


class Sleeper:
    def get_move(self, game, time_left):
        time.sleep(0.02)
        return game.get_legal_moves()[0]


class Resigns:
    def get_move(self, game, time_left):
        return (-1, -1)


class Crashes:
    def get_move(self, game, time_left):
        raise IndexError("list index\nout of range")


class Exits:
    def get_move(self, game, time_left):
        sys.exit(3)


class Array:
    """Behaves as an array of numpy."""

    def __init__(self, cell):
        self.cell = cell

    def __iter__(self):
        return iter(self.cell)

    def __eq__(self, other):
        raise ValueError("The truth value of an array with more than one element is ambiguous")


class AnswersArrays:
    def get_move(self, game, time_left):
        return Array(game.get_legal_moves()[0])


class Nameless:
    def get_move(self, game, time_left):
        return self

    def __repr__(self):
        raise RuntimeError("no name")


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def get_move(self, game, time_left):
        return self.answer


def test_odd_answers_lose_only_their_games():
    result = tournament([AnswersArrays, Exits, Nameless], {"Random": RandomPlayer}, matches=1, seed=1)
    assert [game.ending for game in result.games] == ["no moves"] * 2 + ["crash"] * 4
    assert "Exits lost by crash 2; example: SystemExit: 3" in result.summary()
    answers = [None, "ab", 7, [9, 9], {0: 1, 2: 3}, float("nan"), ""]
    agents = {repr(answer): lambda answer=answer: Answers(answer) for answer in answers}
    games = tournament(agents, {"Random": RandomPlayer}, matches=1, seed=1).games
    assert {game.ending for game in games} == {"forfeit"}
    assert [game.detail.split(" with ")[0] for game in games[::2]] == [f"answered {answer!r}" for answer in answers]


def test_endings_are_counted():
    agents = [Slow, Resigns, Crashes]
    result = tournament(agents, {"Random": RandomPlayer}, matches=1, time_limit=10, seed=1)
    assert [game.ending for game in result.games] == ["timeout"] * 2 + ["forfeit"] * 2 + ["crash"] * 2
    assert not any(game.is_won for game in result.games)
    text = result.summary()
    assert "Crashes lost by crash 2; example: IndexError: list index out of range" in text
    assert "Resigns lost by forfeit 2; example: answered (-1, -1)" in text and "Slow lost by timeout 2" in text
    assert "new player objects" in text and "10 ms of CPU time" in text
    against = tournament([RandomPlayer], {"Crashes": Crashes}, matches=1)
    assert against.wins("RandomPlayer") == (2, 2) and "opponents of RandomPlayer lost by crash 2" in against.summary()


def test_clocks():
    def play(clock):
        return {game.ending for game in tournament([Sleeper], {"Random": RandomPlayer}, 1, 10, 1, clock).games}

    assert play("cpu") == {"no moves"} and play("wall") == {"timeout"}


def test_verdicts():
    result = tournament({"Greedy": GreedyPlayer, "Resigns": Resigns}, {"Random": RandomPlayer}, matches=10, seed=2)
    assert "Greedy is stronger than Resigns" in result.summary()
    same = tournament({"one": RandomPlayer, "two": RandomPlayer}, {"Random": RandomPlayer}, matches=3, seed=2)
    assert "no clear difference" in same.summary()


def test_arguments():
    for arguments in (([],), ([RandomPlayer], "A9"), ([RandomPlayer], FEW, 1, 150, None, "sun"),
                      ([RandomPlayer, RandomPlayer], FEW)):
        with pytest.raises(ValueError):
            tournament(*arguments)
    assert tournament([Agent(RandomPlayer, "R")], FEW, 1).agents == ["R"]
    player = GreedyPlayer(improved_score)
    player.games = []
    result = tournament([Agent(player, "AB_Improved")], FEW, 1)
    assert result.agents == ["AB_Improved"] and player.games == []


def test_old_agents_play_too():
    result = tournament([OldGreedyPlayer], {"Random": RandomPlayer}, matches=3, seed=1)
    assert {game.ending for game in result.games} == {"no moves"}
    searchers = ["MM_Open", "MM_Center", "MM_Improved", "AB_Open", "AB_Center", "AB_Improved"]
    assert list(OPPONENTS["A1"]) == ["Random", *searchers]
    assert NUM_MATCHES == 5 and len(OPPONENTS["A0"]) == 7


def test_main_prints_both_tables(capsys):
    result = main([GreedyPlayer], {"Random": RandomPlayer, "MM": lambda: MinimaxPlayer(2, open_move_score)}, 1, seed=3)
    text = capsys.readouterr().out
    assert text.startswith(result.table()) and result.summary() in text


def test_search_players_agree():
    """Alpha-beta finds the value of minimax; both take a winning move."""
    random.seed(9)
    for plies in range(4, 30, 3):
        minimax, alphabeta = MinimaxPlayer(3, improved_score), AlphaBetaPlayer(3, improved_score)
        board = Board(minimax, "other")
        twin = Board(alphabeta, "other")
        for _ in range(plies * 2 // 2 * 2):
            moves = board.get_legal_moves()
            if not moves:
                break
            move = min(moves)
            board.apply_move(move)
            twin.apply_move(move)
        if board.active_player is not minimax or not board.get_legal_moves():
            continue
        value = alphabeta._root(twin, 3, float("-inf"), float("inf"))[0]
        chosen = minimax.minimax(board, 3)
        assert minimax._value(board.forecast_move(chosen), 2, False) == value
    lost = Board(alphabeta, "other", 3, 3)
    assert alphabeta.alphabeta(lost, 1) != (-1, -1)
    lost.apply_move((1, 1))
    lost.apply_move((0, 0))
    assert alphabeta.get_move(lost, lambda: 100.0) == (-1, -1) == minimax.get_move(lost, lambda: 100.0)


def test_search_stops_in_time():
    board = Board("other", "x")
    for cls in (AlphaBetaPlayer, MinimaxPlayer):
        player = cls(search_depth=9, timeout=5.0)
        board = Board(player, "x")
        board.apply_move((3, 3))
        board.apply_move((1, 2))
        start = time.thread_time()
        move = player.get_move(board, lambda: 40 - 1000 * (time.thread_time() - start))
        assert move in board.get_legal_moves() and time.thread_time() - start < 0.1


def test_command_line(tmp_path):
    command = [sys.executable, "-m", "lastknight.course.tournament", "--matches", "1", "--time", "20", "--seed", "1"]
    package = os.path.dirname(os.path.dirname(os.path.abspath(lastknight.__file__)))
    options = {"cwd": tmp_path, "capture_output": True, "text": True, "env": {**os.environ, "PYTHONPATH": package}}
    done = subprocess.run(command, **options)
    assert (done.returncode, done.stderr) == (2, "lastknight.course: no game_agent.py in the current directory\n")
    (tmp_path / "game_agent.py").write_text(
        "from isolation import Board\nfrom sample_players import open_move_score as custom_score, GreedyPlayer\n"
        "class AlphaBetaPlayer(GreedyPlayer):\n    pass\n")
    done = subprocess.run(command, **options)
    assert done.returncode == 0, done.stderr
    assert "AB_Custom" in done.stdout and "Win Rate:" in done.stdout and "win share (95 %)" in done.stdout
