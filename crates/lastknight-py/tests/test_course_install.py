"""Installing the boards, guessing dialects, running scripts, and hand-ins behind `python -m lastknight.agent`."""
from __future__ import annotations

import importlib
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lastknight
from lastknight import agent as shim
from lastknight import course
from lastknight.course.dialect import canonical, guess_dialect
from lastknight.course.install import install, uninstall

AGENTS = Path(__file__).parent / "agents"
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(lastknight.__file__)))


@pytest.fixture(autouse=True)
def clean():
    before = dict(sys.modules), list(sys.path)
    yield
    uninstall()
    for name in ("isolation", "isolation.isolation", "sample_players", "test_players"):
        sys.modules.pop(name, None)
        if name in before[0]:
            sys.modules[name] = before[0][name]
    sys.path[:] = before[1]


def run(arguments, text="", cwd=None):
    options = {"capture_output": True, "text": True, "timeout": 50, "input": text, "cwd": cwd}
    return subprocess.run([sys.executable, *arguments], env={**os.environ, "PYTHONPATH": PACKAGE}, **options)


# Modules


@pytest.mark.parametrize("dialect", ["A1", "A0a", "A0b", "A0c", "A0", "a0", "C"])
def test_boards_are_found(dialect):
    names = install(dialect)
    import isolation
    from isolation import Board
    from isolation.isolation import Board as Same

    full = canonical(dialect)
    ours = importlib.import_module(f"lastknight.course.{full.lower()}")
    assert Board is Same is isolation.isolation.Board is ours.Board
    assert names[:2] == ["isolation", "isolation.isolation"]
    players = importlib.import_module("test_players" if full == "C" else "sample_players")
    assert hasattr(players, "RandomPlayer") and hasattr(players, "HumanPlayer")
    assert importlib.reload(isolation).Board is Board and importlib.util.find_spec("isolation") is not None


def test_board_b_is_found():
    install("B")
    from isolation import Agent, DebugState, Isolation, StopSearch, play  # noqa: F401
    from isolation.isolation import _BLANK_BOARD, _HEIGHT, _SIZE, _WIDTH, Action  # noqa: F401
    from sample_players import BasePlayer, DataPlayer, GreedyPlayer, MinimaxPlayer, RandomPlayer  # noqa: F401


def test_everything_can_be_imported_at_once():
    names = {}
    install("A1")
    exec("from isolation.isolation import *", names)
    assert {"Board", "TIME_LIMIT_MILLIS", "random"} <= set(names)
    install("B")
    exec("from isolation.isolation import *", names)
    assert {"Isolation", "Action", "DebugState", "N", "S", "E", "W"} <= set(names)


def test_a_star_of_the_package_brings_its_names_only():
    for dialect, expected, others in (("A1", {"Board", "isolation"}, {"copy", "random", "timeit"}),
                                      ("B", {"Isolation", "Agent", "play", "isolation"}, {"time", "Empty"})):
        names = {}
        install(dialect)
        exec("from isolation import *", names)
        assert expected <= set(names) and not others & set(names)
    names = {}
    install("C")
    exec("from isolation import *\nfrom test_players import *", names)
    assert {"Board", "game_as_text", "deepcopy", "StringIO", "Player", "RandomPlayer"} <= set(names)


def test_tables_of_the_course_can_be_loaded():
    """Agents of B keep states in data.pickle, under the name of the course's module."""
    install("B")
    from isolation import Isolation

    stored = b"cisolation.isolation\nIsolation\n(I7\nI2\n(I1\nI2\ntt\x81."
    assert pickle.loads(stored) == Isolation(7, 2, (1, 2)) and type(pickle.loads(stored)) is Isolation


def test_a_second_call_replaces_the_first():
    install("A1")
    install("B")
    import isolation
    import sample_players

    assert not hasattr(isolation, "Board") and hasattr(sample_players, "DataPlayer")
    uninstall()
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("isolation")


