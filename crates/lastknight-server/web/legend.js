// The legend: the marks that are on the board now, each with a small swatch and a word. Swatches have classes of their own.

import { COLORS } from "./drawings.js";
import { h, replaceIfChanged, s } from "./dom.js";

/** @typedef {import("./board.js").State} State */

/**
 * @typedef {object} LegendItem
 * @property {string} kind the class of the swatch
 * @property {string} words
 * @property {string} [sign] a character in the swatch
 */

const SIDES = /** @type {const} */ (["white", "black"]);

/** @type {Record<typeof SIDES[number], string>} */
const NAMES = { white: "White", black: "Black" };

/** Proofs and notes, with the sign and the word of each kind. */
const MARKS = /** @type {const} */ ([["won", "✓", "wins"], ["lost", "✗", "loses"], ["value", "1", "value"], ["note", "?", "candidate"]]);

/**
 * Returns what the board shows on top of the position. The last move alone needs no legend.
 * @param {State} state
 * @returns {LegendItem[]}
 */
export function legendItems(state) {
  const { marks, tints, words, arrows, numbers, trails, drawings, last } = state;
  /** @type {LegendItem[]} */
  const items = [];
  const kinds = new Set([...marks.values()].map(({ kind }) => kind));
  for (const [kind, sign, text] of MARKS) if (kinds.has(kind)) items.push({ kind: `sign ${kind}`, sign, words: text });
  for (const tint of new Set(tints.values())) items.push({ kind: `tile of-${tint}`, words: words[tint] ?? tint });
  for (const side of SIDES) {
    if (arrows.some(({ kind }) => kind.split(" ").includes(side))) items.push({ kind: `next ${side}`, words: `${NAMES[side]}'s next moves` });
  }
  for (const side of SIDES) {
    if ([...numbers.values()].some((number) => number.side === side)) items.push({ kind: `stone ${side}`, sign: "1", words: `${NAMES[side]} was here, at this ply` });
    if (trails.some((trail) => trail.side === side && trail.squares.length > 1)) items.push({ kind: `trail ${side}`, words: `${NAMES[side]}'s path` });
  }
  if (drawings.length) items.push({ kind: `drawing ${COLORS[drawings[0].color]}`, words: "your arrows and circles" });
  if (items.length && last) items.push({ kind: "tile of-last", words: "last move" });
  return items;
}

/**
 * Shows a legend, or nothing if there are no items.
 * @param {LegendItem[]} items
 */
export function legend(items) {
  return h("ul", { class: "legend", "aria-label": "Legend" }, ...items.map((item) => h("li", {}, swatch(item), item.words)));
}

/**
 * Updates the legend below a board.
 * @param {HTMLElement} parent
 * @param {State} state
 */
export function showLegend(parent, state) {
  const items = legendItems(state);
  replaceIfChanged(parent, JSON.stringify(items), () => (items.length ? [legend(items)] : []));
}

/** @param {LegendItem} item */
function swatch({ kind, sign }) {
  const [family, name] = kind.split(" ");
  if (family === "next" || family === "drawing") {
    return s("svg", { class: "swatch", viewBox: "0 0 1.6 .8", "aria-hidden": "true" }, s("polygon", { class: kind, points: ".1,.31 .9,.31 .9,.12 1.5,.4 .9,.68 .9,.49 .1,.49" }));
  }
  if (family === "trail") {
    const line = () => s("polyline", { points: ".1,.65 .7,.2 1.5,.55" });
    const edge = line();
    edge.setAttribute("class", "edge");
    return s("svg", { class: "swatch", viewBox: "0 0 1.6 .8", "aria-hidden": "true" }, s("g", { class: `trail ${name}` }, edge, line()));
  }
  return h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }, sign ?? "");
}
