// The list of moves: the main line in numbered pairs, with variations, comments and marks, and a menu for each move.

import { button, dialog, h, notify, replaceIfChanged } from "./dom.js";
import { LONGEST_COMMENT, MARKS } from "./variations.js";

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./variations.js").MoveNode} MoveNode */

/** How long a finger stays on a move to open its menu, in milliseconds. */
const LONG_PRESS = 500;

/** The meaning of the marks, for screen readers. */
const MEANINGS = { "!": "good move", "?": "mistake", "!!": "brilliant move", "??": "blunder", "!?": "interesting move", "?!": "dubious move", "": "" };

/** @param {Color} color */
export function name(color) {
  return color === "white" ? "White" : "Black";
}

/**
 * Returns the number of a move: two plies share one.
 * @param {import("./game.js").Game} game
 * @param {number} index
 */
export function moveNumber(game, index) {
  const isLater = game.sideOf(0) === "black" ? 1 : 0;
  return `${Math.floor((index + isLater) / 2) + 1}${game.sideOf(index) === "white" ? "." : "…"}`;
}

export class MoveList {
  element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
  /** The nodes of the buttons. @type {WeakMap<Element, MoveNode>} */
  #nodes = new WeakMap();

  /**
   * @param {import("./game.js").Game} game
   * @param {(path: string[]) => boolean} [isMistake] whether a review found that the last move throws the game away
   */
  constructor(game, isMistake = () => false) {
    this.game = game;
    this.isMistake = isMistake;
    this.#listen();
  }

  /** @param {string} [key] changes when the mistakes change */
  update(key = "") {
    const { game } = this;
    const { start, tree, moves, ply, view } = game.page;
    const { element } = this;
    replaceIfChanged(element, JSON.stringify([start, tree.toString(), moves, ply, view, key]), () => {
      if (!tree.size) return [h("p", { class: "quiet" }, /^\d+x\d+$/.test(start) ? "No moves yet: choose any square for the first knight." : "No moves yet.")];
      return this.#main();
    });
    // Only the list is scrolled, not the page.
    const now = element.querySelector("[aria-current]");
    if (!now || !element.clientHeight) return;
    const [inner, outer] = [now.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.top < outer.top) element.scrollTop -= outer.top - inner.top + inner.height;
    if (inner.bottom > outer.bottom) element.scrollTop += inner.bottom - outer.bottom + inner.height;
  }

