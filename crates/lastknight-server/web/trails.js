// Where the knights have been in the shown game.

import { parsed } from "./setup.js";

/** @typedef {import("./board.js").State} State */

const SIDES = /** @type {const} */ (["white", "black"]);

/**
 * Returns the numbers or the paths for the board. A knight of the start position has been there at ply 0.
 * @param {import("./game.js").Game} game
 * @param {"none" | "numbers" | "paths"} kind
 * @returns {Pick<State, "numbers" | "trails">}
 */
export function visits(game, kind) {
  /** @type {State["numbers"]} */
  const numbers = new Map();
  /** @type {State["trails"]} */
  const trails = [];
  if (kind === "none") return { numbers, trails };
  const start = parsed(game.page.start);
  for (const side of SIDES) {
    const first = typeof start === "string" ? null : start[side];
    const moves = game.moves.map((square, index) => ({ square, ply: index + 1 })).filter(({ ply }) => game.sideOf(ply - 1) === side);
    const visited = first ? [{ square: first, ply: 0 }, ...moves] : moves;
    if (kind === "paths") trails.push({ side, squares: visited.map(({ square }) => square) });
    else for (const { square, ply } of visited) numbers.set(square, { ply, side });
  }
  return { numbers, trails };
}
