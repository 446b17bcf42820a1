// The solution of the position on the board, as it is found.

import { LiveStream } from "./api.js";
import { plied } from "./dom.js";
import { name } from "./moves.js";

/** @typedef {import("./types.js").MoveVerdict} MoveVerdict */
/** @typedef {import("./types.js").Solution} Solution */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./board.js").Mark} Mark */

/** The time of the solver for a position. */
const TIME = "20s";

/** Solves the position on the board. */
export class LiveSolution {
  /** @type {Map<string, MoveVerdict>} */
  verdicts = new Map();
  /** @type {Solution | null} */
  solved = null;
  /** The winner's proved moves, as far as they are found. @type {import("./types.js").ProvedLine | null} */
  line = null;
  isWorking = false;
  #stream = new LiveStream();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * Solves a position, unless it is the last one.
   * @param {string} at
   */
  ask(at) {
    if (this.isAbout(at)) return;
    this.end();
    this.isWorking = true;
    this.#stream.start(at, "/solution", { at, time: TIME }, (name, data) => {
      if (name === "verdict") this.verdicts.set(data.to, data);
      if (name === "line") this.line = data;
      if (name === "done") [this.solved, this.isWorking] = [data, false];
      this.changed();
    }, () => {
      this.isWorking = false;
      this.changed();
    });
  }

  /** Whether this is the position. @param {string} at */
  isAbout(at) {
    return at === this.#stream.about;
  }

  end() {
    this.#stream.end();
    this.verdicts = new Map();
    this.solved = null;
    this.line = null;
    this.isWorking = false;
  }

  /** Whether a move wins, if that is proved. @param {string} to */
  wins(to) {
    return this.verdicts.get(to)?.wins ?? undefined;
  }

  /** The proved winner, if known. @param {Position} position @returns {import("./types.js").Color | null} */
  winner(position) {
    const { verdicts } = this;
    if (position.winner) return position.winner;
    if ([...verdicts.values()].some(({ wins }) => wins)) return position.to_move;
    const other = position.to_move === "white" ? "black" : "white";
    return position.moves.length && verdicts.size === position.moves.length ? other : null;
  }

  /** Returns a mark for every solved move. */
  marks() {
    /** @type {Map<string, Mark>} */
    const marks = new Map();
    for (const { to, wins, plies } of this.verdicts.values()) {
      const length = plies ? ` ${plies}` : "";
      const about = `${wins ? "wins" : "loses"}${plies ? ` in ${plied(plies)}` : ""}`;
      marks.set(to, { text: `${wins ? "✓" : "✗"}${length}`, kind: wins ? "won" : "lost", about });
    }
    return marks;
  }

  /**
   * Describes the result.
   * @param {Position} position
   */
  words(position) {
    if (position.winner) return `${name(position.winner)} has won`;
    const winner = this.winner(position);
    const winning = [...this.verdicts.values()].filter(({ wins }) => wins).length;
    const known = this.verdicts.size;
    const all = position.moves.length;
    if (winner === position.to_move) {
      const [plies] = [...this.verdicts.values()].flatMap(({ wins, plies }) => (wins && plies ? [plies] : [])).sort((a, b) => a - b);
      const moves = known < all ? "; solving the other moves" : winning === all ? ": every move wins" : ` with ${winning} of ${all} moves`;
      return `Proved: ${name(winner)} wins${plies && known === all ? ` in ${plied(plies)}` : ""}${moves}`;
    }
    if (winner) {
      const plies = [...this.verdicts.values()].map(({ plies }) => plies ?? 0);
      return `Proved: ${name(winner)} wins${plies.every(Boolean) ? ` in ${plied(Math.max(...plies))}` : ""}: every move loses`;
    }
    if (this.isWorking) return `Solving: ${known} of ${position.moves.length} moves done`;
    return `Not solved in time: ${known} of ${position.moves.length} moves done`;
  }
}
