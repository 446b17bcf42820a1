// The board: shows a state and reports which square was chosen. It knows no rules of the game.

import { h, s } from "./dom.js";
import { isAnimated } from "./preferences.js";

/** @typedef {{text: string, kind: "won" | "lost" | "note", about: string}} Mark */
/** @typedef {{from: string, to: string, kind: string}} Arrow */

/**
 * Everything that the board shows. Squares have names such as `d4`.
 * @typedef {object} State
 * @property {number} width columns
 * @property {number} height rows
 * @property {boolean} flipped whether the first row is at the top
 * @property {boolean} coordinates whether columns and rows are named
 * @property {string | null} white where White's knight stands
 * @property {string | null} black where Black's knight stands
 * @property {"white" | "black"} side whose knight can be dragged
 * @property {string[]} blocked blocked squares
 * @property {string[]} targets squares that can be chosen
 * @property {string | null} last the target of the last move
 * @property {string | null} origin the square that it left
 * @property {Map<string, Mark>} marks words on squares
 * @property {Map<string, string>} tints colours of squares, by the names of their classes
 * @property {Record<string, string>} words the meaning of the colours, for screen readers
 * @property {Arrow[]} arrows
 */

/** @returns {State} */
function empty() {
  return {
    width: 7, height: 7, flipped: false, coordinates: true, white: null, black: null, side: "white", blocked: [],
    targets: [], last: null, origin: null, marks: new Map(), tints: new Map(), words: {},
    arrows: [],
  };
}

/**
 * Returns the letters of a column, from 0: `a` to `z`, then `aa`.
 * @param {number} column
 * @returns {string}
 */
