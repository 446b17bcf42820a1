// The lines of the analysis: the engine and the solver never contradict each other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shownLines } from "../lines.js";
import { whitesPart } from "../evaluation-bar.js";

/** @param {string[]} moves */
const position = (...moves) => /** @type {import("../types.js").Position} */ (/** @type {unknown} */ ({ moves, winner: null }));
/** @param {[string, boolean, number?][]} verdicts @param {string[]} [line] */
const proved = (verdicts, line) => ({
  verdicts: new Map(verdicts.map(([to, wins, plies]) => [to, { to, wins, plies }])),
  line: line ? { moves: line, complete: true } : null,
});
/** @param {import("../types.js").Score} score @param {string[]} pv */
const found = (score, pv) => /** @type {import("../types.js").Analysis} */ (/** @type {unknown} */ ({ score, pv }));

test("before a proof the engine's line is shown", () => {
  const lines = shownLines(position("e3", "g7"), found({ value: 1.5 }, ["e3", "d6"]), proved([]));
  assert.deepEqual(lines, [{ score: "+1.5", sign: "", moves: ["e3", "d6"], isComplete: false }]);
});

test("a proved win replaces a losing engine line", () => {
  const lines = shownLines(position("e3", "g7"), found({ value: 1.5 }, ["e3", "d6"]), proved([["g7", true]]));
  assert.deepEqual(lines.map(({ score, moves }) => [score, moves[0]]), [["won", "g7"]]);
});

test("only the solver gives distances", () => {
  const [line] = shownLines(position("f2", "f6"), found({ loss: 30 }, ["f2", "c4"]), proved([]));
  assert.equal(line.score, "lost");
  const [known] = shownLines(position("f2", "f6"), found({ loss: 30 }, ["f2", "c4"]), proved([["f2", false, 28], ["f6", false, 26]], ["f2", "c4", "d3"]));
  assert.deepEqual([known.score, known.moves.length, known.isComplete], ["lost in 28", 3, true]);
});

test("with several lines each has its proof", () => {
  const analysis = { ...found({ value: 2 }, ["e3"]), lines: [{ score: { value: 2 }, pv: ["e3"] }, { score: { value: 1 }, pv: ["g7"] }, { score: { value: 0 }, pv: ["a1"] }] };
  const lines = shownLines(position("e3", "g7", "a1"), analysis, proved([["g7", true], ["e3", false]]));
  assert.deepEqual(lines.map(({ moves, sign }) => moves[0] + sign), ["g7✓", "a1", "e3✗"]);
});

test("the bar is full only when the result is proved", () => {
  assert.equal(whitesPart({ winner: "black", score: { value: 9 }, side: "white" }), 0);
  assert.equal(whitesPart({ winner: null, score: { value: 0 }, side: "black" }), 0.5);
  assert.ok(whitesPart({ winner: null, score: { value: 50 }, side: "black" }) < 0.06);
  assert.equal(whitesPart({ winner: null, score: { loss: 3 }, side: "black" }), 1);
});
