"""Engine, exact solver and laboratory for knight's Isolation.

Two knights on a board, every visited square vanishes, and a player who cannot move loses.

>>> import lastknight as lk
>>> position = lk.Position("7x7 moves d4 b3")
>>> position.legal_moves
['c2', 'e2', 'f3', 'b5', 'f5', 'c6', 'e6']
>>> lk.solve(position).winner
'white'
>>> lk.Agent("alphabeta(improved, depth=5)").choose(position) in position.legal_moves
True

An agent is a text such as ``"alphabeta(improved, depth=5)"``, a Python class or a Python function. `lastknight.course` has the
boards of the courses, `lastknight.env` an environment for reinforcement learning.
"""

from __future__ import annotations

from ._agents import Agent, Limits, agents
from ._laboratory import match, oracle, studies, study, tournament
from ._native import JSON_VERSION, Game, Position
from ._native import VERSION as __version__
from ._questions import evaluate, heuristics, perft, solve
from .results import (
    Analysis,
    Evaluation,
    MatchResult,
    MoveVerdict,
    OracleResult,
    Result,
    Solution,
    StudyResult,
    TournamentResult,
)

__all__ = [
    "JSON_VERSION", "Agent", "Analysis", "Evaluation", "Game", "Limits", "MatchResult", "MoveVerdict", "OracleResult",
    "Position", "Result", "Solution", "StudyResult", "TournamentResult", "__version__", "agents", "evaluate", "heuristics",
    "match", "oracle", "perft", "solve", "studies", "study", "tournament",
]
