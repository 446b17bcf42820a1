// Puzzles and lessons in a real browser, and whether what the lessons say is true.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALPHABETA, MINIMAX } from "../lessons-numbers.js";
import { APART, LESSONS, TRAP } from "../lessons.js";
import { picture, stage, visiting } from "./stage.mjs";

/** @type {Awaited<ReturnType<typeof stage>>} */
let on;

before(async () => { on = await stage(); });
after(async () => { await on?.end(); });

/** @typedef {import("playwright-core").Page} Page */

const square = (/** @type {Page} */ page, /** @type {string} */ name) => page.locator(`[data-square="${name}"]`);
const button = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("button", { name, exact: true });
const says = (/** @type {Page} */ page, /** @type {RegExp} */ words) => page.locator("#status").filter({ hasText: words }).waitFor({ state: "attached" });
const stored = (/** @type {Page} */ page, /** @type {string} */ name) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}"), `lastknight ${name}`);

/** A puzzle of one move, with another that loses. */
const SHORT = "1xx1n1/2x3/xxxxx1/1xxNx1/2xx2/2x3 w";
const link = (/** @type {string} */ position) => `/?view=puzzles&puzzle=${position.replaceAll(" ", "+")}`;

test("a puzzle is solved at once", async () => {
  await visiting(on, link(SHORT), async (page) => {
    await says(page, /White to move: find the only winning move/);
    await square(page, "f4").click();
    await says(page, /Solved at the first try!/);
    const { rating, streak, done } = await stored(page, "puzzles");
    assert.ok(rating.rating > 1200 && streak === 1 && Object.values(done)[0] === "first");
    await button(page, "Share").click();
    await page.getByText("Result copied").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^lastknight puzzle, easy: solved at first try ♞ http.*\?view=puzzles&puzzle=1xx1n1\/2x3/);
    // The copied link opens the same puzzle.
    await page.goto(text.slice(text.indexOf("http")));
    await says(page, /find the only winning move/);
    assert.equal(await square(page, "d3").locator(".knight.white").count(), 1);
  });
});

test("a wrong move is refuted, then tried again with hints", async () => {
  await visiting(on, link(MINIMAX), async (page) => {
    await says(page, /find the only winning move/);
    await square(page, "d3").click();
    await says(page, /d3 loses: after .* White cannot move/);
    await picture(page, "puzzle-wrong");
    assert.ok((await stored(page, "puzzles")).rating.rating < 1200);
    await button(page, "Try again").click();
    await page.locator('[data-square="d3"] .mark.lost').waitFor();
    await button(page, "Hint").click();
    await page.locator('[data-square="c4"] .mark.note').waitFor();
    await button(page, "Another hint").click();
    await page.locator(".why").filter({ hasText: "White is the victim" }).waitFor();
    await picture(page, "puzzle-hints");
    await square(page, "c4").click();
    await says(page, /c4 is right\. Black answers \w+\. Go on/);
    // The answer and the best play of both.
    await page.reload();
    await says(page, /find the only winning move/);
    await button(page, "Show the answer").click();
    await button(page, "Play it out").click();
    await says(page, /Black cannot move: White has won/);
    assert.deepEqual(Object.values((await stored(page, "puzzles")).done), ["late"]);
  }, { reducedMotion: "reduce" });
});

