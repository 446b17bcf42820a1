// The board: shows a state and reports which square was chosen. It knows no rules of the game.

import { toggled } from "./drawings.js";
import { h, s } from "./dom.js";
import { Overlay } from "./overlay.js";
import { giveBack, Pointer, squareOf } from "./pointer.js";
import { isAnimated } from "./preferences.js";
import { letters, named, place } from "./squares.js";

/** @typedef {"white" | "black"} Side */
/** @typedef {{text: string, kind: "won" | "lost" | "note" | "value", about: string}} Mark */
/** @typedef {{from: string, to: string, kind: string}} Arrow */
/** @typedef {import("./drawings.js").Drawing} Drawing */

/**
 * Everything that the board shows. Squares have names such as `d4`.
 * @typedef {object} State
 * @property {number} width columns
 * @property {number} height rows
 * @property {boolean} flipped whether the first row is at the top
 * @property {boolean} coordinates whether columns and rows are named
 * @property {string | null} white where White's knight stands
 * @property {string | null} black where Black's knight stands
 * @property {Side | "both"} side whose knight can be dragged
 * @property {string[]} blocked blocked squares
 * @property {string[]} targets squares that can be chosen
 * @property {string | null} last the target of the last move
 * @property {string | null} origin the square that it left
 * @property {Map<string, Mark>} marks words on squares
 * @property {Map<string, string>} tints colours of squares, by the names of their classes
 * @property {Record<string, string>} words the meaning of the colours
 * @property {Arrow[]} arrows
 * @property {Map<string, {ply: number, side: Side}>} numbers who stood on a blocked square, and when
 * @property {{side: Side, squares: string[]}[]} trails the paths of the knights
 * @property {Drawing[]} drawings the user's arrows and circles
 */

/** @returns {State} */
function empty() {
  return {
    width: 7, height: 7, flipped: false, coordinates: true, white: null, black: null, side: "white", blocked: [],
    targets: [], last: null, origin: null, marks: new Map(), tints: new Map(), words: {},
    arrows: [], numbers: new Map(), trails: [], drawings: [],
  };
}

/** The animation of a move, in milliseconds. */
const JUMP = 160;

/** A dropped knight waits this long for its move, in milliseconds. */
const PATIENCE = 2000;

const SIDES = /** @type {const} */ (["white", "black"]);

/** @param {Side} side */
function knight(side) {
  return s("svg", { class: `knight ${side}`, "aria-hidden": "true" }, s("use", { href: "#knight" }));
}

export class Board {
  /** @type {State} */
  state = empty();
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #grid = h("div", { class: "grid", role: "grid", "aria-label": "Board" });
  #rows = h("div", { class: "coordinates of-rows", "aria-hidden": "true" });
  #columns = h("div", { class: "coordinates of-columns", "aria-hidden": "true" });
  #frame = h("div", { class: "board" });
  #overlay = new Overlay();
  #knights = { white: knight("white"), black: knight("black") };
  /** The square with the keyboard focus. */
  #cursor = "a1";
  /** A knight that was dropped on a square and whose move has not been shown yet. @type {{side: Side, to: string} | null} */
  #dropped = null;
  /** @type {Drawing | null} */
  #draft = null;
  /** @type {Set<(drawings: Drawing[]) => void>} */
  #artists = new Set();
  /** @type {string | null} */
  #hovered = null;
  #built = "";

