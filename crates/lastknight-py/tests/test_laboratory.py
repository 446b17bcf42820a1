"""Agents, matches, tournaments, the oracle and studies."""

from __future__ import annotations

import copy
import functools
import importlib.util
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any, List

import pytest

import lastknight as lk


def first(game: lk.Game) -> str:
    return game.legal_moves[0]


class Seeded:
    """Plays at random, and counts its objects."""

    made = 0

    def __init__(self, seed: int = 0):
        type(self).made += 1
        self.random = random.Random(seed)

    def choose(self, game: lk.Game, limits: lk.Limits) -> str:
        return self.random.choice(game.legal_moves)


def mobility(position: lk.Position, side: str) -> float:
    other = "black" if side == "white" else "white"
    return len(position.moves_of(side)) - len(position.moves_of(other))


def test_texts_choose_as_the_program_does() -> None:
    analysis = lk.Agent("alphabeta").analyze("5x5 moves c3 d5", depth=2)
    assert (analysis.best, analysis.score, analysis.nodes) == ("b1", {"value": -1.0}, 16)
    lines = lk.Agent("engine").analyze("5x5 moves c3 d5", nodes=2000, lines=3).lines
    assert lines is not None and len(lines) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alphabeta(improved, dept=5)", "did you mean 'depth'"),
        ("nonsense", "unknown agent 'nonsense'"),
        ("", "agent"),
    ],
)
def test_bad_agents_are_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lk.Agent(text)


@pytest.mark.parametrize("odd", [None, 3, 2.5, [], {}, object()])
def test_what_cannot_play_is_refused(odd: Any) -> None:
    with pytest.raises(TypeError, match="cannot play"):
        lk.Agent(odd)
    with pytest.raises(TypeError, match="cannot play"):
        lk.match(odd, "random", games=2)


def test_arguments_are_checked() -> None:
    agent = lk.Agent("alphabeta")
    for wrong, kind in [
        ({"depth": 1000}, ValueError), ({"depth": -1}, ValueError), ({"nodes": "x"}, TypeError),
        ({"time": "soon"}, ValueError), ({"time": -1.0}, ValueError), ({"time": float("nan")}, ValueError),
        ({"clock": "sun", "time": 1.0}, ValueError), ({"seed": -1}, ValueError), ({"time": b"1"}, TypeError),
    ]:
        with pytest.raises(kind):
            agent.choose("5x5", **wrong)  # type: ignore[arg-type]
    for wrong, kind in [
        ({"games": 0}, ValueError), ({"threads": 0}, ValueError), ({"openings": "none"}, ValueError),
        ({"openings": 1000}, ValueError), ({"board": "0x0"}, ValueError), ({"sprt": (20, 0)}, ValueError),
        ({"out": 3}, TypeError), ({"board": 7}, TypeError), ({"games": 2.5}, TypeError),
        ({"games": -1}, ValueError), ({"games": "10"}, TypeError), ({"seed": -1}, ValueError), ({"openings": 1.5}, TypeError),
        ({"threads": 10**12}, ValueError), ({"out": ""}, ValueError), ({"out": "/dev/null/x"}, OSError),
        ({"progress": "no"}, TypeError),
    ]:
        with pytest.raises(kind):
            lk.match("random", "random", **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="game is over"):
        agent.choose("1x1 moves a1")
    with pytest.raises(TypeError, match="a position is a text"):
        agent.choose(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"\.toml"):
        lk.tournament("random")
    with pytest.raises(ValueError, match="did you mean 'mirror'"):
        lk.study("mirrow")
    with pytest.raises(ValueError):
        lk.perft(-1)
    with pytest.raises(ValueError, match="threads is 1 to 1,024, not 0"):
        lk.solve("5x5", threads=0)
    with pytest.raises(TypeError, match=r"in a list, as in \['greedy'\]"):
        lk.tournament(["random"], field="greedy")


def test_classes_and_functions_play() -> None:
    Seeded.made = 0
    result = lk.match(Seeded, first, games=10)
    assert result.games == 10 and result.failures == [] and Seeded.made == 10
    again = lk.match(Seeded, first, games=10)
    assert again.wins == result.wins
    assert lk.match(Seeded(3), "alphabeta(depth=3)", games=10).wins["b"] >= 8
    assert lk.match(lambda game, limits: game.legal_moves[-1], first, games=2).games == 2


