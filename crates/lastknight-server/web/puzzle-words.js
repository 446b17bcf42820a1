// What the page says about a puzzle.

import { plied } from "./dom.js";
import { name } from "./moves.js";
import { other } from "./verdict.js";

/** @typedef {import("./puzzle-book.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Position} Position */

/** @param {Puzzle} puzzle */
export function depthWords({ depth }) {
  return depth ? `alpha-beta finds it ${plied(depth)} deep.` : "alpha-beta does not find it 9 plies deep.";
}

/**
 * Returns what a person can send to others, without the answer.
 * @param {string} date "" if it is not the puzzle of a day
 * @param {Puzzle} puzzle
 * @param {string | null} outcome
 * @param {string} link
 */
export function shared(date, puzzle, outcome, link) {
  const what = date ? `daily ${date}` : `puzzle, ${puzzle.level}`;
  const words = /** @type {Record<string, string>} */ ({ first: "solved at first try ♞", hint: "solved with a hint", late: "solved, not at first try", shown: "not solved" });
  return `lastknight ${what}: ${words[outcome ?? ""] ?? "can you solve it?"} ${link}`;
}

/**
 * Returns what speaks for a move, without naming it.
 * @param {Position} before
 * @param {Position} after the move
 * @param {string} best
 */
export function reasons(before, after, best) {
  const us = before.to_move;
  const them = other(us);
  const count = (/** @type {number} */ number, /** @type {string} */ what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const facts = [before.attacker === us
    ? `${name(us)} is the attacker: only ${name(us)} can take a square that the other could go to.`
    : `${name(us)} is the victim: it cannot take a square from ${name(them)}, so it needs room of its own.`];
  if (before.targets[them].includes(best)) facts.push(`The move takes a square that ${name(them)} could go to.`);
  const isShared = after.reach.white.some((square) => after.reach.black.includes(square));
  if (!isShared) facts.push("After it no square is in reach of both: the knight with the longer path wins.");
  else facts.push(`After it ${name(us)} is nearer to ${count(after.territory[us].length, "square")}, ${name(them)} to ${after.territory[them].length}.`);
  facts.push(`It leaves ${name(them)} ${count(after.targets[them].length, "move")}, and ${name(us)} ${after.targets[us].length} to go on.`);
  return facts;
}
