// The picture of a search tree: which nodes are shown, where they are, and zoom and pan.

import { h, s } from "./dom.js";
import { children } from "./search-steps.js";

/** @typedef {import("./types.js").SearchTree} SearchTree */
/** @typedef {ReturnType<typeof import("./search-steps.js").stateAfter>} SearchState */

/**
 * What is shown in a row: a node, the cut moves of a node, or how many of its moves are hidden.
 * @typedef {{kind: "node" | "cut" | "more", at: number, parent: number | null, ply: number, row: number, count: number}} Item
 */

const ROW = 24;
const COLUMN = 150;
const LEFT = 24;
const RIGHT = 100;

/** Of more children than this only some are shown until the rest is requested. */
const MANY = 9;
const SOME = 6;

const ZOOMS = { least: 0.3, most: 3 };

export class TreePicture {
  element = h("div", {
    class: "tree", tabindex: 0, role: "region",
    "aria-label": "Search tree. Left and right arrow keys step, up and down change the node, Enter folds it, plus and minus zoom",
  });
  /** @type {SearchTree | null} */
  #tree = null;
  /** @type {number[][]} */
  #below = [];
  /** @type {SearchState | null} */
  #state = null;
  #now = 0;
  /** The nodes whose children are shown. @type {Set<number>} */
  #open = new Set();
  /** Nodes on the way to the current one that are folded until the next step. @type {Set<number>} */
  #shut = new Set();
  /** The nodes all of whose children are shown. @type {Set<number>} */
  #whole = new Set();
  /** @type {Item[]} */
  #items = [];
  #scale = 1;
  #size = { width: 1, height: 1 };
  /** The greatest height of this tree so far. */
  #tallest = 0;

  /**
   * @param {(at: number) => void} onChoose called with a chosen node
   * @param {(parent: number) => void} onCut called with the node whose cut moves are chosen
   */
  constructor(onChoose, onCut) {
    this.onChoose = onChoose;
    this.onCut = onCut;
    this.#listen();
  }

