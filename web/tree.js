// A search drawn as a tree, to step through: what was visited when, what it was worth, what was cut and why.

import { get, Refused, Single } from "./api.js";
import { button, choice, grouped, h, s, shown } from "./dom.js";
import { name } from "./analyse.js";

/** @typedef {import("./types.js").Tree} TreeShape */
/** @typedef {import("./types.js").TreeNode} TreeNode */

const ROW = 20;
const COLUMN = 118;
const LEFT = 46;

export class Tree {
  #search = "alphabeta";
  #depth = 3;
  #heuristic = "improved";
  /** @type {TreeShape | null} */
  #tree = null;
  /** How many nodes have been visited so far, in what is shown. */
  #step = 1;
  #single = new Single();
  #at = "";
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {{picture: HTMLElement, words: HTMLElement, step: HTMLInputElement, answer: HTMLElement, sum: HTMLElement} | null} */
  #parts = null;
  /** @type {SVGElement[]} */
  #shapes = [];
  /** @type {SVGElement[]} */
  #edges = [];
  /** Whether the depth was chosen by hand. */
  #isChosen = false;

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

  look() {
    void this.#ask();
  }

  end() {
    this.#single.end();
    this.#pause();
    this.#at = "";
  }

  /** The way to the node that is looked at, as arrows. */
  dressing() {
    const { position } = this.game;
    /** @type {import("./board.js").Arrow[]} */
    const arrows = [];
    const way = this.#way();
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
    return { marks: new Map(), arrows, tints: new Map(last ? [[last, "chosen"]] : []) };
  }

  /** The nodes from the first move to the one that is looked at. */
  #way() {
    /** @type {TreeNode[]} */
    const way = [];
    const nodes = this.#tree?.nodes ?? [];
    let at = nodes.findIndex((node) => node.order === this.#step - 1);
    while (at > 0) {
      way.unshift(nodes[at]);
      at = nodes[at].parent ?? 0;
    }
    return way;
  }

