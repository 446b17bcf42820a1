"""A random policy against an agent of lastknight, in the PettingZoo environment.

    python random_against_engine.py
    python random_against_engine.py --agent "alphabeta(improved, depth=1)" --board 5x5 --games 200
"""

from __future__ import annotations

import argparse
import math
from typing import Any, List, Optional, Tuple

import numpy as np

import lastknight as lk
from lastknight import env as isolation


def wilson(wins: int, games: int, z: float = 1.96) -> Tuple[float, float]:
    """Returns the 95 % Wilson interval of a share."""
    share, spread = wins / games, z * z / games
    center = share + spread / 2
    margin = z * math.sqrt((share * (1 - share) + spread / 4) / games)
    return (center - margin) / (1 + spread), (center + margin) / (1 + spread)


def play(env: Any, engine: lk.Agent, engine_plays: str, random: np.random.Generator, seed: int, nodes: int) -> bool:
    """Plays one game and returns whether the random policy won."""
    env.reset(seed=seed)
    won = False
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            won = won or (agent != engine_plays and reward > 0)
            env.step(None)
        elif agent == engine_plays:
            position = env.unwrapped.position
            env.step(env.unwrapped.action_of(engine.choose(position, nodes=nodes, seed=seed)))
        else:
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    return won


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", default="engine")
    parser.add_argument("--board", default="7x7")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=1000, help="nodes per move of the agent")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    env = isolation.env(board=given.board, opening_plies=2)
    engine, random = lk.Agent(given.agent), np.random.default_rng(given.seed)
    wins = sum(
        # Each opening is played twice, sides swapped.
        play(env, engine, f"player_{game % 2}", random, given.seed + game // 2, given.nodes)
        for game in range(given.games)
    )
    low, high = wilson(wins, given.games)
    print(f"random wins {wins} of {given.games} games against {engine} on {given.board}: "
          f"{100 * wins / given.games:.1f} % ({100 * low:.1f}-{100 * high:.1f})")
    return wins


if __name__ == "__main__":
    main()
