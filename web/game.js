// The game on the board: where it began, its moves, how many of them are shown. The server says what follows from them.

import { read, write } from "./address.js";
import { get, Refused, Single } from "./api.js";
import { say } from "./dom.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./address.js").Place} Place */

export class Game {
  /** @type {Place} */
  place;
  /** @type {Position | null} */
  position = null;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Set<() => void>} */
  #early = new Set();
  #single = new Single();
  /** @type {Map<string, Position>} */
  #seen = new Map();

  constructor() {
    this.place = read(location.search);
    addEventListener("popstate", () => {
      this.place = read(location.search);
      this.refresh();
    });
  }

  /** @param {() => void} listener told whenever something has changed and the position is known */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {() => void} listener told as soon as the moves are known, before the position is */
  onMoving(listener) {
    this.#early.add(listener);
  }

  /** The moves that are shown. */
  get moves() {
    return this.place.moves.slice(0, this.place.ply);
  }

  /** Whether all moves are shown. */
  get isAtEnd() {
    return this.place.ply === this.place.moves.length;
  }

  /** The shown position as the server takes it. */
  get at() {
    return notation(this.place.start, this.moves);
  }

  /** The whole game as the server takes it. */
  get whole() {
    return notation(this.place.start, this.place.moves);
  }

  /** Who plays the side to move, "" for a person. */
  get mover() {
    return this.position ? this.place[this.position.to_move] : "";
  }

  /**
   * Changes something, and the address with it.
   * @param {Partial<Place>} changes
   * @param {boolean} [isStep] whether the browser's way back should lead here
   */
  async change(changes, isStep = false) {
    Object.assign(this.place, changes);
    const next = write(this.place);
    if (next !== location.pathname + location.search) {
      if (isStep) history.pushState(null, "", next);
      else history.replaceState(null, "", next);
    }
    await this.refresh();
  }

  /**
   * Plays a move at the shown position; what came after it is gone.
   * @param {string} to
   */
  async play(to) {
    const moves = [...this.moves, to];
    await this.change({ moves, ply: moves.length });
  }

  /** @param {number} ply */
  async show(ply) {
    const most = this.place.moves.length;
    await this.change({ ply: Math.min(Math.max(ply, 0), most) });
  }

  /**
   * Begins anew.
   * @param {string} start
   */
  async begin(start) {
    await this.change({ start, moves: [], ply: 0 }, true);
  }

  /** Asks what follows from the moves, and tells everybody. */
  async refresh() {
    const signal = this.#single.next();
    const at = this.at;
    this.#early.forEach((listener) => listener());
    try {
      /** @type {Position} */
      const position = this.#seen.get(at) ?? (await get("/position", { at }, signal));
      if (signal.aborted) return;
      this.#seen.set(at, position);
      if (this.#seen.size > 500) this.#seen.clear();
      this.position = position;
    } catch (error) {
      if (signal.aborted) return;
      say(error instanceof Error ? error.message : String(error));
      // A link that makes no sense leads to the beginning, with the reason said.
      if (error instanceof Refused && error.status === 400 && !this.position) {
        await this.change({ start: "7x7", moves: [], ply: 0 });
      }
      return;
    }
    this.#listeners.forEach((listener) => listener());
  }
}

/**
 * @param {string} start
 * @param {string[]} moves
 */
export function notation(start, moves) {
  return moves.length ? `${start} moves ${moves.join(" ")}` : start;
}
