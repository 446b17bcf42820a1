// The value and move of every heuristic, compared with the solution, and of a formula.

import { get, isStatic, LiveStream, LatestRequest } from "./api.js";
import { button, choice, choose, h, notify, number, replaceIfChanged, shown } from "./dom.js";
import { heuristicTable, ORDERS, verdict } from "./heuristic-table.js";
import { MoveValues } from "./move-values.js";

/** @typedef {import("./types.js").HeuristicMove} HeuristicMove */
/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {import("./heuristic-table.js").Order} Order */
/** @typedef {import("./heuristic-table.js").Row} Row */

const DEPTHS = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5, 6].map((depth) => [String(depth), `${depth} ${depth > 1 ? "plies" : "ply"}`]));

/** A typed formula enters the link after this pause, in milliseconds. */
const PAUSE = 400;

export class Heuristics {
  /** @type {Map<string, HeuristicMove>} */
  #rows = new Map();
  /** @type {Record<string, number>} */
  #features = {};
  #stream = new LiveStream();
  /** @type {"working" | "done" | "failed"} */
  #state = "working";
  #typing = new LatestRequest();
  #formula = "";
  /** What the shown answer is about. */
  #asked = "";
  /** The result of the formula. @type {(HeuristicMove & {error?: import("./types.js").Problem}) | null} */
  #answer = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The move under the pointer or with the focus, and who chooses it. @type {{to: string, who: string} | null} */
  #pointed = null;
  /** @type {Set<string>} */
  #folded = new Set();
  /** Whose values are on the squares. @type {"" | "heuristic" | "formula"} */
  #valued = "";
  #values = new MoveValues(() => this.changed());
  /** @type {{table: HTMLElement, answer: HTMLElement, actions: HTMLElement, sum: HTMLElement, features: HTMLElement, input: HTMLInputElement, depth: HTMLElement, order: HTMLElement} | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./solution.js").LiveSolution} solution
   * @param {Catalog} catalog
   * @param {() => void} changed
   */
  constructor(game, solution, catalog, changed) {
    this.game = game;
    this.solution = solution;
    this.catalog = catalog;
    this.changed = changed;
  }

  /** Called with an agent for the tournament; returns how many agents it has. @type {(agent: string) => number} */
  onAgent = () => 0;

