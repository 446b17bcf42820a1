// Mouse, pen and fingers on the board: dragging a knight, and drawing arrows and circles.

import { isAnimated } from "./preferences.js";

/** @typedef {import("./drawings.js").Drawing} Drawing */

/**
 * What a pointer can do to the board.
 * @typedef {object} Hands
 * @property {(square: string) => SVGElement | null} grab returns the knight that can be dragged from a square
 * @property {(square: string | null) => void} hover marks the square below a dragged knight
 * @property {(square: string, knight: SVGElement) => boolean} drop returns whether the square takes the knight
 * @property {(drawing: Drawing | null, isDone: boolean) => void} draw
 */

/** The way after which a press is a drag, in pixels. */
const SLACK = { mouse: 4, pen: 6, touch: 8 };

/** After this time a still finger draws a circle, in milliseconds. */
const LONG = 500;

/** The time in which a knight returns, in milliseconds. */
const RETURN = 120;

export class Pointer {
  /** @type {{id: number, knight: SVGElement, x: number, y: number, slack: number, isMoving: boolean} | null} */
  #drag = null;
  /** @type {{id: number, from: string, to: string | null, color: Drawing["color"]} | null} */
  #drawing = null;
  /** @type {{id: number, timer: number, x: number, y: number} | null} */
  #press = null;
  /** Whether the click that follows a long press is ignored. */
  #isSpent = false;

  /**
   * @param {HTMLElement} grid
   * @param {Hands} hands
   */
  constructor(grid, hands) {
    this.grid = grid;
    this.hands = hands;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    // The browser took the pointer away: a scroll, a call, a second window.
    grid.addEventListener("pointercancel", (event) => this.#cancel(event.pointerId));
    grid.addEventListener("lostpointercapture", (event) => {
      // A finger's first capture, by the square, ends when the grid takes over.
      if (event.target === grid) this.#cancel(event.pointerId);
    });
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Whether a knight is in the hand. */
  get isDragging() {
    return this.#drag?.isMoving ?? false;
  }

  /** Returns once whether the click that just came ends a long press. */
  takeSpent() {
    const isSpent = this.#isSpent;
    this.#isSpent = false;
    return isSpent;
  }

  /** Puts everything back. */
  end() {
    if (this.#drag) this.#cancel(this.#drag.id);
    if (this.#drawing) this.#cancel(this.#drawing.id);
    this.#forget();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const square = squareOf(event.target);
    this.#isSpent = false;
    // A second finger means neither a move nor a circle.
    if (this.#drag || this.#drawing || this.#press) return this.end();
    if (!square) return;
    if (event.button === 2) {
      const color = /** @type {Drawing["color"]} */ ((event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey ? 2 : 0));
      this.#drawing = { id: event.pointerId, from: square, to: null, color };
      this.grid.setPointerCapture(event.pointerId);
      this.hands.draw({ from: square, to: null, color }, false);
      return;
    }
    if (event.button !== 0) return;
    if (event.pointerType === "touch") this.#wait(event, square);
    const knight = this.hands.grab(square);
    if (!knight) return;
    const slack = SLACK[/** @type {"mouse"} */ (event.pointerType)] ?? SLACK.mouse;
    this.#drag = { id: event.pointerId, knight, x: event.clientX, y: event.clientY, slack, isMoving: false };
  }

  /**
   * @param {PointerEvent} event
   * @param {string} square
   */
  #wait(event, square) {
    const timer = setTimeout(() => {
      this.#press = null;
      this.#drag = null;
      this.#isSpent = true;
      this.hands.draw({ from: square, to: null, color: 0 }, true);
    }, LONG);
    this.#press = { id: event.pointerId, timer, x: event.clientX, y: event.clientY };
  }

  #forget() {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { pointerId: id, clientX: x, clientY: y } = event;
    if (this.#press?.id === id && Math.hypot(x - this.#press.x, y - this.#press.y) > SLACK.touch) this.#forget();
    if (this.#drawing?.id === id) {
      const to = squareAt(event);
      const next = to === this.#drawing.from ? null : to;
      if (next === this.#drawing.to) return;
      this.#drawing.to = next;
      this.hands.draw({ from: this.#drawing.from, to: next, color: this.#drawing.color }, false);
    }
    const drag = this.#drag;
    if (drag?.id !== id) return;
    if (!drag.isMoving && Math.hypot(x - drag.x, y - drag.y) < drag.slack) return;
    if (!drag.isMoving) {
      this.grid.setPointerCapture(id);
      drag.knight.classList.add("dragged");
      drag.isMoving = true;
    }
    // The middle of the knight follows the pointer.
    const cell = /** @type {Element} */ (drag.knight.parentElement).getBoundingClientRect();
    drag.knight.style.transform = `translate(${x - cell.x - cell.width / 2}px, ${y - cell.y - cell.height / 2}px)`;
    this.hands.hover(squareAt(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#forget();
    const [drag, drawing] = [this.#drag, this.#drawing];
    if (drawing?.id === event.pointerId) {
      this.#drawing = null;
      const isOutside = !squareAt(event);
      const { from, to, color } = drawing;
      this.hands.draw(isOutside ? null : { from, to, color }, !isOutside);
    }
    if (drag?.id !== event.pointerId) return;
    this.#drag = null;
    if (!drag.isMoving) return;
    this.hands.hover(null);
    const square = squareAt(event);
    if (!square || !this.hands.drop(square, drag.knight)) giveBack(drag.knight);
  }

  /** @param {number} id */
  #cancel(id) {
    this.#forget();
    if (this.#drawing?.id === id) {
      this.#drawing = null;
      this.hands.draw(null, false);
    }
    const drag = this.#drag;
    if (drag?.id !== id) return;
    this.#drag = null;
    this.hands.hover(null);
    if (drag.isMoving) giveBack(drag.knight);
  }
}

/**
 * Returns a knight to its square.
 * @param {SVGElement} knight
 */
export function giveBack(knight) {
  const from = knight.style.transform;
  knight.classList.remove("dragged");
  knight.style.transform = "";
  if (from && isAnimated()) {
    knight.animate([{ transform: from, zIndex: 4 }, { transform: "none", zIndex: 4 }], { duration: RETURN, easing: "ease-out" });
  }
}

/**
 * Returns the square of an element in it.
 * @param {EventTarget | null} target
 */
export function squareOf(target) {
  const cell = target instanceof Element ? target.closest("[data-square]") : null;
  return cell instanceof HTMLElement ? cell.dataset.square ?? null : null;
}

/** @param {PointerEvent} event */
function squareAt(event) {
  return squareOf(document.elementFromPoint(event.clientX, event.clientY));
}
