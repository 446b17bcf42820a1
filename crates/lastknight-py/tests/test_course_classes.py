"""Classes of courses as agents of `lastknight.match`, in this process."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import lastknight as lk
from lastknight import course

AGENTS = sorted((Path(__file__).parent / "agents").glob("*.py"))


def load(path: Path) -> ModuleType:
    """Imports a hand-in on our board."""
    course.install(course.guess_dialect([path]), folder=str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", AGENTS, ids=[path.stem for path in AGENTS])
def test_hand_ins_play_matches(path: Path) -> None:
    try:
        module = load(path)
        methods = ("get_move", "get_action", "move")
        classes = [
            value for value in vars(module).values()
            if isinstance(value, type) and value.__module__ == path.stem and any(hasattr(value, m) for m in methods)
        ]
        board = "11x9" if path.stem.startswith("b_") else "7x7"
        result = lk.match(classes[-1], "random", games=2, board=board, time="60ms")
        assert result.games == 2
        assert [failure for failure in result.failures if failure["termination"] == "crash"] == []
    finally:
        course.uninstall()


class Largest:
    """An agent of the course, written without its board."""

    def get_move(self, game: Any, time_left: Any) -> Any:
        assert time_left() > 0
        return max(game.get_legal_moves(), default=(-1, -1))


def test_classes_need_no_installed_board() -> None:
    result = lk.match(Largest, "alphabeta(depth=4)", games=4)
    assert result.games == 4 and result.failures == []
    assert lk.match(Largest(), Largest, games=2).failures == []
    assert lk.oracle([Largest, "random"], positions=5).to_dicts()[0]["critical"] == 5
