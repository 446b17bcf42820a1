// The steps of a search, read from its tree: what each step does, and what is known after it.

import { shown } from "./dom.js";
import { name } from "./moves.js";

/** @typedef {import("./types.js").SearchTree} SearchTree */
/** @typedef {import("./types.js").Score} Score */

/**
 * A step of the search: it enters a node, returns to one from a child, or cuts the rest of its moves.
 * @typedef {{kind: "enter" | "back" | "cut", at: number, child: number, words: string}} Step
 */

/** The children of each node, in order. @param {SearchTree} tree */
export function children({ nodes }) {
  /** @type {number[][]} */
  const below = nodes.map(() => []);
  nodes.forEach((node, at) => { if (node.parent !== null) below[node.parent].push(at); });
  return below;
}

/** @param {Score} score */
function rank(score) {
  return score.win !== undefined ? [1, -(score.win ?? 1000)] : score.loss !== undefined ? [-1, score.loss ?? 1000] : [0, score.value ?? 0];
}

/** Whether one score is better than another, for the maximising player. @param {Score} a @param {Score} b */
function isGreater(a, b) {
  const [[kindA, sizeA], [kindB, sizeB]] = [rank(a), rank(b)];
  return kindA !== kindB ? kindA > kindB : sizeA > sizeB;
}

/**
 * Returns the final value of each node as text. What a cutoff left open is a bound: ≥ if the value may be higher, ≤ if it
 * may be lower.
 * @param {SearchTree} tree
 */
export function finalValues(tree) {
  const { nodes } = tree;
  const below = children(tree);
  /** Whether the true value of a node may be higher. @type {boolean[]} */
  const higher = [];
  /** @type {boolean[]} */
  const lower = [];
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at];
    const searched = below[at].filter((child) => nodes[child].kind !== "cut");
    // A maximum grows with any of its children; it shrinks only with all that give it.
    const [grows, shrinks] = node.side === tree.to_move ? [higher, lower] : [lower, higher];
    grows[at] = node.cut_short || searched.some((child) => grows[child]);
    shrinks[at] = searched.length > 0 && !searched.some((child) => shown(nodes[child].score) === shown(node.score) && !shrinks[child]);
  }
  return nodes.map((node, at) => bounded(shown(node.score), higher[at], lower[at]));
}

/** @param {string} value @param {boolean} higher @param {boolean} lower */
function bounded(value, higher, lower) {
  return `${higher ? "≥ " : lower ? "≤ " : ""}${value}`;
}

/**
 * Describes the steps of a search.
 * @param {SearchTree} tree
 * @param {string[]} values the final values
 * @param {boolean} isPruning
 * @returns {Step[]}
 */
export function steps(tree, values, isPruning) {
  const { nodes } = tree;
  const below = children(tree);
  /** @type {Step[]} */
  const list = [];
  const where = (/** @type {number} */ at) => (nodes[at].to ? `after ${nodes[at].to}` : "the position on the board");
  const bound = (/** @type {Score | null} */ score, /** @type {string} */ open) => (score ? shown(score) : open);
  /** @param {number} at */
  const visit = (at) => {
    const node = nodes[at];
    const isMax = node.side === tree.to_move;
    const extreme = isMax ? "maximum" : "minimum";
    const add = (/** @type {Step["kind"]} */ kind, /** @type {string} */ words, child = -1) => list.push({ kind, at, child, words });
    if (node.kind === "end") return add("enter", `${where(at)}: the game is over, ${shown(node.score)} for ${name(tree.to_move)}`);
    if (node.kind === "leaf") return add("enter", `${where(at)}: depth limit, the heuristic gives ${shown(node.score)}`);
    let { alpha, beta } = node;
    const window = () => `α ${bound(alpha, "−∞")}, β ${bound(beta, "+∞")}`;
    add("enter", `${where(at)}: ${name(node.side)} to move, takes the ${extreme}${isPruning ? ` (${window()})` : ""}`);
    /** @type {Score | null} */
    let best = null;
    for (const child of below[at]) {
      const { kind, score: value, to } = nodes[child];
      if (kind === "cut") {
        const rest = below[at].filter((other) => nodes[other].kind === "cut").map((other) => nodes[other].to);
        const other = name(node.side === "white" ? "black" : "white");
        add("cut", `${where(at)}: ${rest.join(", ")} cut. ${name(node.side)} has ${shown(best)} here already, and ${other} has ${isMax ? bound(beta, "") : bound(alpha, "")} elsewhere (${window()}): ${other} avoids this position, so the rest cannot matter. Its value is ${isMax ? "at least" : "at most"} ${shown(best)}`);
        break;
      }
      visit(child);
      if (value && (!best || (isMax ? isGreater(value, best) : isGreater(best, value)))) best = value;
      if (isPruning && value) {
        if (isMax && (!alpha || isGreater(value, alpha))) alpha = value;
        if (!isMax && (!beta || isGreater(beta, value))) beta = value;
      }
      const isLast = child === below[at].at(-1);
      const sum = isLast ? `all moves are searched, value ${values[at]}` : `the ${extreme} so far is ${shown(best)}${isPruning ? ` (${window()})` : ""}`;
      add("back", `back at ${where(at).replace("after ", "")}: ${to} gives ${values[child]}, ${sum}`, child);
    }
  };
  visit(0);
  return list;
}

/**
 * Returns what is known after some steps: values as text, the principal variation so far, and the nodes with cuts.
 * @param {SearchTree} tree
 * @param {string[]} finals the final values
 * @param {Step[]} done
 */
export function stateAfter({ nodes, to_move: player }, finals, done) {
  /** @type {Map<number, string>} */
  const values = new Map();
  /** @type {Map<number, Score>} */
  const bests = new Map();
  /** The best child of each node so far. @type {Map<number, number>} */
  const best = new Map();
  /** @type {Set<number>} */
  const isCut = new Set();
  /** The last visited child of each node. @type {Map<number, number>} */
  const lasts = new Map();
  nodes.forEach((node, at) => { if (node.parent !== null && node.kind !== "cut") lasts.set(node.parent, at); });
  for (const { kind, at, child } of done) {
    const node = nodes[at];
    if (kind === "enter") values.set(at, node.kind === "branch" ? "…" : finals[at]);
    if (kind === "cut") {
      isCut.add(at);
      values.set(at, finals[at]);
    }
    const value = kind === "back" ? nodes[child].score : null;
    if (!value) continue;
    const before = bests.get(at);
    if (!before || (node.side === player ? isGreater(value, before) : isGreater(before, value))) {
      bests.set(at, value);
      best.set(at, child);
    }
    // Until all moves are searched the value is a bound.
    const isOpen = child !== lasts.get(at) || node.cut_short;
    values.set(at, isOpen ? bounded(shown(bests.get(at)), node.side === player, node.side !== player) : finals[at]);
  }
  /** The nodes of the principal variation. @type {Set<number>} */
  const line = new Set([0]);
  for (let at = best.get(0); at !== undefined; at = best.get(at)) line.add(at);
  return { values, line, isCut };
}
