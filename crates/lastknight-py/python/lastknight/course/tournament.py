"""The course's tournament, with intervals.

`main()` stands in for the course's `tournament.py`. `tournament(...)` is the same as a function:

    from lastknight.course.tournament import tournament
    result = tournament({"mine": MyPlayer}, matches=20)
    print(result.table())     # the course's table
    print(result.summary())   # win shares with 95 % intervals, and who is stronger

Each opponent plays `matches` random two-ply openings. Every agent plays each opening twice, once with each colour, so
all agents meet the same openings. Every game has new player objects; the course reuses one object for all games.
"""
from __future__ import annotations

import argparse
import copy
import importlib
import inspect
import itertools
import os
import random
import sys
import time
from collections import Counter, namedtuple
from dataclasses import asdict, dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .. import _native
from .players import AlphaBetaPlayer, MinimaxPlayer
from .sample_players import RandomPlayer, center_score, improved_score, null_score, open_move_score

NUM_MATCHES = 5  # openings against each opponent
TIME_LIMIT = 150  # milliseconds a move

Agent = namedtuple("Agent", ["player", "name"])
Factory = Callable[[], Any]

CLOCKS = {"cpu": time.thread_time, "wall": time.perf_counter}


def _search(cls: type, score: Any, **options: Any) -> Factory:
    return lambda: cls(score_fn=score, **options)


#: The opponents of each course.
OPPONENTS: Dict[str, Dict[str, Factory]] = {
    "A1": {
        "Random": RandomPlayer,
        "MM_Open": _search(MinimaxPlayer, open_move_score),
        "MM_Center": _search(MinimaxPlayer, center_score),
        "MM_Improved": _search(MinimaxPlayer, improved_score),
        "AB_Open": _search(AlphaBetaPlayer, open_move_score),
        "AB_Center": _search(AlphaBetaPlayer, center_score),
        "AB_Improved": _search(AlphaBetaPlayer, improved_score),
    },
    "A0": {
        "Random": RandomPlayer,
        "MM_Null": _search(MinimaxPlayer, null_score),
        "MM_Open": _search(MinimaxPlayer, open_move_score),
        "MM_Improved": _search(MinimaxPlayer, improved_score),
        "AB_Null": _search(AlphaBetaPlayer, null_score, search_depth=5, iterative=False),
        "AB_Open": _search(AlphaBetaPlayer, open_move_score, search_depth=5, iterative=False),
        "AB_Improved": _search(AlphaBetaPlayer, improved_score, search_depth=5, iterative=False),
    },
}


@dataclass(frozen=True)
class Game:
    """One game of the tournament."""

    agent: str
    opponent: str
    match: int  #: the opening, from 0
    is_first: bool  #: whether the agent moves first after the opening
    opening: Tuple[Tuple[int, int], ...]
    is_won: bool  #: by the agent
    ending: str  #: "no moves", "forfeit", "timeout" or "crash", of the loser
    plies: int  #: without the opening
    detail: str = ""  #: the loser's error or answer


