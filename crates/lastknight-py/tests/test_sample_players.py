"""The sample players of dialects A1 and A0."""
from __future__ import annotations

import random

import pytest

from lastknight.course import Board
from lastknight.course import sample_players as new
from lastknight.course import sample_players_a0 as old

INFINITY = float("inf")


def board(*moves, size=(7, 7)):
    game = Board("one", "two", *size)
    for move in moves:
        game.apply_move(move)
    return game


def test_scores():
    game = board((2, 3), (0, 5))
    for module in (new, old):
        assert module.null_score(game, "one") == 0.0
        assert module.open_move_score(game, "one") == 8.0 - 0 and module.open_move_score(game, "two") == 3.0
        assert module.improved_score(game, "one") == 5.0 and module.improved_score(game, "two") == -5.0
        assert module.center_score(game, "one") == 1.5**2 + 0.5**2
        assert isinstance(module.improved_score(game, "one"), float)


def test_scores_of_decided_games():
    game = board((1, 1), (0, 0), size=(3, 3))  # the middle of 3x3 has no moves
    for score in (new.null_score, new.open_move_score, new.improved_score, new.center_score):
        assert (score(game, "one"), score(game, "two")) == (-INFINITY, INFINITY)


def test_random_player():
    game = board((2, 3), (0, 5))
    random.seed(1)
    seen = {new.RandomPlayer().get_move(game, None) for _ in range(200)}
    assert seen == set(game.get_legal_moves())
    assert old.RandomPlayer().get_move(game, [(1, 2)], None) == (1, 2)
    assert new.RandomPlayer().get_move(board((1, 1), (0, 0), size=(3, 3)), None) == (-1, -1)
    assert old.RandomPlayer().get_move(game, [], None) == (-1, -1)


def test_greedy_player_takes_the_largest_of_equals():
    for module, moves in ((new, ()), (old, (None,))):
        player = module.GreedyPlayer(score_fn=lambda game, player: 1.0)
        game = board((2, 3), (0, 5))
        arguments = (game, game.get_legal_moves(), None) if moves else (game, None)
        assert player.get_move(*arguments) == max(game.get_legal_moves())
    player = new.GreedyPlayer()
    game = Board(player, "two")
    game.apply_move((2, 3))
    game.apply_move((0, 5))
    best = player.get_move(game, None)
    assert new.open_move_score(game.forecast_move(best), player) == max(
        new.open_move_score(game.forecast_move(move), player) for move in game.get_legal_moves())
    assert player.score is new.open_move_score


@pytest.mark.parametrize("module", [new, old])
def test_human_player(module, monkeypatch, capsys):
    game = board((2, 3), (0, 5))
    answers = iter(["", "-1", "8", "0"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    arguments = (game, game.get_legal_moves(), None) if module is old else (game, None)
    assert module.HumanPlayer().get_move(*arguments) == min(game.get_legal_moves())
    assert capsys.readouterr().out.count("Enter a number from 0 to 7.") == 3


def test_games_end():
    for first, second in ((new.RandomPlayer, new.GreedyPlayer), (new.GreedyPlayer, new.RandomPlayer)):
        players = first(), second()
        winner, history, reason = Board(*players).play(time_limit=10_000)
        assert winner in players and reason == "illegal move" and len(history) > 2
