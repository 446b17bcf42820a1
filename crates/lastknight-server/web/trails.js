// Where the knights have been in the shown game.

/** @typedef {import("./board.js").State} State */
/** @typedef {import("./types.js").Color} Color */

const SIDES = /** @type {const} */ (["white", "black"]);

/**
 * Returns the numbers or the paths for the board.
 * @param {{moves: string[], sideOf: (index: number) => Color}} game
 * @param {"none" | "numbers" | "paths"} kind
 * @returns {Pick<State, "numbers" | "trails">}
 */
export function visits(game, kind) {
  /** @type {State["numbers"]} */
  const numbers = new Map();
  /** @type {State["trails"]} */
  const trails = [];
  if (kind === "numbers") game.moves.forEach((square, index) => numbers.set(square, { ply: index + 1, side: game.sideOf(index) }));
  if (kind === "paths") {
    for (const side of SIDES) trails.push({ side, squares: game.moves.filter((_, index) => game.sideOf(index) === side) });
  }
  return { numbers, trails };
}
