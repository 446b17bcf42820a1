// The analysis view: lines of the engine, proved results, and the review of a game.

import { LiveStream, LatestRequest, stream } from "./api.js";
import { button, choice, grouped, h, replaceIfChanged, notify, shown, toggle } from "./dom.js";
import { described, graph } from "./graph.js";
import { notation } from "./game.js";
import { MoveList, name } from "./moves.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./types.js").MoveVerdict} MoveVerdict */
/** @typedef {import("./types.js").Solution} Solution */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./board.js").Arrow} Arrow */
/** @typedef {import("./board.js").Mark} Mark */

/** The time of the engine and of the solver for a position. */
const TIME = "20s";

/** The number of remembered reviews. */
const REMEMBERED = 50;

/** The plies of a line that are drawn. */
const DRAWN = 4;

/** The overlays of the board. */
const OVERLAYS = /** @type {[string, string][]} */ ([
  ["none", "None"], ["territory", "Territory: who gets there sooner"], ["reach", "Reach: where each knight can still go"],
  ["targets", "Next moves of both knights"],
]);

/** The meaning of the colours. */
const WORDS = /** @type {Record<string, Record<string, string>>} */ ({
  none: {},
  territory: { white: "White's territory", black: "Black's territory", both: "both are as near" },
  reach: { white: "only White's reach", black: "only Black's reach", both: "both can reach it" },
  targets: { white: "White's next moves", black: "Black's next moves", both: "next moves of both" },
});

/** The solution of the position on the board, as it is found; other views show it too. */
export class LiveSolution {
  /** @type {Map<string, MoveVerdict>} */
  verdicts = new Map();
  /** @type {Solution | null} */
  solved = null;
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
    this.isWorking = false;
  }

  /** Returns a mark for every solved move. */
  marks() {
    /** @type {Map<string, Mark>} */
    const marks = new Map();
    for (const { to, wins, plies } of this.verdicts.values()) {
      const length = plies === undefined ? "" : ` ${plies}`;
      const about = `${wins ? "wins" : "loses"}${plies === undefined ? "" : ` in ${plies} plies`}`;
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
    const { solved } = this;
    const winning = [...this.verdicts.values()].filter(({ wins }) => wins).length;
    const known = this.verdicts.size;
    if (solved?.winner) {
      const length = solved.plies === null ? "" : ` in ${solved.plies} plies`;
      const moves = solved.winner === position.to_move ? `, with ${winning} of ${position.moves.length} moves` : "";
      return `${name(solved.winner)} wins${length}${moves}: proved, ${grouped(solved.nodes)} nodes`;
    }
    if (winning) return `${name(position.to_move)} wins: proved, solving the other moves`;
    if (known === position.moves.length) return `${name(position.to_move === "white" ? "black" : "white")} wins: proved, every move loses`;
    if (this.isWorking) return `Solving: ${known} of ${position.moves.length} moves done`;
    return `Not solved in time: ${known} of ${position.moves.length} moves done`;
  }
}

export class Analyse {
  #stream = new LiveStream();
  #reviewing = new LatestRequest();
  /** @type {Analysis | null} */
  #found = null;
  #isOn = true;
  #multi = 1;
  #overlay = "none";
  /** The reviews of lines, by their notation. @type {Map<string, (ReviewedMove | undefined)[]>} */
  #reviews = new Map();
  /** The line whose review is not finished. */
  #unfinished = "";
  /** The positions after moves that threw away a win. @type {Set<string>} */
  #thrown = new Set();
  /** @type {{live: HTMLElement, truth: HTMLElement, graph: HTMLElement, mistakes: HTMLElement} | null} */
  #parts = null;
  /** @type {MoveList} */
  #moves;

  /**
   * @param {import("./game.js").Game} game
   * @param {LiveSolution} solution
   * @param {() => void} changed
   */
  constructor(game, solution, changed) {
    this.game = game;
    this.solution = solution;
    this.changed = changed;
    this.#moves = new MoveList(game, (path) => this.#thrown.has(notation(game.page.start, path)));
  }

