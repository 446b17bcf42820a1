// A search tree to step through: the order of visits, values, cuts and their reasons.

import { get, LatestRequest } from "./api.js";
import { button, choice, choose, grouped, h, s } from "./dom.js";
import { name } from "./moves.js";
import { Refused } from "./refused.js";
import { finalValues, stateAfter, steps } from "./search-steps.js";
import { TreePicture } from "./tree-picture.js";

/** @typedef {import("./types.js").SearchTree} SearchTree */
/** @typedef {import("./types.js").SearchNode} SearchNode */

const DEPTHS = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5, 6].map((depth) => [String(depth), String(depth)]));
const SEARCHES = /** @type {[string, string][]} */ ([["minimax", "minimax"], ["alphabeta", "alpha-beta"]]);

const DEFAULTS = { heuristic: "improved", depth: "2", search: "alphabeta" };

/** A small position whose tree fits on the screen. */
const EXAMPLE = { start: "5x5", moves: "b1-e3-d2-c2-b3-b4-c5".split("-") };

export class Tree {
  /** @type {SearchTree | null} */
  #tree = null;
  /** The position of the tree. */
  #about = "";
  /** The final values of its nodes. @type {string[]} */
  #values = [];
  /** @type {import("./search-steps.js").Step[]} */
  #steps = [];
  #step = 0;
  #latest = new LatestRequest();
  #asked = "";
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #picture = new TreePicture((at) => this.#find(at), (parent) => this.#go(this.#steps.findIndex((step) => step.kind === "cut" && step.at === parent)));
  /** @type {{words: HTMLElement, step: HTMLInputElement, answer: HTMLElement, sum: HTMLElement, depth: HTMLElement, search: HTMLElement, heuristic: HTMLInputElement, run: HTMLElement, shown: HTMLElement} | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./types.js").Catalog} catalog
   * @param {() => void} changed
   */
  constructor(game, catalog, changed) {
    this.game = game;
    this.catalog = catalog;
    this.changed = changed;
    this.#picture.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The settings, from the link. */
  get #settings() {
    const settings = { ...DEFAULTS, ...this.game.options("tree") };
    for (const field of /** @type {(keyof typeof DEFAULTS)[]} */ (["heuristic", "depth", "search"])) settings[field] ||= DEFAULTS[field];
    if (!DEPTHS.some(([depth]) => depth === settings.depth)) settings.depth = DEFAULTS.depth;
    if (!SEARCHES.some(([search]) => search === settings.search)) settings.search = DEFAULTS.search;
    return settings;
  }

  onPosition() {
    void this.#ask();
  }

  end() {
    this.#latest.end();
    this.#pause();
    this.#asked = "";
  }

  update() {}

  /** Returns the path to the current node, as arrows. */
  decorations() {
    const { position } = this.game;
    /** @type {import("./board.js").Arrow[]} */
    const arrows = [];
    const way = this.#about === this.game.at ? this.#way() : [];
    if (position) {
      const squares = { white: position.white, black: position.black };
      way.forEach((node, at) => {
        const mover = node.side === "white" ? "black" : "white";
        const from = squares[mover];
        if (from && node.to) arrows.push({ from, to: node.to, kind: `${mover} step-${Math.min(at, 3)}` });
        if (node.to) squares[mover] = node.to;
      });
    }
    const last = way.at(-1)?.to;
    return { marks: new Map(), arrows, tints: new Map(last ? [[last, "chosen"]] : []), words: { chosen: "current node" } };
  }

