"""Tests of course_agent.py: small repositories in temporary directories, one agent and one board each.

The boards here are minimal stand-ins with the documented members of the courses' boards.
"""
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = (HERE / "course_agent.py").read_text(encoding="utf-8")
sys.path.insert(0, str(HERE))

import course_agent  # noqa: E402

STEPS = "STEPS = [(a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (-1, 1) for b in (-1, 1)]\n"

# A1: a flat list, column by column, with the initiative and both knights at its end.
FLAT_BOARD = STEPS + """
class Board:
    BLANK, NOT_MOVED = 0, None
    def __init__(self, player_1, player_2, width=7, height=7):
        self.width, self.height, self.move_count = width, height, 0
        self._player_1, self._player_2 = self._active_player, self._inactive_player = player_1, player_2
        self._board_state = [0] * (width * height + 1) + [None, None]
    active_player = property(lambda self: self._active_player)
    inactive_player = property(lambda self: self._inactive_player)
    def copy(self):
        twin = Board(self._player_1, self._player_2, self.width, self.height)
        twin.__dict__.update(self.__dict__, _board_state=list(self._board_state))
        return twin
    def forecast_move(self, move):
        twin = self.copy()
        twin.apply_move(move)
        return twin
    def get_blank_spaces(self):
        cells = [(r, c) for c in range(self.width) for r in range(self.height)]
        return [cell for cell, mark in zip(cells, self._board_state) if not mark]
    def get_player_location(self, player):
        at = self._board_state[-1 if player == self._player_1 else -2]
        return None if at is None else (at % self.height, at // self.height)
    def get_legal_moves(self, player=None):
        at = self.get_player_location(self._active_player if player is None else player)
        blank = self.get_blank_spaces()
        return blank if at is None else [(at[0] + r, at[1] + c) for r, c in STEPS if (at[0] + r, at[1] + c) in blank]
    def apply_move(self, move):
        index = move[0] + move[1] * self.height
        self._board_state[-1 if self._active_player == self._player_1 else -2] = index
        self._board_state[index] = 1
        self._board_state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1
"""

# A0 of February and March 2017: one cell is closed from the start, and player 2 stands on it.
WRONG_BOARD = FLAT_BOARD.replace("+ [None, None]", "+ [0, None]\n        self._board_state[0] = 1")

# A0 of January 2017: rows of cells, and a dictionary of knights.
ROW_BOARD = STEPS + """
import copy
class Board:
    BLANK, NOT_MOVED = 0, None
    def __init__(self, player_1, player_2, width=7, height=7):
        self.width, self.height, self.move_count = width, height, 0
        self.__player_1__ = self.__active_player__ = player_1
        self.__player_2__ = self.__inactive_player__ = player_2
        self.__board_state__ = [[0] * width for _ in range(height)]
        self.__last_player_move__ = {player_1: None, player_2: None}
        self.__player_symbols__ = {0: 0, player_1: 1, player_2: 2}
    active_player = property(lambda self: self.__active_player__)
    def copy(self):
        twin = copy.copy(self)
        twin.__board_state__ = [list(row) for row in self.__board_state__]
        twin.__last_player_move__ = dict(self.__last_player_move__)
        return twin
    def get_legal_moves(self, player=None):
        at = self.__last_player_move__[self.__active_player__ if player is None else player]
        blank = [(r, c) for r in range(self.height) for c in range(self.width) if not self.__board_state__[r][c]]
        return blank if at is None else [(at[0] + r, at[1] + c) for r, c in STEPS if (at[0] + r, at[1] + c) in blank]
    def apply_move(self, move):
        self.__last_player_move__[self.__active_player__] = move
        self.__board_state__[move[0]][move[1]] = self.__player_symbols__[self.__active_player__]
        self.__active_player__, self.__inactive_player__ = self.__inactive_player__, self.__active_player__
        self.move_count += 1
"""

