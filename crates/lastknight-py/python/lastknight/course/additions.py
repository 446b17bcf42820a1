"""What a repository has added to the course's board: one in four has, and its agents may need it."""
from __future__ import annotations

import dis
import importlib.util
import inspect
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, List, Optional, Set, Tuple

#: The places of the course's board in a repository.
PLACES = ("isolation/isolation.py", "isolation.py", "isolation/__init__.py")

#: The names of the board classes.
CLASSES = ("Board", "Isolation")

Addition = Tuple[Any, str]


def add_own(module: ModuleType, folder: str) -> List[Addition]:
    """Adds to our board what the board in a folder has beyond it: methods, constants, and names of the module.

    What the course's board has too stays ours. Returns where something was added, for `remove`.
    """
    own = load(Path(folder))
    if own is None:
        return []
    added: List[Addition] = []
    pairs: List[Tuple[Any, Any]] = [(getattr(own, name, None), getattr(module, name, None)) for name in CLASSES]
    classes = [(theirs, ours) for theirs, ours in pairs if isinstance(theirs, type) and isinstance(ours, type)]
    missing = sorted({name for theirs, ours in classes for name in stored(theirs) - stored(ours) - set(dir(ours))})
    if missing:
        warnings.warn(
            f"the board in {folder} also sets {', '.join(missing)}, which ours does not: agents that need it have to run on that board",
            stacklevel=3,
        )
    for theirs, ours in [*classes, (own, module)]:
        for name, value in list(vars(theirs).items()):
            if (name.startswith("__") and name.endswith("__") and theirs is own) or hasattr(ours, name):
                continue
            try:
                setattr(ours, name, value)
            except (AttributeError, TypeError):
                continue
            added.append((ours, name))
    return added


def stored(cls: type) -> Set[str]:
    """Returns the names of the attributes that the methods of a class set."""
    methods = [method for method in vars(cls).values() if inspect.isfunction(method)]
    return {step.argval for method in methods for step in dis.get_instructions(method) if step.opname == "STORE_ATTR"}


def remove(added: List[Addition]) -> None:
    """Takes additions back."""
    for owner, name in added:
        if name in vars(owner):
            delattr(owner, name)


def load(folder: Path) -> Optional[ModuleType]:
    """Imports the board of a repository under another name. Returns none if there is none, or it fails."""
    path = next((folder / place for place in PLACES if (folder / place).is_file()), None)
    spec = importlib.util.spec_from_file_location("lastknight_own_isolation", path) if path else None
    if spec is None or spec.loader is None:
        return None
    own = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(own)
    except (Exception, SystemExit):  # it belongs to the repository: anything may happen
        return None
    finally:
        sys.path.remove(str(folder))
    return own