  get #depth() {
    const depth = this.game.options("heuristics").depth ?? "";
    return DEPTHS.some(([value]) => value === depth) ? Number(depth) : 1;
  }

  /** @returns {Order} */
  get #order() {
    return ORDERS.find(([name]) => name === this.game.options("heuristics").order)?.[0] ?? "move";
  }

  /** The chosen heuristic, "" for none. */
  get #chosen() {
    const name = this.game.options("heuristics").heuristic ?? "";
    return this.catalog.heuristics.some((entry) => entry.name === name) ? name : "";
  }

  /** Evaluates the position on the board. */
  onPosition() {
    const { game } = this;
    const linked = game.options("heuristics").formula ?? "";
    // The link changed, not the text: the back button, or another link.
    if (!this.#timer && linked !== this.#formula) {
      this.#formula = linked;
      if (this.#parts) this.#parts.input.value = linked;
    }
    this.solution.ask(game.at);
    this.#showValues();
    void this.#ask();
    this.#evaluate();
  }

  #evaluate() {
    const { game } = this;
    const asked = `${game.at} ${this.#depth}`;
    if (asked === this.#stream.about) return;
    [this.#rows, this.#features, this.#pointed, this.#state] = [new Map(), {}, null, "working"];
    if (!game.position || game.position.winner) return this.#stream.end();
    this.#stream.start(asked, "/evaluation", { at: game.at, depth: this.#depth }, (name, data) => {
      if (name === "heuristic") this.#rows.set(data.name, data);
      if (name === "features") this.#features = data.features;
      if (name === "done") this.#state = "done";
      if (name === "failed") this.#state = "failed";
      this.changed();
    }, () => {
      this.#state = "failed";
      this.changed();
    });
  }

  end() {
    this.#commit();
    this.#stream.end();
    this.#typing.end();
    this.#values.end();
    this.#asked = "";
  }

  /** Requests the values on the squares, if they are on. */
  #showValues() {
    const { position, at } = this.game;
    const heuristic = this.#valued === "formula" ? this.#formula.trim() : this.#valued ? this.#chosen : "";
    if (heuristic && position && !position.winner) this.#values.ask(at, heuristic);
    else this.#values.end();
  }

  decorations() {
    const isSolved = this.solution.isAbout(this.game.at);
    const values = this.#values.marks();
    const marks = values.size ? values : isSolved ? this.solution.marks() : new Map();
    const { position } = this.game;
    const from = position?.[position.to_move];
    const own = this.#rows.get(this.#chosen)?.best;
    const shownMove = this.#pointed ?? (own ? { to: own, who: this.#chosen } : null);
    const arrows = position && shownMove && from ? [{ from, to: shownMove.to, kind: `${position.to_move} step-0` }] : [];
    return { marks, arrows, tints: new Map(shownMove ? [[shownMove.to, "chosen"]] : []), words: { chosen: shownMove ? `chosen by ${shownMove.who}` : "" } };
  }

  panel() {
    const table = h("div", {});
    const answer = h("pre", { class: "answer", id: "formula-answer", "aria-live": "polite" });
    const actions = h("div", {});
    const sum = h("p", { class: "verdict", role: "status" });
    const features = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Features" });
    const input = h("input", {
      type: "text", id: "formula", class: "code", spellcheck: false, autocomplete: "off", autocapitalize: "off",
      placeholder: "n - 2*n' + terr", "aria-describedby": "formula-answer",
    });
    input.value = this.#formula;
    input.addEventListener("input", () => {
      this.#formula = input.value;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#commit(), PAUSE);
      void this.#ask();
    });
    const depth = choice("Depth", DEPTHS, String(this.#depth), (value) => void this.game.set("heuristics", { depth: value === "1" ? "" : value }));
    const order = choice("Order", ORDERS, this.#order, (value) => void this.game.set("heuristics", { order: value === "move" ? "" : value }));
    this.#parts = { table, answer, actions, sum, features, input, depth, order };
    this.#asked = "";
    return [
      h("h2", {}, "Heuristics"),
      h("label", { class: "field wide" }, h("span", {}, "Your formula"), input),
      answer, actions,
      h("div", { class: "fields" }, depth, order),
      sum, table,
      h("details", {}, h("summary", {}, "Features of this position, and the syntax of formulas"), features,
        h("p", {}, "A trailing ' means the opponent's. Operators: + - * / ^ and comparisons; functions: ",
          this.catalog.formulas.functions.map((f) => `${f.name}(${f.arguments})`).join(", "), ".")),
    ];
  }

  /** Puts the typed formula into the link, once no move is being made. */
  #commit() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#formula === (this.game.options("heuristics").formula ?? "")) return;
    if (!this.game.isAsking) return void this.game.set("heuristics", { formula: this.#formula });
    this.#timer = setTimeout(() => this.#commit(), PAUSE);
  }

  /** Whether a move wins, if known. @param {string | null} to */
  #wins(to) {
    return to === null || !this.solution.isAbout(this.game.at) ? undefined : this.solution.verdicts.get(to)?.wins ?? undefined;
  }

  update() {
    if (!this.#parts) return;
    const { table, sum, features, depth, order } = this.#parts;
    choose(depth, DEPTHS, String(this.#depth));
    choose(order, ORDERS, this.#order);
    this.#answered();
    const known = JSON.stringify([[...this.#rows.values()], [...this.solution.verdicts.values()], this.#order, this.#chosen, [...this.#folded], this.#valued, this.#values.isWorking, this.#values.error, this.#state, this.game.position?.winner]);
    replaceIfChanged(table, known, () => this.#content());
    const words = this.#words();
    if (sum.textContent !== words) sum.textContent = words;
    replaceIfChanged(features, JSON.stringify(this.#features), () => [this.#featureTable()]);
  }

  #content() {
    const { position } = this.game;
    if (!position || position.winner) return [h("p", { class: "quiet" }, "There is no move to choose. Step back to a position of the game.")];
    const failed = h("p", { class: "failed", role: "alert" }, "The evaluation failed. ", button("Try again", () => {
      this.#evaluate();
      this.changed();
    }));
    const rows = this.catalog.heuristics.map((entry) => ({ entry, row: this.#rows.get(entry.name) }));
    const content = heuristicTable(rows, {
      order: this.#order, chosen: this.#chosen, folded: this.#folded, wins: (to) => this.#wins(to),
      choose: (heuristic) => void this.game.set("heuristics", { heuristic }),
      fold: (key) => {
        if (!this.#folded.delete(key)) this.#folded.add(key);
        this.changed();
      },
      point: (to, who) => {
        if (this.#pointed?.to === to && this.#pointed?.who === who) return;
        this.#pointed = to ? { to, who } : null;
        this.changed();
      },
      details: (row) => this.#details(row),
    });
    return this.#state === "failed" ? [failed, content] : [content];
  }

  /** @param {Row} row */
  #details({ entry, row }) {
    const agent = `alphabeta(${entry.name}, depth=${this.#depth})`;
    const move = row?.best ? `At depth ${row.depth} it plays ${row.best}, which ${verdict(this.#wins(row.best)).word.replace("not", "is not")}; ${row.nodes} nodes.` : "";
    return h("div", { class: "about" }, h("p", {}, `${entry.summary[0].toUpperCase()}${entry.summary.slice(1)}. `, h("span", { class: "quiet" }, entry.family)),
      h("p", { class: "code" }, entry.form), move ? h("p", {}, move) : null, this.#actions(agent, "heuristic", entry.name));
  }

  /**
   * What can be done with a heuristic or the formula.
   * @param {string} agent
   * @param {"heuristic" | "formula"} kind
   * @param {string} name
   */
  #actions(agent, kind, name) {
    const isOn = this.#valued === kind;
    const values = button("Values on squares", () => {
      this.#valued = isOn ? "" : kind;
      this.#showValues();
      this.changed();
    }, { "aria-pressed": String(isOn), title: "The value after each legal move, without search", "data-key": `values ${kind}` });
    const words = isOn && this.#values.isWorking ? "Evaluating the moves…" : isOn ? this.#values.error : "";
    return h("div", { class: "actions" }, h("div", { class: "row" },
      button("Play against it", () => this.#play(agent), { title: agent, "data-key": `play ${kind}` }),
      isStatic ? null : button("Send to a tournament", () => {
        const count = this.onAgent(agent);
        notify(count ? `${name} is in the tournament of the lab, which has ${count} agents now` : `${name} is in the tournament of the lab already`);
      }, { title: agent, "data-key": `send ${kind}` }),
      values), words ? h("p", { class: this.#values.error ? "answer wrong" : "quiet", role: "status" }, words) : null);
  }

  /** Lets an agent play against the user, who has the move. @param {string} agent */
  #play(agent) {
    const { game } = this;
    const isOver = Boolean(game.position?.winner);
    const side = isOver ? "white" : game.position?.to_move ?? "white";
    const players = side === "white" ? { white: "", black: agent } : { white: agent, black: "" };
    void game.change({ view: "play", ...players, names: ["", ""], ...(isOver ? { start: game.page.start, moves: [], ply: 0 } : {}) }, true);
  }

  #words() {
    const { position } = this.game;
    if (!position) return "";
    if (position.winner) return "The game is over.";
    const all = this.catalog.heuristics.length;
    const rows = [...this.#rows.values()];
    if (!rows.length) return this.#state === "failed" ? "" : "Evaluating the position…";
    const isCritical = this.solution.isAbout(this.game.at) && [...this.solution.verdicts.values()].some(({ wins }) => wins);
    const right = rows.filter((row) => this.#wins(row.best) === true).length;
    const missing = this.#state === "done" && rows.length < all ? ` ${all - rows.length} did not finish in time.` : "";
    const progress = this.#state === "working" && rows.length < all ? ` Evaluating: ${rows.length} of ${all}.` : missing;
    if (isCritical) return `${right} of ${rows.length} heuristics choose a winning move.${progress}`;
    if (this.solution.solved?.winner) return `Every move loses here: no heuristic can be right.${progress}`;
    return `${this.solution.isWorking ? "Solving the position…" : "This position is not solved, so the choices cannot be checked."}${progress}`;
  }

  #featureTable() {
    const body = h("tbody", {});
    for (const feature of this.catalog.formulas.features) {
      const own = this.#features[feature.name];
      const other = this.#features[`${feature.name}'`];
      body.append(h("tr", {}, h("th", { scope: "row" }, feature.name + (feature.opponents ? " '" : "")),
        h("td", { class: "number" }, own === undefined ? "" : number(own).replace("+", "")),
        h("td", { class: "number" }, other === undefined ? "" : number(other).replace("+", "")), h("td", {}, feature.summary)));
    }
    const titles = [["Feature", null], ["Own", "number"], ["Opponent's", "number"], ["Meaning", null]];
    return h("table", { class: "rows" }, h("thead", {}, h("tr", {}, ...titles.map(([title, kind]) => h("th", { scope: "col", class: kind }, title)))), body);
  }

  /** Evaluates the formula, unless its answer is known. */
  async #ask() {
    const text = this.#formula;
    const asked = [this.game.at, this.#depth, text].join("\n");
    if (asked === this.#asked) return;
    this.#asked = asked;
    const signal = this.#typing.next();
    this.#answer = null;
    if (text.trim()) {
      try {
        this.#answer = await get("/formula", { at: this.game.at, text, depth: this.#depth }, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#asked = "";
        this.#answer = /** @type {any} */ ({ error: { message: error instanceof Error ? error.message : String(error) } });
      }
    }
    if (signal.aborted) return;
    if (this.#valued === "formula") {
      if (this.#answer && !this.#answer.error) this.#showValues();
      else this.#values.end();
      this.changed();
    }
    this.#answered();
  }

  /** Shows the result of the formula, and whether its move wins once that is known. */
  #answered() {
    const answer = this.#answer;
    if (!this.#parts) return;
    const { answer: page, actions, input } = this.#parts;
    const error = answer?.error;
    const wins = this.#wins(answer?.best ?? null);
    const truth = wins === undefined ? "" : wins ? ", which wins ✓" : ", which loses ✗";
    const words = error ? `${error.picture ? `${error.picture}\n` : ""}${error.message.replace("heuristic: ", "")}`
      : answer ? `value ${number(answer.value)}; it would play ${answer.best ?? "nothing"}${truth}${answer.score ? `, score ${shown(answer.score)}` : ""}`
        : this.#formula.trim() ? "evaluating…" : "";
    if (page.textContent !== words) page.textContent = words;
    page.classList.toggle("wrong", Boolean(error));
    input.setAttribute("aria-invalid", String(Boolean(error)));
    const isGood = Boolean(answer && !error);
    const agent = `alphabeta("${this.#formula.trim()}", depth=${this.#depth})`;
    replaceIfChanged(actions, JSON.stringify([isGood, agent, this.#valued, this.#values.isWorking, this.#values.error]), () => (isGood ? [this.#actions(agent, "formula", "your formula")] : []));
  }
}