# B: an immutable state with a board of bits. Bit 0 is the bottom right cell.
BIT_BOARD = """
from enum import IntEnum
from typing import NamedTuple
_WIDTH, _HEIGHT = 11, 9
ROW = _WIDTH + 2
OPEN = sum(1 << y * ROW + x for y in range(_HEIGHT) for x in range(_WIDTH))
Action = IntEnum("Action", {"NNE": 25, "ENE": 11, "ESE": -15, "SSE": -27, "SSW": -25, "WSW": -11, "WNW": 15, "NNW": 27})
class StopSearch(Exception):
    pass
class Isolation(NamedTuple("Isolation", [("board", int), ("ply_count", int), ("locs", tuple)])):
    def __new__(cls, board=OPEN, ply_count=0, locs=(None, None)):
        return super().__new__(cls, board, ply_count, locs)
    def player(self):
        return self.ply_count % 2
    def actions(self):
        at = self.locs[self.player()]
        is_open = lambda bit: bit >= 0 and self.board >> bit & 1
        return [b for b in range(ROW * _HEIGHT) if is_open(b)] if at is None else [a for a in Action if is_open(at + a)]
    def result(self, action):
        assert action in self.actions(), action
        at, locs = (self.locs[self.player()] or 0) + action, list(self.locs)
        locs[self.player()] = at
        return Isolation(self.board ^ 1 << at, self.ply_count + 1, tuple(locs))
"""

# C: rows of texts, knights by name, and a module that overwrites the first entry of the path.
NAMED_BOARD = STEPS + """
import copy, os, sys
sys.path[0] = os.getcwd()
class Board:
    BLANK, BLOCKED, NOT_MOVED = " ", "X", (-1, -1)
    def __init__(self, player_1, player_2, width=9, height=9):
        self.width, self.height, self.move_count = width, height, 0
        self.__player_1__ = self.__active_player__ = player_1
        self.__player_2__ = self.__inactive_player__ = player_2
        self.__knight_symbols__ = {"one": "K1", "two": "K2"}
        self.__active_knight__, self.__inactive_knight__ = "one", "two"
        self.__last_knight_move__ = {"one": (-1, -1), "two": (-1, -1)}
        self.__board_state__ = [[" "] * width for _ in range(height)]
    def set_state(self, board_state, p1_turn=True):
        self.__board_state__ = board_state
        for name, symbol in self.__knight_symbols__.items():
            found = [(r, row.index(symbol)) for r, row in enumerate(board_state) if symbol in row]
            self.__last_knight_move__[name] = found[0] if found else (-1, -1)
        if not p1_turn:
            self.swap()
    def swap(self):
        self.__active_player__, self.__inactive_player__ = self.__inactive_player__, self.__active_player__
        self.__active_knight__, self.__inactive_knight__ = self.__inactive_knight__, self.__active_knight__
    def copy(self):
        twin = copy.copy(self)
        twin.__board_state__ = [list(row) for row in self.__board_state__]
        twin.__last_knight_move__ = dict(self.__last_knight_move__)
        return twin
    def moves_from(self, at):
        blank = [(r, c) for r in range(self.height) for c in range(self.width) if self.__board_state__[r][c] == " "]
        steps = [(at[0] + r, at[1] + c) for r, c in STEPS]
        return blank if at == (-1, -1) else [cell for cell in steps if cell in blank]
    def get_active_moves(self):
        return self.moves_from(self.__last_knight_move__[self.__active_knight__])
    def get_player_moves(self, player):
        mine = player == self.__active_player__
        return self.moves_from(self.__last_knight_move__[self.__active_knight__ if mine else self.__inactive_knight__])
    def __apply_move__(self, move):
        before = self.__last_knight_move__[self.__active_knight__]
        if before != (-1, -1):
            self.__board_state__[before[0]][before[1]] = "X"
        self.__last_knight_move__[self.__active_knight__] = move
        self.__board_state__[move[0]][move[1]] = self.__knight_symbols__[self.__active_knight__]
        self.swap()
        self.move_count += 1
        return not self.get_active_moves(), None
    def forecast_move(self, move):
        twin = self.copy()
        return (twin,) + twin.__apply_move__(move)
"""

START = "7/7/7/7/7/7/7"
AFTER = "turn game=17 ply=2 side=w seed=2819 ms=150 pos=7/7/7/3N3/1n5/7/7 start=" + START + " moves=d4,b3 " \
    "legal c2 e2 b5 f5 c6 e6 f3"
