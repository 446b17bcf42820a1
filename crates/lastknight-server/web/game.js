// The game on the board: its start, its moves, and how many of them are shown. The server knows the rules.

import { DEFAULT, read, write } from "./address.js";
import { get, LatestRequest } from "./api.js";
import { Refused } from "./refused.js";
import { notify } from "./dom.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./address.js").PageState} PageState */

/** The number of cached positions. */
const REMEMBERED = 500;

export class Game {
  /**
   * What is shown. It changes together with the position, and only if the server accepts it.
   * @type {PageState}
   */
  page = { ...DEFAULT };
  /** @type {Position | null} */
  position = null;
  /** Whether a request is pending. */
  isAsking = false;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Set<(at: string, page: PageState) => void>} */
  #early = new Set();
  #latest = new LatestRequest();
  /** @type {Map<string, Position>} */
  #seen = new Map();

  constructor() {
    addEventListener("popstate", () => void this.#apply(this.#linked(), false));
  }

  /** @param {() => void} listener called after every change */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {(at: string, page: PageState) => void} listener called with the next position before the server has answered */
  onMoving(listener) {
    this.#early.add(listener);
  }

  /** Opens the game of the address. Returns its text if it is not valid. */
  async open() {
    const page = this.#linked();
    if (await this.#apply(page, false)) return null;
    await this.#apply({ ...page, start: DEFAULT.start, moves: [], ply: 0 }, false);
    return notation(page.start, page.moves);
  }

  /** Returns the state of the address. Views that it does not show keep their settings. */
  #linked() {
    const page = read(location.search);
    return { ...page, options: { ...this.page.options, ...page.options } };
  }

  /**
   * Returns the settings of a view that are not the defaults.
   * @param {import("./address.js").View} view
   */
  options(view) {
    return this.page.options[view] ?? {};
  }

  /**
   * Changes settings of a view; "" is the default.
   * @param {import("./address.js").View} view
   * @param {Record<string, string>} changes
   * @param {boolean} [isStep] whether the browser's back button leads here
   */
  async set(view, changes, isStep = false) {
    const { options } = this.page;
    await this.change({ options: { ...options, [view]: { ...options[view], ...changes } } }, isStep);
  }

  /** The shown moves. */
  get moves() {
    return this.page.moves.slice(0, this.page.ply);
  }

  /** Whether all moves are shown. */
  get isAtEnd() {
    return this.page.ply === this.page.moves.length;
  }

  /** The shown position, as requests name it. */
  get at() {
    return notation(this.page.start, this.moves);
  }

  /** The whole game, as requests name it. */
  get whole() {
    return notation(this.page.start, this.page.moves);
  }

  /** The agent of the side to move, "" for a person. */
  get mover() {
    return this.position ? this.page[this.position.to_move] : "";
  }

  /**
   * Returns the side that made a move.
   * @param {number} index
   * @returns {import("./types.js").Color}
   */
  sideOf(index) {
    const isSame = (this.page.ply - index) % 2 === 0;
    return ((this.position?.to_move ?? "white") === "white") === isSame ? "white" : "black";
  }

  /**
   * Changes the state and the address.
   * @param {Partial<PageState>} changes
   * @param {boolean} [isStep] whether the browser's back button leads here
   */
  async change(changes, isStep = false) {
    await this.#apply({ ...this.page, ...changes }, isStep);
  }

  /**
   * Plays a move at the shown position and drops the moves after it. Ignores further moves until the server has answered.
   * @param {string} to
   */
  async play(to) {
    if (this.isAsking || !this.position?.moves.includes(to)) return;
    const moves = [...this.moves, to];
    await this.change({ moves, ply: moves.length });
  }

  /** @param {number} ply */
  async show(ply) {
    await this.change({ ply: Math.min(Math.max(ply, 0), this.page.moves.length) });
  }

  /**
   * Starts a new game.
   * @param {string} start
   */
  async begin(start) {
    await this.change({ start, moves: [], ply: 0, names: ["", ""] }, true);
  }

  /**
   * Requests the position of a state, and shows it if the server accepts it.
   * @param {PageState} page
   * @param {boolean} isStep
   */
  async #apply(page, isStep) {
    const signal = this.#latest.next();
    const at = notation(page.start, page.moves.slice(0, page.ply));
    let position = this.#seen.get(at);
    const asked = position ? null : get("/position", { at }, signal);
    this.#early.forEach((listener) => listener(at, page));
    if (asked) {
      this.isAsking = true;
      try {
        position = /** @type {Position} */ (await asked);
      } catch (error) {
        if (signal.aborted) return false;
        this.isAsking = false;
        notify(error instanceof Refused ? error.message : String(error));
        if (this.position) {
          history.replaceState(null, "", write(this.page));
          this.#listeners.forEach((listener) => listener());
        }
        return false;
      }
      if (signal.aborted) return false;
    }
    this.isAsking = false;
    if (!position) return false;
    if (this.#seen.size >= REMEMBERED) this.#seen.clear();
    this.#seen.set(at, position);
    [this.page, this.position] = [page, position];
    const next = write(page);
    if (next !== (location.search || location.pathname)) {
      if (isStep) history.pushState(null, "", next);
      else history.replaceState(null, "", next);
    }
    this.#listeners.forEach((listener) => listener());
    return true;
  }
}

/**
 * @param {string} start
 * @param {string[]} moves
 */
export function notation(start, moves) {
  return moves.length ? `${start} moves ${moves.join(" ")}` : start;
}