  /**
   * Shows a tree: at first the principal variation and the moves beside it.
   * @param {SearchTree | null} tree
   */
  set(tree) {
    this.#tree = tree;
    this.#below = tree ? children(tree) : [];
    [this.#state, this.#scale, this.#tallest] = [null, 0, 0];
    this.foldAll();
    this.element.replaceChildren();
  }

  /** Folds everything but the principal variation. */
  foldAll() {
    const nodes = this.#tree?.nodes ?? [];
    [this.#open, this.#whole, this.#shut] = [new Set(), new Set(), new Set()];
    for (let at = /** @type {number | null} */ (0); at !== null && nodes[at]?.kind === "branch"; at = nodes[at].best) this.#open.add(at);
    this.#draw();
  }

  unfoldAll() {
    this.#open = new Set(this.#below.keys());
    this.#whole = new Set(this.#open);
    this.#shut.clear();
    this.#draw();
  }

  /** @param {number} at */
  fold(at) {
    if (!this.#below[at]?.length) return;
    if (this.#isOpen(at)) {
      this.#open.delete(at);
      this.#shut.add(at);
    } else {
      this.#open.add(at);
      this.#shut.delete(at);
    }
    this.#draw();
  }

  /**
   * Shows what is known after a step.
   * @param {SearchState} state
   * @param {number} now the current node
   */
  show(state, now) {
    [this.#state, this.#now] = [state, now];
    this.#shut.clear();
    this.#draw();
    this.#reveal();
  }

  /** Returns the nodes in view above and below the current one. @param {number} by */
  beside(by) {
    const rows = this.#items.filter((item) => item.kind === "node").sort((a, b) => a.row - b.row || a.ply - b.ply);
    return rows[rows.findIndex((item) => item.at === this.#now) + by]?.at;
  }

  /** The nodes from the root to the current one. */
  #path() {
    /** @type {Set<number>} */
    const path = new Set();
    for (let at = /** @type {number | null} */ (this.#now); at !== null; at = this.#tree?.nodes[at]?.parent ?? null) path.add(at);
    return path;
  }

  /** Whether the children of a node are shown. The way to the current node is open. @param {number} at */
  #isOpen(at, path = this.#path()) {
    return !this.#shut.has(at) && (this.#open.has(at) || (path.has(at) && at !== 0));
  }

  /** Chooses what is shown, and gives each a row. */
  #layout() {
    const nodes = this.#tree?.nodes ?? [];
    const path = this.#path();
    /** @type {Item[]} */
    const items = [];
    let row = 0;
    const leaf = (/** @type {Omit<Item, "row">} */ item) => items.push({ ...item, row: row++ });
    /** @param {number} at */
    const place = (at) => {
      const { ply, parent } = nodes[at];
      const searched = this.#isOpen(at, path) ? this.#below[at].filter((child) => nodes[child].kind !== "cut") : [];
      if (!searched.length) return leaf({ kind: "node", at, parent, ply, count: 0 });
      const isLong = searched.length > MANY && !this.#whole.has(at);
      const shown = isLong ? searched.filter((child, order) => order < SOME || child === nodes[at].best || path.has(child)) : searched;
      const first = row;
      shown.forEach(place);
      const hidden = searched.length - shown.length;
      if (hidden) leaf({ kind: "more", at, parent: at, ply: ply + 1, count: hidden });
      const cut = this.#below[at].length - searched.length;
      if (cut) leaf({ kind: "cut", at, parent: at, ply: ply + 1, count: cut });
      items.push({ kind: "node", at, parent, ply, row: (first + row - 1) / 2, count: 0 });
    };
    place(0);
    this.#items = items;
    const deepest = Math.max(...items.map((item) => item.ply));
    this.#size = { width: LEFT + deepest * COLUMN + RIGHT, height: row * ROW + 14 };
  }

  #draw() {
    const tree = this.#tree;
    if (!tree || !this.#state) return;
    this.#layout();
    const { width, height } = this.#size;
    const rows = new Map(this.#items.filter((item) => item.kind === "node").map((item) => [item.at, item]));
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
    const groups = this.#items.map((item) => {
      const parent = item.parent === null ? undefined : rows.get(item.parent);
      if (parent) picture.append(this.#edge(parent, item));
      return item.kind === "node" ? this.#node(tree, item) : this.#words(tree, item);
    });
    // Edges lie under signs and text.
    picture.append(...groups);
    this.element.replaceChildren(picture);
    if (!this.#scale) this.fit();
    else this.#resize();
  }

  /** @param {Item} item */
  #isThere({ kind, at, parent }) {
    const state = /** @type {SearchState} */ (this.#state);
    return kind === "node" ? state.values.has(at) : kind === "cut" ? state.isCut.has(at) : state.values.has(parent ?? 0);
  }

  /** @param {Item} from @param {Item} to */
  #edge(from, to) {
    const text = this.#state?.values.get(from.at) ?? "";
    const [x0, y0] = [xOf(from) + 30 + 7.5 * Math.max(text.length, 2), yOf(from)];
    const [x1, y1] = [xOf(to) - (to.kind === "node" ? 36 : 14), yOf(to)];
    const isMain = to.kind === "node" && this.#state?.line.has(to.at);
    const kinds = ["edge", to.kind === "cut" ? "cut" : "", isMain ? "main" : "", this.#isThere(to) ? "" : "later"];
    return s("path", { class: kinds.filter(Boolean).join(" "), d: `M${x0} ${y0}C${x0 + 22} ${y0} ${x1 - 22} ${y1} ${x1} ${y1}` });
  }

  /** @param {SearchTree} tree @param {Item} item */
  #node(tree, item) {
    const { at } = item;
    const node = tree.nodes[at];
    const [x, y] = [xOf(item), yOf(item)];
    const state = /** @type {SearchState} */ (this.#state);
    const kinds = ["node", node.kind, at === this.#now ? "now" : "", state.line.has(at) ? "main" : "", this.#isThere(item) ? "" : "later"];
    const group = s("g", { class: kinds.filter(Boolean).join(" "), click: () => this.onChoose(at) });
    group.append(s("rect", { class: "ground", x: x - 36, y: y - ROW / 2, width: COLUMN - 20, height: ROW }));
    if (node.to) group.append(s("text", { class: "move", x: x - 12, y: y + 4.5 }, node.to));
    const isMax = node.side === tree.to_move;
    group.append(s("path", { class: "sign", d: isMax ? `M${x - 7.5} ${y + 6.5}h15l-7.5-13z` : `M${x - 7.5} ${y - 6.5}h15l-7.5 13z` }));
    const canFold = this.#below[at].length > 0;
    group.append(s("text", { class: "value", x: x + (canFold ? 27 : 13), y: y + 4.5 }, state.values.get(at) ?? ""));
    if (node.order !== null) group.append(s("title", {}, `visited as number ${node.order + 1}`));
    if (canFold) {
      const isOpen = this.#items.some((other) => other.parent === at);
      const toggle = (/** @type {Event} */ event) => {
        event.stopPropagation();
        this.fold(at);
      };
      group.append(s("g", { class: "fold", click: toggle }, s("rect", { class: "ground", x: x + 9, y: y - ROW / 2, width: 17, height: ROW }), s("text", { x: x + 12, y: y + 4.5 }, isOpen ? "▾" : "▸")));
    }
    return group;
  }

  /** The cut moves of a node, or those that are not shown. @param {SearchTree} tree @param {Item} item */
  #words(tree, item) {
    const { at, kind, count } = item;
    const [x, y] = [xOf(item), yOf(item)];
    const isThere = this.#isThere(item) ? "" : " later";
    const click = () => {
      if (kind === "cut") return this.onCut(at);
      this.#whole.add(at);
      this.#draw();
    };
    const cut = this.#below[at].filter((child) => tree.nodes[child].kind === "cut").map((child) => tree.nodes[child].to);
    const names = count > 3 ? `${count} moves` : cut.join(", ");
    return s("g", { class: `node ${kind}${isThere}`, click },
      s("rect", { class: "ground", x: x - 14, y: y - ROW / 2, width: COLUMN - 20, height: ROW }),
      s("text", { class: "value", x: x - 10, y: y + 4.5 }, kind === "cut" ? `✂ ${names} cut` : `▸ ${count} more`));
  }

  /** Scrolls to the current node if it is not in view. */
  #reveal() {
    const item = this.#items.find((other) => other.kind === "node" && other.at === this.#now);
    if (!item) return;
    const { element } = this;
    const [x, y] = [xOf(item) * this.#scale, yOf(item) * this.#scale];
    const [across, down] = [x - element.scrollLeft, y - element.scrollTop];
    const isIn = across > 40 && across < element.clientWidth - 60 && down > 12 && down < element.clientHeight - 12;
    if (!isIn) element.scrollTo({ left: x - element.clientWidth / 2, top: y - element.clientHeight / 2 });
  }

  /** Makes the tree as wide as its frame, if it can be read then. */
  fit() {
    const { clientWidth } = this.element;
    if (clientWidth) this.#scale = Math.min(Math.max(clientWidth / this.#size.width, 0.8), 1.15);
    this.#resize();
    this.#reveal();
  }

  /**
   * Zooms around a point of the frame.
   * @param {number} by
   * @param {{x: number, y: number}} [point]
   */
  zoom(by, point = { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 }) {
    const before = this.#scale || 1;
    this.#scale = Math.min(Math.max(before * by, ZOOMS.least), ZOOMS.most);
    const ratio = this.#scale / before;
    const { scrollLeft, scrollTop } = this.element;
    this.#resize();
    this.element.scrollTo({ left: (scrollLeft + point.x) * ratio - point.x, top: (scrollTop + point.y) * ratio - point.y });
  }

  #resize() {
    const picture = this.element.firstElementChild;
    picture?.setAttribute("width", String(this.#size.width * (this.#scale || 1)));
    const height = this.#size.height * (this.#scale || 1);
    picture?.setAttribute("height", String(height));
    this.#tallest = Math.max(this.#tallest, height);
    this.element.style.setProperty("--tallest", `calc(${Math.round(this.#tallest)}px + 3rem)`);
  }

  /** Zooms with the wheel and two fingers, and pans with the mouse. */
  #listen() {
    const { element } = this;
    const within = (/** @type {number} */ x, /** @type {number} */ y) => {
      const frame = element.getBoundingClientRect();
      return { x: x - frame.x, y: y - frame.y };
    };
    element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), within(event.clientX, event.clientY));
    }, { passive: false });
    let apart = 0;
    element.addEventListener("touchmove", (event) => {
      const [a, b] = event.touches;
      if (!a || !b) return;
      event.preventDefault();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart) this.zoom(now / apart, within((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      apart = now;
    }, { passive: false });
    element.addEventListener("touchend", () => { apart = 0; });
    /** @type {{x: number, y: number} | null} */
    let held = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) held = { x: event.clientX, y: event.clientY };
    });
    element.addEventListener("pointermove", (event) => {
      if (!held || (!element.hasPointerCapture(event.pointerId) && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5)) return;
      element.setPointerCapture(event.pointerId);
      element.scrollBy(held.x - event.clientX, held.y - event.clientY);
      held = { x: event.clientX, y: event.clientY };
    });
    for (const kind of ["pointerup", "pointercancel"]) element.addEventListener(kind, () => { held = null; });
  }
}

/** @param {Item} item */
function xOf(item) {
  return LEFT + item.ply * COLUMN;
}

/** @param {Item} item */
function yOf(item) {
  return item.row * ROW + ROW / 2 + 7;
}
