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


# The boards of CS 6601 before the knight.
_QUEENS = r"\b(__\w*queen\w*__|get_\w*queen\w*)(?!\w)"

#: The most files that are read for a guess.
MOST_FILES = 100


def canonical(dialect: str) -> str:
    """Returns the full name of a dialect. Raises ValueError if it is unknown."""
    found = {name.lower(): name for name in DIALECTS}
    found["a0"] = "A0c"
    try:
        return found[dialect.lower()]
    except (AttributeError, KeyError):
        raise ValueError(f"unknown dialect {dialect!r}; known are {', '.join(DIALECTS)} and A0 (= A0c)") from None


def guess_dialect(files: Iterable[Union[str, Path]]) -> str:
    """Returns the dialect of Python files and of the modules that they import from their folders.

    It is "A1" if nothing in them tells. Comments and strings do not count.

    Raises ValueError if the board is that of a course without a drop-in.
    """
    text = "\n".join(_texts([Path(file).resolve() for file in files]))
    dialect = next((name for name, sign in _SIGNS if re.search(sign, text)), "A1")
    if dialect == "C" and re.search(_QUEENS, text):
        raise ValueError("this is the queens' board of other years of CS 6601, which has no drop-in; use the course's own board")
    return dialect


def _texts(files: List[Path]) -> Iterable[str]:
    """Yields the code of files and of what they import. Modules are searched in the folders of the files named first."""
    folders = [path.parent for path in files]
    for at in range(MOST_FILES):
        if at == len(files):
            return
        text = _code(files[at])
        yield text
        for name in _imports(text):
            for folder in dict.fromkeys([files[at].parent, *folders]):
                place = folder.joinpath(*name.split("."))
                for path in (place.parent / f"{place.name}.py", place / "__init__.py"):
                    if path not in files and path.is_file():
                        files.append(path)


def _imports(text: str) -> Iterable[str]:
    """Yields the names of modules that a text imports, and names that may be modules."""
    for line in text.splitlines():
        kind, _, rest = line.strip().partition(" ")
        source, _, names = rest.partition(" import ") if kind == "from" else ("", "", rest if kind == "import" else "")
        base = source.replace(" ", "").strip(".")
        found = [name.partition(" as ")[0].replace(" ", "").strip("()") for name in names.split(",")]
        yield from filter(None, [base, *(f"{base}.{name}".strip(".") for name in found if name)])


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
