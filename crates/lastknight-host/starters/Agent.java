// A starter agent for knight's Isolation. It speaks the turns protocol: one line in, one move out.
//
// Build:  javac Agent.java
// Check:  lastknight agent check 'java Agent'
// Play:   lastknight match 'process("java Agent")' 'alphabeta(improved, depth=3)'
import java.util.*;
import java.util.regex.Pattern;

public class Agent {
    static final int[][] JUMPS = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};

    /**
     * A square is row * width + column, 0 at the top left. White is player 0, Black player 1.
     * The squares in open are not blocked. A knight is at -1 before its placement. The player to move is side.
     */
    record Position(int width, int height, BitSet open, int[] knights, int side) {
        /** Returns the moves that a player would have if it were to move. */
        List<Integer> moves(int player) {
            int knight = knights[player];
            if (knight < 0) return open.stream().boxed().toList();
            List<Integer> moves = new ArrayList<>();
            for (int[] jump : JUMPS) {
                int row = knight / width + jump[0], column = knight % width + jump[1];
                boolean inside = row >= 0 && row < height && column >= 0 && column < width;
                if (inside && open.get(row * width + column)) moves.add(row * width + column);
            }
            return moves;
        }

        /** Returns the position after the side to move has moved to a square. */
        Position play(int to) {
            BitSet left = (BitSet) open.clone();
            left.clear(to);
            int[] moved = knights.clone();
            moved[side] = to;
            return new Position(width, height, left, moved, 1 - side);
        }
    }

    /** Returns how good a position is for a player. Change this: it makes the agent yours. */
    static double evaluate(Position position, int player) {
        return position.moves(player).size() - position.moves(1 - player).size();
    }

    /** Returns the move with the best value; of equal ones, the first. */
    static String choose(Position position, String[] legal) {
        String best = legal[0];
        double bestValue = Double.NEGATIVE_INFINITY;
        for (String move : legal) {
            Position after = position.play(parseSquare(move, position));
            if (after.moves(after.side()).isEmpty()) return move; // the opponent cannot move: a win
            // Search deeper here: the opponent's replies, your moves after them, up to the limit.
            double value = evaluate(after, position.side());
            if (value > bestValue) {
                best = move;
                bestValue = value;
            }
        }
        return best;
    }

    /** Reads a square such as c2. After column z come aa, ab and so on. */
    static int parseSquare(String name, Position position) {
        int column = 0, i = 0;
        for (; Character.isLetter(name.charAt(i)); i++) column = 26 * column + name.charAt(i) - 'a' + 1;
        return (position.height() - Integer.parseInt(name.substring(i))) * position.width() + column - 1;
    }

    /** Reads a position such as 7/7/7/3N3/1n5/7/7. */
    static Position parsePosition(String text, String side) {
        String[] rows = Pattern.compile("\\d+").matcher(text)
            .replaceAll(run -> ".".repeat(Integer.parseInt(run.group()))).split("/");
        String squares = String.join("", rows);
        BitSet open = new BitSet();
        for (int i = 0; i < squares.length(); i++) open.set(i, squares.charAt(i) == '.');
        int[] knights = {squares.indexOf('N'), squares.indexOf('n')};
        return new Position(rows[0].length(), rows.length, open, knights, "wb".indexOf(side));
    }

    public static void main(String[] args) {
        for (Scanner in = new Scanner(System.in); in.hasNextLine(); ) {
            String[] parts = in.nextLine().split(" legal ");
            Map<String, String> keys = new HashMap<>();
            for (String word : parts[0].split(" ")) {
                String[] pair = word.split("=", 2);
                if (pair.length == 2) keys.put(pair[0], pair[1]);
            }
            System.out.println(choose(parsePosition(keys.get("pos"), keys.get("side")), parts[1].split(" ")));
            System.out.flush();
        }
    }
}