export function letters(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/**
 * Returns column and row of a square, from 0.
 * @param {string} square
 * @returns {[number, number]}
 */
export function place(square) {
  const [, name, row] = /** @type {RegExpMatchArray} */ (square.match(/^([a-z]+)(\d+)$/) ?? ["", "a", "1"]);
  let column = 0;
  for (const letter of name) column = column * 26 + letter.charCodeAt(0) - 96;
  return [column - 1, Number(row) - 1];
}

/** The animation of a move, in milliseconds. */
const JUMP = 160;

export class Board {
  /** @type {State} */
  state = empty();
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #grid = h("div", { class: "grid", role: "grid", "aria-label": "Board" });
  #arrows = s("svg", { class: "arrows", "aria-hidden": "true" });
  /** The square with the keyboard focus. */
  #cursor = "a1";
  /** @type {{knight: SVGElement, x: number, y: number, hasMoved: boolean} | null} */
  #drag = null;
  #built = "";

  /**
   * @param {HTMLElement} parent
   * @param {(square: string) => void} choose called with the chosen square
   */
  constructor(parent, choose) {
    this.choose = choose;
    parent.append(h("div", { class: "board" }, this.#grid, this.#arrows));
    this.#grid.addEventListener("click", (event) => this.#click(event));
    this.#grid.addEventListener("focusin", (event) => this.#point(this.#square(event) ?? this.#cursor, false));
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("pointerdown", (event) => this.#grab(event));
    this.#grid.addEventListener("pointermove", (event) => this.#pull(event));
    this.#grid.addEventListener("pointerup", (event) => this.#release(event));
    this.#grid.addEventListener("pointercancel", () => this.#endDrag());
  }

  /**
   * Changes what is shown; the rest stays.
   * @param {Partial<State>} changes
   */
  set(changes) {
    const before = { white: this.state.white, black: this.state.black };
    Object.assign(this.state, changes);
    const { width, height, flipped, coordinates } = this.state;
    const shape = `${width} ${height} ${flipped} ${coordinates}`;
    const isSame = shape === this.#built;
    if (!isSame) this.#build(shape);
    const from = isSame ? this.#squaresOf(before) : new Map();
    // More than eight targets are placements, which are marked less strongly.
    this.#grid.classList.toggle("many", this.state.targets.length > 8);
    for (const [square, cell] of this.#cells) this.#paint(square, cell);
    this.#paintArrows();
    if (isSame && isAnimated()) this.#jump(from);
  }

  /** @param {{white: string | null, black: string | null}} knights */
  #squaresOf(knights) {
    /** @type {Map<string, DOMRect>} */
    const rects = new Map();
    for (const side of /** @type {const} */ (["white", "black"])) {
      const cell = knights[side] && this.#cells.get(knights[side]);
      if (cell && knights[side] !== this.state[side]) rects.set(side, cell.getBoundingClientRect());
    }
    return rects;
  }

  /** @param {Map<string, DOMRect>} from */
  #jump(from) {
    for (const [side, old] of from) {
      const square = this.state[/** @type {"white" | "black"} */ (side)];
      const cell = square ? this.#cells.get(square) : null;
      const knight = cell?.querySelector(".knight");
      if (!cell || !knight) continue;
      const now = cell.getBoundingClientRect();
      const start = `translate(${old.x - now.x}px, ${old.y - now.y}px)`;
      knight.animate([{ transform: start }, { transform: "none" }], { duration: JUMP, easing: "ease-out" });
    }
  }

  /** @param {string} shape */
  #build(shape) {
    const { width, height, flipped, coordinates } = this.state;
    this.#built = shape;
    this.#cells.clear();
    this.#grid.replaceChildren();
    const frame = /** @type {HTMLElement} */ (this.#grid.parentElement);
    frame.style.setProperty("--columns", String(width));
    frame.style.setProperty("--ratio", String(width / height));
    for (let down = 0; down < height; down++) {
      const line = h("div", { role: "row", class: "line" });
      for (let across = 0; across < width; across++) {
        const column = flipped ? width - 1 - across : across;
        const row = flipped ? down : height - 1 - down;
        const square = `${letters(column)}${row + 1}`;
        const cell = h("button", {
          type: "button", role: "gridcell", tabindex: -1, "data-square": square,
          class: (column + row) % 2 ? "cell light" : "cell dark",
        });
        if (coordinates && down === height - 1) cell.dataset.column = letters(column);
        if (coordinates && across === 0) cell.dataset.row = String(row + 1);
        this.#cells.set(square, cell);
        line.append(cell);
      }
      this.#grid.append(line);
    }
    if (!this.#cells.has(this.#cursor)) this.#cursor = "a1";
    this.#arrows.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  /**
   * @param {string} square
   * @param {HTMLElement} cell
   */
  #paint(square, cell) {
    const { white, black, blocked, targets, last, origin, marks, tints } = this.state;
    const knight = square === white ? "white" : square === black ? "black" : null;
    const mark = marks.get(square);
    const isTarget = targets.includes(square);
    const isBlocked = !knight && blocked.includes(square);
    const isGrabbable = targets.length > 0 && knight === this.state.side;
    const tint = tints.get(square);
    cell.tabIndex = square === this.#cursor ? 0 : -1;
    // An unchanged cell is not replaced: it may be pressed, dragged or animated.
    const key = JSON.stringify([knight, isTarget, isBlocked, isGrabbable, square === last, square === origin, mark, tint]);
    if (cell.dataset.shown === key) return;
    cell.dataset.shown = key;
    if (this.#drag && cell.contains(this.#drag.knight)) this.#endDrag();
    cell.classList.toggle("grabbable", isGrabbable);
    cell.classList.toggle("blocked", isBlocked);
    cell.classList.toggle("target", isTarget);
    cell.classList.toggle("last", square === last);
    cell.classList.toggle("origin", square === origin);
    for (const name of [...cell.classList]) if (name.startsWith("tint-")) cell.classList.remove(name);
    if (tint) cell.classList.add(`tint-${tint}`);
    cell.replaceChildren();
    for (const name of /** @type {const} */ (["row", "column"])) {
      if (cell.dataset[name]) cell.append(h("span", { class: `coordinate of-${name}`, "aria-hidden": "true" }, cell.dataset[name]));
    }
    if (knight) cell.append(s("svg", { class: `knight ${knight}`, "aria-hidden": "true" }, s("use", { href: "#knight" })));
    if (mark) cell.append(h("span", { class: `mark ${mark.kind}`, "aria-hidden": "true" }, mark.text));
    const what = knight ? `${knight === "white" ? "White" : "Black"} knight` : isBlocked ? "blocked" : "open";
    const parts = [square, what, isTarget ? "legal move" : "", square === last ? "last move" : "", mark?.about ?? "", tint ? this.state.words[tint] ?? "" : ""];
    cell.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }

  #paintArrows() {
    this.#arrows.replaceChildren(...this.state.arrows.map((arrow) => this.#arrow(arrow)));
  }

  /**
   * Returns the middle of a square, in squares from the top left.
   * @param {string} square
   * @returns {[number, number]}
   */
  #middle(square) {
    const [column, row] = place(square);
    const { width, height, flipped } = this.state;
    return flipped ? [width - column - 0.5, row + 0.5] : [column + 0.5, height - row - 0.5];
  }

  /** @param {Arrow} arrow */
  #arrow({ from, to, kind }) {
    const [x1, y1] = this.#middle(from);
    const [x2, y2] = this.#middle(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [tipX, tipY] = [x2 - dx * 0.18, y2 - dy * 0.18];
    const [backX, backY] = [tipX - dx * 0.3, tipY - dy * 0.3];
    const head = `${tipX},${tipY} ${backX - dy * 0.16},${backY + dx * 0.16} ${backX + dy * 0.16},${backY - dx * 0.16}`;
    return s("g", { class: `arrow ${kind}` },
      s("line", { x1: x1 + dx * 0.2, y1: y1 + dy * 0.2, x2: backX, y2: backY }), s("polygon", { points: head }));
  }

  /** @param {Event} event */
  #square(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    return cell instanceof HTMLElement ? cell.dataset.square ?? null : null;
  }

  /** @param {Event} event */
  #click(event) {
    const square = this.#square(event);
    if (!square) return;
    this.#point(square, false);
    if (this.state.targets.includes(square)) this.choose(square);
  }

  /**
   * Moves the keyboard focus to a square.
   * @param {string} square
   * @param {boolean} focus
   */
  #point(square, focus) {
    const before = this.#cells.get(this.#cursor);
    if (before) before.tabIndex = -1;
    this.#cursor = square;
    const cell = this.#cells.get(square);
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { width, height, flipped, targets } = this.state;
    const turn = flipped ? -1 : 1;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, turn], ArrowDown: [0, -turn] };
    const step = steps[event.key];
    if (step) {
      const [column, row] = place(this.#cursor);
      const next = [Math.min(Math.max(column + step[0], 0), width - 1), Math.min(Math.max(row + step[1], 0), height - 1)];
      this.#point(`${letters(next[0])}${next[1] + 1}`, true);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "n" || event.key === "p") {
      // The next or previous target.
      const at = targets.indexOf(this.#cursor);
      const by = event.key === "n" ? 1 : targets.length - 1;
      const square = targets[(at < 0 ? 0 : at + by) % targets.length];
      if (square) this.#point(square, true);
      event.stopPropagation();
    }
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const square = this.#square(event);
    const knight = square && square === this.state[this.state.side] ? this.#cells.get(square)?.querySelector("svg") : null;
    if (!knight || event.button !== 0 || !this.state.targets.length) return;
    this.#drag = { knight, x: event.clientX, y: event.clientY, hasMoved: false };
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    if (!this.#drag) return;
    const [dx, dy] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
    if (!this.#drag.hasMoved && Math.hypot(dx, dy) < 6) return;
    if (!this.#drag.hasMoved) this.#grid.setPointerCapture(event.pointerId);
    this.#drag.hasMoved = true;
    this.#drag.knight.classList.add("dragged");
    this.#drag.knight.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const drag = this.#drag;
    this.#endDrag();
    if (!drag?.hasMoved) return;
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    const square = below instanceof HTMLElement ? below.dataset.square : null;
    if (square && this.state.targets.includes(square)) this.choose(square);
  }

  #endDrag() {
    if (!this.#drag) return;
    this.#drag.knight.classList.remove("dragged");
    this.#drag.knight.style.transform = "";
    this.#drag = null;
  }
}
