// Accessibility: axe-core finds no violation in any view, in light and dark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { stage, visiting } from "./stage.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const GAME = "moves=d4-b3-f5-c5-e3-b7-g4-d6-f6-c4-e4-d2-c3-f1-a2&ply=8";
const OVER = "start=5x5&black=greedy(open)&moves=a5-c3-c4-b1-e5-d2-d3-b3-c5-d4-a4-c2-b2-e3-d1-d5";
const PLACES = [`/?${GAME}`, "/?start=5x5", `/?${OVER}`, `/?embed=1&${OVER}`, "/?white=random&black=perfect", `/?view=analyse&${GAME}`, "/?view=analyse&moves=d4-b3", `/?view=heuristics&${GAME}`, `/?view=tree&${GAME}`, "/?view=lab", "/?view=puzzles", "/?view=learn", "/?view=learn&lesson=colour-rule"];

/** @type {Awaited<ReturnType<typeof stage>>} */
let on;

before(async () => { on = await stage(); });
after(async () => { await on?.end(); });

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no violations in the ${colorScheme}`, async () => {
    for (const place of PLACES) {
      await visiting(on, place, async (page) => {
        // Until the first results are there.
        await page.waitForTimeout(1500);
        await page.evaluate(AXE);
        const violations = await page.evaluate(async () => {
          const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
          return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
        });
        assert.deepEqual(violations, [], place);
      }, { colorScheme });
    }
  });
}