  /** Returns the rows of the main line: a number and two moves, interrupted by comments and variations. */
  #main() {
    const { game } = this;
    const { root } = game.page.tree;
    /** @type {HTMLElement[]} */
    const rows = [];
    if (root.comment) rows.push(h("p", { class: "comment" }, root.comment));
    /** @type {HTMLElement | null} */
    let row = null;
    for (let [node] = root.children; node; [node] = node.children) {
      const isWhite = game.sideOf(node.ply - 1) === "white";
      if (!row || isWhite) {
        row = h("div", { class: "pair" }, h("span", { class: "quiet", "aria-hidden": "true" }, moveNumber(game, node.ply - 1).replace("…", ".")));
        if (!isWhite) row.append(h("span", { class: "quiet", "aria-hidden": "true" }, "…"));
        rows.push(row);
      }
      row.append(this.#move(node));
      const others = node.parent?.children.slice(1) ?? [];
      if (!node.comment && !others.length) continue;
      if (node.comment) rows.push(h("p", { class: "comment" }, node.comment));
      rows.push(...others.map((other) => h("div", { class: "variation" }, ...this.#variation(other))));
      row = null;
    }
    return rows;
  }

  /**
   * Returns the words of a variation, with those inside it in parentheses.
   * @param {MoveNode} first
   * @returns {HTMLElement[]}
   */
  #variation(first) {
    const { game } = this;
    /** @type {HTMLElement[]} */
    const words = [];
    let isNumbered = true;
    for (let node = first; node; [node] = node.children) {
      const isWhite = game.sideOf(node.ply - 1) === "white";
      const number = isWhite || isNumbered ? h("span", { class: "quiet", "aria-hidden": "true" }, moveNumber(game, node.ply - 1)) : null;
      words.push(h("span", { class: "word" }, number, this.#move(node)));
      if (node.comment) words.push(h("span", { class: "comment" }, node.comment));
      const others = node === first ? [] : node.parent?.children.slice(1) ?? [];
      words.push(...others.map((other) => h("span", { class: "inner" }, "(", ...this.#variation(other), ")")));
      isNumbered = node.comment !== "" || others.length > 0;
    }
    return words;
  }

  /** Returns the button of a move, and for the shown one that of its menu. @param {MoveNode} node */
  #move(node) {
    const { game } = this;
    const path = game.page.tree.path(node);
    const isNow = node === game.node;
    const isMistake = this.isMistake(path);
    const sign = node.mark || (isMistake ? "?" : "");
    const meaning = MEANINGS[/** @type {import("./variations.js").MoveMark} */ (sign)];
    const side = game.sideOf(node.ply - 1);
    const label = `${moveNumber(game, node.ply - 1)} ${name(side)} ${node.to}${meaning ? `, ${meaning}` : ""}`;
    const move = button(node.to + sign, () => void game.go(path), {
      "aria-current": isNow ? "step" : null, "data-key": `move ${path.join(" ")}`, "aria-label": label,
      class: isMistake || sign.startsWith("?") ? "move mistake" : "move",
    });
    this.#nodes.set(move, node);
    if (!isNow) return move;
    const more = button("⋯", () => this.#menu(more, node), { class: "more", "aria-label": `Actions for ${node.to}`, "aria-haspopup": "menu", "data-key": "more" });
    return h("span", { class: "now" }, move, more);
  }

  /** Opens the menu of a move with the right button, the menu key, or a long press. */
  #listen() {
    const { element } = this;
    let timer = 0;
    let isLong = false;
    const open = (/** @type {Event} */ event) => {
      const at = event.target instanceof Element ? event.target.closest("button") : null;
      const node = at && this.#nodes.get(at);
      if (at && node) this.#menu(at, node);
      return Boolean(node);
    };
    element.addEventListener("contextmenu", (event) => {
      clearTimeout(timer);
      // A long press has opened it already.
      if (isLong || open(event)) event.preventDefault();
    });
    element.addEventListener("pointerdown", (event) => {
      isLong = false;
      if (event.pointerType !== "touch") return;
      timer = setTimeout(() => { isLong = open(event); }, LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, () => clearTimeout(timer));
    // The finger that opened the menu does not choose the move.
    element.addEventListener("click", (event) => {
      if (isLong) event.stopPropagation();
      isLong = false;
    }, { capture: true });
  }

  /**
   * @param {HTMLElement} at
   * @param {MoveNode} node
   */
  #menu(at, node) {
    const { game } = this;
    const { tree } = game.page;
    const path = tree.path(node);
    const item = (/** @type {string} */ words, /** @type {() => void} */ act, attributes = {}) => button(words, () => {
      close();
      act();
    }, { role: "menuitem", tabindex: -1, ...attributes });
    const marks = MARKS.map((mark) => {
      const isSet = node.mark === mark;
      return item(mark, () => void game.edit(path, (copy, same) => copy.setMark(same, isSet ? "" : mark)), {
        role: "menuitemcheckbox", "aria-checked": String(isSet), "aria-label": MEANINGS[mark], title: MEANINGS[mark],
      });
    });
    const isMain = tree.isMain(node);
    const count = [...subtree(node)].length;
    const menu = h("div", { class: "menu", role: "menu", popover: "manual", "aria-label": `Actions for ${node.to}` },
      node.ply === 1 ? item("Comment on the start…", () => this.#comment([], tree.root)) : null,
      item("Comment…", () => this.#comment(path, node)),
      h("div", { class: "marks", role: "group", "aria-label": "Mark" }, ...marks),
      isMain ? null : item("Promote variation", () => void game.edit(path, (copy, same) => copy.promote(same))),
      isMain ? null : item("Make main line", () => void game.edit(path, (copy, same) => copy.makeMain(same))),
      item(count === 1 ? "Delete move" : `Delete ${count} moves from here`, () => {
        void game.edit(path, (copy, same) => copy.remove(same));
        notify("deleted; Back in the browser restores it");
      }));
    const items = [...menu.querySelectorAll("button")];
    const close = () => {
      removeEventListener("pointerdown", outside, true);
      menu.remove();
      at.focus({ preventScroll: true });
    };
    // Not `popover=auto`, which the finger that opened the menu closes as it leaves the screen.
    const outside = (/** @type {Event} */ event) => { if (!(event.target instanceof Node && menu.contains(event.target))) close(); };
    addEventListener("pointerdown", outside, true);
    menu.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const last = items.length - 1;
      const now = items.findIndex((one) => one === document.activeElement);
      const next = { ArrowDown: now + 1, ArrowRight: now + 1, ArrowUp: now - 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
      if (event.key === "Tab" || event.key === "Escape") close();
      if (next === undefined) return;
      event.preventDefault();
      items[(next + items.length) % items.length].focus();
    });
    document.body.append(menu);
    menu.showPopover();
    const [from, size] = [at.getBoundingClientRect(), menu.getBoundingClientRect()];
    const below = from.bottom + size.height < innerHeight ? from.bottom : Math.max(from.top - size.height, 0);
    menu.style.left = `${Math.max(Math.min(from.left, innerWidth - size.width - 8), 8)}px`;
    menu.style.top = `${below}px`;
    items[0].focus();
  }

  /**
   * @param {string[]} path
   * @param {MoveNode} node
   */
  #comment(path, node) {
    const title = `Comment on ${node.to || "the start"}`;
    const area = h("textarea", { rows: 4, maxlength: LONGEST_COMMENT, "aria-label": title }, node.comment);
    const save = () => {
      box.close();
      void this.game.edit(path, (copy, same) => copy.setComment(same, area.value));
    };
    area.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); save(); } });
    const box = dialog(title, area, h("p", { class: "row" }, button("Save", save, { class: "primary" })));
    area.focus();
  }
}

/** A move and those after it. @param {MoveNode} node @returns {Generator<MoveNode>} */
function* subtree(node) {
  yield node;
  for (const child of node.children) yield* subtree(child);
}
