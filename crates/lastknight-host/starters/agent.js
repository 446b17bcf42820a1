// A starter agent for knight's Isolation. It speaks the turns protocol: one line in, one move out.
//
// Check:  lastknight agent check 'node agent.js'
// Play:   lastknight match 'process("node agent.js")' 'alphabeta(improved, depth=3)'
"use strict";

const JUMPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];

// A square is row * width + column, 0 at the top left. White is player 0, Black player 1.
class Position {
  constructor(width, height, open, knights, side) {
    this.width = width;
    this.height = height;
    this.open = open; // Set of the squares that are not blocked
    this.knights = knights; // squares of both knights, -1 before the placement
    this.side = side; // player to move
  }

  // Returns the moves that a player would have if it were to move.
  moves(player) {
    const knight = this.knights[player];
    if (knight < 0) return [...this.open];
    const row = Math.floor(knight / this.width), column = knight % this.width;
    return JUMPS
      .filter(([, c]) => column + c >= 0 && column + c < this.width)
      .map(([r, c]) => (row + r) * this.width + column + c)
      .filter((to) => this.open.has(to));
  }

  // Returns the position after the side to move has moved to a square.
  play(to) {
    const open = new Set(this.open), knights = [...this.knights];
    open.delete(to);
    knights[this.side] = to;
    return new Position(this.width, this.height, open, knights, 1 - this.side);
  }
}

// Returns how good a position is for a player. Change this: it makes the agent yours.
function evaluate(position, player) {
  return position.moves(player).length - position.moves(1 - player).length;
}

// Returns the move with the best value; of equal ones, the first.
function choose(position, legal) {
  let best = legal[0], bestValue = -Infinity;
  for (const move of legal) {
    const after = position.play(parseSquare(move, position));
    if (after.moves(after.side).length === 0) return move; // the opponent cannot move: a win
    // Search deeper here: the opponent's replies, your moves after them, up to the limit.
    const value = evaluate(after, position.side);
    if (value > bestValue) [best, bestValue] = [move, value];
  }
  return best;
}

// Reads a square such as c2. After column z come aa, ab and so on.
function parseSquare(name, { width, height }) {
  const [, letters, rank] = name.match(/^([a-z]+)(\d+)$/);
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
  return (height - Number(rank)) * width + column;
}

// Reads a position such as 7/7/7/3N3/1n5/7/7.
function parsePosition(text, side) {
  const rows = text.replace(/\d+/g, (run) => ".".repeat(Number(run))).split("/");
  const squares = [...rows.join("")];
  const open = new Set(squares.keys());
  squares.forEach((mark, square) => mark === "." || open.delete(square));
  const knights = [squares.indexOf("N"), squares.indexOf("n")];
  return new Position(rows[0].length, rows.length, open, knights, "wb".indexOf(side));
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [head, legal] = line.split(" legal ");
  const keys = Object.fromEntries(head.split(" ").map((word) => word.split("=")));
  console.log(choose(parsePosition(keys.pos, keys.side), legal.split(" ")));
});
