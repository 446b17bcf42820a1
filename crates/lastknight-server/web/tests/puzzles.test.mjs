// Ratings, the book of puzzles, storage, intervals and lessons, without a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { flips, luck, wilson } from "../interval.js";
import { isRight, LESSONS, split } from "../lessons.js";
import { load, save } from "../progress.js";
import { dailyIndex, idOf, isDate, LEVELS, PuzzleBook, today } from "../puzzle-book.js";
import { shared } from "../puzzle-words.js";
import { expected, NEW, rated } from "../rating.js";

const near = (/** @type {number} */ found, /** @type {number} */ wanted, /** @type {number} */ by) => assert.ok(Math.abs(found - wanted) < by, `${found}, not ${wanted}`);
const book = new PuzzleBook(JSON.parse(readFileSync(new URL("../puzzles.json", import.meta.url), "utf8")));

test("the rating is that of Glickman's example", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const after = rated(player, [{ rating: 1400, deviation: 30, score: 1 }, { rating: 1550, deviation: 100, score: 0 }, { rating: 1700, deviation: 300, score: 0 }]);
  near(after.rating, 1464.06, 0.01);
  near(after.deviation, 151.52, 0.01);
  near(after.volatility, 0.05999, 0.00001);
  // The expected scores of the same example.
  near(expected(player, { rating: 1400, deviation: 30 }), 0.639, 0.001);
  near(expected(player, { rating: 1550, deviation: 100 }), 0.432, 0.001);
  near(expected(player, { rating: 1700, deviation: 300 }), 0.303, 0.001);
});

test("without games a rating gets less certain", () => {
  const player = { rating: 1500, deviation: 50, volatility: 0.06 };
  const after = rated(player, []);
  assert.equal(after.rating, 1500);
  near(after.deviation, Math.hypot(50, 0.06 * 173.7178), 1e-9);
});

test("the rating approaches that of the puzzles that are solved half of the time", () => {
  let player = { ...NEW };
  for (let game = 0; game < 60; game += 1) player = rated(player, [{ rating: 1700, deviation: 80, score: game % 2 }]);
  near(player.rating, 1700, 60);
  assert.ok(player.deviation < 120, `${player.deviation}`);
  // Results far from what was expected leave it finite.
  for (let game = 0; game < 200; game += 1) player = rated(player, [{ rating: 3000, deviation: 80, score: 1 }]);
  assert.ok(Number.isFinite(player.rating) && Number.isFinite(player.volatility));
});

test("the book has puzzles of all levels, each with a name of its own", () => {
  assert.ok(book.puzzles.length >= 300);
  assert.equal(new Set(book.puzzles.map(({ id }) => id)).size, book.puzzles.length);
  for (const level of LEVELS) assert.ok(book.puzzles.filter((puzzle) => puzzle.level === level).length > 50, level);
  const [first] = book.puzzles;
  assert.equal(book.find(first.id), first);
  assert.equal(idOf("7x7"), idOf("7x7"));
  // Links stay valid: the hash is FNV-1a.
  assert.equal(idOf("a"), (0xe40c292c).toString(36));
});

test("each day has its puzzle", () => {
  const days = Array.from({ length: book.puzzles.length }, (_, day) => new Date(Date.UTC(2026, 10, 18) + day * 86_400_000));
  const indices = days.map((day) => dailyIndex(today(day), book.puzzles.length));
  assert.equal(new Set(indices).size, book.puzzles.length);
  assert.equal(book.daily("2026-11-18"), book.puzzles[indices[0]]);
  const levels = indices.map((index) => book.puzzles[index].level);
  const same = levels.filter((level, at) => level === levels[at - 1]).length;
  assert.ok(same < levels.length / 10, `${same} neighbours of the same level`);
  // A day is one of UTC.
  assert.equal(today(new Date("2026-11-18T23:59:59Z")), "2026-11-18");
  assert.ok(dailyIndex("1999-12-31", 7) >= 0 && dailyIndex("2026-01-01", 1) === 0);
  assert.deepEqual([isDate("2026-11-18"), isDate("2026-13-18"), isDate("daily")], [true, false, false]);
});

