// The lines that the analysis shows: what the engine finds and what the solver proves, so that they never contradict each other.

import { shown } from "./dom.js";

/**
 * A line with its score in words, and a sign if it is proved.
 * @typedef {{score: string, moves: string[], sign: "✓" | "✗" | "", isComplete: boolean}} ShownLine
 */

/**
 * What is proved of a position.
 * @typedef {{verdicts: Map<string, import("./types.js").MoveVerdict>, line: import("./types.js").ProvedLine | null}} Proved
 */

/**
 * Returns the proved line, then the lines of the engine that it leaves open. A proof replaces the engine's score of the same
 * move. One line is shown if one was requested: beside a proof it would be a guess about a decided position.
 * @param {import("./types.js").Position} position
 * @param {import("./types.js").Analysis | null} found
 * @param {Proved | null} proved
 * @returns {ShownLine[]}
 */
export function shownLines(position, found, proved) {
  if (position.winner) return [];
  const verdicts = proved?.verdicts ?? new Map();
  const wins = [...verdicts.values()].filter((verdict) => verdict.wins);
  const isLost = position.moves.length > 0 && verdicts.size === position.moves.length && !wins.length;
  /** @type {ShownLine[]} */
  const lines = [];
  const best = proved?.line?.moves ?? (wins.length ? [quickest(wins).to] : null);
  if (best && (wins.length || isLost)) {
    const isComplete = proved?.line?.complete ?? false;
    lines.push({ ...ofVerdict(verdicts.get(best[0])), moves: best, isComplete });
  }
  const engine = found?.lines ?? (found ? [{ score: found.score, pv: found.pv }] : []);
  if (lines.length && !found?.lines) return lines;
  for (const { score, pv } of engine) {
    if (!pv.length || pv[0] === best?.[0]) continue;
    const verdict = verdicts.get(pv[0]);
    lines.push({ ...(verdict ? ofVerdict(verdict) : { score: withoutDistance(score), sign: /** @type {const} */ ("") }), moves: pv, isComplete: false });
  }
  // Won moves come first, then those that are not decided.
  const rank = (/** @type {ShownLine} */ line) => ["✓", "", "✗"].indexOf(line.sign);
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** @param {import("./types.js").MoveVerdict[]} wins */
function quickest(wins) {
  return wins.reduce((a, b) => ((b.plies ?? Infinity) < (a.plies ?? Infinity) ? b : a));
}

/**
 * @param {import("./types.js").MoveVerdict | undefined} verdict
 * @returns {{score: string, sign: "✓" | "✗" | ""}}
 */
function ofVerdict(verdict) {
  if (verdict?.wins === undefined || verdict.wins === null) return { score: "", sign: "" };
  const plies = verdict.plies ? ` in ${verdict.plies}` : "";
  return verdict.wins ? { score: `won${plies}`, sign: "✓" } : { score: `lost${plies}`, sign: "✗" };
}

/**
 * The engine proves wins, but not that they are the quickest: only the solver gives distances.
 * @param {import("./types.js").Score | null} score
 */
function withoutDistance(score) {
  if (score?.win !== undefined) return "won";
  if (score?.loss !== undefined) return "lost";
  return shown(score);
}
