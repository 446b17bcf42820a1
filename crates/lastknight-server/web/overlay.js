// What lies over the squares of the board: arrows, the paths of the knights, and the user's drawings.

import { COLORS } from "./drawings.js";
import { s } from "./dom.js";
import { place } from "./squares.js";

/** @typedef {import("./board.js").State} State */
/** @typedef {import("./drawings.js").Drawing} Drawing */
/** @typedef {[number, number]} Point in squares from the top left */

/** The distance of an arrow's ends from the middles of its squares. */
const START = 0.3;
const END = 0.14;

/** The distance from the middle of a square with a mark. */
const END_AT_MARK = 0.3;

/** Half the widths of the shaft and of the head, and the length of the head. */
const SHAFT = 0.065;
const HEAD = 0.19;
const LENGTH = 0.34;

/** The lanes of the two paths: they may share squares' edges, but never lie on each other. */
const LANE = { white: -0.06, black: 0.06 };

export class Overlay {
  /** The paths, below knights and marks. */
  ground = s("svg", { class: "overlay ground", "aria-hidden": "true" });
  /** Arrows and drawings, above everything. */
  element = s("svg", { class: "overlay", "aria-hidden": "true" });
  #shown = "";

  /**
   * @param {State} state
   * @param {Drawing | null} draft the drawing that is being made
   */
  paint(state, draft) {
    const { width, height, flipped, arrows, trails, drawings, marks } = state;
    const key = JSON.stringify([width, height, flipped, arrows, trails, drawings, draft, arrows.map(({ to }) => marks.has(to))]);
    if (key === this.#shown) return;
    this.#shown = key;
    const middle = (/** @type {string} */ square) => middleOf(square, state);
    for (const layer of [this.ground, this.element]) layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.ground.replaceChildren(...trails.map(({ side, squares }) => path(side, squares.map(middle))));
    this.element.replaceChildren(
      ...arrows.map(({ from, to, kind }) => arrow(middle(from), middle(to), `arrow ${kind}`, marks.has(to) ? END_AT_MARK : END)),
      ...[...drawings, ...(draft ? [draft] : [])].map(({ from, to, color }) => {
        const kind = `drawing ${COLORS[color]}`;
        return to ? arrow(middle(from), middle(to), kind) : circle(middle(from), kind);
      }));
  }
}

/**
 * Returns the middle of a square.
 * @param {string} square
 * @param {State} state
 * @returns {Point}
 */
function middleOf(square, { width, height, flipped }) {
  const [column, row] = place(square);
  return flipped ? [width - column - 0.5, row + 0.5] : [column + 0.5, height - row - 0.5];
}

/**
 * An arrow is one outline, so that shaft and head have one edge and one opacity.
 * @param {Point} from
 * @param {Point} to
 * @param {string} kind
 * @param {number} [end] the distance of the tip from the middle
 */
function arrow([x1, y1], [x2, y2], kind, end = END) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${round(x1 + dx * along - dy * aside)},${round(y1 + dy * along + dx * aside)}`;
  const neck = length - end - LENGTH;
  const points = [at(START, -SHAFT), at(neck, -SHAFT), at(neck, -HEAD), at(length - end, 0), at(neck, HEAD), at(neck, SHAFT), at(START, SHAFT)];
  return s("polygon", { class: kind, points: points.join(" ") });
}

/**
 * @param {Point} middle
 * @param {string} kind
 */
function circle([x, y], kind) {
  return s("g", { class: `${kind} circle` }, s("circle", { cx: x, cy: y, r: 0.43, class: "edge" }), s("circle", { cx: x, cy: y, r: 0.43 }));
}

/**
 * @param {"white" | "black"} side
 * @param {Point[]} points
 */
function path(side, points) {
  const line = points.map(([x, y]) => `${round(x + LANE[side])},${round(y + LANE[side])}`).join(" ");
  return s("g", { class: `trail ${side}` }, s("polyline", { points: line, class: "edge" }), s("polyline", { points: line }));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
