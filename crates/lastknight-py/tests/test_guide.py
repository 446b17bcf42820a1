"""The code of the guide runs, in order, and prints what the guide says.

Comments in the guide mark exceptions: `<!-- not run -->` and `<!-- needs PACKAGE -->` above a block of code, and
`<!-- output varies -->` above a block of output.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
from typing import List, NamedTuple, Optional

import pytest

import lastknight

PACKAGE = pathlib.Path(lastknight.__file__).parent.parent
GUIDE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"
BLOCK = re.compile(r"(?:<!-- (?P<mark>[^>]*) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.DOTALL)
END = "=== end of block ==="


class Block(NamedTuple):
    """Code, and its output if that is known."""

    code: str
    output: Optional[str]
    line: int


def read(text: str) -> List[Block]:
    """Returns the blocks of a guide that can run here."""
    blocks: List[Block] = []
    end, is_run = 0, False
    for found in BLOCK.finditer(text):
        mark = found["mark"] or ""
        if found["kind"] == "python":
            needed = mark[len("needs "):] if mark.startswith("needs ") else "sys"
            is_run = mark != "not run" and importlib.util.find_spec(needed) is not None
            if is_run:
                blocks.append(Block(found["text"], None, text.count("\n", 0, found.start()) + 1))
        elif found["kind"] == "text" and found.start() == end and is_run and mark != "output varies":
            blocks[-1] = blocks[-1]._replace(output=found["text"])
        end = found.end()
    return blocks


def run(blocks: List[Block], folder: pathlib.Path) -> List[str]:
    """Runs blocks as one script, and returns what each prints."""
    script = folder / "guide.py"
    script.write_text("".join(f"{block.code}\nprint({END!r})\n" for block in blocks), encoding="utf-8")
    path = os.pathsep.join(part for part in (str(PACKAGE), os.environ.get("PYTHONPATH")) if part)
    done = subprocess.run(
        [sys.executable, str(script)], cwd=folder, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
        encoding="utf-8", timeout=600, check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(f"{END}\n")[:-1]


def test_the_guide(tmp_path):
    if not GUIDE.exists():
        pytest.skip("the guide is in the repository, not in the package")
    blocks = read(GUIDE.read_text(encoding="utf-8"))
    assert len(blocks) > 8
    outputs = run(blocks, tmp_path)
    assert len(outputs) == len(blocks)
    for block, output in zip(blocks, outputs):
        if block.output is not None:
            assert output == block.output, f"{GUIDE.name}:{block.line}"


def test_a_wrong_output_is_found(tmp_path):
    text = "```python\nprint(1)\n```\n```text\n2\n```\n\n<!-- not run -->\n```python\n1 / 0\n```\n```text\n3\n```\n"
    (block,) = read(text)
    assert block.output == "2\n" and block.line == 1
    assert run([block], tmp_path) == ["1\n"]
