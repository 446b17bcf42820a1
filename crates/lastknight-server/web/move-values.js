// The value of a heuristic after each legal move, as marks on the target squares.

import { get, LatestRequest } from "./api.js";
import { number, shown } from "./dom.js";

/** @typedef {import("./types.js").SearchTree} SearchTree */
/** @typedef {import("./types.js").Score} Score */

/** The number of remembered positions. */
const REMEMBERED = 200;

export class MoveValues {
  /** What is shown: the position and the heuristic, "" for nothing. */
  #about = "";
  /** @type {Map<string, Map<string, Score>>} */
  #known = new Map();
  #latest = new LatestRequest();
  /** Why there are no values. */
  error = "";

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Whether values are requested and have not arrived. */
  get isWorking() {
    return this.#about !== "" && !this.error && !this.#known.has(this.#about);
  }

  /**
   * Shows the values of a heuristic or formula in a position. Another position or heuristic cancels the request.
   * @param {string} at
   * @param {string} heuristic
   */
  ask(at, heuristic) {
    const about = `${at}\n${heuristic}`;
    if (about === this.#about && !this.error) return;
    this.#about = about;
    this.error = "";
    const signal = this.#latest.next();
    if (!this.#known.has(about)) void this.#fetch(about, at, heuristic, signal);
  }

  /** Shows no values. */
  end() {
    this.#latest.end();
    [this.#about, this.error] = ["", ""];
  }

  /**
   * The tree of one ply has the value after each move, for the player who makes it.
   * @param {string} about
   * @param {string} at
   * @param {string} heuristic
   * @param {AbortSignal} signal
   */
  async #fetch(about, at, heuristic, signal) {
    try {
      const tree = /** @type {SearchTree & {error?: import("./types.js").Problem}} */ (await get("/tree", { at, heuristic, depth: 1, search: "minimax" }, signal));
      if (signal.aborted) return;
      if (tree.error) throw new Error(tree.error.message);
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(about, new Map(tree.nodes.flatMap(({ to, score }) => (to && score ? [[to, score]] : []))));
    } catch (error) {
      if (signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  /** Returns the marks for the board. */
  marks() {
    /** @type {Map<string, import("./board.js").Mark>} */
    const marks = new Map();
    for (const [to, score] of this.#known.get(this.#about) ?? []) {
      const text = score.value === undefined ? (score.win === undefined ? "lost" : "won") : short(score.value);
      marks.set(to, { text, kind: "value", about: `value ${shown(score)}` });
    }
    return marks;
  }
}

/** Formats a value for a square. @param {number} value */
function short(value) {
  const size = Math.abs(value);
  if (size < 10) return number(Math.round(value * 10) / 10);
  if (size < 1000) return number(Math.round(value));
  const text = value.toExponential(0).replace("e+", "e");
  return value > 0 ? `+${text}` : text.replace("-", "\u2212");
}
