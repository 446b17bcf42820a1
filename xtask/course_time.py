"""Measures the course's Python board, for docs/course-time.md.

usage: python3 xtask/course_time.py CHECKOUT

CHECKOUT is a copy of the course's repository (udacity/AIND-Isolation): of January 2017 for the first board, of April 2017 or
later for the second. Times are CPU time in microseconds, the median of five rounds.
"""

import random
import statistics
import sys
import time

sys.path.insert(0, sys.argv[1])
from isolation import Board  # noqa: E402

JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def improved(board, player):
    if board.is_loser(player):
        return float("-inf")
    if board.is_winner(player):
        return float("inf")
    return len(board.get_legal_moves(player)) - len(board.get_legal_moves(board.get_opponent(player)))


class Searcher:
    """Plain alpha-beta with one timer check per node."""

    def __init__(self):
        self.nodes = 0

    def value(self, board, depth, alpha=float("-inf"), beta=float("inf"), own=True):
        self.nodes += 1
        time.perf_counter()
        moves = board.get_legal_moves()
        if depth == 0 or not moves:
            return improved(board, self)
        best = float("-inf") if own else float("inf")
        for move in moves:
            value = self.value(board.forecast_move(move), depth - 1, alpha, beta, not own)
            best = max(best, value) if own else min(best, value)
            alpha, beta = (max(alpha, best), beta) if own else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best


def neighbours(board, player):
    row, column = board.get_player_location(player)
    return [move for move in ((row + r, column + c) for r, c in STEPS) if board.move_is_legal(move)]


def flood(board, player):
    found = board.get_legal_moves(player)
    while True:
        near = [(r + y, c + x) for r, c in found for y, x in JUMPS if board.move_is_legal((r + y, c + x))]
        larger = list(set(found) | set(near))
        if len(larger) == len(found):
            return found
        found = larger


def drill(square, blanks, depth):
    """The number of calls that look further."""
    if depth == 0:
        return 0
    moves = [(square[0] + y, square[1] + x) for y, x in JUMPS if (square[0] + y, square[1] + x) in blanks]
    calls = 1
    for move in moves:
        rest = blanks[:]
        rest.remove(move)
        calls += drill(move, rest, depth - 1)
    return calls


def position(plies):
    while True:
        board = Board(Searcher(), Searcher())
        for _ in range(plies):
            moves = board.get_legal_moves()
            if not moves:
                break
            board.apply_move(random.choice(moves))
        players = (board.active_player, board.inactive_player)
        if board.move_count == plies and all(board.get_legal_moves(player) for player in players):
            return board


def microseconds(boards, work):
    def one_round():
        start = time.process_time()
        for board in boards:
            work(board)
        return 1e6 * (time.process_time() - start) / len(boards)

    return statistics.median(one_round() for _ in range(5))


def main():
    random.seed(1)
    for plies in (4, 12, 20):
        boards = [position(plies) for _ in range(60)]

        def search(board):
            board.active_player.nodes = 0
            board.active_player.value(board, 4)

        whole = microseconds(boards, search)
        nodes = sum(board.active_player.nodes for board in boards) / len(boards)
        moves = microseconds(boards, lambda board: board.get_legal_moves())
        calls = sum(drill(board.get_player_location(board.active_player), board.get_blank_spaces(), 5) for board in boards)
        times = {
            "node with improved": whole / nodes,
            "get_legal_moves": moves,
            "improved": microseconds(boards, lambda board: improved(board, board.active_player)),
            "neighbours": microseconds(boards, lambda board: neighbours(board, board.active_player)),
            "get_blank_spaces": microseconds(boards, lambda board: board.get_blank_spaces()),
            "flood": microseconds(boards, lambda board: flood(board, board.active_player)),
            "call of drilldown": microseconds(
                boards,
                lambda board: drill(board.get_player_location(board.active_player), board.get_blank_spaces(), 5),
            )
            / (calls / len(boards)),
        }
        print(f"ply {plies}: " + ", ".join(f"{name} {value:.1f} ({value / moves:.1f})" for name, value in times.items()))


main()
