// The game on the board: where it began, its moves, how many of them are shown. The server says what follows from them.

import { DEFAULT, read, write } from "./address.js";
import { get, Refused, Single } from "./api.js";
import { say } from "./dom.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./address.js").Place} Place */

/** How many positions are remembered. */
const REMEMBERED = 500;

export class Game {
  /**
   * What is shown, always together with its position: a change that the server refuses changes nothing.
   * @type {Place}
   */
  place = { ...DEFAULT };
  /** @type {Position | null} */
  position = null;
  /** Whether an answer is waited for. */
  isAsking = false;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Set<(at: string, place: Place) => void>} */
  #early = new Set();
  #single = new Single();
  /** @type {Map<string, Position>} */
  #seen = new Map();

  constructor() {
    addEventListener("popstate", () => void this.#take(read(location.search), false));
  }

  /** @param {() => void} listener told whenever something has changed */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {(at: string, place: Place) => void} listener told what is about to be shown, as soon as its moves are known */
  onMoving(listener) {
    this.#early.add(listener);
  }

  /** Begins with what the address says. Gives the text that made no sense, if it did not. */
  async open() {
    const place = read(location.search);
    if (await this.#take(place, false)) return null;
    await this.#take({ ...place, start: DEFAULT.start, moves: [], ply: 0 }, false);
    return notation(place.start, place.moves);
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
   * Whose move one of the moves is.
   * @param {number} index
   * @returns {import("./types.js").Color}
   */
  sideOf(index) {
    const isSame = (this.place.ply - index) % 2 === 0;
    return ((this.position?.to_move ?? "white") === "white") === isSame ? "white" : "black";
  }

  /**
   * Changes something, and the address with it.
   * @param {Partial<Place>} changes
   * @param {boolean} [isStep] whether the browser's way back should lead here
   */
  async change(changes, isStep = false) {
    await this.#take({ ...this.place, ...changes }, isStep);
  }

  /**
   * Plays a move at the shown position; what came after it is gone. One move for one position, however often it is asked for.
   * @param {string} to
   */
  async play(to) {
    if (this.isAsking || !this.position?.moves.includes(to)) return;
    const moves = [...this.moves, to];
    await this.change({ moves, ply: moves.length });
  }

  /** @param {number} ply */
  async show(ply) {
    await this.change({ ply: Math.min(Math.max(ply, 0), this.place.moves.length) });
  }

  /**
   * Begins anew.
   * @param {string} start
   */
  async begin(start) {
    await this.change({ start, moves: [], ply: 0, names: ["", ""] }, true);
  }

  /**
   * Asks what follows from the moves; if the server knows, that is what is shown from now on.
   * @param {Place} place
   * @param {boolean} isStep
   */
  async #take(place, isStep) {
    const signal = this.#single.next();
    const at = notation(place.start, place.moves.slice(0, place.ply));
    let position = this.#seen.get(at);
    const asked = position ? null : get("/position", { at }, signal);
    this.#early.forEach((listener) => listener(at, place));
    if (asked) {
      this.isAsking = true;
      try {
        position = /** @type {Position} */ (await asked);
      } catch (error) {
        if (signal.aborted) return false;
        this.isAsking = false;
        say(error instanceof Refused ? error.message : String(error));
        if (this.position) {
          history.replaceState(null, "", write(this.place));
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
    [this.place, this.position] = [place, position];
    const next = write(place);
    if (next !== location.pathname + location.search) {
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
