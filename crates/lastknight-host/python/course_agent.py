"""Plays a course's Isolation agent, unmodified, over the line protocol `turns`.

    python3 -m lastknight.agent FILE[:CLASS] [--board own|drop-in] [--clock cpu|wall]
    python3 -u -c SOURCE FILE[:CLASS] ...

Reads one `turn` line per move from standard input and answers with a square or `resign`. Lines that begin with `#` are
for the log. Exit codes: 0 when the input ends, 1 when the agent fails, 2 when the input or the agent cannot be used.

Dialects, found by the methods of the class (rows count from the top, as in the courses):
  A1  get_move(game, time_left)               (row, col) on isolation.Board
  A0  get_move(game, legal_moves, time_left)  the same, with the arguments of its tournament: iterative alpha-beta
  B   get_action(state)                       actions put into self.queue; the last one before the limit counts
  C   move(game, time_left)                   (row, col) on the Board of CS 6601

Every game gets a new agent object. In B every turn runs on a deep copy of it, and only `context` is carried over, as in
the course. The clock of a turn starts when its line arrives, so creating the agent and setting up the board count too.
"""
from __future__ import annotations

import argparse
import copy
import importlib
import importlib.util
import inspect
import os
import pickle
import queue
import random
import re
import sys
import threading
import time
import traceback
from collections import namedtuple

try:  # CPython alone can end a thread; elsewhere a search ends at its next put
    import ctypes
    raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc
except (ImportError, AttributeError):
    raise_in_thread = None

METHODS = {"get_action": "B", "get_move": "A1", "move": "C"}
DEFAULT_MS = {"A0": 150, "A1": 150, "B": 150, "C": 1000}  # for turns without a time limit
MARGIN_MS = 5  # B agents search until they are stopped: stop them early, so the answer is on time

Position = namedtuple("Position", "width height blocked knights")  # cells are (row, col); knights White's, Black's
Turn = namedtuple("Turn", "game side seed ms start first moves legal")  # sides are 0 and 1; first moves at the start


class Fail(Exception):
    """Ends the program with one line on standard error and exit code 2."""


class Opponent:
    """Stands for the other player on the course's board."""


class Stop(BaseException):
    """Ends a B agent's search that catches the StopSearch of its board, or has none."""


def square(row: int, col: int, height: int) -> str:
    """Returns the name of a cell: (0, 0) is a7 on a board of height 7."""
    letters = ""
    while col >= 0:
        letters = chr(ord("a") + col % 26) + letters
        col = col // 26 - 1
    return f"{letters}{height - row}"


def cell_of(name: str, board: Position) -> tuple:
    """Returns the (row, col) of a square."""
    found = re.fullmatch(r"([a-z]+)([1-9][0-9]*)", name)
    col = -1
    for letter in found[1] if found else "":
        col = (col + 1) * 26 + ord(letter) - ord("a")
    row = board.height - int(found[2]) if found else -1
    if not (0 <= row < board.height and 0 <= col < board.width):
        raise Fail(f"no square '{name}' on a board of {board.width}x{board.height}")
    return row, col


