"""A PettingZoo environment, for reinforcement learning.

It needs the packages of the extra `rl`: ``pip install 'lastknight[rl]'``.

>>> from lastknight import env as isolation
>>> env = isolation.env(board="5x5")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((5, 5, 4), 25)
>>> env.step(isolation.action_of("c3", "5x5"))
>>> env.agent_selection
'player_1'

**Agents.** ``player_0`` is White and ``player_1`` is Black.

**Actions.** An action is the square to place or move the knight to: ``row * width + column``, counted from the top left. On 7x7,
0 is a7, 6 is g7 and 48 is g1. `square_of` and `action_of` convert.

**Observations.** A dictionary. ``observation`` has four planes of 0 and 1, of shape ``(height, width, 4)`` and type int8, as the
agent sees them; `PLANES` names them. ``action_mask`` has a 1 for every legal action. It is all 0 for the agent that is not to move.

**Rewards.** The winner gets 1 and the loser -1 when the game ends, and 0 before. An illegal action ends the game with -1 for the
agent that chose it and 0 for the other.
"""

from __future__ import annotations

import random
from typing import Any, Dict, List, Optional, Tuple, Union

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        f"lastknight.env needs PettingZoo, Gymnasium and NumPy ({error}): pip install 'lastknight[rl]'", name=error.name
    ) from error

from ._agents import as_position
from ._native import Game, Position

__all__ = ["PLANES", "action_of", "env", "raw_env", "square_of"]

Place = Union[str, Position, Game]

AGENTS = ("player_0", "player_1")
SIDES = {"player_0": "white", "player_1": "black"}
PLANES = ("own knight", "other knight", "open squares", "agent is White")
# Random openings may end the game. This number of tries finds one that does not, if they are not rare.
TRIES = 1000


def action_of(square: Union[str, Tuple[int, int]], board: Place = "7x7") -> int:
    """Returns the action for a square or a cell ``(row, column)``.

    >>> action_of("a7"), action_of((0, 6)), action_of("g1")
    (0, 6, 48)
    """
    place = as_position(board)
    name = square if isinstance(square, str) else place.square(square)
    row, column = place.cell(name)
    return row * place.width + column


def square_of(action: int, board: Place = "7x7") -> str:
    """Returns the square of an action.

    >>> square_of(0), square_of(48)
    ('a7', 'g1')
    """
    place = as_position(board)
    if not 0 <= action < place.width * place.height:
        raise ValueError(f"an action is 0 to {place.width * place.height - 1} on {place.board}, not {action}")
    return place.square(divmod(int(action), place.width))