def test_the_generator_of_the_caller_is_left_alone() -> None:
    random.seed(5)
    state = random.getstate()
    lk.match(first, "random", games=2)
    assert random.getstate() == state


def test_python_agents_get_the_limits() -> None:
    seen: List[lk.Limits] = []

    def watching(game: lk.Game, limits: lk.Limits) -> str:
        seen.append(limits)
        return game.legal_moves[0]

    lk.match(watching, "random", games=2, depth=3, nodes=500)
    assert set(seen) == {lk.Limits(depth=3, nodes=500)}
    seen.clear()
    lk.match(watching, "random", games=2, time="150ms")
    assert set(seen) == {lk.Limits(seconds=0.15, clock="cpu")}
    seen.clear()
    lk.match(lambda game, depth=3: watching(game, depth), "random", games=2)
    assert set(seen) == {3}


def crash(game: lk.Game) -> str:
    return {}["no such key"]


def test_failures_lose_the_game_and_are_told() -> None:
    def late(game: lk.Game) -> str:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return game.legal_moves[0]

    for player, ending, words in [
        (crash, "crash", "KeyError: 'no such key'"),
        (lambda game: "z9", "illegal-move", "no square"),
        (lambda game: 7, "illegal-move", "returned 7"),
        (lambda game: sys.exit(3), "crash", "SystemExit"),
        (lk.Agent("greedy", heuristic=lambda position, side: float("nan")), "crash", "heuristic lambda-"),
    ]:
        result = lk.match(player, "random", games=4)
        assert result.wins["a"] == 0 and result.failures[0]["termination"] == ending
        assert words in result.failures[0]["detail"]
    assert lk.match(late, "random", games=2, time=0.005).failures[0]["termination"] == "time"
    assert lk.match(lambda game: None, "random", games=2).wins["a"] == 0
    with pytest.raises(RuntimeError, match="KeyError"):
        lk.Agent(crash).choose("5x5")


def test_python_heuristics_equal_native_ones() -> None:
    python, native = lk.Agent("alphabeta(depth=3)", heuristic=mobility), lk.Agent("alphabeta(improved, depth=3)")
    for opening in ("7x7 moves d4 b3", "5x5 moves c3 d5 b1", "11x9 moves f5 d4"):
        ours, theirs = python.analyze(opening), native.analyze(opening)
        assert (ours.best, ours.nodes, ours.score) == (theirs.best, theirs.nodes, theirs.score)
    assert lk.evaluate("7x7 moves d4 b3", mobility, "improved").values == {"mobility": 2.0, "improved": 2.0}


def test_a_heuristic_that_raises_is_told() -> None:
    def broken(position: lk.Position, side: str) -> float:
        raise ZeroDivisionError("on purpose")

    agent = lk.Agent("alphabeta(depth=2)", heuristic=broken)
    result = lk.match(agent, "random", games=2)
    assert result.wins["a"] == 0 and "on purpose" in result.failures[0]["detail"]
    with pytest.raises(RuntimeError, match="on purpose"):
        agent.choose("5x5")
    with pytest.raises(TypeError, match="goes with an agent given as text"):
        lk.Agent(first, heuristic=mobility)
    with pytest.raises(ValueError, match="heuristic"):
        lk.Agent("random", heuristic=mobility)


def test_results_become_rows_and_tables() -> None:
    result = lk.tournament({"ab": "alphabeta(depth=2)", "Seeded": Seeded, "first": first}, games=10, oracle=5)
    rows = result.to_dicts()
    assert rows[0]["name"] == "ab" and rows[0]["score_low"] < rows[0]["score"] < rows[0]["score_high"]
    assert len(result.charts) >= 2 and all(svg.startswith("<svg") or "<svg" in svg for _, svg in result.charts)
    shown = result._repr_html_()
    assert shown.count("<tr>") == 4 and "data:image/svg+xml" in shown
    json.dumps(result.to_dict())
    assert "ab" in str(result)
    match = lk.match(lk.Agent("greedy", name="mine"), "random", games=4)
    assert match.to_dicts()[1]["agent"] == "random" and "<table>" in match._repr_html_()
    assert match.headline().startswith("mine scores") and "names" not in match.to_dict()
    truth = lk.oracle({"mine": "greedy", "theirs": "random"}, positions=5, plies=(20, 40))
    assert [row["name"] for row in truth.to_dicts()] == ["mine", "theirs"] and str(truth).startswith("mine")


