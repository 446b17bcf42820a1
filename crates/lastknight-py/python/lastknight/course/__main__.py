"""python -m lastknight.course [--dialect D] [--fast-shuffle] SCRIPT [ARGUMENTS]

Runs a course's script on our board, as `python SCRIPT ARGUMENTS` would run it on the course's.
"""
from __future__ import annotations

import argparse
import multiprocessing
import os
import runpy
import sys
from typing import List, NoReturn, Optional

from .. import _native
from .dialect import DIALECTS, canonical, guess_dialect
from .install import install


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        _fail(f"{message}; see --help")


def _fail(message: str) -> NoReturn:
    print(f"lastknight.course: {message}", file=sys.stderr)
    sys.exit(2)


def main(arguments: Optional[List[str]] = None) -> None:
    """Runs the script that the arguments name."""
    parser = _Parser(
        prog="python -m lastknight.course",
        description="Run a course's script, such as tournament.py, on lastknight's board.",
        epilog="Dialects: " + "; ".join(f"{name}: {text}" for name, text in DIALECTS.items()) + ".",
        allow_abbrev=False,
    )
    parser.add_argument("--dialect", metavar="D", help="the course; by default guessed from the files of the script")
    parser.add_argument(
        "--fast-shuffle",
        action="store_true",
        help="shuffle legal moves faster, with other random numbers than Python's generator (A boards)",
    )
    parser.add_argument("script", help="the script to run")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    options = parser.parse_args(arguments)

    script = options.script
    if not os.path.isfile(script):
        _fail(f"no file {script}")
    folder = os.path.dirname(os.path.abspath(script))
    sys.path[0] = folder
    sys.argv = [script, *options.arguments]
    try:
        dialect = canonical(options.dialect or guess_dialect([script]))
        names = install(dialect, folder=folder)
        if options.fast_shuffle:
            _native.set_exact_shuffle(False)
    except (ValueError, ImportError) as error:
        _fail(" ".join(str(error).split()))
    origin = "" if options.dialect else ", guessed from the files of the script"
    board = f"{dialect} ({DIALECTS[dialect]}{origin})"
    others = [name for name in names if not name.startswith("isolation")]
    print(f"lastknight.course: board {board}" + "".join(f", with {name}" for name in others), file=sys.stderr)
    _inherit_the_board()
    runpy.run_path(script, run_name="__main__")


def _inherit_the_board() -> None:
    """Lets worker processes be copies of this one: those that start anew would have the course's board."""
    methods = multiprocessing.get_all_start_methods()
    if methods[0] != "fork" and "fork" in methods:
        multiprocessing.set_start_method("fork")


if __name__ == "__main__":
    main()