  /** The review of the current line. */
  get #turns() {
    return this.#reviews.get(this.game.whole) ?? [];
  }

  get #isReviewing() {
    return this.#unfinished === this.game.whole;
  }

  /** Analyses the position on the board. */
  onPosition() {
    const { game } = this;
    // After a game the review starts by itself.
    if (game.position?.winner && game.isAtEnd && !this.#reviews.has(game.whole)) this.review();
    this.ask(game.at);
  }

  /**
   * Analyses a position, even before it is on the board.
   * @param {string} at
   */
  ask(at) {
    this.#analyse(at);
    this.solution.ask(at);
  }

  /** @param {string} at */
  #analyse(at) {
    if (at === this.#stream.about || !this.#isOn) return;
    this.#found = null;
    this.#stream.start(at, "/analysis", { at, multi: this.#multi, time: TIME }, (kind, data) => {
      const isFirst = !this.#found;
      if (kind === "depth" || kind === "done") this.#found = data;
      // The first line is shown at once, the others with the next frame.
      if (isFirst) this.update();
      this.changed();
    });
  }

  /** Cancels all requests. */
  end() {
    this.#stream.end();
    this.#forget();
  }

  /** Drops an unfinished review: it starts again. */
  #forget() {
    this.#reviewing.end();
    this.#reviews.delete(this.#unfinished);
    this.#unfinished = "";
  }

  /** Whether the analysis is of the position on the board. */
  get #isKnown() {
    return this.#stream.about === this.game.at || !this.#isOn;
  }

  /** Returns what the board shows on top of the position. */
  decorations() {
    const { position } = this.game;
    /** @type {Map<string, string>} */
    const painted = position ? tints(position, this.#overlay) : new Map();
    // A placement has no arrow.
    const [first] = this.#ordered()[0]?.pv ?? [];
    if (first && this.#isKnown && position && !position[position.to_move] && !painted.has(first)) painted.set(first, "chosen");
    const marks = this.solution.isAbout(this.game.at) ? this.solution.marks() : new Map();
    return { marks, arrows: this.#isKnown ? this.#arrows() : [], tints: painted, words: { ...WORDS[this.#overlay], chosen: "the engine's choice" } };
  }

  /**
   * Returns the lines of the engine, proved wins first, even those that only the solver found.
   * @returns {{score: import("./types.js").Score | null, pv: string[]}[]}
   */
  #ordered() {
    const found = this.#found;
    if (!found) return [];
    const lines = [...(found.lines ?? [{ score: found.score, pv: found.pv }])];
    const wins = (/** @type {string} */ to) => this.solution.verdicts.get(to)?.wins === true;
    const winning = [...this.solution.verdicts.values()].find((verdict) => verdict.wins);
    if (winning && !lines.some(({ pv }) => wins(pv[0]))) lines.unshift({ score: { win: winning.plies ?? null }, pv: [winning.to] });
    return lines.sort((a, b) => Number(wins(b.pv[0])) - Number(wins(a.pv[0])));
  }

  /** Returns the principal variation as arrows. */
  #arrows() {
    const { position } = this.game;
    const line = this.#ordered()[0]?.pv ?? [];
    /** @type {Arrow[]} */
    const arrows = [];
    if (!position || !this.#isOn) return arrows;
    const squares = { white: position.white, black: position.black };
    let side = position.to_move;
    line.slice(0, DRAWN).forEach((to, at) => {
      const from = squares[side];
      if (from) arrows.push({ from, to, kind: `${side} step-${at}` });
      squares[side] = to;
      side = side === "white" ? "black" : "white";
    });
    return arrows;
  }

  panel() {
    const live = h("div", { class: "lines" });
    const truth = h("div", { class: "truth" });
    const picture = h("div", {});
    const mistakes = h("div", {});
    this.#parts = { live, truth, graph: picture, mistakes };
    const content = [
      h("h2", {}, "Analyse"),
      truth,
      h("div", { class: "fields" },
        toggle("Engine", this.#isOn, (isOn) => {
          this.#isOn = isOn;
          this.#stream.end();
          this.#found = null;
          this.onPosition();
          this.changed();
        }),
        choice("Lines", [1, 2, 3, 5, 8].map((count) => [String(count), String(count)]), String(this.#multi), (value) => {
          this.#multi = Number(value);
          this.#stream.end();
          this.onPosition();
        }),
        choice("Overlay", OVERLAYS, this.#overlay, (value) => {
          this.#overlay = value;
          this.changed();
        })),
      live,
      h("h3", {}, "Game"),
      picture,
      h("div", { class: "row" }, button("Review the game", () => this.review(), { class: "primary" })),
      mistakes,
      this.#moves.element,
    ];
    this.update();
    return content;
  }

  /** Updates the panel. */
  update() {
    const { position } = this.game;
    if (!this.#parts || !position) return;
    const { live, truth, graph: picture, mistakes } = this.#parts;
    this.#moves.update(String(this.#thrown.size));
    // Until there is a result, the panel stays as it is.
    if (!this.solution.isAbout(this.game.at) && this.solution.isWorking) return;
    const words = this.solution.words(position);
    replaceIfChanged(truth, words + position.notation, () => [h("p", { class: "verdict", role: "status" }, words), h("p", { class: "quiet" }, role(position))]);
    replaceIfChanged(live, JSON.stringify([this.#found, this.#isOn, [...this.solution.verdicts.values()], position.notation]), () => [this.#lines()]);
    const done = this.#turns.filter(Boolean).length;
    const key = `${this.game.whole} ${this.game.page.ply} ${done} ${this.#isReviewing}`;
    replaceIfChanged(picture, key, () => [done || this.#isReviewing
      ? graph(this.game, Array.from({ length: this.game.page.moves.length }, (_, at) => this.#turns[at]))
      : h("p", { class: "quiet" }, "Review the game to see who was ahead and which moves threw away a win.")]);
    replaceIfChanged(mistakes, key, () => this.#mistakes());
  }

  #lines() {
    const found = this.#found;
    const { position } = this.game;
    if (position?.winner) return h("p", { class: "quiet" }, "The game is over.");
    if (!this.#isOn) return h("p", { class: "quiet" }, "The engine is off.");
    if (!found) return h("p", { class: "quiet" }, "Thinking…");
    const speed = found.nps ? `, ${grouped(found.nps)} nps` : "";
    const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Score"), h("th", { scope: "col" }, "Line"))));
    const body = h("tbody", {});
    for (const { score, pv } of this.#ordered()) {
      const [first, ...rest] = pv;
      if (!first) continue;
      const wins = this.solution.verdicts.get(first)?.wins;
      const proof = wins === undefined ? "" : wins ? " ✓" : " ✗";
      // A proof is shown before an estimate.
      const isGuess = wins !== undefined && score?.value !== undefined;
      body.append(h("tr", {}, h("td", { class: "number" }, isGuess ? h("span", {}, wins ? "won" : "lost", h("span", { class: "quiet" }, ` (${shown(score)})`)) : shown(score)),
        h("td", {}, button(first + proof, () => void this.game.play(first), { title: wins === undefined ? "Play this move" : `Play this move: proved to ${wins ? "win" : "lose"}`, class: "move", "data-key": `line ${first}` }), ` ${rest.slice(0, 12).join(" ")}${rest.length > 12 ? " …" : ""}`)));
    }
    table.append(body);
    const end = found.best === undefined ? "" : ", finished";
    return h("div", {}, table, h("p", { class: "quiet" }, `depth ${found.depth}${end}, ${grouped(found.nodes)} nodes${speed}; scores are for ${position ? name(position.to_move) : "the side to move"}`));
  }

  /** Returns the moves that threw away a win. */
  #mistakes() {
    const found = this.#turns.filter((turn) => turn?.throws_away);
    if (!this.#turns.some(Boolean)) return [];
    const looked = this.#turns.filter(Boolean).length;
    const all = this.game.page.moves.length;
    if (this.#isReviewing) return [h("p", { class: "quiet" }, `Reviewing from the end: ${looked} of ${all} moves…`)];
    const part = looked < all ? [h("p", { class: "quiet" }, `Only ${looked} of ${all} moves were reviewed in time.`)] : [];
    if (!found.length && part.length) return part;
    if (!found.length) return [h("p", { class: "quiet" }, "No move threw away a win that could be proved.")];
    return [...part, h("ul", { class: "mistakes" }, ...found.map((turn) => h("li", {}, button(described(this.game, /** @type {ReviewedMove} */ (turn)), () => void this.game.show(/** @type {ReviewedMove} */ (turn).ply - 1)))))];
  }

  /** Reviews every move of the game. */
  review() {
    const { game } = this;
    if (!game.page.moves.length) return notify("there are no moves to review yet");
    this.#forget();
    const { whole, page } = game;
    /** @type {(ReviewedMove | undefined)[]} */
    const turns = [];
    if (this.#reviews.size >= REMEMBERED) this.#reviews.clear();
    this.#reviews.set(whole, turns);
    this.#unfinished = whole;
    const signal = this.#reviewing.next();
    const streamed = stream("/review", { at: whole }, signal, (kind, data) => {
      if (kind === "turn") turns[data.ply - 1] = data;
      if (kind === "turn" && data.throws_away) this.#thrown.add(notation(page.start, page.moves.slice(0, data.ply)));
      if (kind === "done") this.#unfinished = "";
      this.update();
    });
    streamed.catch((error) => {
      this.#forget();
      notify(error.message);
      this.update();
    });
    this.update();
  }
}

/**
 * Returns the colours of squares.
 * @param {Position} position
 * @param {string} overlay
 */
function tints(position, overlay) {
  /** @type {Map<string, string>} */
  const tints = new Map();
  if (overlay === "none") return tints;
  const sides = position[/** @type {"territory" | "reach" | "targets"} */ (overlay)];
  for (const square of sides.white) tints.set(square, "white");
  for (const square of sides.black) tints.set(square, tints.has(square) ? "both" : "black");
  return tints;
}

/**
 * Describes the colour rule, mirroring and territories.
 * @param {Position} position
 */
function role(position) {
  const { attacker, mirror_win: mirror, bound, territory } = position;
  const parts = [];
  if (mirror) parts.push(`${name(mirror.winner)} wins by mirroring (${mirror.symmetry}${mirror.behind ? ", a move behind" : ""}).`);
  if (attacker) parts.push(`${name(attacker)} is the attacker: only ${name(attacker)} can ever land where the other could move next.`);
  else parts.push("If the knights are placed on the same colour, White is the attacker; on opposite colours, Black.");
  if (position.white && position.black) {
    parts.push(`Territory: White ${territory.white.length}, Black ${territory.black.length}. At most ${bound.white} and ${bound.black} more moves.`);
  }
  return parts.join(" ");
}
