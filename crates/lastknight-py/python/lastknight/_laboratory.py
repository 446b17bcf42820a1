"""Matches, tournaments, studies and the oracle."""

from __future__ import annotations

import json
import os
import random
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._agents import Agent, as_position, check_limits, check_threads, check_whole
from ._native import Game, Position
from ._players import Call
from ._progress import Progress, showing
from .results import MatchResult, OracleResult, StudyResult, TournamentResult, make, without_hash

Place = Union[str, Position, Game]
Openings = Union[None, int, str, Sequence[Union[str, Game]]]


def match(
    a: Any, b: Any, *, games: Optional[int] = None, board: Place = "7x7", openings: Openings = None, seed: int = 0,
    depth: Optional[int] = None, nodes: Optional[int] = None, time: Union[None, float, str] = None,
    clock: Optional[str] = None, sprt: Optional[Tuple[float, float]] = None, alpha: float = 0.05, beta: float = 0.05,
    threads: Optional[int] = None, out: Union[None, str, os.PathLike[str]] = None, progress: Progress = None,
) -> MatchResult:
    """Plays a match. Every opening is played twice, sides swapped.

    >>> result = match("alphabeta(improved, depth=2)", "random", games=20)
    >>> result.wins
    {'a': 17, 'b': 3}
    >>> result.verdict
    'better'

    Args:
        a, b: The agents: texts, classes, objects or functions.
        games: 100 by default; with `sprt`, as many as it takes.
        board: A size or a position.
        openings: Random plies (4 by default), 'all' placements, or a list of games.
        depth, nodes, time: Limits of a move, unless an agent has its own; 9,000 nodes by default. Python agents get the
            limits and may ignore depth and nodes.
        clock: 'wall' or 'cpu'. The default is 'cpu' with Python agents, which wait for each other, otherwise 'wall'.
        sprt: Play until this sequential test decides between two values of normalized Elo.
        out: A directory that stores the games. The same call resumes there.
    """
    entrants, call = [Agent(a), Agent(b)], Call()
    conditions = as_conditions(entrants, board, openings, games, seed, depth, nodes, time, clock)
    conditions["sprt"] = (*sprt, alpha, beta) if sprt is not None else None
    with showing(progress, "match", folder(out)) as on_progress, same_random():
        text, charts, page = _native.play_match(
            entries(entrants, call), conditions, folder(out), cores(threads, entrants), on_progress, call.interrupt,
        )
    names = dict(zip(("a", "b"), shown_names(entrants)))
    return make(MatchResult, json.loads(text), names=names, charts=charts, page=page)


def tournament(
    agents: Union[str, os.PathLike[str], Iterable[Any], Mapping[str, Any]] = (), *, field: Iterable[Any] = (),
    games: Optional[int] = None, board: Optional[Place] = None, openings: Openings = None, seed: Optional[int] = None,
    depth: Optional[int] = None, nodes: Optional[int] = None, time: Union[None, float, str] = None,
    clock: Optional[str] = None, oracle: Optional[int] = None, name: Optional[str] = None, threads: Optional[int] = None,
    out: Union[None, str, os.PathLike[str]] = None, progress: Progress = None,
) -> TournamentResult:
    """Plays a tournament: a round robin, or a gauntlet if there is a field.

    >>> result = tournament(["random", "greedy", "alphabeta(depth=3)"], games=20)
    >>> [row["name"] for row in result.to_dicts()][0]
    'alphabeta(improved, depth=3)'

    Args:
        agents: Agents, agents by name, or the path of a TOML file.
        field: Opponents that only the agents meet.
        oracle: Also test every agent on this number of solved positions.
        out: A directory for the games and the report. The same call resumes there.

    The other arguments are those of `match`.
    """
    toml = None
    if isinstance(agents, (str, os.PathLike)):
        if not os.fspath(agents).endswith(".toml"):
            raise TypeError(f"agents is a list of agents or the path of a .toml file, not {os.fspath(agents)!r}")
        with open(agents, encoding="utf-8") as file:
            toml = file.read()
        agents = []
    entrants, opponents = as_entrants(agents), as_entrants(field)
    everyone, call = entrants + opponents, Call()
    conditions = as_conditions(everyone, board, openings, games, seed, depth, nodes, time, clock)
    conditions.update(oracle=oracle, name=name or (None if toml else "tournament"))
    check_whole("oracle", oracle, 0)
    with showing(progress, "tournament", folder(out)) as on_progress, same_random():
        named = entries(everyone, call)
        lists = named[: len(entrants)], named[len(entrants) :]
        text, charts, page = _native.tournament(
            *lists, toml, conditions, folder(out), cores(threads, everyone), on_progress, call.interrupt,
        )
    return make(TournamentResult, json.loads(text), charts=charts, page=page)


