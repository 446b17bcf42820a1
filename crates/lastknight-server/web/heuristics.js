// The value and move of every heuristic, compared with the solution, and of a formula.

import { get, LiveStream, LatestRequest } from "./api.js";
import { choice, h, replaceIfChanged, number, shown } from "./dom.js";

/** @typedef {import("./types.js").HeuristicMove} HeuristicMove */
/** @typedef {import("./types.js").Catalog} Catalog */

export class Heuristics {
  /** @type {Map<string, HeuristicMove>} */
  #rows = new Map();
  /** @type {Record<string, number>} */
  #features = {};
  #stream = new LiveStream();
  #typing = new LatestRequest();
  #depth = 1;
  #formula = "";
  #sort = "truth";
  /** The heuristic under the pointer or with the focus. */
  #hovered = "";
  /** The result of the formula. @type {(HeuristicMove & {error?: import("./types.js").Problem}) | null} */
  #answer = null;
  /** @type {{table: HTMLElement, answer: HTMLElement, sum: HTMLElement, features: HTMLElement} | null} */
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

  /** Evaluates the position on the board. */
  onPosition() {
    const { game } = this;
    this.solution.ask(game.at);
    const asked = `${game.at} ${this.#depth}`;
    if (asked === this.#stream.about) return;
    this.#rows = new Map();
    void this.#ask();
    if (!game.position || game.position.winner) return this.#stream.end();
    this.#stream.start(asked, "/evaluation", { at: game.at, depth: this.#depth }, (name, data) => {
      if (name === "heuristic") this.#rows.set(data.name, data);
      if (name === "features") this.#features = data.features;
      this.changed();
    });
  }

  end() {
    this.#stream.end();
    this.#typing.end();
  }

  decorations() {
    const marks = this.solution.isAbout(this.game.at) ? this.solution.marks() : new Map();
    const row = this.#rows.get(this.#hovered);
    const { position } = this.game;
    const from = position?.[position.to_move];
    const arrows = row?.best && from ? [{ from, to: row.best, kind: `${position.to_move} step-0` }] : [];
    return { marks, arrows, tints: new Map(row?.best ? [[row.best, "chosen"]] : []), words: { chosen: `${this.#hovered}'s choice` } };
  }

  panel() {
    const table = h("div", { class: "scroll" });
    const answer = h("pre", { class: "answer", "aria-live": "polite" });
    const sum = h("p", { class: "verdict", role: "status" });
    const features = h("div", { class: "scroll" });
    this.#parts = { table, answer, sum, features };
    const input = h("input", {
      type: "text", id: "formula", class: "code", spellcheck: false, autocomplete: "off", value: this.#formula,
      placeholder: "n - 2*n' + terr", "aria-describedby": "formula-answer",
    });
    answer.id = "formula-answer";
    input.addEventListener("input", () => {
      this.#formula = input.value;
      void this.#ask();
    });
    const content = [
      h("h2", {}, "Heuristics"),
      sum,
      h("label", { class: "field wide" }, h("span", {}, "Your formula"), input),
      answer,
      h("div", { class: "fields" },
        choice("Depth", [1, 2, 3, 4, 5, 6].map((depth) => [String(depth), `${depth} ${depth > 1 ? "plies" : "ply"}`]), String(this.#depth), (depth) => {
          this.#depth = Number(depth);
          this.onPosition();
        }),
        choice("Order", [["truth", "wrong moves first"], ["family", "by source"], ["name", "by name"]], this.#sort, (sort) => {
          this.#sort = sort;
          this.update();
        })),
      table,
      h("details", {}, h("summary", {}, "Features of this position, and the syntax of formulas"), features,
        h("p", {}, "A trailing ' means the opponent's. Operators: + - * / ^ and comparisons; functions: ",
          this.catalog.formulas.functions.map((f) => `${f.name}(${f.arguments})`).join(", "), ".")),
    ];
    this.update();
    return content;
  }

  /** Whether a move wins, if known. */
  #wins(/** @type {string | null} */ to) {
    return to === null ? undefined : this.solution.verdicts.get(to)?.wins;
  }

  update() {
    if (!this.#parts) return;
    const known = JSON.stringify([[...this.#rows.values()], [...this.solution.verdicts.values()], this.#sort]);
    this.#answered();
    const rows = this.catalog.heuristics.map((entry) => ({ entry, row: this.#rows.get(entry.name) }));
    const rank = (/** @type {HeuristicMove | undefined} */ row) => {
      const wins = this.#wins(row?.best ?? null);
      return wins === false ? 0 : wins === undefined ? 1 : 2;
    };
    const isCritical = [...this.solution.verdicts.values()].some(({ wins }) => wins);
    if (this.#sort === "truth" && isCritical) rows.sort((a, b) => rank(a.row) - rank(b.row));
    if (this.#sort === "name") rows.sort((a, b) => a.entry.name.localeCompare(b.entry.name));
    replaceIfChanged(this.#parts.table, known, () => [this.#table(rows)]);
    this.#parts.sum.textContent = this.#words(isCritical);
    replaceIfChanged(this.#parts.features, JSON.stringify(this.#features), () => [this.#featureTable()]);
  }

  /** @param {{entry: Catalog["heuristics"][number], row: HeuristicMove | undefined}[]} rows */
  #table(rows) {
    const body = h("tbody", {});
    // One tab stop: arrow keys move between rows.
    body.addEventListener("keydown", (event) => {
      const row = event.target instanceof HTMLElement ? event.target.closest("tr") : null;
      const next = event.key === "ArrowDown" ? row?.nextElementSibling : event.key === "ArrowUp" ? row?.previousElementSibling : null;
      if (!(next instanceof HTMLElement)) return;
      event.preventDefault();
      next.focus();
    });
    const first = rows.some(({ entry }) => entry.name === this.#hovered) ? this.#hovered : rows[0]?.entry.name;
    for (const { entry, row } of rows) {
      const look = (/** @type {Event} */ { currentTarget }) => {
        if (this.#hovered === entry.name) return;
        this.#hovered = entry.name;
        for (const other of body.children) {
          other.classList.toggle("hovered", other === currentTarget);
          other.setAttribute("tabindex", other === currentTarget ? "0" : "-1");
        }
        this.changed();
      };
      body.append(h("tr", { mouseenter: look, focus: look, tabindex: entry.name === first ? 0 : -1, "data-key": entry.name, class: entry.name === this.#hovered ? "hovered" : null },
        h("th", { scope: "row", title: `${entry.summary}\n${entry.form}` }, entry.name),
        h("td", { class: "number" }, row ? number(row.value) : ""),
        h("td", {}, row?.best ? this.#chip(row.best) : ""),
        h("td", { class: "number" }, row ? shown(row.score) : ""),
        h("td", { class: "quiet", title: entry.family }, entry.family.split(":")[0])));
    }
    return h("table", { class: "rows" }, h("thead", {}, h("tr", {},
      ...["Heuristic", "Value", "Move", "Score", "Source"].map((title) => h("th", { scope: "col" }, title)))), body);
  }

  /** @param {string} to */
  #chip(to) {
    const wins = this.#wins(to);
    const [kind, sign, word] = wins === undefined ? ["unknown", "?", "not solved"] : wins ? ["won", "✓", "wins"] : ["lost", "✗", "loses"];
    return h("span", { class: `chip ${kind}`, title: `${to} ${word}` }, `${to} ${sign}`);
  }

  /** @param {boolean} isCritical */
  #words(isCritical) {
    const { position } = this.game;
    if (!position) return "";
    if (position.winner) return "The game is over.";
    const rows = [...this.#rows.values()];
    const right = rows.filter((row) => this.#wins(row.best) === true).length;
    if (isCritical) return `${right} of ${rows.length} heuristics choose a winning move.`;
    if (this.solution.solved?.winner) return "Every move loses here: no heuristic can be right.";
    return this.solution.isWorking ? "Solving the position…" : "This position is not solved, so the choices cannot be checked.";
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
    return h("table", { class: "rows" }, h("thead", {}, h("tr", {}, ...["Feature", "Own", "Opponent's", "Meaning"].map((title) => h("th", { scope: "col" }, title)))), body);
  }

  /** Evaluates the formula. */
  async #ask() {
    const signal = this.#typing.next();
    const text = this.#formula;
    this.#answer = null;
    if (text.trim()) {
      try {
        this.#answer = await get("/formula", { at: this.game.at, text, depth: this.#depth }, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#answer = /** @type {any} */ ({ error: { message: error instanceof Error ? error.message : String(error) } });
      }
    }
    if (!signal.aborted) this.#answered();
  }

  /** Shows the result of the formula, and whether its move wins once that is known. */
  #answered() {
    const answer = this.#answer;
    const page = this.#parts?.answer;
    if (!page) return;
    const error = answer?.error;
    const wins = this.#wins(answer?.best ?? null);
    const truth = wins === undefined ? "" : wins ? ", which wins ✓" : ", which loses ✗";
    const words = error ? `${error.picture ? `${error.picture}\n` : ""}${error.message.replace("heuristic: ", "")}`
      : answer ? `value ${number(answer.value)}; it would play ${answer.best ?? "nothing"}${truth}${answer.score ? `, score ${shown(answer.score)}` : ""}` : "";
    if (page.textContent !== words) page.textContent = words;
    page.classList.toggle("wrong", Boolean(error));
    document.getElementById("formula")?.setAttribute("aria-invalid", String(Boolean(error)));
  }
}