def env(board: Place = "7x7", render_mode: Optional[str] = None, opening_plies: int = 0) -> Any:
    """Creates the environment with PettingZoo's usual wrappers, which check actions and the order of calls.

    Args:
        board: A size or a position, which may have holes.
        render_mode: 'ansi' or 'svg': what `render` returns.
        opening_plies: Random plies at the beginning of each game, which ``reset(seed=...)`` repeats.
    """
    wrapped: Any = raw_env(board=board, render_mode=render_mode, opening_plies=opening_plies)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers. An illegal action is a `ValueError`. Copies and pickles are in the same state."""

    metadata: Dict[str, Any] = {
        "render_modes": ["ansi", "svg"], "name": "knights_isolation_v0", "is_parallelizable": False, "render_fps": 2,
    }

    def __init__(self, board: Place = "7x7", render_mode: Optional[str] = None, opening_plies: int = 0):
        start = as_position(board)
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is 'ansi', 'svg' or None, not {render_mode!r}")
        if opening_plies < 0:
            raise ValueError(f"opening_plies is at least 0, not {opening_plies}")
        if start.is_over:
            raise ValueError(f"the game is over at {start}")
        self.render_mode = render_mode
        self.opening_plies = opening_plies
        self.start = start
        self.position = start
        height, width = start.height, start.width
        names = [start.square(divmod(action, width)) for action in range(height * width)]
        self._names: List[str] = names
        self._actions: Dict[str, int] = {name: action for action, name in enumerate(names)}
        self._random = random.Random()
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(height * width) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(low=0, high=1, shape=(height, width, len(PLANES)), dtype=np.int8),
                "action_mask": spaces.Box(low=0, high=1, shape=(height * width,), dtype=np.int8),
            })
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def action_of(self, square: str) -> int:
        """Returns the action for a square of this board."""
        return self._actions[square]

    def square_of(self, action: int) -> str:
        """Returns the square of an action on this board."""
        if not 0 <= action < len(self._names):
            raise ValueError(f"an action is 0 to {len(self._names) - 1}, not {action}")
        return self._names[action]

    def observe(self, agent: str) -> Dict[str, Any]:
        """Returns the planes and the action mask, as the agent sees them."""
        place, side = self.position, SIDES[agent]
        other = "black" if side == "white" else "white"
        planes: Any = np.zeros((len(self._names), len(PLANES)), dtype=np.int8)
        for plane, knight in enumerate((place.knight(side), place.knight(other))):
            if knight is not None:
                planes[self._actions[knight], plane] = 1
        planes[[self._actions[name] for name in place.open_squares], 2] = 1
        planes[:, 3] = side == "white"
        mask: Any = np.zeros(len(self._names), dtype=np.int8)
        if place.to_move == side:
            mask[[self._actions[name] for name in place.legal_moves]] = 1
        return {"observation": planes.reshape(place.height, place.width, len(PLANES)), "action_mask": mask}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. A seed repeats the random openings of this game and of those after it."""
        if seed is not None:
            self._random = random.Random(seed)
        self.position = self._opening()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_move()

    def step(self, action: Optional[int]) -> None:
        """Plays the move of the agent to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on needs an action, not None")
        self.position = self.position.play(self.square_of(action))
        self._cumulative_rewards[self.agent_selection] = 0
        self.rewards = dict.fromkeys(AGENTS, 0)
        winner = self.position.winner
        if winner is not None:
            self.rewards = {agent: 1 if SIDES[agent] == winner else -1 for agent in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """Returns the board as text or as SVG."""
        if self.render_mode == "svg":
            from .svg import board

            return board(self.position)
        return drawn(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    def _to_move(self) -> str:
        return AGENTS[0] if self.position.to_move == "white" else AGENTS[1]

    def _opening(self) -> Position:
        for _ in range(TRIES):
            place = self.start
            for _ in range(self.opening_plies):
                if place.is_over:
                    break
                place = place.play(self._random.choice(place.legal_moves))
            if not place.is_over:
                return place
        raise RuntimeError(f"no random opening of {self.opening_plies} plies leaves a move at {self.start}")


def drawn(place: Position) -> str:
    """Draws a position as text: knights, legal moves `*`, open squares `.`, others `x`.

    >>> print(drawn(Position("3x3 moves a1 b3")))
    3 . b .
    2 . . *
    1 W . .
      a b c
    white to move
    """
    is_open, legal = set(place.open_squares), set(place.legal_moves)
    names = [[place.square((row, column)) for column in range(place.width)] for row in range(place.height)]
    columns = [name.rstrip("0123456789") for name in names[0]]
    wide, margin = max(len(column) for column in columns), len(str(place.height))

    def sign(name: str) -> str:
        if name == place.white:
            return "W"
        if name == place.black:
            return "b"
        return "*" if name in legal and place.black is not None else "." if name in is_open else "x"

    lines = [
        f"{place.height - row:>{margin}} " + " ".join(sign(name).rjust(wide) for name in line)
        for row, line in enumerate(names)
    ]
    lines.append(" " * margin + " " + " ".join(column.rjust(wide) for column in columns))
    lines.append(f"{place.winner} wins" if place.winner else f"{place.to_move} to move")
    return "\n".join(lines)
