"""The PettingZoo environment."""

from __future__ import annotations

import copy
import doctest
import importlib.util
import pathlib
import pickle
import random
import subprocess
import sys

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("numpy")

import numpy as np  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import lastknight as lk  # noqa: E402
from lastknight import env as isolation  # noqa: E402

HOLES = "2x2/5/x3x/5/2x2 w"
EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
BOARDS = ["5x5", "7x7", "11x9", HOLES]


def play(env, choose):
    """Plays a game and returns the sum of rewards of each agent, and its actions."""
    totals, actions = {"player_0": 0, "player_1": 0}, []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        action = None if termination or truncation else choose(agent, observation["action_mask"])
        if action is not None:
            actions.append(action)
        env.step(action)
    return totals, actions


def random_choice(generator):
    return lambda agent, mask: generator.choice([int(action) for action in np.flatnonzero(mask)])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("opening_plies", [0, 3])
def test_follows_the_api(board, opening_plies):
    api_test(isolation.env(board=board, opening_plies=opening_plies), num_cycles=100, verbose_progress=False)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("board", BOARDS)
def test_repeats_with_a_seed(board):
    seed_test(lambda: isolation.env(board=board, opening_plies=4), num_cycles=50)


def test_seeds_choose_openings():
    env = isolation.env(opening_plies=4)

    def openings(seed):
        env.reset(seed=seed)
        found = [str(env.unwrapped.position)]
        env.reset()
        return [*found, str(env.unwrapped.position)]

    assert openings(1) == openings(1)
    assert openings(1) != openings(2)
    assert len(set(openings(1))) == 2


@pytest.mark.parametrize("board", BOARDS)
def test_games_follow_the_rules(board):
    env = isolation.env(board=board)
    for seed in range(10):
        env.reset(seed=seed)
        totals, actions = play(env, random_choice(random.Random(seed)))
        game = lk.Game(lk.Position(board))
        for action in actions:
            game.push(isolation.square_of(action, board))
        assert game.winner is not None
        expected = (1, -1) if game.winner == "white" else (-1, 1)
        assert (totals["player_0"], totals["player_1"]) == expected


@pytest.mark.parametrize("board", BOARDS)
def test_squares_and_actions_convert(board):
    place = lk.Position(board)
    raw = isolation.raw_env(board=board)
    for action in range(place.width * place.height):
        name = isolation.square_of(action, board)
        assert isolation.action_of(name, board) == raw.action_of(name) == action
        assert raw.square_of(action) == name
        assert place.cell(name) == divmod(action, place.width)
    for wrong in (-1, place.width * place.height):
        with pytest.raises(ValueError, match="an action is 0 to"):
            isolation.square_of(wrong, board)
        with pytest.raises(ValueError, match="an action is 0 to"):
            raw.square_of(wrong)


def test_observations_are_those_of_the_agent():
    env = isolation.env(board=lk.Position("7x7 moves d4 b3"))
    env.reset()
    assert env.agent_selection == "player_0"
    white, black = (env.observe(agent)["observation"] for agent in ("player_0", "player_1"))
    d4, b3 = lk.Position().cell("d4"), lk.Position().cell("b3")
    assert white[d4][0] == 1 and white[b3][1] == 1 and white[..., 0].sum() == white[..., 1].sum() == 1
    assert (white[..., 0] == black[..., 1]).all() and (white[..., 1] == black[..., 0]).all()
    assert (white[..., 2] == black[..., 2]).all() and white[..., 2].sum() == 47
    assert white[..., 3].all() and not black[..., 3].any()
    mask = env.observe("player_0")["action_mask"]
    legal = {isolation.square_of(action) for action in np.flatnonzero(mask)}
    assert legal == set(env.unwrapped.position.legal_moves)
    assert not env.observe("player_1")["action_mask"].any()
    assert env.observation_space("player_0").contains(env.observe("player_0"))


def test_black_may_begin():
    env = isolation.env(board="7x7 moves d4 b3 f5")
    env.reset()
    assert env.agent_selection == "player_1"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_illegal_action_loses():
    env = isolation.env(board="5x5")
    env.reset()
    env.step(12)
    env.step(12)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1}
    raw = isolation.raw_env(board="5x5")
    raw.reset()
    raw.step(12)
    with pytest.raises(ValueError):
        raw.step(12)
    for wrong in (-1, None):
        with pytest.raises(ValueError, match="action"):
            raw.step(wrong)


def test_renders():
    env = isolation.env(board="3x3 moves a1 b3", render_mode="ansi")
    env.reset()
    assert env.render().splitlines() == ["3 . b .", "2 . . *", "1 W . .", "  a b c", "white to move"]
    env = isolation.env(render_mode="svg")
    env.reset()
    assert env.render().startswith("<svg")
    env = isolation.env()
    env.reset()
    assert env.render() is None


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="render_mode"):
        isolation.env(render_mode="human")
    with pytest.raises(ValueError, match="opening_plies"):
        isolation.env(opening_plies=-1)
    with pytest.raises(ValueError, match="over"):
        isolation.env(board="3x3 moves b2 a1")
    env = isolation.env(board="3x3", opening_plies=20)
    with pytest.raises(RuntimeError, match="no random opening"):
        env.reset(seed=0)


def test_pickles():
    raw = pickle.loads(pickle.dumps(isolation.raw_env(board="5x5", opening_plies=2)))
    raw.reset(seed=3)
    assert raw.position.ply == 2 and raw.position.board == "5x5"


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game(twin_of):
    env = isolation.env(board="5x5", opening_plies=2)
    env.reset(seed=3)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    twin, before = twin_of(env), env.unwrapped.position
    assert twin.unwrapped.position == before and twin.agent_selection == env.agent_selection
    assert play(twin, random_choice(random.Random(1))) == play(twin_of(env), random_choice(random.Random(1)))
    assert env.unwrapped.position == before
    twin.reset()
    env.reset()
    assert twin.unwrapped.position == env.unwrapped.position


def test_names_the_extra_when_pettingzoo_is_missing():
    code = "import sys; sys.modules['pettingzoo'] = None; import lastknight.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'lastknight[rl]'" in done.stderr


def test_examples_in_the_documentation():
    assert doctest.testmod(isolation).failed == 0


def example(name):
    """Imports an example."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_learner_improves_and_repeats():
    learn = example("learn")
    first, second = (learn.run(episodes=300, games=200) for _ in range(2))
    assert (first.policy.weights == second.policy.weights).all()
    assert first.before.wins == second.before.wins and first.after.wins == second.after.wins
    assert first.before.interval[0] < 0.5 < first.before.interval[1]
    assert first.after.interval[0] > first.before.interval[1]
    assert first.after.verdict == "better"


def test_a_random_policy_loses_to_an_agent(capsys):
    wins = example("random_against_engine").main(["--board", "5x5", "--games", "40", "--nodes", "200"])
    assert 0 <= wins <= 12
    assert f"random wins {wins} of 40 games against engine on 5x5: " in capsys.readouterr().out
