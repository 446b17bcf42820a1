"""A tiny learner: policy gradient by self-play in the PettingZoo environment.

    python learn.py
    python learn.py --board 7x7 --episodes 3000

The policy is a softmax over the legal moves. The score of a move is a sum of weights: one for the number of moves it leaves its own
knight, one for the number it leaves the other. Both players use the same weights, which begin at 0: a random player.
"""

from __future__ import annotations

import argparse
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

import lastknight as lk
from lastknight import env as isolation

MOBILITIES = 9  # a knight has 0 to 8 moves
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def leaps(height: int, width: int) -> Any:
    """Returns a matrix that has a 1 where a knight's move leads from one square to another."""
    matrix = np.zeros((height * width, height * width), dtype=np.int64)
    for row in range(height):
        for column in range(width):
            for down, right in LEAPS:
                if 0 <= row + down < height and 0 <= column + right < width:
                    matrix[row * width + column, (row + down) * width + column + right] = 1
    return matrix


class Policy:
    """Scores moves by what they leave both knights. It plays in lastknight too: `choose` is all it needs."""

    def __init__(self, board: str, temperature: float = 0.0, seed: int = 0):
        self.board, self.temperature, self.seed = board, temperature, seed
        place = lk.Position(board)
        self.leaps = leaps(place.height, place.width)
        self.weights = np.zeros(2 * MOBILITIES)

    def features(self, observation: Dict[str, Any]) -> Tuple[Any, Any]:
        """Returns the legal actions, and for each its features: the mobilities after it, one-hot."""
        planes = observation["observation"].reshape(-1, len(isolation.PLANES)).astype(np.int64)
        actions = np.flatnonzero(observation["action_mask"])
        rows = np.arange(len(actions))
        features = np.zeros((len(actions), 2 * MOBILITIES))
        features[rows, self.leaps[actions] @ planes[:, 2]] = 1
        other = np.flatnonzero(planes[:, 1])
        if len(other):
            left = self.leaps[other[0]] @ planes[:, 2] - self.leaps[other[0], actions]
            features[rows, MOBILITIES + left] = 1
        return actions, features

    def chances(self, features: Any, temperature: float) -> Any:
        """Returns the probability of each move. Without a temperature the best moves share it."""
        scores = features @ self.weights
        if temperature == 0:
            best = scores > scores.max() - 1e-9
            return best / best.sum()
        powers = np.exp((scores - scores.max()) / temperature)
        return powers / powers.sum()

    def choose(self, game: lk.Game) -> str:
        """Chooses a move for `lk.match`, with the observation of the environment."""
        raw = isolation.raw_env(board=game.position)
        raw.reset()
        actions, features = self.features(raw.observe(raw.agent_selection))
        chances = self.chances(features, self.temperature)
        # The position decides between equal moves, so that a match repeats.
        random = np.random.default_rng([self.seed, game.ply, *(ord(letter) for letter in str(game.position))])
        return raw.square_of(int(random.choice(actions, p=chances)))


def learn(policy: Policy, env: Any, episodes: int, rate: float = 0.05, seed: int = 0) -> None:
    """Improves a policy by REINFORCE: moves of the winner become likelier, moves of the loser rarer."""
    random = np.random.default_rng(seed)
    for episode in range(episodes):
        env.reset(seed=seed + episode)
        gradients = {agent: np.zeros_like(policy.weights) for agent in env.possible_agents}
        outcome = {}
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            if termination or truncation:
                outcome[agent] = reward
                env.step(None)
                continue
            actions, features = policy.features(observation)
            chances = policy.chances(features, 1.0)
            chosen = int(random.choice(len(actions), p=chances))
            gradients[agent] += features[chosen] - chances @ features
            env.step(int(actions[chosen]))
        for agent, gradient in gradients.items():
            policy.weights += rate * outcome[agent] * gradient


class Learned(NamedTuple):
    """The policy, and its matches before and after."""

    policy: Policy
    before: lk.MatchResult
    after: lk.MatchResult


def run(board: str = "5x5", episodes: int = 2000, games: int = 400, seed: int = 0, opponent: str = "random") -> Learned:
    """Learns, and measures the policy against an agent before and after."""
    policy = Policy(board, seed=seed)
    conditions: Dict[str, Any] = {"games": games, "board": board, "openings": 2, "seed": seed, "progress": False}
    before = lk.match(policy, opponent, **conditions)
    learn(policy, isolation.raw_env(board=board, opening_plies=2), episodes, seed=seed)
    after = lk.match(policy, opponent, **conditions)
    return Learned(policy, before, after)


def main(arguments: Optional[List[str]] = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="5x5")
    parser.add_argument("--episodes", type=int, default=2000)
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    result = run(**vars(parser.parse_args(arguments)))
    print(f"before  {result.before}")
    print(f"after   {result.after}")
    for name, first in (("own", 0), ("other", MOBILITIES)):
        weights = " ".join(f"{weight:+.2f}" for weight in result.policy.weights[first:first + MOBILITIES])
        print(f"weights of 0 to 8 moves left to the {name} knight: {weights}")


if __name__ == "__main__":
    main()