  /**
   * @param {HTMLElement} parent
   * @param {(square: string, dragged: Side | null) => unknown} choose called with the chosen square, and with the side
   *   of the knight if it was dragged there. A dropped knight stays there until a returned promise is settled.
   */
  constructor(parent, choose) {
    this.choose = choose;
    this.#frame.append(this.#rows, h("div", { class: "tray" }, this.#grid, this.#overlay.element), this.#columns);
    parent.append(this.#frame);
    this.pointer = new Pointer(this.#grid, {
      grab: (square) => this.#grabbed(square),
      hover: (square) => this.#hover(square),
      drop: (square, dropped) => this.#drop(square, dropped),
      draw: (drawing, isDone) => this.#draw(drawing, isDone),
    });
    this.#grid.addEventListener("click", (event) => this.#click(event));
    this.#grid.addEventListener("focusin", (event) => this.#point(squareOf(event.target) ?? this.#cursor, false));
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {(drawings: Drawing[]) => void} listener called after the user has changed the drawings */
  onDraw(listener) {
    this.#artists.add(listener);
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
    const isChanged = SIDES.some((side) => before[side] !== this.state[side]);
    if (isChanged || !isSame) this.pointer.end();
    const from = isSame && isAnimated() ? this.#placesOf(before) : new Map();
    if (isChanged) this.#settle(false);
    // More than eight targets are placements, which are marked less strongly.
    this.#grid.classList.toggle("many", this.state.targets.length > 8);
    if (isChanged) this.#grid.classList.remove("picked");
    for (const [square, cell] of this.#cells) this.#paint(square, cell);
    this.#overlay.paint(this.state, this.#draft);
    this.#jump(from);
  }

  /**
   * Returns where the knights are that will move. A knight that was dropped on its square is there already.
   * @param {Record<Side, string | null>} before
   */
  #placesOf(before) {
    /** @type {Map<Side, DOMRect>} */
    const places = new Map();
    for (const side of SIDES) {
      const cell = before[side] && this.#cells.get(before[side]);
      const isThere = this.#dropped?.side === side && this.#dropped.to === this.state[side];
      if (cell && !isThere && before[side] !== this.state[side]) places.set(side, cell.getBoundingClientRect());
    }
    return places;
  }

  /** @param {Map<Side, DOMRect>} from */
  #jump(from) {
    for (const [side, old] of from) {
      const square = this.state[side];
      const cell = square ? this.#cells.get(square) : null;
      if (!cell) continue;
      const now = cell.getBoundingClientRect();
      const start = `translate(${old.x - now.x}px, ${old.y - now.y}px)`;
      this.#knights[side].animate([{ transform: start, zIndex: 4 }, { transform: "none", zIndex: 4 }], { duration: JUMP, easing: "cubic-bezier(.2, .7, .3, 1)" });
    }
  }

  /** @param {string} shape */
  #build(shape) {
    const { width, height, flipped, coordinates } = this.state;
    this.#built = shape;
    this.#cells.clear();
    this.#grid.replaceChildren();
    this.#frame.style.setProperty("--columns", String(width));
    this.#frame.style.setProperty("--rows", String(height));
    this.#frame.classList.toggle("bare", !coordinates);
    const columns = Array.from({ length: width }, (_, across) => (flipped ? width - 1 - across : across));
    const rows = Array.from({ length: height }, (_, down) => (flipped ? down : height - 1 - down));
    for (const row of rows) {
      const line = h("div", { role: "row", class: "line" });
      for (const column of columns) {
        const square = named(column, row);
        const kind = (column + row) % 2 ? "cell light" : "cell dark";
        const cell = h("button", { type: "button", role: "gridcell", tabindex: -1, "data-square": square, class: kind });
        this.#cells.set(square, cell);
        line.append(cell);
      }
      this.#grid.append(line);
    }
    this.#grid.append(this.#overlay.ground);
    this.#columns.replaceChildren(...columns.map((column) => h("span", {}, letters(column))));
    this.#rows.replaceChildren(...rows.map((row) => h("span", {}, String(row + 1))));
    if (!this.#cells.has(this.#cursor)) this.#cursor = "a1";
  }

