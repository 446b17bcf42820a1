// The analysis view: lines of the engine, proved results, and the review of a game.

import { LiveStream, LatestRequest, stream } from "./api.js";
import { LiveDifficulty } from "./difficulty.js";
import { button, choice, grouped, h, replaceIfChanged, notify, toggle } from "./dom.js";
import { evaluationBar } from "./evaluation-bar.js";
import { notation } from "./game.js";
import { described, graph } from "./graph.js";
import { shownLines } from "./lines.js";
import { MoveList, name } from "./moves.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./board.js").Arrow} Arrow */

/** The time of the engine for a position. */
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
  /** @type {{live: HTMLElement, truth: HTMLElement, difficulty: HTMLElement, graph: HTMLElement, mistakes: HTMLElement} | null} */
  #parts = null;
  /** @type {MoveList} */
  #moves;
  /** @type {LiveDifficulty} */
  #difficulty;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./solution.js").LiveSolution} solution
   * @param {() => void} changed
   */
  constructor(game, solution, changed) {
    this.game = game;
    this.solution = solution;
    this.changed = changed;
    this.#difficulty = new LiveDifficulty(changed);
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
    this.#difficulty.end();
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
    const [first] = this.#lines[0]?.moves ?? [];
    if (first && this.#isKnown && position && !position[position.to_move] && !painted.has(first)) painted.set(first, "chosen");
    const marks = this.solution.isAbout(this.game.at) ? this.solution.marks() : new Map();
    this.#difficulty.addTo(marks, this.game);
    return { marks, arrows: this.#isKnown ? this.#arrows() : [], tints: painted, words: { ...WORDS[this.#overlay], chosen: "the engine's choice" } };
  }

  /** The lines, what is proved first. */
  get #lines() {
    const { position } = this.game;
    return position ? shownLines(position, this.#isKnown ? this.#found : null, this.solution.isAbout(this.game.at) ? this.solution : null) : [];
  }

  /** Returns the principal variation as arrows. */
  #arrows() {
    const { position } = this.game;
    const line = this.#lines[0]?.moves ?? [];
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
    const difficulty = h("div", {});
    const picture = h("div", {});
    const mistakes = h("div", {});
    this.#parts = { live, truth, difficulty, graph: picture, mistakes };
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
      difficulty,
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
    const { live, truth, difficulty, graph: picture, mistakes } = this.#parts;
    this.#moves.update(String(this.#thrown.size));
    // Until there is a result, the panel stays as it is.
    if (!this.solution.isAbout(this.game.at) && this.solution.isWorking) return;
    const words = this.solution.words(position);
    const lines = this.#lines;
    const bar = { winner: this.solution.winner(position), score: this.#isKnown ? this.#found?.score ?? null : null, side: position.to_move };
    replaceIfChanged(truth, JSON.stringify([words, position.notation, bar]), () => [
      evaluationBar(bar), h("p", { class: "verdict", role: "status" }, words), h("p", { class: "quiet" }, role(position)),
    ]);
    replaceIfChanged(live, JSON.stringify([lines, this.#found, this.#isOn, position.notation]), () => [this.#table(lines)]);
    // The solver is asked how hard the position is when it has nothing else to do.
    if (this.solution.solved?.winner && this.solution.isAbout(this.game.at)) this.#difficulty.ask(this.game.at);
    replaceIfChanged(difficulty, `${this.#difficulty.key} ${position.notation}`, () => this.#difficulty.panel(this.game, this.solution));
    const done = this.#turns.filter(Boolean).length;
    const key = `${this.game.whole} ${this.game.page.ply} ${done} ${this.#isReviewing}`;
    replaceIfChanged(picture, key, () => [done || this.#isReviewing
      ? graph(this.game, Array.from({ length: this.game.page.moves.length }, (_, at) => this.#turns[at]))
      : h("p", { class: "quiet" }, "Review the game to see who was ahead and which moves threw away a win.")]);
    replaceIfChanged(mistakes, key, () => this.#mistakes());
  }

  /** @param {import("./lines.js").ShownLine[]} lines */
  #table(lines) {
    const found = this.#found;
    const { position } = this.game;
    if (!position || position.winner) return h("p", { class: "quiet" }, "The game is over.");
    if (!lines.length) return h("p", { class: "quiet" }, this.#isOn ? "Thinking…" : "The engine is off.");
    const body = h("tbody", {});
    for (const { score, moves: [first, ...rest], sign, isComplete } of lines) {
      const end = rest.length > 12 ? " …" : isComplete ? "" : " …";
      body.append(h("tr", {}, h("td", { class: "number" }, score),
        h("td", {}, button(`${first}${sign ? ` ${sign}` : ""}`, () => void this.game.play(first), { title: "Play this move", class: "move", "data-key": `line ${first}` }), ` ${rest.slice(0, 12).join(" ")}${end}`)));
    }
    const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Score"), h("th", { scope: "col" }, "Line"))), body);
    const side = name(position.to_move);
    if (!found || !this.#isOn || !this.#isKnown) return h("div", {}, table, h("p", { class: "quiet" }, `Scores are for ${side}.`));
    const speed = found.nps ? `, ${grouped(found.nps)} nodes/s` : "";
    return h("div", {}, table, h("p", { class: "quiet" }, `Engine: depth ${found.depth}${found.best === undefined ? "" : ", finished"}, ${grouped(found.nodes)} nodes${speed}. Scores are for ${side}.`));
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
    const kept = accuracies(this.#turns);
    if (!found.length) return [...kept, h("p", { class: "quiet" }, "No move threw away a win that could be proved.")];
    return [...part, ...kept, h("ul", { class: "mistakes" }, ...found.map((turn) => h("li", {}, button(described(this.game, /** @type {ReviewedMove} */ (turn)), () => void this.game.show(/** @type {ReviewedMove} */ (turn).ply - 1)))))];
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

/**
 * Returns how often each side kept a proved win.
 * @param {(ReviewedMove | undefined)[]} turns
 */
function accuracies(turns) {
  const words = /** @type {const} */ (["white", "black"]).flatMap((side) => {
    const won = turns.filter((turn) => turn?.side === side && turn.wins);
    const kept = won.filter((turn) => !turn?.throws_away).length;
    return won.length ? [`${name(side)} kept the win in ${kept} of ${won.length} won positions (${Math.round((100 * kept) / won.length)} %)`] : [];
  });
  return words.length ? [h("p", { class: "accuracy" }, `${words.join("; ")}.`)] : [];
}