FIRST_A1 = "class Agent:\n    def get_move(self, game, time_left):\n"
FIRST_B = "class Agent:\n    def __init__(self, player_id):\n        self.player_id = player_id\n" \
    "        self.queue = self.context = self.data = None\n    def get_action(self, state):\n"


def all_squares(width, height, without=()):
    names = [course_agent.square(r, c, height) for r in range(height) for c in range(width)]
    return " ".join(name for name in names if name not in without)


def wide(moves, side, legal, ms=100, start="11/11/11/11/11/11/11/11/11", game=1):
    """Returns a turn on 11x9."""
    return f"turn game={game} ply=0 side={side} seed=1 ms={ms} pos={start} start={start} moves={moves} legal {legal}"


class CourseAgent(unittest.TestCase):
    def play(self, files, lines, *options, agent="agent.py:Agent"):
        """Runs the program in a new repository, and returns the finished process."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            command = [sys.executable, "-u", "-c", SOURCE, str(Path(folder, agent)), *options]
            text = "".join(f"{line}\n" for line in lines)
            options = {"capture_output": True, "text": True, "timeout": 20, "cwd": tempfile.gettempdir()}
            return subprocess.run(command, input=text, **options)

    def answers(self, board, source, lines, *options, **more):
        """Returns the lines that come back, of an agent that must not fail."""
        done = self.play({"isolation.py": board, "agent.py": source}, lines, *options, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def refused(self, files, lines, *options, code=2, **more):
        """Returns the only line on standard error."""
        done = self.play(files, lines, *options, **more)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
        return done.stderr.strip()


class A1(CourseAgent):
    def test_plays_legally_on_both_sides(self):
        agent = FIRST_A1 + """
        assert game.active_player is self and game.inactive_player is not self and 0 < time_left() <= 150
        return min(game.get_legal_moves())
"""
        black = "turn game=18 ply=1 side=b seed=1 ms=150 new=1 pos=x start=" + START + " moves=d4 legal " \
            + all_squares(7, 7, ["d4"])
        self.assertEqual(self.answers(FLAT_BOARD, agent, [AFTER, "", "# a comment", black]), ["c6", "a7"])

    def test_answers_are_read_as_in_the_course(self):
        class Whole:  # as an integer of numpy: equal to an int, but none
            def __init__(self, value):
                self.value = value

            def __int__(self):
                return self.value

            def __eq__(self, other):
                return self.value == other

        turn = course_agent.parse_turn(AFTER)  # c2 is (5, 2)
        for answer, text in [
            ((5, 2), "c2"), ([5, 2], "c2"), ((5.0, 2.0), "c2"), ((Whole(5), Whole(2)), "c2"),
            ((float("inf"), (5, 2)), "c2"), ((3, (5, 2)), "c2"), (((5, 2), {"depth": 8}), "c2"),
            ([1.5, [5, 2], 9], "c2"),
            (None, "resign"), ((-1, -1), "resign"), ((float("-inf"), (-1, -1)), "resign"),
            ((0, 0), "a7"), ((9, 9), "illegal (9, 9)"), ((-1, 3), "illegal (-1, 3)"), ((), "illegal ()"),
            ("c2", "illegal 'c2'"), ("52", "illegal '52'"), (5, "illegal 5"), ({5: 1, 2: 1}, "illegal {5: 1, 2: 1}"),
            ((float("nan"), 2), "illegal (nan, 2)"), ((1, 2, 3), "illegal (1, 2, 3)"),
            ((None, None), "illegal (None, None)"),
        ]:
            with self.subTest(answer=answer):
                self.assertEqual(course_agent.answer_text(answer, turn), text)

    def test_answers_arrive(self):
        agent = "ANSWERS = [(-1, -1), None, (float('inf'), (5, 2)), ((5, 2), {'depth': 8}), (9, 9), 'x\\ny']\n" \
            + FIRST_A1 + "        return ANSWERS.pop(0)\n"
        self.assertEqual(self.answers(FLAT_BOARD, agent, [AFTER] * 6),
                         ["resign", "resign", "c2", "c2", "illegal (9, 9)", "illegal 'x\\ny'"])

    def test_prints_and_input_stay_apart(self):
        agent = "import os, subprocess, sys\nprint('a1')\n" + FIRST_A1 + """
        print("e2")
        os.write(1, b"e2\\n")
        sys.__stdout__.write("e2\\n")
        subprocess.call([sys.executable, "-c", "print('e2')"])
        assert sys.stdin.read() == "" and sys.argv[1:] == []
        return 5, 2