@dataclass
class TournamentResult:
    """All games of a tournament."""

    agents: List[str]
    opponents: List[str]
    matches: int
    time_limit: float
    clock: str
    games: List[Game] = field(default_factory=list)

    def wins(self, agent: str, opponent: Optional[str] = None) -> Tuple[int, int]:
        """Returns the won games of an agent and the games played."""
        games = [game for game in self.games if game.agent == agent and opponent in (None, game.opponent)]
        return sum(game.is_won for game in games), len(games)

    def table(self) -> str:
        """Returns the course's table."""
        rows = [self._row(index, opponent) for index, opponent in enumerate(self.opponents)]
        return "\n".join([self._head(), *rows, self._foot()])

    def _head(self) -> str:
        names = "".join(f"{name:^13}" for name in self.agents)
        return f"{'Match #':^9}{'Opponent':^13}{names}\n{'':^22}" + f" {'Won':^5}| {'Lost':^5}" * len(self.agents)

    def _row(self, index: int, opponent: str) -> str:
        cells = ""
        for agent in self.agents:
            won, played = self.wins(agent, opponent)
            cells += f" {won:^5}| {played - won:^5}"
        return f"{index + 1!s:^9}{opponent:^13}{cells}"

    def _foot(self) -> str:
        rates = ""
        for agent in self.agents:
            won, played = self.wins(agent)
            rate = f"{100 * won / played if played else 0:.1f}%"
            rates += f"{rate:^13}"
        return "-" * 74 + f"\n{'':^9}{'Win Rate:':^13}{rates}"

    def summary(self) -> str:
        """Returns win shares with 95 % intervals, pairwise verdicts, and how games ended."""
        width = max(map(len, [*self.agents, "agent"]))
        lines = [f"{'agent':<{width}}  won / games   win share (95 %)"]
        for agent in self.agents:
            won, played = self.wins(agent)
            low, high = _native.share_interval(won, played)
            share = f"{100 * won / played:.0f} % ({100 * low:.0f}-{100 * high:.0f})" if played else "-"
            lines.append(f"{agent:<{width}}  {won:>3} / {played:<5}   {share}")
        lines += self._verdict_lines()
        lines += ["", "Games ended by: " + counted(Counter(game.ending for game in self.games))]
        lines += self._failure_lines()
        clock = "CPU time" if self.clock == "cpu" else "wall-clock time"
        lines.append(f"Each game had new player objects, and {self.time_limit:g} ms of {clock} a move.")
        return "\n".join(lines)

    def verdicts(self) -> List[Tuple[str, str, float]]:
        """Returns (agent, other agent, p) for each pair, the one with more wins first.

        Games with the same opponent, opening and colour are compared. p is the exact sign test over those that only one
        of the two won, adjusted for the number of pairs by Holm's method.
        """
        won = {(game.agent, game.opponent, game.match, game.is_first): game.is_won for game in self.games}
        found = []
        for one, two in itertools.combinations(self.agents, 2):
            keys = [key[1:] for key in won if key[0] == one and (two, *key[1:]) in won]
            only_one = sum(won[(one, *key)] and not won[(two, *key)] for key in keys)
            only_two = sum(won[(two, *key)] and not won[(one, *key)] for key in keys)
            pair = (one, two) if only_one >= only_two else (two, one)
            found.append((*pair, _native.sign_test(only_one, only_two)))
        adjusted = _native.holm([p for _, _, p in found])
        return [(one, two, p) for (one, two, _), p in zip(found, adjusted)]

    def _verdict_lines(self) -> List[str]:
        lines = []
        for better, worse, p in self.verdicts():
            (won, played), (other, _) = self.wins(better), self.wins(worse)
            if p < 0.05:
                text = f"{better} is stronger than {worse}"
            else:
                text = f"{better} and {worse}: no clear difference"
            lines.append(f"{text} ({won} and {other} of {played} games won, p = {p:.2g})")
        return ["", "Pairwise results", *lines] if lines else []

    def _failure_lines(self) -> List[str]:
        lines = []
        for agent in self.agents:
            for side, lost in ((agent, False), (f"opponents of {agent}", True)):
                games = [game for game in self.games if game.agent == agent and game.is_won == lost]
                failed = [game for game in games if game.ending != "no moves"]
                if failed:
                    example = next((f"; example: {game.detail}" for game in failed if game.detail), "")
                    lines.append(f"{side} lost by {counted(Counter(game.ending for game in failed))}{example}")
        return lines

    def to_dicts(self) -> List[Dict[str, Any]]:
        """Returns a dict for each game, as for a data frame."""
        return [asdict(game) for game in self.games]


def counted(counts: Mapping[str, int]) -> str:
    """Returns counts as text: "no moves 68, timeout 2"."""
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda item: -item[1])) or "-"


def tournament(
    agents: Union[Mapping[str, Factory], Sequence[Any]],
    opponents: Union[str, Mapping[str, Factory]] = "A1",
    matches: int = NUM_MATCHES,
    time_limit: float = TIME_LIMIT,
    seed: Optional[int] = None,
    clock: str = "cpu",
    on_row: Optional[Callable[[TournamentResult, int], None]] = None,
) -> TournamentResult:
    """Plays agents against the opponents of a course ("A1", "A0"), or against those in a dict.

    Agents are classes, or a dict of names with classes or functions that create a player. A player object is copied
    for each game. `clock="cpu"` counts the CPU time of the playing thread, so that other programs on the machine
    take no time from a player. `clock="wall"` counts wall-clock time, as the course does. `seed` fixes the openings
    and each game's random numbers; searches that depend on time may still differ. `on_row` is called after each
    opponent, with the result so far and the opponent's index.

    Raises ValueError if an argument is unknown, or no agent is given.
    """
    from .a1 import Board

    named = _named(agents)
    if clock not in CLOCKS:
        raise ValueError(f"unknown clock {clock!r}; known are cpu and wall")
    if isinstance(opponents, str):
        if opponents not in OPPONENTS:
            raise ValueError(f"unknown opponents {opponents!r}; known are {', '.join(OPPONENTS)}, or give a dict")
        opponents = OPPONENTS[opponents]
    rng = random.Random(seed)
    result = TournamentResult(list(named), list(opponents), matches, time_limit, clock)
    before = random.getstate()
    try:
        for index, (opponent, create_opponent) in enumerate(opponents.items()):
            for match in range(matches):
                opening = tuple(rng.sample([(row, col) for row in range(7) for col in range(7)], 2))
                game_seed = rng.getrandbits(32)
                for (agent, create_agent), is_first in itertools.product(named.items(), (False, True)):
                    if seed is not None:
                        random.seed(game_seed)
                    players = [_create(create_agent), _create(create_opponent)]
                    board = Board(*(players if is_first else reversed(players)))
                    for move in opening:
                        board.apply_move(move)
                    loser, ending, plies, detail = _play(board, time_limit, CLOCKS[clock])
                    won = loser is not players[0]
                    result.games.append(Game(agent, opponent, match, is_first, opening, won, ending, plies, detail))
            if on_row:
                on_row(result, index)
    finally:
        if seed is not None:
            random.setstate(before)
    return result


