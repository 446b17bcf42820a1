// A position of a puzzle or a lesson, beside the user's game: it is shown on the same board and leaves the game alone.

import { get, LatestRequest, stream } from "./api.js";
import { notation } from "./game.js";
import { bestMove } from "./verdict.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Solution} Solution */

/**
 * What a view shows on the board in place of the game.
 * @typedef {object} Scene
 * @property {Position} position
 * @property {Partial<import("./board.js").State>} board
 * @property {[string, string]} names of White and Black
 * @property {string} status
 */

/** The time for a proof. */
const TIME = "10s";

/** Waits, unless it is cancelled. @param {number} milliseconds @param {AbortSignal} signal */
export async function pause(milliseconds, signal) {
  await new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  signal.throwIfAborted();
}

export class Exercise {
  start = "";
  /** @type {string[]} */
  moves = [];
  /** @type {Position | null} */
  position = null;
  /** The user's arrows and circles. @type {import("./drawings.js").Drawing[]} */
  drawings = [];
  #latest = new LatestRequest();
  /** What cancels the work for what is shown now. */
  signal = this.#latest.next();

  /** Cancels what is under way. */
  restart() {
    this.signal = this.#latest.next();
    return this.signal;
  }

  end() {
    this.#latest.end();
  }

  /** The shown position, as requests name it. */
  get at() {
    return notation(this.start, this.moves);
  }

  /**
   * Shows a position.
   * @param {string} start
   * @param {string[]} moves
   */
  async show(start, moves) {
    const { signal } = this;
    const position = /** @type {Position} */ (await get("/position", { at: notation(start, moves) }, signal));
    signal.throwIfAborted();
    [this.start, this.moves, this.position, this.drawings] = [start, moves, position, []];
    return position;
  }

  /** @param {string} to */
  async play(to) {
    return this.show(this.start, [...this.moves, to]);
  }

  /** Returns the exact solution of a position. @param {string} [at] */
  async solution(at = this.at) {
    const { signal } = this;
    /** @type {Solution | null} */
    let solution = null;
    await stream("/solution", { at, time: TIME }, signal, (name, data) => { if (name === "done") solution = data; });
    signal.throwIfAborted();
    if (!solution) throw new Error("the solver did not answer");
    return /** @type {Solution} */ (solution);
  }

  /**
   * Returns the best moves of both from the shown position.
   * @param {number} most
   */
  async line(most) {
    const line = [...this.moves];
    while (line.length < this.moves.length + most) {
      const to = bestMove(await this.solution(notation(this.start, line)));
      if (!to) break;
      line.push(to);
    }
    return line.slice(this.moves.length);
  }

  /** What the board shows of the position. @param {boolean} isOurs whether the user is to move @returns {Partial<import("./board.js").State>} */
  state(isOurs) {
    const { position, moves } = this;
    if (!position) return {};
    return {
      width: position.width, height: position.height, white: position.white, black: position.black, side: position.to_move, blocked: position.blocked,
      targets: isOurs ? position.moves : [], last: moves.at(-1) ?? null, origin: null, marks: new Map(), tints: new Map(), words: {}, arrows: [],
      numbers: new Map(), trails: [], drawings: this.drawings,
    };
  }
}