"""
        done = self.play({"isolation.py": FLAT_BOARD, "agent.py": agent}, [AFTER, AFTER])
        self.assertEqual((done.returncode, done.stdout), (0, "c2\nc2\n"), done.stderr)
        self.assertEqual((done.stderr.count("e2"), done.stderr.count("a1")), (8, 1))

    def test_failures_are_crashes(self):
        for failure in ("1 / 0", "raise SearchTimeout()", "import sys; sys.exit(0)", "input()"):
            agent = "class SearchTimeout(Exception): pass\n" + FIRST_A1 + "        " + failure + "\n"
            done = self.play({"isolation.py": FLAT_BOARD, "agent.py": agent}, [AFTER, AFTER])
            self.assertEqual((done.returncode, done.stdout), (1, ""), failure)
            self.assertIn("Traceback", done.stderr)

    def test_time_runs_by_cpu_or_wall_clock(self):
        deepening = FIRST_A1 + """
        while time_left() > 10: pass
        return 5, 2
"""
        begin = time.perf_counter()
        self.assertEqual(self.answers(FLAT_BOARD, deepening, [AFTER, AFTER.replace("ms=150", "ms=300")]), ["c2", "c2"])
        self.assertGreater(time.perf_counter() - begin, 0.4)
        sleeping = "import time\n" + FIRST_A1 + """
        time.sleep(0.2)
        return (5, 2) if time_left() > 100 else (5, 4)
"""
        self.assertEqual(self.answers(FLAT_BOARD, sleeping, [AFTER]), ["c2"])
        self.assertEqual(self.answers(FLAT_BOARD, sleeping, [AFTER], "--clock", "wall"), ["e2"])

    def test_default_limit(self):
        agent = FIRST_A1 + "        return (5, 2) if 100 < time_left() <= 150 else None\n"
        lines = [AFTER.replace("ms=150", "nodes=9000"), AFTER.replace("ms=150", "depth=3")]
        note, *answers = self.answers(FLAT_BOARD, agent, lines)
        self.assertEqual((note[:2], "150 ms" in note, answers), ("# ", True, ["c2", "c2"]))

    def test_every_game_has_a_new_agent_and_its_seed(self):
        agent = "import random\nclass Agent:\n    def __init__(self):\n        self.turns = 0\n" \
            "    def get_move(self, game, time_left):\n        self.turns += 1\n" \
            "        return 'turn', self.turns, random.randrange(10 ** 6)\n"
        lines = [AFTER, AFTER, AFTER.replace("game=17", "game=18"), AFTER.replace("game=17", "game=19")]
        answers = self.answers(FLAT_BOARD, agent, lines + [AFTER.replace("2819", "5")])
        self.assertEqual([answer.split(",")[1] for answer in answers], [" 1", " 2", " 1", " 1", " 1"])
        self.assertEqual(answers[0], answers[2])
        self.assertEqual(answers[0], answers[3])
        self.assertNotEqual(answers[0], answers[4])

    def test_board_is_advanced_as_a_copy(self):
        agent = FIRST_A1 + """
        moves = sorted(game.get_legal_moves())
        print(game.move_count)
        game.apply_move(moves[-1])
        return moves[0]
"""
        turns = [("d4,b3", "c2 e2 b5 f5 c6 e6 f3"), ("d4,b3,c2,d2", "a1 a3 b4 e1 e3"),
                 ("d4,b3,c2,d2,e3,b1", "f1 g2 c4 g4 f5 d1 d5"), ("d4,b3", "c2 e2 b5 f5 c6 e6 f3")]
        lines = [f"turn game=1 side=w seed=1 ms=99 start={START} moves={moves} legal {legal}" for moves, legal in turns]
        done = self.play({"isolation.py": FLAT_BOARD, "agent.py": agent}, lines)
        self.assertEqual((done.stdout, done.stderr), ("c6\nb4\nd5\nc6\n", "2\n4\n6\n2\n"))

    def test_start_with_closed_squares_and_knights(self):
        agent = FIRST_A1 + """
        print(game.get_player_location(self), game.get_player_location(game.inactive_player), game.move_count)
        return max(game.get_legal_moves())