test("puzzles go on, and the game is left alone", async () => {
  await visiting(on, "/?view=puzzles&start=5x5&moves=c3-d5", async (page) => {
    await says(page, /find the only winning move/);
    await page.waitForFunction(() => location.search.includes("puzzle=daily"));
    await page.getByLabel("Difficulty").selectOption("hard");
    await page.locator(".task").filter({ hasText: "hard, rated" }).waitFor();
    const first = page.url();
    await button(page, "Next puzzle").click();
    await page.waitForFunction((url) => location.href !== url, first);
    await page.goBack();
    await page.waitForFunction((url) => location.href === url, first);
    await page.getByLabel("Difficulty").selectOption("medium");
    await button(page, "New, generated here").click();
    await page.locator(".task").filter({ hasText: "New puzzle" }).waitFor();
    await page.locator(".task").filter({ hasText: "medium, rated" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tab", { name: "Analyse" }).click();
    await page.waitForFunction(() => location.search.includes("view=analyse"));
    assert.match(page.url(), /start=5x5&moves=c3-d5$/);
    assert.equal(await square(page, "d5").locator(".knight.black").count(), 1);
  });
});

test("a link without a puzzle says so", async () => {
  for (const puzzle of ["nothing", "7/7/7/7/7/7/7+w"]) {
    await visiting(on, `/?view=puzzles&puzzle=${puzzle}`, async (page) => {
      await page.locator(".feedback").filter({ hasText: /no puzzle/ }).waitFor();
      await button(page, "Puzzle of the day").click();
      await says(page, /find the only winning move/);
    });
  }
});

test("a lesson is done step by step", async () => {
  await visiting(on, "/?view=learn", async (page) => {
    await page.locator(".lesson").filter({ hasText: "step 1 of 3" }).waitFor();
    await square(page, "b2").click();
    await says(page, /Now it is Black's turn/);
    await button(page, "Next").click();
    await page.locator(".lesson").filter({ hasText: "step 2 of 3" }).waitFor();
    await page.locator(".cell.target").first().click();
    await says(page, /The square is gone/);
    await button(page, "Next").click();
    await page.locator(".lesson").filter({ hasText: "step 3 of 3" }).waitFor();
    await square(page, "e1").click();
    await says(page, /✗ e1: Black can still move/);
    await button(page, "Try again").click();
    await square(page, "f4").click();
    await says(page, /You have won/);
    assert.equal((await stored(page, "lessons")).done.rules, 3);
    await picture(page, "lesson-done");
    await button(page, "Next lesson").click();
    await page.waitForFunction(() => location.search.includes("lesson=mobility"));
    await page.reload();
    await page.locator(".lessons .sign-done").filter({ hasText: "✓" }).waitFor();
  });
});

test("every task of every lesson is done", async () => {
  for (const { id, steps } of LESSONS) {
    await visiting(on, `/?view=learn&lesson=${id}`, async (page) => {
      for (const [at, { task, done = "" }] of steps.entries()) {
        await page.locator(".lesson").filter({ hasText: `step ${at + 1} of ${steps.length}` }).waitFor();
        if (at === 0) await picture(page, `lesson-${id}`);
        if (task?.kind === "move" && task.right === "wins") {
          const found = await page.evaluate(async (position) => {
            const { stream } = await import(String(new URL("api.js", location.href)));
            /** @type {string[]} */
            let wins = [];
            await stream("/solution", { at: position }, new AbortController().signal, (/** @type {string} */ name, /** @type {any} */ data) => {
              if (name === "done") wins = data.moves.filter((/** @type {any} */ move) => move.wins).map((/** @type {any} */ move) => move.to);
            });
            return wins;
          }, steps[at].at);
          await square(page, found[0]).click();
        } else if (task?.kind === "move") await (task.right === "any" ? page.locator(".cell.target").first() : square(page, task.right[0])).click();
        else if (task?.kind === "number") {
          await page.getByLabel(task.label).fill("99");
          await button(page, "Check").click();
          await page.locator(".feedback.lost").waitFor({ state: "attached" });
          // In Firefox playwright adds to what a number field has.
          await page.getByLabel(task.label).evaluate((input) => { /** @type {HTMLInputElement} */ (input).value = ""; });
          await page.getByLabel(task.label).fill(String(task.right));
          await button(page, "Check").click();
        } else if (task?.kind === "choice") await button(page, task.options[task.right]).click();
        else if (task?.kind === "flips") for (let match = 0; match < task.matches; match += 1) await button(page, "Play 40 games").click();
        else if (task?.kind === "slider") {
          await page.getByLabel("Games", { exact: true }).fill("160");
          await page.getByLabel("Games", { exact: true }).dispatchEvent("change");
        }
        await page.locator(".feedback.won").filter({ hasText: done }).waitFor({ state: "attached" });
        if (at < steps.length - 1) await button(page, "Next").click();
      }
    });
  }
});

test("what the lessons say is true", async () => {
  await visiting(on, "/", async (page) => {
    /** @type {(path: string, query: Record<string, string | number>) => Promise<any>} */
    const ask = (path, query) => page.evaluate(async ([path, query]) => {
      const { get, stream } = await import(String(new URL("api.js", location.href)));
      if (path !== "/solution") return get(path, query);
      let solution = null;
      await stream(path, query, new AbortController().signal, (/** @type {string} */ name, /** @type {any} */ data) => { if (name === "done") solution = data; });
      return solution;
    }, /** @type {const} */ ([path, query]));
    const position = (/** @type {string} */ at) => ask("/position", { at });
    const wins = async (/** @type {string} */ at) => (await ask("/solution", { at })).moves.filter((/** @type {any} */ move) => move.wins).map((/** @type {any} */ move) => move.to);
    const both = (/** @type {any} */ { targets }) => targets.white.filter((/** @type {string} */ name) => targets.black.includes(name));

    // The rules.
    const one = await position(SHORT);
    assert.equal(one.targets.black.length, 1);
    assert.equal((await position(`${SHORT} moves f4`)).winner, "white");

    // Mobility.
    assert.deepEqual((await position("7x7 moves d4 b2")).targets.black.sort(), ["a4", "c4", "d1", "d3"]);
    const roomy = "6/3x2/3x1x/1xx3/2xNx1/xn4 w";
    const values = await Promise.all((await position(roomy)).moves.map(async (/** @type {string} */ to) => {
      const { targets } = await position(`${roomy} moves ${to}`);
      return [to, targets.white.length, targets.black.length];
    }));
    values.sort((a, b) => b[1] - b[2] - (a[1] - a[2]));
    assert.deepEqual(values[0], ["c4", 7, 1]);
    assert.ok(values[1][1] - values[1][2] < 6);
    assert.deepEqual(await wins(roomy), ["c4"]);
    assert.equal((await position(`${TRAP} moves d3`)).targets.white.length, 4);
    assert.equal((await position(`${TRAP} moves a2`)).targets.white.length, 1);
    assert.deepEqual(await wins(TRAP), ["a2"]);

    // The colour rule.
    const same = await position("7x7 moves c4 e4");
    assert.deepEqual([same.attacker, both(same).sort()], ["white", ["d2", "d6"]]);
    const taken = await position("7x7 moves c4 e4 d6");
    assert.deepEqual([taken.attacker, taken.to_move, both(taken)], ["white", "black", []]);
    const placed = await position("7x7 moves b2");
    const isOther = (/** @type {string} */ name) => (name.charCodeAt(0) + Number(name[1])) % 2 === 1;
    assert.deepEqual((await wins("7x7 moves b2")).sort(), placed.moves.filter((/** @type {string} */ name) => isOther(name)).sort());
    assert.equal((await position("7x7 moves c3 d5")).attacker, "black");

    // Mirroring.
    assert.equal((await position("7x7 moves d4 b3")).attacker, "black");
    assert.deepEqual(await wins("7x7 moves d4 b3"), ["f5"]);
    assert.ok((await wins("7x7 moves d4 b3 f5 c5")).includes("e3"));
    assert.ok((await wins("7x7 moves d4 b3 f5 c5 e3 a4")).includes("g4"));
    assert.equal((await position("8x8")).mirror_win.winner, "black");

    // Isolation.
    const { reach } = await position(APART);
    assert.deepEqual(reach.white.filter((/** @type {string} */ name) => reach.black.includes(name)), []);
    const apart = await ask("/solution", { at: APART });
    // White, Black, White, Black, White.
    assert.equal(apart.plies, 5);
    assert.deepEqual(await wins(APART), ["g7"]);
    const dead = "x1x3/1nx3/1xxxx1/xxxxx1/2Nxx1/2xx2 w";
    assert.deepEqual([(await position(dead)).moves.sort(), await wins(dead)], [["a1", "e1"], ["e1"]]);
    assert.deepEqual((await position(`${dead} moves a1`)).targets.white, []);

    // The trees.
    for (const [at, wanted, best] of /** @type {[string, Record<string, number[]>, string][]} */ ([
      [MINIMAX, { d3: [0, -1], c4: [3, 2], c6: [-1, -2] }, "c4"], [ALPHABETA, { b2: [-2, 0, -1, -1], b6: [-2, 0, -1, -1] }, "b6"],
    ])) {
      const { nodes } = await ask("/tree", { at, depth: 2, search: "minimax" });
      for (const [to, replies] of Object.entries(wanted)) {
        const parent = nodes.findIndex((/** @type {any} */ node) => node.ply === 1 && node.to === to);
        assert.deepEqual(nodes.filter((/** @type {any} */ node) => node.parent === parent).map((/** @type {any} */ node) => node.score.value), replies);
        assert.equal(nodes[parent].score.value, Math.min(...replies));
      }
      assert.deepEqual(await wins(at), [best]);
    }
    const ends = (/** @type {any} */ tree) => tree.nodes.filter((/** @type {any} */ node) => node.ply === 2 && node.kind !== "cut").length;
    assert.equal(ends(await ask("/tree", { at: ALPHABETA, depth: 2, search: "minimax" })), 8);
    assert.equal(ends(await ask("/tree", { at: ALPHABETA, depth: 2 })), 5);
    assert.equal((await ask("/puzzle", { at: ALPHABETA })).depth, 3);
  });
});

test("puzzles and lessons fit a phone, light and dark", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const viewport = { width: 390, height: 844 };
    await visiting(on, link(SHORT), async (page) => {
      await says(page, /find the only winning move/);
      assert.ok(await page.locator("#status").isVisible());
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await picture(page, `puzzle-phone-${colorScheme}`);
      await page.getByRole("tab", { name: "Learn" }).click();
      await page.locator(".lesson").filter({ hasText: "Lesson 1" }).waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await picture(page, `lesson-phone-${colorScheme}`);
    }, { viewport, colorScheme });
  }
});

test("every control has a name for screen readers", async () => {
  for (const view of ["puzzles", "learn&lesson=alpha-beta", "learn&lesson=intervals"]) {
    await visiting(on, `/?view=${view}`, async (page) => {
      await page.locator(".task h3, .lesson h2").waitFor();
      const nameless = await page.evaluate(() => {
        const name = (/** @type {Element} */ element) => element.getAttribute("aria-label") || element.textContent?.trim() || element.closest("label")?.textContent?.trim();
        return [...document.querySelectorAll("button, input, select")].filter((element) => !name(element)).map((element) => element.outerHTML.slice(0, 80));
      });
      assert.deepEqual(nameless, []);
    });
  }
});