def test_the_program_s_own_players_come_first(tmp_path):
    (tmp_path / "sample_players.py").write_text("OWN = True\n")
    (tmp_path / "isolation.py").write_text("OWN = True\n")
    sys.path.insert(0, str(tmp_path))
    assert install("A1") == ["isolation", "isolation.isolation"]
    import isolation

    assert not hasattr(isolation, "OWN") and importlib.import_module("sample_players").OWN
    assert "sample_players" in install("A1", players=True)
    assert hasattr(importlib.import_module("sample_players"), "GreedyPlayer")
    sys.path.remove(str(tmp_path))
    assert "sample_players" not in install("A1", players=False)
    assert "sample_players" not in install("A1", folder=str(tmp_path))


def test_unknown_dialects():
    for dialect in ("A2", "", None):
        with pytest.raises(ValueError, match="known are A1, A0a, A0b, A0c, B, C"):
            install(dialect)


def test_lazy_names():
    assert course.Board is course.a1.Board and course.sample_players.RandomPlayer and course.tournament.main
    assert callable(course.install) and "Board" in dir(course)
    with pytest.raises(AttributeError):
        course.nothing


# Dialects


@pytest.mark.parametrize("path", sorted(AGENTS.glob("*.py")), ids=lambda path: path.stem)
def test_dialects_of_the_hand_ins(path):
    found = {"a1": "A1", "a0a": "A0a", "a0c": "A0c", "b": "B", "c": "C"}[path.stem.split("_")[0]]
    assert guess_dialect([path]) == found


@pytest.mark.parametrize("source, found", [
    ("", "A1"), ("def (", "A1"), ("'''", "A1"),
    ("def get_move(self, game,\n        legal_moves, time_left):\n  pass", "A0c"),
    ("def get_move(self, game, legal_moves: list, time_left) -> tuple:\n  pass", "A0c"),
    ("# def get_action(self\n'game.__player_1__'\ndef get_move(self, game, time_left): pass", "A1"),
    ("x = game.__player_1__", "A0a"), ("game.__board_state__[0][0]", "A0a"), ("x = game._player_1", "A1"),
    ("from isolation import Isolation, DebugState", "B"), ("def get_action(self, state): pass", "B"),
    ("from isolation import Board\nIsolation = 1", "A1"),
    ("game.get_active_moves()\ngame.__board_state__", "C"), ("def move(self, game, time_left): pass", "C"),
])
def test_signs(source, found, tmp_path):
    (tmp_path / "agent.py").write_text(source)
    assert guess_dialect([tmp_path / "agent.py"]) == found