  panel() {
    const picture = h("div", { class: "scroll tree", tabindex: 0, role: "region", "aria-label": "Search tree" });
    const words = h("p", { class: "words", "aria-live": "polite" });
    const answer = h("pre", { class: "answer wrong", role: "alert" });
    const sum = h("p", { class: "verdict", role: "status" });
    const step = h("input", { type: "range", min: 1, max: 1, value: 1, "aria-label": "Step" });
    step.addEventListener("input", () => this.#go(Number(step.value)));
    const heuristic = h("input", { type: "text", class: "code", value: this.#heuristic, spellcheck: false, list: "heuristic-names" });
    heuristic.addEventListener("change", () => {
      this.#heuristic = heuristic.value;
      void this.#ask();
    });
    const names = h("datalist", { id: "heuristic-names" }, ...this.catalog.heuristics.map((entry) => h("option", { value: entry.name })));
    this.#parts = { picture, words, step, answer, sum };
    this.#at = "";
    void this.#ask();
    return [
      h("h2", {}, "Search tree"),
      h("div", { class: "fields" },
        choice("Search", [["minimax", "minimax"], ["alphabeta", "alpha-beta"]], this.#search, (search) => {
          this.#search = search;
          void this.#ask();
        }),
        choice("Depth", [1, 2, 3, 4, 5, 6].map((depth) => [String(depth), String(depth)]), String(this.#depth), (depth) => {
          this.#depth = Number(depth);
          this.#isChosen = true;
          void this.#ask();
        }),
        h("label", { class: "field" }, h("span", {}, "Heuristic"), heuristic), names),
      answer, sum,
      h("div", { class: "row stepper" },
        button("|◀", () => this.#go(1), { "aria-label": "First step" }),
        button("◀", () => this.#go(this.#step - 1), { "aria-label": "One step back" }),
        button("▶", () => this.#go(this.#step + 1), { "aria-label": "One step on" }),
        button("▶|", () => this.#go(this.#tree?.visited ?? 1), { "aria-label": "Last step" }),
        button("Run", () => this.#run()), step),
      words, picture,
      h("p", { class: "quiet" }, "▲ takes the greatest value, ▽ the least; values are for the player to move on the board. A dotted node was cut: nothing there could change the result."),
    ];
  }

  update() {}

  async #ask() {
    const { game } = this;
    const asked = [game.at, this.#search, this.#depth, this.#heuristic].join("|");
    if (asked === this.#at || !this.#parts) return;
    this.#at = asked;
    this.#pause();
    const signal = this.#single.next();
    const { answer, sum, picture, words } = this.#parts;
    try {
      /** @type {TreeShape & {error?: import("./types.js").Problem}} */
      const told = await get("/tree", { at: game.at, search: this.#search, depth: this.#depth, heuristic: this.#heuristic }, signal);
      if (told.error?.field === "depth" && !this.#isChosen && this.#depth > 1) {
        // Placements make wide trees: nobody asked for this depth, so less will do.
        this.#depth -= 1;
        const select = document.querySelector("select[aria-label=Depth]");
        if (select instanceof HTMLSelectElement) select.value = String(this.#depth);
        return void this.#ask();
      }
      if (told.error) throw new Refused(200, told.error);
      this.#tree = told;
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Refused ? error.problem : null;
      answer.textContent = problem ? `${problem.picture ? `${problem.picture}\n` : ""}${problem.message}` : String(error);
      this.#tree = null;
      picture.replaceChildren();
      sum.textContent = words.textContent = "";
      return this.changed();
    }
    answer.textContent = "";
    const tree = /** @type {TreeShape} */ (this.#tree);
    const cut = tree.nodes.filter((node) => node.kind === "cut").length;
    sum.textContent = `${grouped(tree.visited)} positions visited${cut ? `, ${grouped(cut)} moves cut` : ""}; value ${shown(tree.nodes[0].value)} for ${name(tree.player)}`;
    picture.replaceChildren(this.#draw(tree));
    this.#parts.step.max = String(tree.visited);
    this.#go(tree.visited);
    // The root is in the middle of its height.
    picture.scrollTop = (picture.scrollHeight - picture.clientHeight) / 2;
  }

  /** @param {TreeShape} tree */
  #draw(tree) {
    const { nodes } = tree;
    /** @type {number[][]} */
    const children = nodes.map(() => []);
    nodes.forEach((node, at) => node.parent !== null && children[node.parent].push(at));
    const rows = new Array(nodes.length).fill(0);
    let row = 0;
    /** @param {number} at */
    const place = (at) => {
      if (!children[at].length) rows[at] = row++;
      else {
        children[at].forEach(place);
        rows[at] = (rows[children[at][0]] + rows[children[at][children[at].length - 1]]) / 2;
      }
    };
    place(0);
    const deepest = Math.max(...nodes.map((node) => node.ply));
    const [width, height] = [LEFT + deepest * COLUMN + 110, row * ROW + 12];
    const x = (/** @type {number} */ at) => LEFT + nodes[at].ply * COLUMN;
    const y = (/** @type {number} */ at) => rows[at] * ROW + ROW / 2 + 6;
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "The positions that were looked at, from the root at the left" });
    // Lines lie under the signs and the words.
    this.#edges = nodes.map((node, at) => {
      if (node.parent === null) return s("path", {});
      const [x0, y0, x1, y1] = [x(node.parent) + 8, y(node.parent), x(at) - 8, y(at)];
      const isBest = nodes[node.parent].best === at;
      return s("path", { class: `edge ${node.kind} ${isBest ? "best" : ""}`, d: `M${x0} ${y0}C${x0 + 40} ${y0} ${x1 - 40} ${y1} ${x1} ${y1}` });
    });
    this.#shapes = nodes.map((node, at) => {
      const isMax = node.side === tree.player;
      const group = s("g", { class: `node ${node.kind}`, click: () => node.order !== null && this.#go(node.order + 1) });
      if (node.to) group.append(s("text", { class: "move", x: x(at) - 11, y: y(at) + 4 }, node.to));
      const up = `M${x(at) - 7} ${y(at) + 6}h14l-7-12z`;
      const down = `M${x(at) - 7} ${y(at) - 6}h14l-7 12z`;
      group.append(s("path", { class: "sign", d: isMax ? up : down }));
      group.append(s("text", { class: "value", x: x(at) + 11, y: y(at) + 4 }, node.kind === "cut" ? "cut" : shown(node.value)));
      group.append(s("title", {}, this.#explain(tree, at)));
      return group;
    });
    picture.append(...this.#edges, ...this.#shapes);
    return picture;
  }

  /**
   * Shows the search after so many visits.
   * @param {number} step
   */
  #go(step) {
    const tree = this.#tree;
    if (!tree || !this.#parts) return;
    this.#step = Math.min(Math.max(step, 1), tree.visited);
    this.#parts.step.value = String(this.#step);
    const visited = (/** @type {TreeNode} */ node) => node.order !== null && node.order < this.#step;
    tree.nodes.forEach((node, at) => {
      const isThere = node.kind === "cut" ? this.#isCutBy(at) : visited(node);
      this.#shapes[at].classList.toggle("later", !isThere);
      this.#edges[at].classList.toggle("later", !isThere);
      // A value stands when the last position below it was visited.
      this.#shapes[at].classList.toggle("open", isThere && node.kind === "branch" && this.#lastBelow(at) >= this.#step);
      this.#shapes[at].classList.toggle("now", node.order === this.#step - 1);
    });
    const at = tree.nodes.findIndex((node) => node.order === this.#step - 1);
    this.#parts.words.textContent = `${this.#step} of ${tree.visited}: ${this.#explain(tree, at)}`;
    this.changed();
  }

  /** When the last position at or below a node was visited. @param {number} at */
  #lastBelow(at) {
    const { nodes } = /** @type {TreeShape} */ (this.#tree);
    let last = nodes[at].order ?? -1;
    // Those below come right after, in the order of the list.
    for (let next = at + 1; next < nodes.length && nodes[next].ply > nodes[at].ply; next++) last = Math.max(last, nodes[next].order ?? -1);
    return last;
  }

  /** Whether the cut of a node has happened by now. @param {number} at */
  #isCutBy(at) {
    const { nodes } = /** @type {TreeShape} */ (this.#tree);
    const parent = nodes[at].parent;
    return parent !== null && this.#lastBelow(parent) < this.#step;
  }

  /**
   * @param {TreeShape} tree
   * @param {number} at
   */
  #explain(tree, at) {
    const node = tree.nodes[at];
    if (!node) return "";
    const isMax = node.side === tree.player;
    const where = node.to ? `after ${node.to}` : "the position on the board";
    const window = (/** @type {TreeNode} */ of) => `α ${of.alpha ? shown(of.alpha) : "−∞"}, β ${of.beta ? shown(of.beta) : "+∞"}`;
    if (node.kind === "cut") {
      const parent = node.parent === null ? null : tree.nodes[node.parent];
      const best = parent?.best != null ? tree.nodes[parent.best] : null;
      const who = parent && parent.side === tree.player ? "greater" : "smaller";
      return `${where}: cut. ${best?.to ?? ""} is worth ${shown(best?.value)} already, and the player above has a better choice than anything ${who} (${parent ? window(parent) : ""})`;
    }
    if (node.kind === "end") return `${where}: the game is over, ${shown(node.value)}`;
    if (node.kind === "leaf") return `${where}: deep enough, the heuristic says ${shown(node.value)}`;
    const best = node.best === null ? null : tree.nodes[node.best];
    const bounds = this.#search === "alphabeta" ? ` with ${window(node)}` : "";
    const rest = node.cut_short ? ", then left: the other player would not come here" : "";
    return `${where}: ${name(node.side)} to move takes the ${isMax ? "greatest" : "least"}${bounds}; ${best?.to ?? ""} gives ${shown(node.value)}${rest}`;
  }

  #run() {
    if (this.#timer) return this.#pause();
    const visited = this.#tree?.visited ?? 1;
    if (this.#step >= visited) this.#go(1);
    const pause = Math.max(40, Math.min(500, 12_000 / visited));
    this.#timer = setInterval(() => {
      if (this.#step >= visited) this.#pause();
      else this.#go(this.#step + 1);
    }, pause);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