def _named(agents: Union[Mapping[str, Factory], Sequence[Any]]) -> Dict[str, Factory]:
    if isinstance(agents, Mapping):
        named = dict(agents)
    else:
        pairs = [(a.name, a.player) if isinstance(a, Agent) else (a.__name__, a) for a in agents]
        named = dict(pairs)
        if len(named) < len(pairs):
            raise ValueError(f"two agents have the same name: {', '.join(name for name, _ in pairs)}; use a dict")
    if not named:
        raise ValueError("no agent given")
    return named


def _create(factory: Factory) -> Any:
    """Creates a player: from a class with the arguments of the course, by calling a function, or as a copy."""
    if inspect.isclass(factory):
        from ..agent import create, find_dialect

        return create(factory, find_dialect(factory)[0], 0)
    return copy.deepcopy(factory) if hasattr(factory, "get_move") else factory()


def _play(board: Any, time_limit: float, clock: Callable[[], float]) -> Tuple[Any, str, int, str]:
    """Plays a game to its end. Returns the loser, the ending, the plies, and the loser's error or answer."""
    from ..agent import as_cell, find_dialect, one_line, summary

    takes_moves = {id(player): find_dialect(type(player))[2] for player in (board.active_player, board.inactive_player)}
    for plies in itertools.count():
        player, moves = board.active_player, board.get_legal_moves()
        if not moves:
            return player, "no moves", plies, ""
        game = board.copy()
        start = clock()

        def time_left(start: float = start) -> float:
            return time_limit - 1000 * (clock() - start)

        arguments = (game, moves[:], time_left) if takes_moves[id(player)] else (game, time_left)
        try:
            answer = player.get_move(*arguments)
            left = time_left()
            move = as_cell(answer)
            wrong = None if move in moves else one_line(answer)
        except (Exception, SystemExit) as error:
            return player, "crash", plies, summary(error)
        if left < 0:
            return player, "timeout", plies, f"{-left:.1f} ms too late"
        if wrong is not None:
            return player, "forfeit", plies, f"answered {wrong} with {len(moves)} legal moves"
        board.apply_move(move)
    raise AssertionError("unreachable")


def agents_of(module: Any) -> Dict[str, Factory]:
    """Returns the agents that the course's tournament makes of a `game_agent` module."""
    scores = {"AB_Improved": improved_score}
    for number in ("", "_2", "_3"):
        if hasattr(module, f"custom_score{number}"):
            scores[f"AB_Custom{number}"] = getattr(module, f"custom_score{number}")
    return {label: _search(module.AlphaBetaPlayer, score) for label, score in scores.items()}


def main(
    test_agents: Union[Mapping[str, Factory], Sequence[Any], None] = None,
    opponents: Union[str, Mapping[str, Factory]] = "A1",
    matches: int = NUM_MATCHES,
    time_limit: float = TIME_LIMIT,
    seed: Optional[int] = None,
    clock: str = "cpu",
) -> TournamentResult:
    """Plays the course's tournament and prints both tables. By default the agents are those of `game_agent.py`."""
    if test_agents is None:
        from .install import install

        if "" not in sys.path and os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        install("A1")
        test_agents = agents_of(importlib.import_module("game_agent"))

    def show(result: TournamentResult, index: int) -> None:
        if index == 0:
            print(result._head())
        print(result._row(index, result.opponents[index]), flush=True)

    result = tournament(test_agents, opponents, matches, time_limit, seed, clock, on_row=show)
    print(result._foot(), result.summary(), sep="\n\n")
    return result


def _command_line() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m lastknight.course.tournament",
        description="Play the course's tournament with the agents of game_agent.py in the current directory.",
    )
    parser.add_argument("--matches", type=int, default=NUM_MATCHES, help="openings against each opponent (%(default)s)")
    parser.add_argument("--time", type=float, default=TIME_LIMIT, help="milliseconds a move (%(default)s)")
    parser.add_argument("--seed", type=int, help="fix openings and random numbers")
    parser.add_argument("--clock", choices=sorted(CLOCKS), default="cpu", help="what the limit counts (%(default)s)")
    options = parser.parse_args()
    try:
        main(None, "A1", options.matches, options.time, options.seed, options.clock)
    except ModuleNotFoundError as error:
        if error.name != "game_agent":
            raise
        print("lastknight.course: no game_agent.py in the current directory", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    _command_line()
