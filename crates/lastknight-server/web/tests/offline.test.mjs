// The static page works without a network after the first visit.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ENGINE, stage, visiting } from "./stage.mjs";

/** @type {Awaited<ReturnType<typeof stage>>} */
let on;

before(async () => { on = await stage(); });
after(async () => { await on?.end(); });

test("the second visit needs no network", { skip: ENGINE !== "browser" }, async () => {
  await visiting(on, "/?black=you", async (page) => {
    await page.evaluate(async () => { await navigator.serviceWorker.ready; });
    await page.context().setOffline(true);
    await page.goto(`${on.address}?view=analyse&moves=d4-b3`);
    await page.waitForSelector("body[data-ready]");
    await page.getByText("Proved: White wins with 1 of 7 moves").waitFor();
    await page.locator('[data-square="f5"]').click();
    await page.waitForFunction(() => location.search.includes("d4-b3-f5"));
    assert.equal(await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("lastknight ")).length), 1);
  }, { serviceWorkers: "allow" });
});