test("the next puzzle is new, and near the rating or of a level", () => {
  const done = new Set();
  for (let count = 0; count < 20; count += 1) {
    const puzzle = book.next("", 1200, (id) => done.has(id), () => 0.5);
    assert.ok(!done.has(puzzle.id) && Math.abs(puzzle.rating - 1200) <= 150);
    done.add(puzzle.id);
  }
  assert.equal(book.next("hard", 600, () => false, () => 0.99).level, "hard");
  assert.equal(book.next("easy", 600, () => true, () => 0).level, "easy");
  assert.equal(book.next("", 9000, () => false, () => 0).rating, Math.max(...book.puzzles.map(({ rating }) => rating)));
});

test("a shared result does not tell the answer", () => {
  const puzzle = { ...book.puzzles[0], best: "a1" };
  const text = shared("2026-11-18", puzzle, "first", "http://host/?view=puzzles&puzzle=2026-11-18");
  assert.equal(text, "lastknight daily 2026-11-18: solved at first try ♞ http://host/?view=puzzles&puzzle=2026-11-18");
  assert.ok(!shared("", puzzle, null, "link").includes("a1"));
});

test("progress survives a storage that fails or holds something else", (context) => {
  const defaults = { done: /** @type {Record<string, number>} */ ({}), streak: 0 };
  assert.deepEqual(load("nothing", defaults), defaults);
  save("test", { done: { a: 1 }, streak: 3 });
  assert.deepEqual(load("test", defaults), { done: { a: 1 }, streak: 3 });
  const stored = { "lastknight odd": JSON.stringify({ done: [1], streak: "3", more: 1 }), "lastknight bad": "{" };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: {
    getItem: (/** @type {keyof typeof stored} */ name) => stored[name] ?? null,
    setItem() { throw new Error("QuotaExceededError"); },
  } });
  context.after(() => Reflect.deleteProperty(globalThis, "localStorage"));
  assert.deepEqual(load("odd", defaults), defaults);
  assert.deepEqual(load("bad", defaults), defaults);
  save("full", { done: {}, streak: 9 });
  assert.equal(load("full", defaults).streak, 9);
});

test("the numbers of the lessons are right", () => {
  const rounded = (/** @type {[number, number]} */ ends) => ends.map((end) => Math.round(100 * end));
  // "60 % (45-74)", "60 % (55-65)", "58 % (43-72)", "52 % (51-53)", "49 % (45-53)", "61 % (54-68)".
  assert.deepEqual(rounded(wilson(24, 40)), [45, 74]);
  assert.deepEqual(rounded(wilson(240, 400)), [55, 65]);
  assert.deepEqual(rounded(wilson(0.58 * 40, 40)), [43, 72]);
  assert.deepEqual(rounded(wilson(5200, 10_000)), [51, 53]);
  assert.deepEqual(rounded(wilson(0.49 * 600, 600)), [45, 53]);
  assert.deepEqual(rounded(wilson(0.61 * 192, 192)), [54, 68]);
  assert.deepEqual(wilson(0, 0), [0, 1]);
  near(luck(24, 40), 0.2682, 0.0001);
  assert.equal(luck(1, 1), 1);
  const games = Array.from({ length: 400 }, (_, at) => at + 1).find((count) => wilson(0.58 * count, count)[0] > 0.5) ?? 0;
  near(games, 150, 10);
  assert.deepEqual([flips(40, () => 0.4), flips(40, () => 0.6)], [40, 0]);
});

test("lessons are short and whole", () => {
  assert.equal(LESSONS.length, 9);
  assert.equal(new Set(LESSONS.map(({ id }) => id)).size, 9);
  for (const { id, steps } of LESSONS) {
    assert.ok(steps.length >= 3 && steps.length <= 6, id);
    for (const { text, task, done, at } of steps) {
      assert.ok(task && done, id);
      assert.ok(text.join(" ").length < 360, text[0]);
      assert.ok(split(at)[0], at);
      if (task?.kind === "choice") assert.ok(task.options[task.right]);
      if (task?.kind === "choice" || task?.kind === "number") assert.ok(isRight(task, task.right) && !isRight(task, 99));
    }
  }
  assert.deepEqual(split("7x7 moves d4 b3"), ["7x7", ["d4", "b3"]]);
  assert.deepEqual(split("5x5"), ["5x5", []]);
});
