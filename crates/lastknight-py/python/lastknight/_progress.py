"""Progress of long work: a bar in terminals and notebooks, lines elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Tuple, Union

OnProgress = Callable[[int, int, str], Any]
Progress = Union[None, bool, OnProgress]

QUIET = 1.0  # seconds before anything is shown
FIRST_LINE = 10.0  # seconds before the first line where there is no terminal
WIDTH = 24


def duration(seconds: float) -> str:
    """Returns a time as people read it.

    >>> duration(5), duration(75), duration(7300)
    ('5 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class ProgressBar:
    """Shows progress on standard error, or as an output of a notebook."""

    def __init__(self, title: str):
        self.title, self.begin = title, time.monotonic()
        self.first: Optional[Tuple[int, float]] = None
        self.next_line, self.shown = FIRST_LINE, 0
        self.handle: Any = None
        self.notebook = in_notebook()
        self.terminal = not self.notebook and sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, all: int, text: str) -> None:
        elapsed = time.monotonic() - self.begin
        if self.first is None:
            self.first = (done, elapsed)
        if elapsed < QUIET:
            return
        line = self.line(done, all, text, elapsed)
        if self.notebook:
            self.display(line)
        elif self.terminal:
            sys.stderr.write("\r" + line.ljust(self.shown))
            sys.stderr.flush()
            self.shown = len(line)
        elif sys.stderr is not None and elapsed >= self.next_line:
            self.next_line = 2 * elapsed
            print(line, file=sys.stderr, flush=True)

    def line(self, done: int, all: int, text: str, elapsed: float) -> str:
        first, since = self.first or (0, 0.0)
        left = ""
        if all > done > first:
            left = f", {duration((elapsed - since) / (done - first) * (all - done))} left"
        if all == 0:
            return f"{self.title}: {done:,}, {text}, {duration(elapsed)}"
        filled = WIDTH * done // max(all, 1)
        return f"{self.title} [{'#' * filled}{'.' * (WIDTH - filled)}] {done:,}/{all:,}, {text}{left}"

    def display(self, line: str) -> None:
        from IPython.display import display

        content = {"text/plain": line}
        if self.handle is None:
            self.handle = display(content, raw=True, display_id=True)
        else:
            self.handle.update(content, raw=True)

    def close(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * self.shown + "\r")
            sys.stderr.flush()
        if self.handle is not None:
            self.handle.update({"text/plain": f"{self.title}: {duration(time.monotonic() - self.begin)}"}, raw=True)


def in_notebook() -> bool:
    """Returns whether the code runs in the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class showing:
    """Gives native calls their progress callback, and explains a stop by Ctrl-C.

    Raises:
        TypeError: `progress` is no bool and no function.
    """

    def __init__(self, progress: Progress, title: str, out: Optional[str], stores: bool = True):
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise TypeError(f"progress is True, False, None or a function of (done, all, text), not {progress!r}")
        self.out, self.stores = out, stores
        self.bar = ProgressBar(title) if progress is None or progress is True else None
        self.call: Optional[OnProgress] = self.bar or (progress if callable(progress) else None)

    def __enter__(self) -> Optional[OnProgress]:
        return self.call

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self.bar:
            self.bar.close()
        if kind is KeyboardInterrupt:
            kept = f"finished work is in {self.out}: the same call resumes" if self.out else "results were in memory: set out="
            raise KeyboardInterrupt(f"stopped; {kept}" if self.stores else "stopped") from None
