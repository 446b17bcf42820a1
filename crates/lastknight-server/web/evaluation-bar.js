// A bar that shows who is ahead: White's part from the left, Black's from the right, full when the result is proved.

import { h } from "./dom.js";
import { name } from "./moves.js";

/** The value that counts as a clear lead. */
const CLEAR = 6;

/**
 * Returns White's part, from 0 to 1.
 * @param {{winner: import("./types.js").Color | null, score: import("./types.js").Score | null, side: import("./types.js").Color}} state
 */
export function whitesPart({ winner, score, side }) {
  if (winner) return winner === "white" ? 1 : 0;
  const sign = side === "white" ? 1 : -1;
  if (score?.win !== undefined) return sign > 0 ? 1 : 0;
  if (score?.loss !== undefined) return sign > 0 ? 0 : 1;
  return 0.5 + 0.45 * Math.tanh((sign * (score?.value ?? 0)) / CLEAR);
}

/** @param {Parameters<typeof whitesPart>[0]} state */
export function evaluationBar(state) {
  const part = whitesPart(state);
  const words = state.winner ? `proved: ${name(state.winner)} wins` : `White's share of the evaluation: ${Math.round(100 * part)} %`;
  const white = h("span", { class: "white" });
  white.style.width = `${100 * part}%`;
  return h("div", { class: `evaluation-bar${state.winner ? " proved" : ""}`, role: "img", "aria-label": words, title: words }, white);
}
