"""C: works on its own copy of the rows, and on a board made by set_state."""
from isolation import Board, game_as_text  # noqa: F401


class Botfight:
    def move(self, game, time_left):
        rows = game.get_state()
        board = Board(self, None, game.width, game.height)
        board.set_state(rows, game.get_active_players_knight() == game.__knight_1__)
        assert sorted(board.get_active_moves()) == sorted(game.get_active_moves())
        assert game.__board_state__ == rows and time_left() > 0
        print(game.print_board(game.get_active_moves()))
        return list(game.get_active_moves()[-1])