"""
        line = "turn game=1 side=b seed=1 ms=99 start=7/7/x6/3N3/1n5/7/2x4 moves= legal a1 d2 c5"
        done = self.play({"isolation.py": FLAT_BOARD, "agent.py": agent}, [line])
        self.assertEqual((done.stdout, done.stderr), ("a1\n", "(4, 1) (3, 3) 5\n"))

    def test_other_sizes_and_many_files(self):
        agent = FIRST_A1 + "        return max(game.get_legal_moves(), key=lambda cell: cell[1])\n"
        start = "/".join(["30"] * 4)
        line = f"turn game=1 side=w seed=1 ms=99 start={start} moves= legal {all_squares(30, 4)}"
        self.assertEqual(self.answers(FLAT_BOARD, agent, [line]), ["ad4"])

    def test_board_in_a_package_and_its_own_changes(self):
        agent = "from isolation import EXTRA\nfrom helper import best\n" + FIRST_A1 + "        return best(game)\n"
        for init, module in (("from .isolation import Board\nEXTRA = 1\n", FLAT_BOARD), ("EXTRA = 1\n", FLAT_BOARD)):
            files = {"isolation/__init__.py": init, "isolation/isolation.py": module, "agent.py": agent,
                     "helper.py": "def best(game): return min(game.get_legal_moves())\n"}
            self.assertEqual(self.play(files, [AFTER]).stdout, "c6\n")
        other = FLAT_BOARD.replace("in blank]", "in blank][:2]")
        note, answer = self.answers(other, FIRST_A1 + "        return game.get_legal_moves()[0]\n", [AFTER])
        self.assertTrue(note.startswith("# ") and "2 legal moves" in note, note)
        self.assertIn(answer, AFTER.split())

    def test_unknown_board_starts_empty_only(self):
        board = FLAT_BOARD.replace("_board_state", "_cells")
        agent = FIRST_A1 + "        return min(game.get_legal_moves())\n"
        self.assertEqual(self.answers(board, agent, [AFTER]), ["c6"])
        line = "turn game=1 side=w seed=1 ms=99 start=x6/7/7/7/7/7/7 moves= legal " + all_squares(7, 7, ["a7"])
        files = {"isolation.py": board, "agent.py": agent}
        self.assertIn("unknown kind", self.refused(files, [line]))


class A0(CourseAgent):
    AGENT = """
def custom_score(game, player): return 0.0
class CustomPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, iterative=False, method="minimax", timeout=10.):
        assert iterative and method == "alphabeta"
    def get_move(self, game, legal_moves, time_left):
        assert sorted(legal_moves) == sorted(game.get_legal_moves()) and time_left() > 0
        return min(legal_moves)
"""

    def test_all_ages(self):
        first = f"turn game=2 side=b seed=1 ms=99 start={START} moves=d4 legal " + all_squares(7, 7, ["d4"])
        closed = "turn game=3 side=w seed=1 ms=99 start=xx5/7/1x5/3N3/1n5/7/7 moves= legal c2 e2 f5 c6 e6 f3"
        for board in (FLAT_BOARD, WRONG_BOARD, ROW_BOARD):
            answers = self.answers(board, self.AGENT, [AFTER, first, closed], agent="agent.py")
            self.assertEqual(answers, ["c6", "a7", "c6"])

    def test_required_arguments(self):
        agent = self.AGENT
        for default in ("=3", "=custom_score", "=False", '="minimax"', "=10."):
            agent = agent.replace(default, "")
        self.assertEqual(self.answers(FLAT_BOARD, agent, [AFTER], agent="agent.py:CustomPlayer"), ["c6"])
        agent = agent.replace("timeout)", "timeout, secret)")
        message = self.refused({"isolation.py": FLAT_BOARD, "agent.py": agent}, [AFTER], agent="agent.py")
        self.assertIn("'CustomPlayer' needs the arguments secret", message)


class B(CourseAgent):
    FILES = {"isolation/__init__.py": "from .isolation import *\n", "isolation/isolation.py": BIT_BOARD}

    def answers(self, agent, lines, *options):
        done = self.play({**self.FILES, "agent.py": agent}, lines, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_last_action_counts(self):
        agent = FIRST_B + """
        assert self.player_id == state.player()
        for action in sorted(state.actions()): self.queue.put(action)
