"""How results show themselves, and progress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import lastknight as lk
from lastknight._progress import showing
from lastknight.results import reason, shortened


def crash(game: lk.Game) -> str:
    return {}["no such key"]


def first(game: lk.Game) -> str:
    return game.legal_moves[0]


def test_a_match_shows_failures() -> None:
    result = lk.match(crash, "random", games=4)
    line = "crash lost 4 games by crash: KeyError: 'no such key'"
    assert str(result) == f"{result.headline()}\n{line}" and result.failure_lines() == [line]
    assert "<p>crash lost 4 games by crash: KeyError: &#x27;no such key&#x27;</p>" in result._repr_html_()
    assert lk.match(lambda game: 7, "random", games=2).failure_lines()[0].startswith("lambda lost 2 games by illegal move: ")
    assert lk.match(first, "random", games=2).failure_lines() == []


def test_a_tournament_shows_tiers_and_failures() -> None:
    agents = {"ab": "alphabeta(depth=2)", "broken": crash, "first": first}
    result = lk.tournament(agents, games=4, oracle=5)
    head, names, *lines = str(result).splitlines()
    assert head == result.headline()
    assert names.split() == ["rank", "tier", "name", "rating", "score", "wins", "kept"]
    assert [line.split()[2] for line in lines[:3]] == [row["name"] for row in result.to_dicts()]
    assert [int(line.split()[1]) for line in lines[:3]] == [row["tier"] for row in result.to_dicts()]
    assert lines[3:] == ["broken lost 8 games by crash: KeyError: 'no such key'"]
    assert "broken lost 8 games" in result._repr_html_()
    assert "wins kept" not in str(lk.tournament(["random", "greedy"], games=4))


def test_a_program_that_ends_says_why(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("programs need Linux")
    (tmp_path / "agent.py").write_text("import sys\nsys.exit('no weights here')\n")
    (line,) = lk.match(f'process("python3 {tmp_path}/agent.py")', first, games=2).failure_lines()
    assert line.endswith(": no weights here") and "exit code 1" in line


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        ("", ""),
        ("120 ms too late", "120 ms too late"),
        ("ended with exit code 1\nTraceback:\n    raise\nValueError: no\n", "ended with exit code 1: ValueError: no"),
        ("KeyError: 'x'\nTraceback:\n  File\n    return x\n           ~~^^", "KeyError: 'x'"),
    ],
)
def test_reasons_take_one_line(detail: str, expected: str) -> None:
    assert reason(detail) == expected


def test_long_reasons_are_shortened() -> None:
    assert len(reason("x" * 1000)) == 160
    assert [shortened("abcdef", most) for most in (6, 5, 4, 1, 0)] == ["abcdef", "ab…ef", "ab…f", "…", "…"]


def test_headlines_have_a_verdict_or_none() -> None:
    tested = lk.match("alphabeta(improved, depth=3)", "random", sprt=(0, 50))
    assert tested.sprt is not None and tested.headline().endswith(f"against random: SPRT (0, 50) {tested.sprt['verdict']}")
    repeated = lk.match("random", "random", board="3x3", openings=2, games=200)
    assert repeated.verdict is None and repeated.headline().endswith("against random")
    open_end = lk.match("random", "random", games=4)
    assert open_end.needed is not None
    assert open_end.headline().endswith(f": undecided, about {2 * open_end.needed:,} more games needed")


def test_an_analysis_shows_text() -> None:
    analysis = lk.Agent("engine").analyze("5x5 moves c3 d5", nodes=2000, lines=2)
    assert analysis.lines is not None
    for row, line in zip(analysis.shown_rows(), analysis.lines):
        assert row["pv"] == " ".join(line["pv"]) and row["score"] == f"{line['score']['value']:+.2f}"
    assert lk.Agent("alphabeta").analyze("5x5 moves c3 d5", depth=30).shown_rows()[0]["score"] == "won in 23"
    assert lk.Agent("random").analyze("5x5 moves c3 d5").shown_rows()[0]["score"] is None
    assert "{" not in analysis._repr_html_()


def test_the_page_is_a_path(tmp_path: Path) -> None:
    result = lk.match("random", "random", games=4, out=tmp_path)
    assert isinstance(result.page, Path) and "page" not in result.to_dict()


@pytest.mark.parametrize("wrong", ["no", 0, 1, []])
def test_odd_progress_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="progress is True, False, None or a function"):
        lk.match("random", "random", games=2, progress=wrong)


@pytest.mark.parametrize(
    ("out", "stores", "message"),
    [
        ("results", True, "stopped; finished work is in results: the same call resumes"),
        (None, True, "stopped; results were in memory: set out="),
        (None, False, "stopped"),
    ],
)
def test_ctrl_c_says_what_is_left(out: Any, stores: bool, message: str) -> None:
    with pytest.raises(KeyboardInterrupt) as caught, showing(False, "work", out, stores):
        raise KeyboardInterrupt
    assert str(caught.value) == message
