// How hard the position on the board is: how many replies refute each move, and how deep a student's search must look.

import { LiveStream } from "./api.js";
import { button, grouped, h, plied } from "./dom.js";
import { name } from "./moves.js";

/** @typedef {import("./types.js").MoveReplies} MoveReplies */
/** @typedef {import("./types.js").Position} Position */

/** The time for a position. */
const TIME = "15s";

/** The nodes that the course's Python searches in its 150 ms: docs/course-time.md. */
const COURSE_NODES = 9000;

export class LiveDifficulty {
  /** @type {Map<string, MoveReplies>} */
  #moves = new Map();
  /** @type {import("./types.js").Difficulty | null} */
  #found = null;
  #stream = new LiveStream();
  #at = "";

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Measures a position, unless it is the last one. @param {string} at */
  ask(at) {
    if (at === this.#at) return;
    this.end();
    this.#at = at;
    this.#stream.start(at, "/difficulty", { at, time: TIME }, (kind, data) => {
      if (kind === "replies") this.#moves.set(data.to, data);
      if (kind === "done") this.#found = data;
      this.changed();
    });
  }

  end() {
    this.#stream.end();
    [this.#at, this.#moves, this.#found] = ["", new Map(), null];
  }

  /** What is known, as a text that changes with it. */
  get key() {
    return `${this.#at} ${this.#moves.size} ${this.#found !== null}`;
  }

  /**
   * Adds to the marks of an empty board how many answers win against each first square: an explorer of the tables.
   * @param {Map<string, import("./board.js").Mark>} marks
   * @param {import("./game.js").Game} game
   */
  addTo(marks, game) {
    if (game.position?.white || this.#at !== game.at) return;
    for (const { to, refuting, replies, wins } of this.#moves.values()) {
      if (wins !== false || refuting === null) continue;
      marks.set(to, { text: `${refuting}`, kind: "lost", about: `loses to ${refuting} of ${replies} answers` });
    }
  }

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./solution.js").LiveSolution} solution
   * @returns {HTMLElement[]}
   */
  panel(game, solution) {
    const { position } = game;
    if (!position || position.winner || this.#at !== game.at || !this.#moves.size) return [];
    const sentence = this.#sentence(position);
    const details = h("details", { class: "difficulty" }, h("summary", {}, "Every move"), this.#table(game, solution));
    details.open = position.white !== null && position.black !== null && this.#found?.critical === true;
    return [...(sentence ? [h("p", {}, sentence)] : []), details];
  }

  /** @param {Position} position */
  #sentence(position) {
    const found = this.#found;
    const side = name(position.to_move);
    if (!found) return "";
    if (!position.white && [...this.#moves.values()].every(({ wins }) => wins === false)) return "Every first square loses on this board if Black answers well. The numbers on the board say how many answers win.";
    if (!found.critical) {
      const losing = [...this.#moves.values()].filter(({ wins }) => wins === false);
      const share = (/** @type {MoveReplies} */ move) => (move.refuting ?? 0) / Math.max(move.replies, 1);
      const trickiest = losing.filter(({ refuting, replies }) => refuting && refuting < replies).sort((a, b) => share(a) - share(b))[0];
      return losing.length && trickiest ? `The best trap: after ${trickiest.to} only ${trickiest.refuting} of ${trickiest.replies} replies win.` : "";
    }
    if (found.depth === null) return `A course-strength search, ${found.agent}, does not find a winning move up to depth ${found.deepest}.`;
    const nodes = found.nodes ?? 0;
    const [number, which] = [`${grouped(nodes)} node${nodes === 1 ? "" : "s"}`, nodes > COURSE_NODES ? "more" : "no more"];
    return `${side} must find the win: ${found.agent} finds it from depth ${found.depth} on, with ${number}, ${which} than the course's program searches in a move.`;
  }

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./solution.js").LiveSolution} solution
   */
  #table(game, solution) {
    const rows = [...this.#moves.values()].map((move) => ({ ...move, plies: solution.verdicts.get(move.to)?.plies ?? null }));
    // Winning moves first, the quickest first; then losing ones, the hardest to refute first.
    const rank = (/** @type {typeof rows[number]} */ move) => (move.wins ? (move.plies ?? 500) : 1000 + (1000 * (move.refuting ?? 0)) / Math.max(move.replies, 1));
    rows.sort((a, b) => rank(a) - rank(b));
    const body = h("tbody", {}, ...rows.map(({ to, wins, plies, refuting, replies }) => h("tr", {},
      h("th", { scope: "row" }, button(to, () => void game.play(to), { class: "move", "data-key": `every ${to}` })),
      h("td", {}, h("span", { class: `chip ${wins === null ? "unknown" : wins ? "won" : "lost"}` }, wins === null ? "not solved" : wins ? "✓ wins" : "✗ loses")),
      h("td", { class: "number" }, plies === null ? "" : plied(plies)),
      h("td", {}, wins !== false ? "" : refuting === null ? `of ${replies} replies` : replies === 1 ? "the only reply" : `${refuting} of ${replies} replies`))));
    const head = ["Move", "Result", "Length", "Refuted by"].map((title, at) => h("th", { scope: "col", class: at === 2 ? "number" : null }, title));
    return h("div", { class: "scroll" }, h("table", { class: "rows" }, h("thead", {}, h("tr", {}, ...head)), body));
  }
}
