// What a solution means for play.

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").Solution} Solution */

/** @param {Color} color @returns {Color} */
export function other(color) {
  return color === "white" ? "black" : "white";
}

/**
 * Returns the best move of a solved position: a winner hurries, a loser holds out.
 * @param {Solution} solution
 */
export function bestMove({ moves }) {
  const wins = moves.filter((move) => move.wins);
  if (wins.length) return wins.reduce((best, move) => ((move.plies ?? Infinity) < (best.plies ?? Infinity) ? move : best)).to;
  if (!moves.length) return null;
  return moves.reduce((best, move) => ((move.plies ?? 0) > (best.plies ?? 0) ? move : best)).to;
}