def test_imported_modules_count(tmp_path):
    for name, text in {
        "game_agent.py": "from isolation import Board\nimport random as r, utils.symmetry as s\nfrom . import other",
        "utils/__init__.py": "", "utils/symmetry.py": "from .deep import (first,\n    second)",
        "utils/deep.py": "from game_agent import AlphaBetaPlayer\ngame.__last_player_move__",
        "unrelated.py": "def get_action(self, state): pass", "other.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert guess_dialect([tmp_path / "game_agent.py"]) == "A0a"
    (tmp_path / "tournament.py").write_text("from unrelated import Player")
    assert guess_dialect([tmp_path / "tournament.py"]) == "B"


def test_other_years_are_refused(tmp_path):
    (tmp_path / "isolation.py").write_text("class Board:\n    def get_active_moves(self):\n        self.__last_queen_move__")
    (tmp_path / "agent.py").write_text("from isolation import Board\nclass P:\n    def move(self, game, time_left): pass")
    with pytest.raises(ValueError, match="queens' board of other years"):
        guess_dialect([tmp_path / "agent.py"])
    done = run(["-m", "lastknight.agent", str(tmp_path / "agent.py"), "--board", "drop-in"])
    assert done.returncode == 2 and done.stderr.startswith("agent.py: this is the queens' board") and done.stderr.count("\n") == 1


# Scripts

SCRIPT = """
import sys
from isolation import Board
from sample_players import RandomPlayer
from helper import VALUE
if __name__ == "__main__":
    winner, history, reason = Board(RandomPlayer(), RandomPlayer()).play()
    print(reason, VALUE, sys.argv[1:], sys.argv[0].endswith("tournament.py"), Board.__module__, sys.path[0])
"""


def test_a_script_runs_unmodified(tmp_path):
    (tmp_path / "tournament.py").write_text(SCRIPT)
    (tmp_path / "helper.py").write_text("VALUE = 7\n")
    (tmp_path / "isolation.py").write_text("raise RuntimeError('the board of the repository')\n")
    done = run(["-m", "lastknight.course", str(tmp_path / "tournament.py"), "-v", "--dialect", "x"])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("illegal move 7 ['-v', '--dialect', 'x'] True lastknight")
    assert done.stdout.strip().endswith(str(tmp_path))
    assert done.stderr == ("lastknight.course: board A1 (the board of 2017-04 on, guessed from the files of the script)"
                           ", with sample_players\n")
    done = run(["-m", "lastknight.course", "--dialect", "A1", "--fast-shuffle", "tournament.py"], cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.count("\n") == 1 and "guessed" not in done.stderr
    (tmp_path / "sample_players.py").write_text(
        "class RandomPlayer:\n    def get_move(self, game, legal_moves, time_left):\n"
        "        return legal_moves[0] if legal_moves else (-1, -1)\n")
    done = run(["-m", "lastknight.course", "tournament.py"], cwd=tmp_path)
    assert done.returncode == 0 and "board A0c" in done.stderr and "with sample_players" not in done.stderr, done.stderr


def test_a_script_of_b(tmp_path):
    (tmp_path / "run_match.py").write_text(
        "from isolation import Isolation, Agent, play\nfrom sample_players import RandomPlayer\n"
        "from multiprocessing.pool import ThreadPool\n"
        "class Mine(RandomPlayer):\n    pass\n"
        "agents = Agent(Mine, 'a'), Agent(RandomPlayer, 'b')\n"
        "print(len(list(ThreadPool(2).imap_unordered(play, [(agents, Isolation(), 150, i) for i in range(6)]))))\n")
    done = run(["-m", "lastknight.course", "run_match.py"], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "6\n") and "board B" in done.stderr, done.stderr


@pytest.mark.parametrize("arguments, message", [
    (["absent.py"], "no file absent.py"), (["--dialect", "Z", __file__], "unknown dialect 'Z'; known are A1"),
    ([], "the following arguments are required"), (["--fast", __file__], "the following arguments are required"),
])
def test_mistakes(arguments, message):
    done = run(["-m", "lastknight.course", *arguments])
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("lastknight.course: ") and (message in done.stderr or "--fast" in done.stderr)


# Hand-ins


class Referee:
    """Makes turn lines of a game against a random opponent."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.start = "/".join([str(width)] * height)
        self.moves = []

    def legal(self):
        cells = {(r, c) for r in range(self.height) for c in range(self.width)} - set(self.moves)
        if len(self.moves) < 2:
            return sorted(cells)
        r, c = self.moves[-2]
        return sorted((r + a, c + b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2)
                      if abs(a) != abs(b) and (r + a, c + b) in cells)

    def names(self, cells):
        return [shim.square(*cell, self.height) for cell in cells]

    def turn(self, ms=60):
        side = "wb"[len(self.moves) % 2]
        return (f"turn game=1 ply={len(self.moves)} side={side} seed=5 ms={ms} pos={self.start} start={self.start} "
                f"moves={','.join(self.names(self.moves))} legal {' '.join(self.names(self.legal()))}\n")


SIZES = {"b": (11, 9), "c": (9, 9)}


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("path", sorted(AGENTS.glob("*.py")), ids=lambda path: path.stem)
def test_hand_ins_play(path, side):
    referee = Referee(*SIZES.get(path.stem.split("_")[0], (7, 7)))
    command = [sys.executable, "-m", "lastknight.agent", str(path), "--board", "drop-in"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": PACKAGE}, **pipes) as process:
        answers = []
        while referee.legal() and len(answers) < 5:
            if len(referee.moves) % 2 != side:
                referee.moves.append(referee.legal()[len(referee.moves) * 7 % len(referee.legal())])
                continue
            process.stdin.write(referee.turn())
            process.stdin.flush()
            answer = process.stdout.readline().strip()
            answers.append(answer)
            if path.stem == "a1_resigns":
                continue
            assert answer in referee.names(referee.legal()), (answer, process.stderr.read() if not answer else "")
            board = shim.Position(referee.width, referee.height, [], (None, None))
            referee.moves.append(shim.cell_of(answer, board))
        process.stdin.close()
        errors = process.stderr.read()
        assert process.wait() == 0 and "Traceback" not in errors, errors
    assert len(answers) >= 2
    if path.stem == "a1_resigns":
        assert set(answers) == {"resign"}


@pytest.mark.parametrize("name", ["a1_private_state", "a0a_private_names", "a0c_minimax", "b_table", "c_state"])
def test_hand_ins_start_anywhere(name):
    """Positions with closed squares and placed knights."""
    width, height = SIZES.get(name.split("_")[0], (7, 7))
    rows = ["x" + "." * (width - 1), "." * width, "..N" + "." * (width - 3), "...xn" + "." * (width - 5)]
    rows += ["." * width] * (height - 4)
    start = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    legal = [(r + 2, c + 2) for r, c in ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))]
    legal = [cell for cell in legal if cell != (3, 4)]
    names = " ".join(shim.square(*cell, height) for cell in legal)
    line = f"turn game=1 ply=0 side=w seed=1 ms=100 pos={start} start={start} moves= legal {names}\n"
    done = run(["-m", "lastknight.agent", str(AGENTS / f"{name}.py"), "--board", "drop-in"], line)
    assert done.returncode == 0 and done.stdout.strip() in names.split(), (done.stdout, done.stderr)


def test_the_shim_can_be_used_in_process():
    install("A1")
    module = importlib.import_module("lastknight.course.sample_players")
    call = shim.find_dialect(module.GreedyPlayer)
    assert call == ("A1", "get_move", False)
    referee = Referee(7, 7)
    turn = shim.parse_turn(referee.turn())
    game = shim.BoardGame(module.GreedyPlayer, call, importlib.import_module("isolation"), turn)
    assert game.answer(turn, game.set_up(turn), lambda: 100.0, print) in referee.names(referee.legal())


def test_additions_of_a_repository_are_kept(tmp_path: Path) -> None:
    (tmp_path / "isolation").mkdir()
    (tmp_path / "isolation" / "__init__.py").write_text("from .isolation import Board\n")
    (tmp_path / "isolation" / "isolation.py").write_text(
        "from beside import LIMIT\n"
        "class Board:\n"
        "    CORNERS = 4\n"
        "    def get_legal_moves(self, player=None):\n        raise AssertionError('not ours')\n"
        "    def free(self):\n        return len(self.get_blank_spaces()) + self.__bonus()\n"
        "    def __bonus(self):\n        return LIMIT\n"
    )
    (tmp_path / "beside.py").write_text("LIMIT = 99\n")
    course.install("A1", folder=str(tmp_path))
    try:
        import isolation

        board = isolation.Board("a", "b", 3, 3).forecast_move((0, 0))
        assert board.free() == 8 + 99 and board.CORNERS == 4 and isolation.LIMIT == 99
        assert len(board.get_legal_moves("b")) == 8
    finally:
        course.uninstall()
    assert not hasattr(course.Board, "free")


def test_attributes_that_ours_lacks_are_named(tmp_path: Path) -> None:
    (tmp_path / "isolation.py").write_text(
        "class Board:\n    def __init__(self):\n        self.width = self.move_count = self._player_1 = 0\n        self.history = []\n"
    )
    for dialect, words in (("A1", "also sets history, which"), ("A0a", "also sets _player_1, history, which")):
        with pytest.warns(UserWarning, match=words):
            course.install(dialect, folder=str(tmp_path))
        course.uninstall()


def test_a_board_that_cannot_be_read_adds_nothing(tmp_path: Path) -> None:
    (tmp_path / "isolation.py").write_text("raise SystemExit(3)\n")
    course.install("A1", folder=str(tmp_path))
    course.uninstall()