def parse_position(text: str) -> Position:
    """Reads the rows of a position, from the top down."""
    rows = [[cell for run, sign in re.findall(r"([0-9]+)|(.)", row) for cell in (sign or "." * int(run))]
            for row in text.split("/")]
    flat = "".join(map("".join, rows))
    if not rows[0] or len(set(map(len, rows))) > 1 or set(flat) - set(".xNn") or max(map(flat.count, "Nn")) > 1:
        raise Fail(f"not a position: '{text}'")
    blocked, *knights = ([(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == sign]
                         for sign in "xNn")
    return Position(len(rows[0]), len(rows), blocked, tuple(cells[0] if cells else None for cells in knights))


def parse_turn(line: str) -> Turn:
    """Reads a `turn` line. Unknown keys are ignored."""
    words = line.split()
    head, legal = (words[:words.index("legal")], words[words.index("legal") + 1:]) if "legal" in words else (words, [])
    keys = dict(word.split("=", 1) for word in head[1:] if "=" in word)
    if head[:1] != ["turn"] or keys.get("side") not in ("w", "b") or not (keys.get("start") or keys.get("pos")):
        raise Fail(f"not a turn: '{line.strip()}'; expected turn ... side=w|b ... start=POSITION moves=... legal ...")
    if not keys.get("start"):
        keys.update(start=keys["pos"], moves="")
    start = parse_position(keys["start"])
    moves = [cell_of(name, start) for name in keys.get("moves", "").split(",") if name]
    side = int(keys["side"] == "b")
    first = (side + len(moves)) % 2
    if None in start.knights and first != int(start.knights[0] is not None):
        raise Fail(f"it is not the turn of side={keys['side']}: '{line.strip()}'")
    try:
        ms = float(keys["ms"]) if "ms" in keys else None
        seed = int(keys.get("seed", 0))
    except ValueError as error:
        raise Fail(f"not a number in '{line.strip()}': {error}") from None
    return Turn(keys.get("game"), side, seed, ms, start, first, moves, {cell_of(name, start) for name in legal})


def import_file(path: str):
    """Imports the agent's file. Its folder comes first on the path, twice: the board of C overwrites sys.path[0]."""
    folder, base = os.path.split(os.path.abspath(path))
    sys.path[:0] = [folder, folder]
    sys.argv = [path]
    stem = os.path.splitext(base)[0]
    spec = importlib.util.spec_from_file_location(stem, os.path.join(folder, base))
    if spec is None:
        raise Fail(f"{base} is not a Python file; name the agent as FILE:CLASS")
    module = importlib.util.module_from_spec(spec)
    sys.modules[stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise Fail(f"cannot import {base}: {summary(error)}; try: python3 {base}") from error
    return module


def summary(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def find_class(module, name: str, base: str):
    """Returns the agent's class: the named one, or the only one with a method of the courses."""
    classes = {key: value for key, value in vars(module).items() if inspect.isclass(value)}
    agents = sorted(key for key, value in classes.items()
                    if value.__module__ == module.__name__ and any(callable(getattr(value, m, None)) for m in METHODS))
    if not name and len(agents) == 1:
        return classes[agents[0]]
    there = f"it has {', '.join(agents)}" if agents else "it has no class with get_move, get_action or move"
    if not name:
        raise Fail(f"no class given for {base}; {there}; name one as {base}:CLASS")
    if name not in classes:
        raise Fail(f"no class '{name}' in {base}; {there}")
    if not any(callable(getattr(classes[name], method, None)) for method in METHODS):
        raise Fail(f"class '{name}' in {base} has no get_move, get_action or move; {there}")
    return classes[name]


def find_dialect(cls) -> tuple:
    """Returns the dialect, the name of the method, and whether it takes the legal moves."""
    method = next(name for name in METHODS if callable(getattr(cls, name, None)))
    try:
        parameters = list(inspect.signature(getattr(cls, method)).parameters.values())[1:]
    except ValueError:
        parameters = []
    needed = [p for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    takes_moves = method != "get_action" and (len(needed) > 2 or any(p.name.startswith("legal") for p in needed))
    return "A0" if takes_moves and method == "get_move" else METHODS[method], method, takes_moves


def install_drop_in(path: str) -> None:
    """Lets the package lastknight provide `isolation`, before the agent imports it."""
    try:
        course = importlib.import_module("lastknight.course")
    except ImportError:
        raise Fail("board=drop-in needs the Python package lastknight; use board=own, or install it") from None
    try:
        course.install(course.guess_dialect([path]), folder=os.path.dirname(os.path.abspath(path)))
    except ValueError as error:
        raise Fail(f"{os.path.basename(path)}: {error}") from None


def import_board(name: str, base: str):
    """Returns the module that defines the board class `name`: `isolation`, or the module of that name inside."""
    error = None
    for module in ("isolation", "isolation.isolation"):
        try:
            board = importlib.import_module(module)
            if hasattr(board, name):
                return board
        except Exception as caught:  # the module belongs to the agent's repository: anything may happen
            error = error or caught
    why = f": {summary(error)}" if error else f" with a class {name}"
    raise Fail(f"no module isolation beside {base}{why}; board=own needs the course's board there")


def create(cls, dialect: str, side: int):
    """Creates an agent: with no arguments if possible, otherwise with those of the course's tournament."""
    try:
        parameters = inspect.signature(cls).parameters
    except ValueError:
        parameters = {}
    if dialect == "B" and "player_id" not in parameters:
        return cls(side) if parameters else cls()
    known = {"player_id": side, "search_depth": 3, "timeout": 10.0, "method": "alphabeta", "iterative": True,
             "score_fn": getattr(sys.modules.get(cls.__module__), "custom_score", None), "name": cls.__name__}
    forced = {"A0": ("method", "iterative"), "B": ("player_id",)}.get(dialect, ())
    needed = [p.name for p in parameters.values() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
              and (p.default is p.empty or p.name in forced)]
    unknown = [name for name in needed if known.get(name) is None]
    if unknown:
        raise Fail(f"class '{cls.__name__}' needs the arguments {', '.join(unknown)}; give them defaults")
    return cls(**{name: known[name] for name in needed})


def copy_agent(agent):
    """Returns a copy of a B agent for one turn. Its data and other large tables are shared."""
    try:
        large = [value for name, value in vars(agent).items()
                 if name == "data" or isinstance(value, (dict, list, set, tuple)) and len(value) > 10_000]
        return copy.deepcopy(agent, {id(value): value for value in large})
    except Exception:  # members that cannot be copied, such as locks
        return copy.copy(agent)


def snapshot(value):
    """Returns a function that returns a value as it is now, if it can be pickled."""
    try:
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except Exception:  # a value of the agent: anything may happen
        return lambda: value
    return lambda: pickle.loads(data)


class SearchThread(threading.Thread):
    """Runs a search that can be stopped from outside."""

    def __init__(self, search):
        super().__init__(daemon=True)
        self.search, self.is_over, self.end = search, False, threading.Lock()

    def run(self):
        try:
            self.search()
        except BaseException:  # a stop that came while the search ended
            pass
        while not self.is_over:
            try:
                with self.end:
                    self.is_over = True
                for _ in range(100):  # the last stop arrives here, not in the thread's own code
                    pass
            except BaseException:
                pass

    def stop(self, *stops, seconds: float = 0.001) -> None:
        """Raises exceptions in a search that still runs, one after the other, until it ends."""
        for stop in stops:
            if not raise_in_thread or not self.is_alive():
                return
            with self.end:
                if not self.is_over:
                    raise_in_thread(ctypes.c_ulong(self.ident), ctypes.py_object(stop))
            self.join(seconds)


def plies_of(start: Position, first: int) -> int:
    """Returns a move count for a start position: the closed squares, adjusted to the side to move."""
    if None in start.knights:
        return first
    count = len(start.blocked) + 2
    return count + (count + first) % 2


def write_state(board, start: Position, first: int) -> bool:
    """Writes a start position into the private state of a board of A or C. Returns false if that is unknown."""
    blank, unmoved = getattr(board, "BLANK", 0), getattr(board, "NOT_MOVED", None)
    closed = start.blocked + [cell for cell in start.knights if cell]
    flat, rows = getattr(board, "_board_state", None), getattr(board, "__board_state__", None)
    if flat is not None and len(flat) == start.width * start.height + 3:  # A1, and A0 from 2017-02-19 on
        index = {(r, c): r + c * start.height for r in range(start.height) for c in range(start.width)}
        flat = [blank] * len(index) + [first] + [index.get(knight, unmoved) for knight in reversed(start.knights)]
        for cell in closed:
            flat[index[cell]] = 1
        board._board_state = flat
        players = (board._player_1, board._player_2)
        board._active_player, board._inactive_player = players[first], players[1 - first]
    elif hasattr(board, "set_state") and hasattr(board, "__knight_symbols__"):  # C
        marks = {cell: f"K{side + 1}" for side, cell in enumerate(start.knights)}
        marks.update((cell, board.BLOCKED) for cell in start.blocked)
        cells = [[marks.get((r, c), blank) for c in range(start.width)] for r in range(start.height)]
        board.set_state(cells, first == 0)
    elif isinstance(rows, list) and hasattr(board, "__last_player_move__"):  # A0 before
        players = (board.__player_1__, board.__player_2__)
        for row in rows:
            row[:] = [blank] * start.width
        for row, col in start.blocked:
            rows[row][col] = 3  # closed, and no player's symbol
        for player, knight in zip(players, start.knights):
            board.__last_player_move__[player] = unmoved if knight is None else knight
            if knight:
                rows[knight[0]][knight[1]] = board.__player_symbols__[player]
        board.__active_player__, board.__inactive_player__ = players[first], players[1 - first]
    else:
        return False
    board.move_count = plies_of(start, first)
    return True


def as_cell(answer):
    """Returns an answer as a (row, col) of ints, or None. Lists and numbers of numpy count."""
    try:
        pair = tuple(answer)
        cell = tuple(int(value) for value in pair)
        return cell if len(cell) == 2 and cell == pair and not isinstance(answer, (dict, set)) else None
    except (TypeError, ValueError, OverflowError):
        return None


def answer_text(answer, turn: Turn) -> str:
    """Returns the protocol's answer for what an agent of A or C returned: also (score, move) and (move, details)."""
    parts = [answer] + (list(answer) if isinstance(answer, (tuple, list)) else [])
    cells = [cell for cell in map(as_cell, parts) if cell is not None]
    cell = next((cell for cell in cells if cell in turn.legal), cells[0] if cells else None)
    if answer is None or (cell == (-1, -1)):
        return "resign"
    if cell and 0 <= cell[0] < turn.start.height and 0 <= cell[1] < turn.start.width:
        return square(*cell, turn.start.height)
    return illegal(answer if cell is None else cell)


def one_line(answer) -> str:
    return " ".join(repr(answer).split())[:80]


def illegal(answer) -> str:
    return f"illegal {one_line(answer)}"


class BoardGame:
    """One game of an agent of A or C, on the board class beside it."""

    def __init__(self, cls, call: tuple, board_module, turn: Turn):
        self.dialect, self.method, self.takes_moves = call
        self.board_class, self.told, self.turn = board_module.Board, False, None
        self.agent = create(cls, self.dialect, turn.side)

    def set_up(self, turn: Turn):
        """Returns a copy of the board with the moves so far, its legal moves, and whether the game has the same."""
        if self.turn and self.turn.start == turn.start and turn.moves[:len(self.turn.moves)] == self.turn.moves:
            board, done = self.board, len(self.turn.moves)
        else:
            players = (self.agent, Opponent()) if turn.side == 0 else (Opponent(), self.agent)
            board, done = self.board_class(*players, width=turn.start.width, height=turn.start.height), 0
            cells = {(r, c) for r in range(turn.start.height) for c in range(turn.start.width)}
            empty = not turn.start.blocked and turn.start.knights == (None, None)
            moves_of = getattr(board, "get_legal_moves", None) or board.get_player_moves
            # An empty board is left as it is, unless it begins with a closed cell (A0 of 2017-02-19 to 03-27).
            if not empty or any(set(map(tuple, moves_of(player))) != cells for player in players):
                if not write_state(board, turn.start, turn.first) and not empty:
                    raise Fail("the board beside the agent is of an unknown kind: it can only start empty")
        apply = getattr(board, "apply_move", None) or board.__apply_move__
        for move in turn.moves[done:]:
            apply(move)
        self.board, self.turn = board, turn
        moves = board.get_legal_moves() if hasattr(board, "get_legal_moves") else board.get_active_moves()
        return board.copy(), moves, set(map(tuple, moves)) == turn.legal

    def answer(self, turn: Turn, position: tuple, left, send) -> str:
        game, moves, agrees = position
        if not agrees and not self.told:
            self.told = True
            send(f"# the board beside the agent has {len(moves)} legal moves, the game has {len(turn.legal)}")
        arguments = (game, moves, left) if self.takes_moves else (game, left)
        return answer_text(getattr(self.agent, self.method)(*arguments), turn)

    def rest(self) -> None:
        """Nothing runs after an answer."""


class ActionQueue(queue.Queue):
    """The queue of a B agent: remembers the last action, and ends the search at the first one after the limit."""

    def __init__(self, agent, left, stop):
        super().__init__()
        self.agent, self.left, self.stop, self.last = agent, left, stop, None

    @property
    def _TimedQueue__stop_time(self):
        """The end of the turn by `time.perf_counter`: agents read this private name of the course's queue."""
        return time.perf_counter() + self.left() / 1000

    def put(self, item, block=True, timeout=None):
        if self.left() <= 0:
            raise self.stop
        self.last = (item, snapshot(getattr(self.agent, "context", None)))
        super().put(item)


class QueueGame:
    """One game of an agent of B. The search runs in a thread, so that the time limit can end it."""

    def __init__(self, cls, call: tuple, board_module, turn: Turn):
        self.state_class, self.stop = board_module.Isolation, getattr(board_module, "StopSearch", Stop)
        details = sys.modules[self.state_class.__module__]
        self.width, self.height = getattr(details, "_WIDTH", 11), getattr(details, "_HEIGHT", 9)
        self.agent, self.thread = create(cls, "B", turn.side), None
        sys.setswitchinterval(0.001)

    def set_up(self, turn: Turn):
        """Returns the state with the moves so far. Bit 0 is the bottom right cell; rows are two bits apart."""
        if (turn.start.width, turn.start.height) != (self.width, self.height):
            raise Fail(f"the agent's board is {self.width}x{self.height}, not {turn.start.width}x{turn.start.height}")
        bit = lambda cell: (self.height - 1 - cell[0]) * (self.width + 2) + self.width - 1 - cell[1]
        board = self.state_class().board
        for cell in turn.start.blocked + [cell for cell in turn.start.knights if cell]:
            board &= ~(1 << bit(cell))
        locs = tuple(cell and bit(cell) for cell in turn.start.knights)
        state = self.state_class(board=board, ply_count=plies_of(turn.start, turn.first), locs=locs)
        for move in turn.moves:
            here = state.locs[state.player()]
            action = bit(move) if here is None else bit(move) - here
            state = state.result(next((known for known in state.actions() if known == action), action))
        return state

    def answer(self, turn: Turn, state, left, send) -> str:
        margin = min(MARGIN_MS, left() / 4)
        early = lambda: left() - margin
        failed = []
        agent = copy_agent(self.agent)
        agent.queue = box = ActionQueue(agent, early, self.stop)

        def search():
            try:
                agent.get_action(state)
            except (self.stop, Stop):
                pass
            except BaseException as error:
                failed.append(error)

        self.thread = SearchThread(search)
        self.thread.start()
        while self.thread.is_alive() and early() > 0:
            self.thread.join(min(early() / 1000, 0.05) if early() > 0 else 0)
        last = box.last
        if failed and last is None:
            raise failed[0]
        self.thread.stop(self.stop, Stop)
        if last is None:
            send("# get_action put no action into the queue before the limit")
            return "resign"
        if failed:
            send(f"# get_action failed after its last action: {summary(failed[0])}")
        action, context = last
        self.agent.context = context()
        return self.name(action, state)

    def name(self, action, state) -> str:
        """Returns the square that an action leads to."""
        try:
            row, col = divmod((state.locs[state.player()] or 0) + int(action), self.width + 2)
            inside = 0 <= row < self.height and col < self.width and int(action) == action
        except (TypeError, ValueError, OverflowError):
            return "resign" if action is None else illegal(action)
        return square(self.height - 1 - row, self.width - 1 - col, self.height) if inside else illegal(action)

    def rest(self) -> None:
        """Tries for a second to end a search that goes on after its answer."""
        self.thread.stop(*[Stop] * 100, seconds=0.01)


def take_pipes() -> tuple:
    """Returns the protocol's input and a function that sends a line. The agent's prints go to standard error, and it
    reads an empty standard input."""
    source = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    target = os.dup(1)
    empty, end = os.pipe()
    os.close(end)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, lambda text: os.write(target, f"{text}\n".encode("utf-8", "backslashreplace"))


def seed_generators(seed: int) -> None:
    """Seeds the generators that agents use."""
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % 2**32)


def set_up(game, turn: Turn):
    """Sets up the position of a turn. The board belongs to the agent's repository, so any error may come."""
    try:
        return game.set_up(turn)
    except Exception as error:
        raise error if isinstance(error, Fail) else Fail(f"the board beside the agent fails: {summary(error)}")


def serve(source, send, cls, call: tuple, board_module, clock) -> int:
    """Answers turns until the input ends. Returns the exit code."""
    game = number = None
    default, told = DEFAULT_MS[call[0]], False
    for line in source:
        begin = clock()
        if not line.strip() or line.startswith("#"):
            continue
        turn = parse_turn(line)
        if turn.ms is None and not told:
            told = True
            send(f"# a course agent knows no depth or node limit: it gets {default} ms a move")
        limit = default if turn.ms is None else turn.ms
        left = lambda limit=limit, begin=begin: limit - (clock() - begin) * 1000
        try:
            if game is None or turn.game != number:
                seed_generators(turn.seed)
                game, number = (QueueGame if call[0] == "B" else BoardGame)(cls, call, board_module, turn), turn.game
            answer = game.answer(turn, set_up(game, turn), left, send)
        except Fail:
            raise
        except (Exception, SystemExit):
            traceback.print_exc()
            return 1
        send(answer)
        game.rest()
    return 0


def main(arguments: list) -> int:
    def refuse(message):
        raise Fail(f"{message}; usage: FILE[:CLASS] [--board own|drop-in] [--clock cpu|wall]")

    if {"-h", "--help"} & set(arguments):
        print(__doc__.strip())
        return 0
    parser = argparse.ArgumentParser(prog="course_agent", add_help=False)
    parser.error = refuse
    parser.add_argument("agent")
    parser.add_argument("--board", choices=("own", "drop-in"), default="own")
    parser.add_argument("--clock", choices=("cpu", "wall"), default="cpu")
    source, send = take_pipes()
    try:
        options = parser.parse_args(arguments)
        path, colon, name = options.agent.rpartition(":")
        if not colon or not name.isidentifier():
            path, name = options.agent, ""
        if not os.path.isfile(path):
            raise Fail(f"no file {path}; name the agent as FILE:CLASS")
        if options.board == "drop-in":
            install_drop_in(path)
        module = import_file(path)
        cls = find_class(module, name, os.path.basename(path))
        call = find_dialect(cls)
        board_module = import_board("Isolation" if call[0] == "B" else "Board", os.path.basename(path))
        clock = time.process_time if options.clock == "cpu" else time.perf_counter
        return serve(source, send, cls, call, board_module, clock)
    except Fail as failure:
        print(failure, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
