"""Which course a program was written for, by its source text."""
from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path
from typing import Iterable, List, Union

#: The dialects, with what the courses call them. "A0" is short for "A0c".
DIALECTS = {
    "A1": "the board of 2017-04 on",
    "A0a": "the first board, to mid-February 2017",
    "A0b": "the board of 2017-02-19 to 03-27, with a closed corner",
    "A0c": "the last board whose players take the legal moves",
    "B": "the 11x9 board of 2018 on",
    "C": "the board of CS 6601, 2024",
}

# The first pattern that occurs decides. The text is tokens with single spaces between them.
_SIGNS = (
    ("B", r"\bdef get_action \(|\bclass Isolation \(|\bfrom isolation import [^\n]*\bIsolation\b"),
    ("C", r"\bdef move \( self , game , time_left\b|\bget_active_moves\b|\bplay_isolation\b"),
    ("A0a", r"\b__(board_state|player_[12]|(in)?active_player|last_player_move|player_symbols|get_moves)__(?!\w)"),
    ("A0c", r"\bdef get_move \( self , game , legal_\w*( : [^,]*)? , time_left\b"),
)


def canonical(dialect: str) -> str:
    """Returns the full name of a dialect. Raises ValueError if it is unknown."""
    found = {name.lower(): name for name in DIALECTS}
    found["a0"] = "A0c"
    try:
        return found[dialect.lower()]
    except (AttributeError, KeyError):
        raise ValueError(f"unknown dialect {dialect!r}; known are {', '.join(DIALECTS)} and A0 (= A0c)") from None


def guess_dialect(files: Iterable[Union[str, Path]]) -> str:
    """Returns the dialect of Python files, "A1" if nothing in them tells. Comments and strings do not count."""
    text = "\n".join(_code(Path(file)) for file in files)
    return next((name for name, sign in _SIGNS if re.search(sign, text)), "A1")


def files_beside(script: Union[str, Path]) -> List[Path]:
    """Returns the Python files that belong to a script: those in its folder, and in the folder `isolation` there."""
    folder = Path(script).resolve().parent
    return sorted({Path(script).resolve(), *folder.glob("*.py"), *folder.glob("isolation/*.py")})


def _code(path: Path) -> str:
    """Returns the tokens of a file without comments and strings, as far as they can be read."""
    words: List[str] = []
    try:
        with open(path, "rb") as file:
            source = file.read()
        text = io.StringIO(source.decode("utf-8", errors="replace"), newline=None)
        for token in tokenize.generate_tokens(text.readline):
            if token.type == tokenize.NEWLINE:
                words.append("\n")
            elif token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER):
                words.append(token.string)
    except (OSError, SyntaxError, tokenize.TokenError):
        pass
    return " ".join(words)
