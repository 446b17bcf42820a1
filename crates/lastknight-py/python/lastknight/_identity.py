"""What tells versions of a Python player apart: a hash of its code and its state.

It covers the code as it is loaded, the file that defines it, defaults, closures, and the attributes of an object. It does not
cover other files, or global variables that change. Installed packages count by their names.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import pickle
import sys
import sysconfig
import types
from typing import Any, Dict, Iterator

# Things that are counted already, by id or path. It holds them, so that no other thing gets the id of one.
Seen = Dict[Any, Any]

SIMPLE = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis))
INSTALLED = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "purelib", "platlib"))


def hash_of(player: Any) -> str:
    """Returns the hash of a class, an object or a function.

    The state of some objects cannot be read. Then no two calls return the same hash, so that stored games of another state are
    never taken for theirs.
    """
    digest = hashlib.sha256()
    try:
        for part in parts_of(player, {}):
            digest.update(len(part).to_bytes(8, "little") + part)
    except RecursionError:
        digest.update(os.urandom(16))
    return digest.hexdigest()[:16]


def parts_of(thing: Any, seen: Seen) -> Iterator[bytes]:
    """Yields what makes up a thing: its code, or its value."""
    if isinstance(thing, SIMPLE):
        yield repr(thing).encode()
        return
    if id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, types.FunctionType):
        yield from function_parts(thing, seen)
    elif isinstance(thing, types.CodeType):
        yield thing.co_code + " ".join(thing.co_names).encode()
        yield from parts_of(list(thing.co_consts), seen)
    elif isinstance(thing, (types.MethodType, staticmethod, classmethod)):
        yield from parts_of([thing.__func__, getattr(thing, "__self__", None)], seen)
    elif isinstance(thing, types.BuiltinFunctionType):
        yield f"{thing.__module__}.{thing.__qualname__}".encode()
        yield from parts_of(thing.__self__, seen)
    elif isinstance(thing, functools.partial):
        yield from parts_of([thing.func, thing.args, thing.keywords], seen)
    elif isinstance(thing, property):
        yield from parts_of([thing.fget, thing.fset], seen)
    elif isinstance(thing, types.ModuleType):
        yield thing.__name__.encode()
    elif inspect.isclass(thing):
        yield from class_parts(thing, seen)
    elif type(thing) in (list, tuple):
        yield f"{type(thing).__name__} {len(thing)}".encode()
        for item in thing:
            yield from parts_of(item, seen)
    elif type(thing) is dict:
        yield from parts_of(list(thing.items()), seen)
    elif type(thing) in (set, frozenset):
        yield from sorted(b"".join(parts_of(item, {})) for item in thing)
    else:
        yield from class_parts(type(thing), seen)
        yield from state_parts(thing, seen)


def function_parts(function: types.FunctionType, seen: Seen) -> Iterator[bytes]:
    """Yields the code of a function with its defaults, its closure and its file."""
    path = function.__code__.co_filename
    if path.startswith(INSTALLED):
        yield f"{function.__module__}.{function.__qualname__}".encode()
    else:
        yield from file_parts(path, seen)
        yield from parts_of([function.__code__, function.__defaults__, function.__kwdefaults__], seen)
    for cell in function.__closure__ or ():
        try:
            contents = cell.cell_contents
        except ValueError:  # not set yet
            continue
        yield from parts_of(contents, seen)


def file_parts(path: str, seen: Seen) -> Iterator[bytes]:
    """Yields the text of a file, once. A script changes more often than its players, and a cell of a notebook is no file."""
    if path in seen or path == getattr(sys.modules["__main__"], "__file__", None) or not os.path.isfile(path):
        return
    seen[path] = path
    with open(path, "rb") as file:
        yield file.read()


def class_parts(cls: type, seen: Seen) -> Iterator[bytes]:
    """Yields the code of a class and of its bases."""
    for each in cls.__mro__:
        yield f"{each.__module__}.{each.__qualname__}".encode()
        is_local = "<locals>" in each.__qualname__
        for name, member in vars(each).items():
            is_code = isinstance(member, (types.FunctionType, staticmethod, classmethod, property))
            # The file has the attributes of other classes; they may also change during play.
            if is_code or (is_local and not name.startswith("__")):
                yield name.encode()
                yield from parts_of(member, seen)


def state_parts(thing: Any, seen: Seen) -> Iterator[bytes]:
    """Yields the state of an object: as pickle has it, or its attributes, or something new each time."""
    try:
        yield pickle.dumps(thing, protocol=4)
    except Exception:  # the object decides what happens
        attributes = getattr(thing, "__dict__", None)
        yield from parts_of(dict(attributes), seen) if attributes else iter([os.urandom(16)])