def test_results_become_data_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = lk.evaluate("7x7 moves d4 b3").to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) > 20
    pytest.importorskip("polars")
    assert lk.oracle("greedy", positions=10).to_polars().height == 1


def test_games_are_stored_and_resumed(tmp_path: Path) -> None:
    out = tmp_path / "results"
    result = lk.match(first, "random", games=10, out=out)
    assert result.page is not None and Path(result.page).exists() and result.games_resumed == 0
    again = lk.match(first, "random", games=20, out=str(out))
    assert again.games_resumed == 10
    names = ["greedy", "random"]
    lk.tournament(names, games=4, out=tmp_path / "t")
    assert lk.tournament(names, games=4, out=tmp_path / "t").games == 12 / 3
    spec = tmp_path / "class.toml"
    spec.write_text("games = 4\nagents = ['greedy', 'random']\n")
    assert lk.tournament(spec).games == 4
    spec.write_text("games = 4\nagents = ['gredy', 'random']\n")
    with pytest.raises(ValueError, match="line 2"):
        lk.tournament(spec)


def test_agents_that_use_random_repeat_their_games() -> None:
    def chance(game: lk.Game) -> str:
        return random.choice(game.legal_moves)

    results = [lk.match(chance, "random", games=20, seed=seed).wins for seed in (1, 1, 2, 3)]
    assert results[0] == results[1] and len({tuple(result.values()) for result in results}) > 1


class Weighted:
    """An agent with a state."""

    def __init__(self, weights: Any):
        self.weights = weights

    def choose(self, game: lk.Game) -> str:
        return max(game.legal_moves)

    def first(self, game: lk.Game) -> str:
        return game.legal_moves[self.weights]


def test_agents_with_other_states_are_other_entrants() -> None:
    def weighted(weight: int) -> Any:
        return lambda position, side: weight * len(position.moves_of(side))

    def made(weight: int) -> Any:
        class Made:
            place = weight

            def choose(self, game: lk.Game) -> str:
                return game.legal_moves[self.place]

        return Made

    class Unreadable(Weighted):
        def __reduce__(self) -> Any:
            raise TypeError("no")

    def taking(game: lk.Game, at: int = 0) -> str:
        return game.legal_moves[at]

    for build in (
        lambda n: lk.Agent("greedy", heuristic=weighted(n)), lambda n: lk.Agent(Weighted([0] * 5000 + [n])),
        lambda n: lk.Agent(functools.partial(taking, at=n)), lambda n: lk.Agent(Weighted(n).first), lambda n: lk.Agent(made(n)),
        lambda n: lk.Agent(Unreadable(n)), lambda n: lk.Agent(lambda game: game.legal_moves[n]),
    ):
        assert str(build(0)) == str(build(0)) != str(build(1))
    numpy = pytest.importorskip("numpy")
    states = [numpy.zeros(5000), numpy.zeros(5000)]
    states[1][2500] = 1
    assert str(lk.Agent(Weighted(states[0]))) != str(lk.Agent(Weighted(states[1])))


def test_agents_are_copied_and_pickled() -> None:
    for agent in (lk.Agent("alphabeta(depth=2)", name="mine"), lk.Agent(first), lk.Agent("greedy", heuristic=mobility)):
        for other in (pickle.loads(pickle.dumps(agent)), copy.deepcopy(agent)):
            assert other == agent and other.name == agent.name
            assert other.choose("5x5 moves c3 d5") == agent.choose("5x5 moves c3 d5")