  /**
   * @param {string} square
   * @param {HTMLElement} cell
   */
  #paint(square, cell) {
    const { white, black, blocked, targets, last, origin, marks, tints, numbers } = this.state;
    const side = square === white ? "white" : square === black ? "black" : null;
    const mark = marks.get(square);
    const isTarget = targets.includes(square);
    const isBlocked = !side && blocked.includes(square);
    const isGrabbable = this.#grabbed(square) !== null;
    const tint = tints.get(square);
    const number = isBlocked ? numbers.get(square) : undefined;
    cell.tabIndex = square === this.#cursor ? 0 : -1;
    // An unchanged cell is not replaced: it may be pressed or animated.
    const key = JSON.stringify([side, isTarget, isBlocked, isGrabbable, square === last, square === origin, mark, tint, number]);
    if (cell.dataset.shown === key) return;
    cell.dataset.shown = key;
    cell.classList.toggle("grabbable", isGrabbable);
    cell.classList.toggle("blocked", isBlocked);
    cell.classList.toggle("target", isTarget);
    cell.classList.toggle("last", square === last);
    cell.classList.toggle("origin", square === origin);
    for (const name of [...cell.classList]) if (name.startsWith("tint-")) cell.classList.remove(name);
    if (tint) cell.classList.add(`tint-${tint}`);
    // The knight itself stays: it may be in the user's hand.
    for (const child of [...cell.children]) if (!side || child !== this.#knights[side]) child.remove();
    if (side && this.#knights[side].parentElement !== cell) cell.append(this.#knights[side]);
    if (number) cell.append(h("span", { class: `stone ${number.side}`, "aria-hidden": "true" }, String(number.ply)));
    if (mark) cell.append(h("span", { class: `mark ${mark.kind}`, "aria-hidden": "true" }, mark.text));
    const what = side ? `${side === "white" ? "White" : "Black"} knight` : isBlocked ? "blocked" : "open";
    const parts = [
      square, what, number ? `${number.side === "white" ? "White" : "Black"}, ply ${number.ply}` : "", isTarget ? "legal move" : "",
      square === last ? "last move" : "", mark?.about ?? "", tint ? this.state.words[tint] ?? "" : "",
    ];
    cell.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }

  /**
   * Returns the knight that can be dragged from a square.
   * @param {string} square
   */
  #grabbed(square) {
    const { side, targets } = this.state;
    if (!targets.length) return null;
    const found = SIDES.find((other) => this.state[other] === square && (side === other || side === "both"));
    return found ? this.#knights[found] : null;
  }

  /** @param {string | null} square */
  #hover(square) {
    if (square === this.#hovered) return;
    this.#cells.get(this.#hovered ?? "")?.classList.remove("hovered");
    if (square && this.state.targets.includes(square)) this.#cells.get(square)?.classList.add("hovered");
    this.#hovered = square;
  }

  /**
   * Lets a knight lie where it was dropped until its move is shown.
   * @param {string} square
   * @param {SVGElement} dropped
   */
  #drop(square, dropped) {
    if (!this.state.targets.includes(square)) return false;
    const side = dropped === this.#knights.white ? "white" : "black";
    const cell = this.#cells.get(square)?.getBoundingClientRect();
    const home = dropped.parentElement?.getBoundingClientRect();
    if (cell && home) dropped.style.transform = `translate(${cell.x - home.x}px, ${cell.y - home.y}px)`;
    const drop = { side: /** @type {Side} */ (side), to: square };
    this.#dropped = drop;
    const end = () => { if (this.#dropped === drop) this.#settle(true); };
    const answer = this.choose(square, drop.side);
    if (answer instanceof Promise) void answer.finally(end);
    else setTimeout(end, PATIENCE);
    return true;
  }

  /** @param {boolean} isRefused whether a dropped knight goes back */
  #settle(isRefused) {
    if (!this.#dropped) return;
    const dropped = this.#knights[this.#dropped.side];
    this.#dropped = null;
    if (isRefused) return giveBack(dropped);
    dropped.classList.remove("dragged");
    dropped.style.transform = "";
  }

  /**
   * @param {Drawing | null} drawing
   * @param {boolean} isDone
   */
  #draw(drawing, isDone) {
    this.#draft = isDone ? null : drawing;
    if (drawing && isDone) this.#redraw(toggled(this.state.drawings, drawing));
    else this.#overlay.paint(this.state, this.#draft);
  }

  /** @param {Drawing[]} drawings */
  #redraw(drawings) {
    this.state.drawings = drawings;
    this.#overlay.paint(this.state, null);
    this.#artists.forEach((listener) => listener(drawings));
  }

  /** @param {Event} event */
  #click(event) {
    const square = squareOf(event.target);
    if (!square || this.pointer.takeSpent()) return;
    this.#point(square, false);
    if (this.state.targets.includes(square)) return void this.choose(square, null);
    const isPicked = this.#grabbed(square) !== null && !this.#grid.classList.contains("picked");
    this.#grid.classList.toggle("picked", isPicked);
    if (!isPicked && this.state.drawings.length) this.#redraw([]);
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
      this.#point(named(next[0], next[1]), true);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "n" || event.key === "p") {
      // The next or previous target.
      const at = targets.indexOf(this.#cursor);
      const by = event.key === "n" ? 1 : targets.length - 1;
      const square = targets[(at < 0 ? 0 : at + by) % targets.length];
      if (square) this.#point(square, true);
      event.stopPropagation();
    } else if (event.key === "Escape") {
      this.pointer.end();
    }
  }
}
