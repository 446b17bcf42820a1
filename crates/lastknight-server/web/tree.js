// A search tree to step through: the order of visits, values, cuts and their reasons.

import { get, LatestRequest } from "./api.js";
import { Refused } from "./refused.js";
import { button, choice, choose, grouped, h, s, shown } from "./dom.js";
import { name } from "./moves.js";

/** @typedef {import("./types.js").SearchTree} SearchTree */
/** @typedef {import("./types.js").SearchNode} SearchNode */
/** @typedef {import("./types.js").Score} Score */

/**
 * A step of the search: it enters a node, returns to one from a child, or cuts the rest of its moves.
 * @typedef {{kind: "enter" | "back" | "cut", at: number, child: number, words: string}} Step
 */

const ROW = 20;
const COLUMN = 132;
const LEFT = 24;
const DEPTHS = /** @type {[string, string][]} */ ([1, 2, 3, 4, 5, 6].map((depth) => [String(depth), String(depth)]));

export class Tree {
  #search = "alphabeta";
  /** The requested depth. The default is lowered if the tree is too large. */
  #wanted = 3;
  #isChosen = false;
  #heuristic = "improved";
  /** @type {SearchTree | null} */
  #tree = null;
  /** The position of the tree. */
  #about = "";
  /** @type {Step[]} */
  #steps = [];
  #step = 0;
  #latest = new LatestRequest();
  #asked = "";
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {{picture: HTMLElement, words: HTMLElement, step: HTMLInputElement, answer: HTMLElement, sum: HTMLElement, depth: HTMLElement, run: HTMLElement} | null} */
  #parts = null;
  /** @type {{edge: SVGElement, group: SVGElement, value: SVGElement, x: number, y: number}[]} */
  #shapes = [];

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./types.js").Catalog} catalog
   * @param {() => void} changed
   */
  constructor(game, catalog, changed) {
    this.game = game;
    this.catalog = catalog;
    this.changed = changed;
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
    const picture = h("div", { class: "scroll tree", tabindex: 0, role: "region", "aria-label": "Search tree: step with the left and right arrow keys" });
    picture.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#go(this.#step + by);
    });
    const words = h("p", { class: "words", "aria-live": "polite" });
    const answer = h("pre", { class: "answer wrong", role: "alert" });
    const sum = h("p", { class: "verdict", role: "status" });
    const step = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
    step.addEventListener("input", () => this.#go(Number(step.value)));
    const heuristic = h("input", { type: "text", class: "code", value: this.#heuristic, spellcheck: false, list: "heuristic-names" });
    heuristic.addEventListener("change", () => {
      this.#heuristic = heuristic.value;
      void this.#ask();
    });
    const names = h("datalist", { id: "heuristic-names" }, ...this.catalog.heuristics.map((entry) => h("option", { value: entry.name })));
    const depth = choice("Depth", DEPTHS, String(this.#wanted), (value) => {
      [this.#wanted, this.#isChosen] = [Number(value), true];
      void this.#ask();
    });
    const run = button("Run", () => this.#run());
    this.#parts = { picture, words, step, answer, sum, depth, run };
    this.#asked = "";
    return [
      h("h2", {}, "Search tree"),
      h("div", { class: "fields" },
        choice("Search", [["minimax", "minimax"], ["alphabeta", "alpha-beta"]], this.#search, (search) => {
          this.#search = search;
          void this.#ask();
        }),
        depth, h("label", { class: "field" }, h("span", {}, "Heuristic"), heuristic), names),
      answer, sum,
      h("div", { class: "row stepper" },
        button("|◀", () => this.#go(0), { "aria-label": "First step" }),
        button("◀", () => this.#go(this.#step - 1), { "aria-label": "Previous step" }),
        button("▶", () => this.#go(this.#step + 1), { "aria-label": "Next step" }),
        button("▶|", () => this.#go(this.#steps.length - 1), { "aria-label": "Last step" }),
        run, step),
      words, picture,
      h("p", { class: "quiet" }, "▲ maximises, ▽ minimises; values are for the side to move on the board. The small number is the order of visits. A dotted node was cut: nothing there could change the result. Click a node to go to it."),
    ];
  }

  async #ask() {
    const { game } = this;
    const asked = [game.at, this.#search, this.#wanted, this.#heuristic].join("|");
    if (asked === this.#asked || !this.#parts) return;
    this.#asked = asked;
    this.#pause();
    const signal = this.#latest.next();
    const { answer, sum, picture, words, depth } = this.#parts;
    try {
      let found = await this.#fetch(this.#wanted, signal);
      let shownDepth = this.#wanted;
      // Placements make wide trees: lower the default depth.
      while (found.error?.field === "depth" && !this.#isChosen && shownDepth > 1) found = await this.#fetch(--shownDepth, signal);
      if (found.error) throw new Refused(200, found.error);
      choose(depth, DEPTHS, String(shownDepth));
      [this.#tree, this.#about] = [found, game.at];
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Refused ? error.problem : null;
      answer.textContent = problem ? `${problem.picture ? `${problem.picture}\n` : ""}${problem.message}` : String(error);
      [this.#tree, this.#about, this.#steps] = [null, "", []];
      picture.replaceChildren();
      sum.textContent = words.textContent = "";
      return this.changed();
    }
    answer.textContent = "";
    const tree = /** @type {SearchTree} */ (this.#tree);
    const cut = tree.nodes.filter((node) => node.kind === "cut").length;
    const plural = tree.visited === 1 ? "" : "s";
    sum.textContent = `${grouped(tree.visited)} node${plural} visited${cut ? `, ${grouped(cut)} moves cut` : ""}; value ${shown(tree.nodes[0].score)} for ${name(tree.to_move)}`;
    this.#steps = steps(tree, this.#search === "alphabeta");
    picture.replaceChildren(this.#draw(tree));
    this.#parts.step.max = String(this.#steps.length - 1);
    this.#go(this.#steps.length - 1);
  }

  /**
   * @param {number} depth
   * @param {AbortSignal} signal
   * @returns {Promise<SearchTree & {error?: import("./types.js").Problem}>}
   */
  #fetch(depth, signal) {
    return get("/tree", { at: this.game.at, search: this.#search, depth, heuristic: this.#heuristic }, signal);
  }

  /** @param {SearchTree} tree */
  #draw(tree) {
    const { nodes } = tree;
    const below = children(tree);
    const rows = new Array(nodes.length).fill(0);
    let row = 0;
    /** @param {number} at */
    const place = (at) => {
      if (!below[at].length) rows[at] = row++;
      else {
        below[at].forEach(place);
        rows[at] = (rows[below[at][0]] + rows[below[at][below[at].length - 1]]) / 2;
      }
    };
    place(0);
    const deepest = Math.max(...nodes.map((node) => node.ply));
    const [width, height] = [LEFT + deepest * COLUMN + 110, row * ROW + 12];
    const x = (/** @type {number} */ at) => LEFT + nodes[at].ply * COLUMN;
    const y = (/** @type {number} */ at) => rows[at] * ROW + ROW / 2 + 6;
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Visited nodes, with the root at the left" });
    this.#shapes = nodes.map((node, at) => {
      const group = s("g", { class: `node ${node.kind}`, click: () => this.#find(at) });
      if (node.to) group.append(s("text", { class: "move", x: x(at) - 11, y: y(at) + 4 }, node.to));
      const isMax = node.side === tree.to_move;
      group.append(s("path", { class: "sign", d: isMax ? `M${x(at) - 7} ${y(at) + 6}h14l-7-12z` : `M${x(at) - 7} ${y(at) - 6}h14l-7 12z` }));
      const value = s("text", { class: "value", x: x(at) + 11, y: y(at) + 4 });
      group.append(value);
      if (node.order !== null) group.append(s("text", { class: "order", x: x(at) + 11, y: y(at) - 5 }, String(node.order + 1)));
      let edge = s("path", {});
      if (node.parent !== null) {
        // Edges start right of the text of the parent.
        const room = 14 + 7 * Math.max(shown(nodes[node.parent].score).length, 3);
        const [x0, y0, x1, y1] = [x(node.parent) + room, y(node.parent), x(at) - 32, y(at)];
        edge = s("path", { class: `edge ${node.kind}`, d: `M${x0} ${y0}C${x0 + 25} ${y0} ${x1 - 25} ${y1} ${x1} ${y1}` });
      }
      return { edge, group, value, x: x(at), y: y(at) };
    });
    // Edges lie under signs and text.
    picture.append(...this.#shapes.map(({ edge }) => edge), ...this.#shapes.map(({ group }) => group));
    return picture;
  }

  /** Goes to the step at which a node was entered or cut. @param {number} at */
  #find(at) {
    const parent = this.#tree?.nodes[at].parent;
    const isCut = this.#tree?.nodes[at].kind === "cut";
    const step = this.#steps.findIndex((other) => (isCut ? other.kind === "cut" && other.at === parent : other.kind === "enter" && other.at === at));
    if (step >= 0) this.#go(step);
  }

  /**
   * Shows the search after a step.
   * @param {number} step
   */
  #go(step) {
    const tree = this.#tree;
    if (!tree || !this.#parts) return;
    this.#step = Math.min(Math.max(step, 0), this.#steps.length - 1);
    this.#parts.step.value = String(this.#step);
    const { values, best, isCut } = state(tree, this.#steps.slice(0, this.#step + 1));
    const now = this.#steps[this.#step];
    tree.nodes.forEach((node, at) => {
      const { edge, group, value } = this.#shapes[at];
      const isThere = node.kind === "cut" ? isCut.has(node.parent ?? 0) : values.has(at);
      group.classList.toggle("later", !isThere);
      edge.classList.toggle("later", !isThere);
      edge.classList.toggle("best", node.parent !== null && best.get(node.parent) === at);
      group.classList.toggle("now", at === now.at);
      value.textContent = node.kind === "cut" ? "cut" : values.get(at) ?? "";
    });
    this.#parts.words.textContent = `${this.#step + 1} of ${this.#steps.length}: ${now.words}`;
    const { picture } = this.#parts;
    const { x, y } = this.#shapes[now.at];
    picture.scrollTo({ left: x - picture.clientWidth / 2, top: y - picture.clientHeight / 2 });
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

/** The children of each node, in order. @param {SearchTree} tree */
function children({ nodes }) {
  /** @type {number[][]} */
  const below = nodes.map(() => []);
  nodes.forEach((node, at) => { if (node.parent !== null) below[node.parent].push(at); });
  return below;
}

/** Whether one score is better than another, for the maximising player. @param {Score} a @param {Score} b */
function isGreater(a, b) {
  const rank = (/** @type {Score} */ score) => (score.win !== undefined ? [1, -(score.win ?? 1000)] : score.loss !== undefined ? [-1, score.loss ?? 1000] : [0, score.value ?? 0]);
  const [[kindA, sizeA], [kindB, sizeB]] = [rank(a), rank(b)];
  return kindA !== kindB ? kindA > kindB : sizeA > sizeB;
}

/**
 * Describes the steps of a search.
 * @param {SearchTree} tree
 * @param {boolean} isPruning
 * @returns {Step[]}
 */
function steps(tree, isPruning) {
  const { nodes } = tree;
  const below = children(tree);
  /** @type {Step[]} */
  const list = [];
  const where = (/** @type {number} */ at) => (nodes[at].to ? `after ${nodes[at].to}` : "the position on the board");
  const bound = (/** @type {Score | null} */ score, /** @type {string} */ open) => (score ? shown(score) : open);
  /** @param {number} at */
  const visit = (at) => {
    const node = nodes[at];
    const isMax = node.side === tree.to_move;
    const extreme = isMax ? "maximum" : "minimum";
    const add = (/** @type {Step["kind"]} */ kind, /** @type {string} */ words, child = -1) => list.push({ kind, at, child, words });
    if (node.kind === "end") return add("enter", `${where(at)}: the game is over, ${shown(node.score)} for ${name(tree.to_move)}`);
    if (node.kind === "leaf") return add("enter", `${where(at)}: depth limit, the heuristic gives ${shown(node.score)}`);
    let { alpha, beta } = node;
    const window = () => `α ${bound(alpha, "−∞")}, β ${bound(beta, "+∞")}`;
    add("enter", `${where(at)}: ${name(node.side)} to move, takes the ${extreme}${isPruning ? ` (${window()})` : ""}`);
    /** @type {Score | null} */
    let best = null;
    for (const child of below[at]) {
      const { kind, score: value, to } = nodes[child];
      if (kind === "cut") {
        const rest = below[at].filter((other) => nodes[other].kind === "cut").map((other) => nodes[other].to);
        const other = name(node.side === "white" ? "black" : "white");
        add("cut", `${where(at)}: ${rest.join(", ")} cut. ${name(node.side)} has ${shown(best)} here already, and ${other} has ${isMax ? bound(beta, "") : bound(alpha, "")} elsewhere (${window()}): ${other} avoids this position, so the rest cannot matter`);
        break;
      }
      visit(child);
      if (value && (!best || (isMax ? isGreater(value, best) : isGreater(best, value)))) best = value;
      if (isPruning && value) {
        if (isMax && (!alpha || isGreater(value, alpha))) alpha = value;
        if (!isMax && (!beta || isGreater(beta, value))) beta = value;
      }
      const isLast = child === below[at].at(-1);
      const sum = isLast ? `all moves are known, value ${shown(best)}` : `the ${extreme} so far is ${shown(best)}${isPruning ? ` (${window()})` : ""}`;
      add("back", `back at ${where(at).replace("after ", "")}: ${to} gives ${shown(value)}, ${sum}`, child);
    }
  };
  visit(0);
  return list;
}

/**
 * Returns the state after some steps: values as text, the best child of each node so far, and the nodes with cuts.
 * @param {SearchTree} tree
 * @param {Step[]} done
 */
function state({ nodes, to_move: player }, done) {
  /** @type {Map<number, string>} */
  const values = new Map();
  /** @type {Map<number, Score>} */
  const bests = new Map();
  /** @type {Map<number, number>} */
  const best = new Map();
  /** @type {Set<number>} */
  const isCut = new Set();
  /** The last visited child of each node. @type {Map<number, number>} */
  const lasts = new Map();
  nodes.forEach((node, at) => { if (node.parent !== null && node.kind !== "cut") lasts.set(node.parent, at); });
  for (const { kind, at, child } of done) {
    const node = nodes[at];
    if (kind === "enter") values.set(at, node.kind === "branch" ? "…" : shown(node.score));
    if (kind === "cut") {
      isCut.add(at);
      values.set(at, shown(node.score));
    }
    const value = kind === "back" ? nodes[child].score : null;
    if (!value) continue;
    const before = bests.get(at);
    if (!before || (node.side === player ? isGreater(value, before) : isGreater(before, value))) {
      bests.set(at, value);
      best.set(at, child);
    }
    const now = shown(bests.get(at));
    // Until all moves are searched the value is a bound.
    const isOpen = child !== lasts.get(at);
    values.set(at, isOpen ? `${node.side === player ? "≥" : "≤"}${now}` : now);
  }
  return { values, best, isCut };
}