def test_two_files_of_one_name_are_two_entrants(tmp_path: Path) -> None:
    texts = []
    for number in (0, -1, 0):
        path = tmp_path / f"hand-in{len(texts)}" / "game_agent.py"
        path.parent.mkdir()
        path.write_text(f"class Player:\n    def choose(self, game):\n        return game.legal_moves[{number}]\n")
        spec = importlib.util.spec_from_file_location("game_agent", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["game_agent"] = module
        spec.loader.exec_module(module)
        texts.append(str(lk.Agent(module.Player)))
    del sys.modules["game_agent"]
    assert texts[0] == texts[2] != texts[1]


def test_a_changed_class_is_another_entrant(tmp_path: Path) -> None:
    source = "def player(game):\n    return game.legal_moves[{}]\n"
    hashes = []
    sys.path.insert(0, str(tmp_path))
    try:
        for number in (0, -1, 0):
            name = f"player_{len(hashes)}"
            (tmp_path / f"{name}.py").write_text(source.format(number))
            hashes.append(str(lk.Agent(__import__(name).player)))
    finally:
        sys.path.remove(str(tmp_path))
    assert hashes[0] == hashes[2] != hashes[1]


def test_the_oracle_compares(tmp_path: Path) -> None:
    result = lk.oracle(["alphabeta(improved, depth=5)", first, "random"], positions=30, out=tmp_path)
    assert [row["critical"] for row in result.to_dicts()] == [30] * 3
    assert result.to_dicts()[0]["share"] > result.to_dicts()[2]["share"]
    assert {row["agent"] for row in result.by_ply()} == {row["agent"] for row in result.to_dicts()}


def test_sequential_tests_decide() -> None:
    result = lk.match("alphabeta(improved, depth=3)", "random", sprt=(0, 50))
    assert result.sprt is not None and result.complete and result.games > 10


def test_studies_run() -> None:
    result = lk.study("late-positions", games=20)
    assert result.complete and result.to_dicts() and result.claims() and len(lk.studies()) > 20
    assert "late" in result.command


def test_progress_is_reported() -> None:
    seen: List[Any] = []
    lk.match("random", "random", games=2000, progress=lambda *step: seen.append(step))
    assert seen[-1][:2] == (2000, 2000)

    class Enough(Exception):
        pass

    def stop(done: int, all: int, text: str) -> None:
        raise Enough

    with pytest.raises(Enough):
        lk.match("engine", "engine", games=100_000, nodes=1000, progress=stop)


def test_several_threads_call_at_once() -> None:
    results: List[Any] = []

    def work() -> None:
        results.append(lk.match(Seeded, "greedy", games=10).wins)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(result == results[0] for result in results)


def test_deep_recursion_is_no_crash_of_the_interpreter() -> None:
    script = textwrap.dedent("""
        import sys, lastknight as lk
        sys.setrecursionlimit(5000)
        def deep(n):
            return sorted([1], key=lambda _: deep(n + 1))
        print(lk.match(lambda game: deep(0), "random", games=2).failures[0]["termination"])
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "crash\n"), done.stderr


def test_ctrl_c_of_one_call_leaves_the_others_alone() -> None:
    began, results = threading.Event(), []

    def slow(game: lk.Game) -> str:
        began.set()
        time.sleep(0.002)
        return game.legal_moves[0]

    def stubborn(game: lk.Game) -> str:
        while True:
            pass

    class Enough(Exception):
        pass

    def stop(done: int, all: int, text: str) -> None:
        raise Enough

    other = threading.Thread(target=lambda: results.append(lk.match(slow, "random", games=60, progress=False)))
    other.start()
    began.wait()
    with pytest.raises(Enough):
        lk.match("random", stubborn, games=4, progress=stop)
    other.join()
    assert results[0].games == 60 and results[0].failures == []


@pytest.mark.parametrize("player", ["'engine'", "stubborn", "nested"])
def test_ctrl_c_stops_and_loses_nothing(player: str, tmp_path: Path) -> None:
    script = textwrap.dedent(f"""
        import lastknight as lk
        def stubborn(game):
            print("thinking", flush=True)
            while True:
                pass
        def nested(game):
            print("thinking", flush=True)
            return lk.solve("11x9", progress=False).winning_moves[0]
        first = lambda done, all, text: print("thinking", flush=True)
        lk.match({player}, "engine", games=100_000, nodes=20_000, out={str(tmp_path / "out")!r}, progress=first)
    """)
    program = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ),
    )
    assert program.stdout is not None and program.stderr is not None
    assert program.stdout.readline() == "thinking\n"
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=120)
    assert program.returncode != 0 and "KeyboardInterrupt: stopped; finished work is in" in errors


def test_programs_play(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux") or shutil.which("python3") is None:
        pytest.skip("programs need Linux")
    (tmp_path / "agent.py").write_text(
        "import sys\nfor line in sys.stdin:\n    print(line.split()[-1], flush=True)\n"
    )
    result = lk.match(f'process("python3 {tmp_path}/agent.py")', first, games=2)
    assert result.games == 2 and result.failures == []