"""
        lines = [wide("", "w", all_squares(11, 9)), wide("a9", "b", all_squares(11, 9, ["a9"]), game=2),
                 wide("a9,b9", "w", "b7 c8", game=3), wide("f5,g5", "w", "e7 g7 d6 h6 d4 h4 e3 g3", game=4)]
        # The largest actions: the top left cells, then -15 (ESE) in the corner and 27 (NNW) in the centre.
        self.assertEqual(self.answers(agent, lines), ["a9", "b9", "c8", "e7"])

    def test_start_positions(self):
        agent = FIRST_B + "        print(state.ply_count, state.locs)\n        self.queue.put(min(state.actions()))\n"
        start = "11/11/11/11/5N5/11/11/xxxxxxxxxx1/x8n1"
        done = self.play({**self.FILES, "agent.py": agent}, [wide("", "b", "i3 k3", start=start)])
        self.assertEqual((done.stdout, done.stderr), ("k3\n", "13 (57, 1)\n"))

    def test_search_without_end_is_stopped(self):
        tidy = "from isolation import StopSearch\n" + FIRST_B + """
        self.queue.put(state.actions()[0])
        self.queue.put(state.actions()[1])
        try:
            while True: pass
        except StopSearch:
            return
"""
        greedy = tidy.replace("except StopSearch", "except Exception").replace("return", "while True: pass")
        putting = FIRST_B + "        while True: self.queue.put(state.actions()[1])\n"
        line = wide("f5,g5", "w", "e7 g7 d6 h6 d4 h4 e3 g3")
        for agent in (tidy, greedy, putting):
            begin = time.perf_counter()
            self.assertEqual(self.answers(agent, [line, line]), ["h6", "h6"])
            self.assertLess(time.perf_counter() - begin, 3)

    @unittest.skipUnless(sys.platform == "linux", "measures another process by its clock")
    def test_answers_are_in_time(self):
        agent = FIRST_B + "        self.queue.put(state.actions()[0])\n        while True: pass\n"
        line = wide("f5,g5", "w", "e7 g7 d6 h6 d4 h4 e3 g3", ms=150)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "isolation.py").write_text(BIT_BOARD)
            Path(folder, "agent.py").write_text(agent)
            command = [sys.executable, "-u", "-c", SOURCE, str(Path(folder, "agent.py"))]
            pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
            with subprocess.Popen(command, **pipes) as child:
                clock = ~child.pid << 3 | 2  # the CPU clock of the process
                time.sleep(1)  # its start does not count
                for _ in range(3):
                    begin = time.clock_gettime(clock)
                    child.stdin.write(f"{line}\n".encode())
                    child.stdin.flush()
                    self.assertEqual(child.stdout.readline(), b"g7\n")
                    self.assertLess(time.clock_gettime(clock) - begin, 0.15)
                    child.send_signal(signal.SIGSTOP)  # as the host does while the opponent plays
                    time.sleep(0.02)
                    child.send_signal(signal.SIGCONT)
                child.stdin.close()
                self.assertEqual((child.wait(5), child.stderr.read()), (0, b""))

    def test_state_lives_in_context_only(self):
        agent = FIRST_B + """
        self.count = getattr(self, "count", 0) + 1
        self.context = (self.context or []) + [self.count]
        self.queue.put(repr(self.context))
        self.context.append("after the last action")
