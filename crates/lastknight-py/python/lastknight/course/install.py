"""Puts our boards in the place of a course's modules, so that its programs run unmodified."""
from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Dict, List, Optional

from .additions import Addition, add_own, remove
from .dialect import canonical

#: For each dialect: the course's module names, and our modules that stand for them.
MODULES: Dict[str, Dict[str, str]] = {
    **{
        name: {"isolation": name.lower(), "isolation.isolation": name.lower(), "sample_players": players}
        for name, players in (
            ("A1", "sample_players"),
            ("A0a", "sample_players_a0"),
            ("A0b", "sample_players_a0"),
            ("A0c", "sample_players_a0"),
        )
    },
    "B": {"isolation": "b", "isolation.isolation": "b", "sample_players": "sample_players_b"},
    "C": {"isolation": "c", "isolation.isolation": "c", "test_players": "test_players_c"},
}

#: Modules of a course that belong to the program: its own come first.
OPTIONAL = ("sample_players", "test_players")


class _Names(Loader):
    """Fills a module with the names of another one.

    `import *` brings all of them, as from the courses' modules. The package `isolation` of A and B has fewer.
    """

    def __init__(self, source: str):
        self.source = source

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        return None

    def exec_module(self, module: ModuleType) -> None:
        source = importlib.import_module(self.source)
        kept = {name: value for name, value in vars(source).items() if not name.startswith("__")}
        vars(module).update(kept, __doc__=source.__doc__)
        if module.__name__ == "isolation" and hasattr(source, "__all__"):
            vars(module)["__all__"] = [*source.__all__, "isolation"]


class _Finder(MetaPathFinder):
    """Finds the installed modules, before any folder is searched."""

    def __init__(self) -> None:
        self.sources: Dict[str, str] = {}

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Optional[ModuleSpec]:
        if fullname not in self.sources:
            return None
        source = self.sources[fullname]
        return ModuleSpec(fullname, _Names(source), origin=source, is_package=fullname == "isolation")


_FINDER = _Finder()
_ADDED: List[Addition] = []


def install(dialect: str = "A1", folder: Optional[str] = None, players: Optional[bool] = None) -> List[str]:
    """Makes `import isolation` find the board of a dialect, and returns the names of the installed modules.

    Call it before the program is imported. The sample players of the course are installed too, unless the program has
    its own in `folder` or on `sys.path`; `players=True` replaces those, `players=False` installs none. Methods that the
    board in `folder` has beyond the course's are added to ours.
    A second call replaces what the first one installed.

    Raises ValueError if the dialect is unknown.
    """
    modules = MODULES[canonical(dialect)]
    uninstall()
    path = ([folder] if folder else []) + sys.path
    for name, source in modules.items():
        if name in OPTIONAL and not (_is_absent(name, path) if players is None else players):
            continue
        _FINDER.sources[name] = f"{__package__}.{source}"
    for name in [name for name in sys.modules if name in _FINDER.sources or name.startswith("isolation.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _FINDER)
    try:
        for name in _FINDER.sources:
            module = importlib.import_module(name)
            if folder and name.startswith("isolation"):
                _ADDED.extend(add_own(module, folder))
    except BaseException:
        uninstall()
        raise
    return list(_FINDER.sources)


def uninstall() -> None:
    """Removes the installed modules again."""
    while _FINDER in sys.meta_path:
        sys.meta_path.remove(_FINDER)
    for name in _FINDER.sources:
        sys.modules.pop(name, None)
    _FINDER.sources = {}
    remove(_ADDED)
    _ADDED.clear()


def _is_absent(name: str, path: List[str]) -> bool:
    return name not in sys.modules and PathFinder.find_spec(name, path) is None
