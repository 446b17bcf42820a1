// A starter agent for knight's Isolation. It speaks the turns protocol: one line in, one move out.
//
// Build:  g++ -O2 -std=c++17 agent.cpp -o agent
// Check:  lastknight agent check './agent'
// Play:   lastknight match 'process("./agent")' 'alphabeta(improved, depth=3)'
#include <cctype>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const int JUMPS[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};

// A square is row * width + column, 0 at the top left. White is player 0, Black player 1.
struct Position {
    int width = 0, height = 1;
    std::vector<bool> open;     // for each square: it is not blocked
    int knights[2] = {-1, -1};  // squares of both knights, -1 before the placement
    int side = 0;               // player to move

    // Returns the moves that a player would have if it were to move.
    std::vector<int> moves(int player) const {
        std::vector<int> result;
        const int knight = knights[player];
        if (knight < 0) {
            for (int to = 0; to < width * height; ++to)
                if (open[to]) result.push_back(to);
            return result;
        }
        for (const auto& [r, c] : JUMPS) {
            const int row = knight / width + r, column = knight % width + c, to = row * width + column;
            if (row >= 0 && row < height && column >= 0 && column < width && open[to]) result.push_back(to);
        }
        return result;
    }

    // Returns the position after the side to move has moved to a square.
    Position play(int to) const {
        Position after = *this;
        after.open[to] = false;
        after.knights[side] = to;
        after.side = 1 - side;
        return after;
    }
};

// Returns how good a position is for a player. Change this: it makes the agent yours.
double evaluate(const Position& position, int player) {
    return double(position.moves(player).size()) - double(position.moves(1 - player).size());
}

// Reads a square such as c2. After column z come aa, ab and so on.
int parse_square(const std::string& name, const Position& position) {
    const size_t digits = name.find_first_of("0123456789");
    int column = 0;
    for (char letter : name.substr(0, digits)) column = 26 * column + letter - 'a' + 1;
    return (position.height - std::stoi(name.substr(digits))) * position.width + column - 1;
}

// Returns the move with the best value; of equal ones, the first. `legal` has at least one move.
std::string choose(const Position& position, std::istream& legal) {
    std::string best;
    double best_value = 0;
    for (std::string move; legal >> move;) {
        const Position after = position.play(parse_square(move, position));
        if (after.moves(after.side).empty()) return move;  // the opponent cannot move: a win
        // Search deeper here: the opponent's replies, your moves after them, up to the limit.
        const double value = evaluate(after, position.side);
        if (best.empty() || value > best_value) best = move, best_value = value;
    }
    return best;
}

// Reads a position such as 7/7/7/3N3/1n5/7/7.
Position parse_position(const std::string& text, const std::string& side) {
    Position position;
    std::istringstream in(text);
    for (char mark; in >> mark;) {
        const size_t square = position.open.size();
        size_t run = 0;
        if (mark == '/') ++position.height;
        else if (std::isdigit(mark) && in.unget() >> run) position.open.resize(square + run, true);
        else position.open.push_back(false);
        if (mark == 'N' || mark == 'n') position.knights[mark == 'n'] = int(square);
    }
    position.width = int(position.open.size()) / position.height;
    position.side = side == "b";
    return position;
}

int main() {
    for (std::string line, pos, side; std::getline(std::cin, line);) {
        std::istringstream words(line);
        for (std::string word; words >> word && word != "legal";) {
            if (word.rfind("pos=", 0) == 0) pos = word.substr(4);
            if (word.rfind("side=", 0) == 0) side = word.substr(5);
        }
        std::cout << choose(parse_position(pos, side), words) << std::endl;  // endl flushes
    }
}