"""
        line = wide("f5,g5", "w", "e7 g7 d6 h6 d4 h4 e3 g3")
        lines = [line, line, line.replace("game=1", "game=2")]
        self.assertEqual(self.answers(agent, lines), ["illegal '[1]'", "illegal '[1, 1]'", "illegal '[1]'"])

    def test_odd_actions(self):
        agent = "PUT = [99, None, 12, 25.0, 25.5]\n" + FIRST_B \
            + "        self.context = (self.context or 0) + 1\n        self.queue.put(PUT[self.context - 1])\n"
        line = wide("f5,g5", "w", "e7 g7 d6 h6 d4 h4 e3 g3")
        self.assertEqual(self.answers(agent, [line] * 5), ["illegal 99", "resign", "g6", "g7", "illegal 25.5"])

    def test_failures(self):
        line = wide("f5,g5", "w", "e7 g7 d6 h6 d4 h4 e3 g3")
        self.assertEqual(self.answers(FIRST_B + "        pass\n", [line])[-1], "resign")
        done = self.play({**self.FILES, "agent.py": FIRST_B + "        1 / 0\n"}, [line])
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("ZeroDivisionError", done.stderr)
        late = FIRST_B + "        self.queue.put(state.actions()[0])\n        1 / 0\n"
        comment = "# get_action failed after its last action: ZeroDivisionError: division by zero"
        self.assertEqual(self.answers(late, [line] * 2), [comment, "g7"] * 2)
        timed = FIRST_B + "        left = self.queue._TimedQueue__stop_time - time.perf_counter()\n" \
            "        self.queue.put(state.actions()[0] if 0 < left < 1 else None)\n"
        self.assertEqual(self.answers("import time\n" + timed, [line]), ["g7"])
        message = self.refused({**self.FILES, "agent.py": FIRST_B + "        pass\n"}, [AFTER])
        self.assertEqual(message, "the agent's board is 11x9, not 7x7")


class C(CourseAgent):
    AGENT = """
class CustomPlayer:
    def __init__(self, search_depth=4):
        import helper
        self.pick = helper.pick
    def move(self, game, time_left):
        assert len(game.forecast_move(game.get_active_moves()[0])) == 3 and time_left() > 0
        print(game.get_player_moves(self) == game.get_active_moves(), game.move_count)
        return self.pick(game.get_player_moves(self))
