// The score of a game by move: bars up for White, down for Black, mistakes marked.

import { h, s, shown } from "./dom.js";
import { moveNumber, name } from "./moves.js";

/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */

const HEIGHT = 120;
const STEP = 16;

/**
 * Returns the score of a turn for White, from -1 to 1; `null` if unknown.
 * @param {ReviewedMove} turn
 */
function height(turn) {
  const sign = turn.side === "white" ? 1 : -1;
  if (turn.wins !== null) return sign * (turn.wins ? 1 : -1);
  const value = turn.score?.value;
  return value === undefined ? null : sign * Math.tanh(value / 6) * 0.85;
}

/**
 * Describes the position before a move, for the player who made it.
 * @param {import("./game.js").Game} game
 * @param {ReviewedMove} turn
 */
export function described(game, turn) {
  const who = name(turn.side);
  const proved = turn.wins === null ? shown(turn.score) || "unknown" : turn.wins ? "won" : "lost";
  const mistake = turn.throws_away ? `; ${turn.to} throws it away${turn.keeps ? `, ${turn.keeps} keeps it` : ""}` : "";
  return `${moveNumber(game, turn.ply - 1)} ${who} ${turn.to}: ${proved} before the move${mistake}`;
}

/**
 * @param {import("./game.js").Game} game
 * @param {(ReviewedMove | undefined)[]} turns by ply, from 0; holes are not reviewed yet
 */
export function graph(game, turns) {
  const { ply } = game.page;
  const width = Math.max(turns.length * STEP, STEP);
  const middle = HEIGHT / 2;
  const picture = s("svg", {
    class: "graph", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img",
    "aria-label": "Score by move: up is White, down is Black",
  });
  picture.append(s("line", { class: "axis", x1: 0, x2: width, y1: middle, y2: middle }));
  turns.forEach((turn, at) => {
    const value = turn ? height(turn) : null;
    const bar = s("g", { class: "bar", click: () => void game.show(at) }, s("title", {}, turn ? described(game, turn) : "not reviewed yet"));
    bar.append(s("rect", { class: "ground", x: at * STEP, y: 0, width: STEP, height: HEIGHT }));
    if (value !== null) {
      const size = Math.abs(value) * (middle - 8);
      const kind = value > 0 ? "white" : "black";
      const proof = turn?.wins === null ? "guess" : "proved";
      bar.append(s("rect", { class: `${kind} ${proof}`, x: at * STEP + 2, y: value > 0 ? middle - size : middle, width: STEP - 4, height: Math.max(size, 1) }));
    }
    if (turn?.throws_away) {
      const [x, y] = [at * STEP + STEP / 2, turn.side === "white" ? 5 : HEIGHT - 5];
      bar.append(s("path", { class: "mistake", d: `M${x - 5} ${y - 4}h10l-5 9z` }));
    }
    picture.append(bar);
  });
  if (ply <= turns.length) picture.append(s("line", { class: "now", x1: ply * STEP, x2: ply * STEP, y1: 0, y2: HEIGHT }));
  return h("div", { class: "scroll" }, picture);
}
