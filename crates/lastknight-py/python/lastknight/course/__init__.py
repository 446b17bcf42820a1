"""The courses' boards, as fast drop-ins.

`install("A1")` makes `from isolation import Board` find ours; `python -m lastknight.course tournament.py` runs a
course's script that way, unmodified. The boards are the modules `a1`, `a0a`, `a0b`, `a0c`, `b` and `c`; `Board` is the
one of `a1`. `sample_players`, `players` and `tournament` are the rest of the course.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, List

from .dialect import DIALECTS, guess_dialect
from .install import install, uninstall

if TYPE_CHECKING:
    from .a1 import Board

__all__ = ["DIALECTS", "Board", "guess_dialect", "install", "uninstall"]

_LAZY = ("a1", "a0a", "a0b", "a0c", "b", "c", "players", "sample_players", "sample_players_a0", "tournament")


def __getattr__(name: str) -> Any:
    """Imports a submodule when it is first used."""
    if name == "Board":
        return importlib.import_module(".a1", __name__).Board
    if name in _LAZY:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> List[str]:
    return sorted({*globals(), "Board", *_LAZY})