  /** Returns the nodes from the first move to the current one. */
  #way() {
    /** @type {SearchNode[]} */
    const way = [];
    const nodes = this.#tree?.nodes ?? [];
    let at = this.#steps[this.#step]?.at ?? 0;
    while (at > 0) {
      way.unshift(nodes[at]);
      at = nodes[at].parent ?? 0;
    }
    return way;
  }

  panel() {
    const settings = this.#settings;
    const words = h("p", { class: "words", "aria-live": "polite" });
    const answer = h("div", { class: "answer wrong", role: "alert" });
    const sum = h("p", { class: "verdict", role: "status" });
    const step = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
    step.addEventListener("input", () => this.#go(Number(step.value)));
    const set = (/** @type {keyof typeof DEFAULTS} */ field) => (/** @type {string} */ value) => void this.game.set("tree", { [field]: value });
    const heuristic = h("input", { type: "text", class: "code", spellcheck: false, autocapitalize: "off", list: "heuristic-names" });
    heuristic.addEventListener("change", () => set("heuristic")(heuristic.value.trim()));
    const names = h("datalist", { id: "heuristic-names" }, ...this.catalog.heuristics.map((entry) => h("option", { value: entry.name })));
    const search = choice("Search", SEARCHES, settings.search, set("search"));
    const depth = choice("Depth", DEPTHS, settings.depth, set("depth"));
    const run = button("Run", () => this.#run());
    const picture = this.#picture;
    const shown = h("div", {},
      h("div", { class: "row stepper" },
        button("|◀", () => this.#go(0), { "aria-label": "First step" }),
        button("◀", () => this.#go(this.#step - 1), { "aria-label": "Previous step" }),
        button("▶", () => this.#go(this.#step + 1), { "aria-label": "Next step" }),
        button("▶|", () => this.#go(this.#steps.length - 1), { "aria-label": "Last step" }),
        run, step),
      words,
      h("div", { class: "tree-frame" }, picture.element,
        h("div", { class: "zooms", role: "group", "aria-label": "View of the tree" },
          button("−", () => picture.zoom(0.8), { "aria-label": "Zoom out", title: "Zoom out (−, or Ctrl and the wheel)" }),
          button("+", () => picture.zoom(1.25), { "aria-label": "Zoom in", title: "Zoom in (+, or Ctrl and the wheel)" }),
          button("Fit", () => picture.fit(), { title: "Fit the width (0)" }),
          button("Fold", () => picture.foldAll(), { title: "Show only the principal variation and the moves beside it" }),
          button("Unfold all", () => picture.unfoldAll()))),
      legend());
    this.#parts = { words, step, answer, sum, depth, search, heuristic, run, shown };
    this.#asked = "";
    return [
      h("h2", {}, "Search tree"),
      h("div", { class: "fields" }, search, depth, h("label", { class: "field" }, h("span", {}, "Heuristic"), heuristic), names),
      answer, sum, shown,
      h("p", { class: "row quiet" }, button("Small example", () => void this.game.change({ start: EXAMPLE.start, moves: EXAMPLE.moves, ply: EXAMPLE.moves.length, names: ["", ""] }, true)),
        "shows a position with few moves. Back returns to yours."),
    ];
  }

  async #ask() {
    const { game } = this;
    const { heuristic, depth, search } = this.#settings;
    const asked = JSON.stringify([game.at, search, depth, heuristic, game.options("tree").depth]);
    if (asked === this.#asked || !this.#parts) return;
    this.#asked = asked;
    this.#pause();
    const signal = this.#latest.next();
    const { answer, sum, shown, words, step } = this.#parts;
    this.#parts.heuristic.value = heuristic;
    choose(this.#parts.search, SEARCHES, search);
    sum.textContent = "Searching…";
    let [found, shownDepth] = [/** @type {SearchTree | null} */ (null), Number(depth)];
    try {
      let tree = await this.#fetch(shownDepth, signal);
      // Placements make wide trees: lower the default depth.
      while (tree.error?.field === "depth" && !game.options("tree").depth && shownDepth > 1) tree = await this.#fetch(--shownDepth, signal);
      if (tree.error) throw new Refused(200, tree.error);
      found = tree;
      answer.replaceChildren();
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Refused ? error.problem : null;
      answer.replaceChildren(h("pre", {}, problem ? `${problem.picture ? `${problem.picture}\n` : ""}${problem.message}` : String(error)));
      // A lost connection may come back; a wrong heuristic stays wrong.
      if (!(error instanceof Refused) || error.status !== 200) answer.append(button("Try again", () => {
        this.#asked = "";
        void this.#ask();
      }));
    }
    choose(this.#parts.depth, DEPTHS, String(shownDepth));
    [this.#tree, this.#about, this.#step] = [found, found ? game.at : "", 0];
    this.#values = found ? finalValues(found) : [];
    this.#steps = found ? steps(found, this.#values, search === "alphabeta") : [];
    this.#picture.set(found);
    shown.hidden = !found;
    if (!found) {
      sum.textContent = words.textContent = "";
      return this.changed();
    }
    const cut = found.nodes.filter((node) => node.kind === "cut").length;
    const plural = found.visited === 1 ? "" : "s";
    sum.textContent = `${grouped(found.visited)} node${plural} visited${cut ? `, ${grouped(cut)} moves cut` : ""}; value ${this.#values[0]} for ${name(found.to_move)}`;
    step.max = String(this.#steps.length - 1);
    this.#go(this.#steps.length - 1);
  }

  /**
   * @param {number} depth
   * @param {AbortSignal} signal
   * @returns {Promise<SearchTree & {error?: import("./types.js").Problem}>}
   */
  #fetch(depth, signal) {
    const { search, heuristic } = this.#settings;
    return get("/tree", { at: this.game.at, search, depth, heuristic }, signal);
  }

  /** Goes to the step at which a node was entered. @param {number} at */
  #find(at) {
    const step = this.#steps.findIndex((other) => other.kind === "enter" && other.at === at);
    if (step >= 0) this.#go(step);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const beside = (/** @type {number} */ by) => () => {
      const at = this.#picture.beside(by);
      if (at !== undefined) this.#find(at);
    };
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#go(this.#step - 1), ArrowRight: () => this.#go(this.#step + 1), ArrowUp: beside(-1), ArrowDown: beside(1),
      Home: () => this.#go(0), End: () => this.#go(this.#steps.length - 1), Enter: () => this.#picture.fold(this.#steps[this.#step]?.at ?? 0),
      "+": () => this.#picture.zoom(1.25), "-": () => this.#picture.zoom(0.8), 0: () => this.#picture.fit(),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  /**
   * Shows the search after a step.
   * @param {number} step
   */
  #go(step) {
    const tree = this.#tree;
    if (!tree || !this.#parts) return;
    this.#step = Math.min(Math.max(step, 0), this.#steps.length - 1);
    const now = this.#steps[this.#step];
    this.#picture.show(stateAfter(tree, this.#values, this.#steps.slice(0, this.#step + 1)), now.at);
    this.#parts.step.value = String(this.#step);
    this.#parts.step.setAttribute("aria-valuetext", `${this.#step + 1} of ${this.#steps.length}`);
    this.#parts.words.textContent = `${this.#step + 1} of ${this.#steps.length}: ${now.words}`;
    this.changed();
  }

  #run() {
    if (this.#timer) return this.#pause();
    const last = this.#steps.length - 1;
    if (this.#step >= last) this.#go(0);
    const pause = Math.max(60, Math.min(900, 20_000 / (last + 1)));
    if (this.#parts) this.#parts.run.textContent = "Pause";
    this.#timer = setInterval(() => {
      if (this.#step >= last) this.#pause();
      else this.#go(this.#step + 1);
    }, pause);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#parts) this.#parts.run.textContent = "Run";
  }
}

/** The meaning of the signs. */
function legend() {
  const swatch = (/** @type {string} */ d, /** @type {string} */ kind) => s("svg", { class: "swatch tree-swatch", viewBox: "0 0 32 16", "aria-hidden": "true" }, s("path", { class: kind, d }));
  const item = (/** @type {Node | string} */ sign, /** @type {string} */ words) => h("li", {}, sign instanceof Node ? sign : h("b", {}, sign), words);
  return h("ul", { class: "legend tree-legend", "aria-label": "Signs of the tree" },
    item(swatch("M8 14h15l-7.5-13z", "sign"), "maximises: the side to move on the board"),
    item(swatch("M8 2h15l-7.5 13z", "sign"), "minimises: the other side"),
    item(swatch("M1 8h30", "edge main"), "principal variation"),
    item(swatch("M1 8h30", "edge cut"), "cut: cannot change the result"),
    item("α", "what ▲ has for certain"), item("β", "what ▽ has for certain"),
    item("≥ ≤", "a bound: the rest was cut"), item("▸ ▾", "unfold, fold"));
}