"""
    FILES = {"isolation.py": NAMED_BOARD, "agent.py": "import isolation\n" + AGENT, "helper.py": "pick = min\n"}

    def test_plays(self):
        start = "/".join("9" * 9)
        lines = [f"turn game=1 side=w seed=1 ms=99 start={start} moves= legal {all_squares(9, 9)}",
                 f"turn game=1 side=w seed=1 start={start} moves=a9,e5 legal b7 c8",
                 f"turn game=2 side=b seed=1 start={start} moves=a9,e5,b7 legal d7 f7 c6 g6 c4 g4 d3 f3",
                 "turn game=3 side=b seed=1 ms=99 start=9/9/9/9/4n4/9/9/9/N8 moves= legal d7 f7 c6 g6 c4 g4 d3 f3",
                 "turn game=4 side=w seed=1 ms=99 start=x8/2x6/9/9/4n4/9/9/9/N8 moves= legal b3 c2"]
        done = self.play(self.FILES, lines, agent="agent.py:CustomPlayer")
        self.assertEqual((done.returncode, done.stderr), (0, "True 0\nTrue 2\nTrue 3\nTrue 3\nTrue 4\n"))
        note = "# a course agent knows no depth or node limit: it gets 1000 ms a move"
        self.assertEqual(done.stdout.splitlines(), ["a9", note, "c8", "d7", "d7", "b3"])


class Refusals(CourseAgent):
    TWO = "class MinimaxPlayer:\n    def get_move(self, game, time_left): pass\n" \
        "class AlphaBetaPlayer(MinimaxPlayer): pass\nclass Helper: pass\n"

    def test_classes(self):
        files = {"isolation.py": FLAT_BOARD, "game_agent.py": self.TWO}
        for agent, message in [
            ("game_agent.py:Foo", "no class 'Foo' in game_agent.py; it has AlphaBetaPlayer, MinimaxPlayer"),
            ("game_agent.py", "no class given for game_agent.py; it has AlphaBetaPlayer, MinimaxPlayer; "
                              "name one as game_agent.py:CLASS"),
            ("game_agent.py:Helper", "class 'Helper' in game_agent.py has no get_move, get_action or move; "
                                     "it has AlphaBetaPlayer, MinimaxPlayer"),
        ]:
            self.assertEqual(self.refused(files, [AFTER], agent=agent), message)

    def test_files(self):
        files = {"isolation.py": FLAT_BOARD, "agent.py": "import no_such\n", "agent.txt": "", "half.py": "def ("}
        self.assertIn("no file ", self.refused(files, [], agent="absent.py:Agent"))
        self.assertIn("agent.txt is not a Python file", self.refused(files, [], agent="agent.txt"))
        self.assertIn("SyntaxError", self.refused(files, [], agent="half.py"))
        message = "cannot import agent.py: ModuleNotFoundError: No module named 'no_such'"
        self.assertIn(message, self.refused(files, []))
        files = {"agent.py": FIRST_A1 + "        pass\n"}
        self.assertIn("no module isolation beside agent.py", self.refused(files, []))

    def test_options(self):
        files = {"agent.py": FIRST_A1 + "        pass\n"}
        self.assertEqual(self.refused(files, [], "--board", "drop-in"),
                         "board=drop-in needs the Python package lastknight; use board=own, or install it")
        self.assertIn("usage:", self.refused(files, [], "--board", "none"))

    def test_help(self):
        for option in ("-h", "--help"):
            done = subprocess.run([sys.executable, "-c", SOURCE, option], capture_output=True, text=True, timeout=20)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("FILE[:CLASS] [--board own|drop-in]", done.stdout)

    def test_drop_in_comes_before_the_agent(self):
        course = "import sys, types\ndef guess_dialect(files):\n    return f'{len(files)} file'\n" \
            "def install(dialect, folder):\n    module = types.ModuleType('isolation')\n" \
            f"    exec({FLAT_BOARD!r}, module.__dict__)\n" \
            "    module.CALL = (dialect, folder)\n    sys.modules['isolation'] = module\n"
        runner = "import sys; sys.path.insert(0, sys.argv.pop(1)); SOURCE = sys.argv.pop(1); exec(SOURCE)"
        agent = "import os\nfrom isolation import CALL\n" + FIRST_A1 \
            + "        return CALL[0] if CALL[1] == os.path.dirname(__file__) else CALL\n"
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "lastknight").mkdir()
            Path(folder, "lastknight", "__init__.py").write_text("")
            Path(folder, "lastknight", "course.py").write_text(course)
            Path(folder, "agent.py").write_text(agent)
            path = str(Path(folder, "agent.py"))
            command = [sys.executable, "-c", runner, folder, SOURCE, path, "--board", "drop-in"]
            done = subprocess.run(command, input=AFTER + "\n", capture_output=True, text=True, timeout=20)
            self.assertEqual((done.stdout, done.stderr), ("illegal '1 file'\n", ""))

    def test_input(self):
        files = {"isolation.py": FLAT_BOARD, "agent.py": FIRST_A1 + "        pass\n"}
        for line, message in [
            ("go", "not a turn: 'go'"), (AFTER.replace("side=w", "side=x"), "not a turn"),
            (AFTER.replace("side=w", "side=b"), "not the turn of side=b"),
            (AFTER.replace("d4,", "d8,"), "no square 'd8'"), (AFTER.replace("ms=150", "ms=soon"), "not a number"),
            (AFTER.replace("start=7/", "start=8/"), "not a position"),
            (AFTER.replace("start=7/", "start=q6/"), "not a position"),
        ]:
            self.assertIn(message, self.refused(files, [line]))


class Creation(unittest.TestCase):
    def test_a_class_without_a_module(self):
        names = {"__name__": "not_imported"}
        exec("class Agent:\n    def __init__(self, search_depth):\n        self.search_depth = search_depth\n", names)
        self.assertEqual(course_agent.create(names["Agent"], "A1", 0).search_depth, 3)


class Squares(unittest.TestCase):
    def test_names(self):
        board = course_agent.parse_position("/".join(["60"] * 3))
        self.assertEqual((board.width, board.height), (60, 3))
        self.assertEqual([course_agent.square(0, c, 3) for c in (0, 25, 26, 51, 52)], ["a3", "z3", "aa3", "az3", "ba3"])
        for row in range(3):
            for col in range(60):
                self.assertEqual(course_agent.cell_of(course_agent.square(row, col, 3), board), (row, col))

    def test_positions(self):
        board = course_agent.parse_position("3N3/x1n4")
        self.assertEqual(board, course_agent.Position(7, 2, [(1, 0)], ((0, 3), (1, 2))))


if __name__ == "__main__":
    unittest.main()