def oracle(
    agents: Any, *, positions: int = 200, plies: Optional[Tuple[int, int]] = None, board: Place = "7x7", seed: int = 0,
    depth: Optional[int] = None, nodes: Optional[int] = None, time: Union[None, float, str] = None,
    clock: Optional[str] = None, threads: Optional[int] = None, out: Union[None, str, os.PathLike[str]] = None,
    progress: Progress = None,
) -> OracleResult:
    """Tests how often agents keep a won position won, by exact solutions.

    Only critical positions count: those in which some moves win and some lose.

    >>> result = oracle(["alphabeta(improved, depth=3)", "random"], positions=50)
    >>> result.agents[0]["all"]["critical"]["share"] > result.agents[1]["all"]["critical"]["share"]
    True

    Args:
        agents: One agent or several, compared with the first.
        positions: The number of critical positions.
        plies: The first and the last ply to take positions from.
        out: A directory that stores the solved positions, which other tests use again.
    """
    several = isinstance(agents, (list, tuple, Mapping)) or (hasattr(agents, "__iter__") and not isinstance(agents, str))
    entrants = as_entrants(agents if several else [agents])
    if not entrants:
        raise ValueError("there is no agent to test")
    call = Call()
    conditions = as_conditions(entrants, board, None, None, seed, depth, nodes, time, clock)
    check_whole("positions", positions, 1)
    with showing(progress, "oracle", folder(out)) as on_progress, same_random():
        natives = [agent.native_for(call) for agent in entrants]
        text = _native.oracle(
            natives, positions, plies, conditions, folder(out), cores(threads, entrants), on_progress, call.interrupt,
        )
    return make(OracleResult, json.loads(text), names=shown_names(entrants))


def study(
    name: Union[str, os.PathLike[str]], *, extent: str = "normal", games: Optional[int] = None,
    threads: Optional[int] = None, out: Union[None, str, os.PathLike[str]] = None, progress: Progress = None,
) -> StudyResult:
    """Repeats an experiment of the reports: our figures beside the published ones.

    Args:
        name: A study of `studies()`, or the path of a TOML file.
        extent: 'quick', 'normal' (as published) or 'full'.
        games: The number of games per pairing, instead of an extent.
        out: A directory for games and pages. The same call resumes there.
    """
    path, toml = os.fspath(name), None
    if path.endswith(".toml"):
        with open(path, encoding="utf-8") as file:
            toml = file.read()
        path = os.path.splitext(os.path.basename(path))[0]
    check_whole("games", games, 1)
    with showing(progress, f"study {path}", folder(out)) as on_progress:
        text, charts, page = _native.study(path, toml, extent, games, folder(out), cores(threads, []), on_progress)
    return make(StudyResult, json.loads(text), charts=charts, page=page)


def studies() -> List[Dict[str, Any]]:
    """Returns the built-in studies."""
    known: List[Dict[str, Any]] = json.loads(_native.studies())
    return known


def as_entrants(agents: Any) -> List[Agent]:
    """Returns agents from a list, or by name from a mapping."""
    if isinstance(agents, str):
        raise TypeError(f"agents come in a list, as in [{agents!r}]")
    if isinstance(agents, Mapping):
        return [Agent(agent, name=name) for name, agent in agents.items()]
    return [Agent(agent) for agent in agents]


def entries(agents: List[Agent], call: Call) -> List[Tuple[Optional[str], Any]]:
    """Returns the names and native agents of entrants. A name that occurs again gets a number."""
    seen: Dict[str, int] = {}
    named: List[Tuple[Optional[str], Any]] = []
    for agent in agents:
        name = agent.name
        if name is not None:
            seen[name] = seen.get(name, 0) + 1
            name = name if seen[name] == 1 else f"{name} ({seen[name]})"
        named.append((name, agent.native_for(call)))
    return named


def shown_names(agents: List[Agent]) -> List[str]:
    """Returns names for tables: those of the agents, or their texts."""
    return [name or without_hash(str(agent)) for name, agent in entries(agents, Call())]


def as_conditions(
    agents: List[Agent], board: Optional[Place], openings: Openings, games: Optional[int], seed: Optional[int],
    depth: Optional[int], nodes: Optional[int], time: Union[None, float, str], clock: Optional[str],
) -> Dict[str, Any]:
    """Returns the conditions of games as the native part takes them."""
    check_whole("games", games, 1)
    check_whole("seed", seed, 0, 2**64 - 1)
    check_limits(depth, nodes, time)
    if openings is not None and not isinstance(openings, str):
        if isinstance(openings, Sequence):
            openings = [str(opening) for opening in openings]
        else:
            check_whole("openings", openings, 0)
    if clock is None and time is not None and any(agent.is_python for agent in agents):
        clock = "cpu"
    place = None
    if board is not None and (openings is None or isinstance(openings, (int, str)) or board != "7x7"):
        place = as_position(board)
    return {
        "board": place, "openings": openings, "games": games, "seed": seed, "depth": depth, "nodes": nodes, "time": time,
        "clock": clock, "sprt": None, "oracle": None, "name": None,
    }


def folder(out: Union[None, str, os.PathLike[str]]) -> Optional[str]:
    path = None if out is None else os.fspath(out)
    if path == "":
        raise ValueError("out is the path of a directory, not ''")
    return path


def cores(threads: Optional[int], agents: List[Agent]) -> int:
    """Returns the number of threads: one with Python agents, which repeat their games only then."""
    if threads is None:
        threads = 1 if any(agent.is_python for agent in agents) else os.cpu_count() or 1
    check_threads(threads)
    return threads


class same_random:
    """Leaves the generator of `random` as it was: agents of courses seed it."""

    def __enter__(self) -> None:
        self.state = random.getstate()

    def __exit__(self, *error: Any) -> None:
        random.setstate(self.state)
