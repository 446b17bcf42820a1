// Playing in a real browser: opponents, two agents, the end of a game, failures, and the page in a frame.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { BROWSER, ENGINE, picture, stage, visiting } from "./stage.mjs";

/** @type {Awaited<ReturnType<typeof stage>>} */
let on;

before(async () => { on = await stage(); });
after(async () => { await on?.end(); });

/** @typedef {import("playwright-core").Page} Page */

const isServer = ENGINE === "server";
const status = (/** @type {Page} */ page) => page.locator("#status");
const square = (/** @type {Page} */ page, /** @type {string} */ name) => page.locator(`[data-square="${name}"]`);
const opponent = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("radio", { name });
const plies = (/** @type {Page} */ page) => page.locator(".moves .move").count();
const address = (/** @type {Page} */ page, /** @type {string} */ part) => page.waitForFunction((wanted) => location.search.includes(wanted), part);
const atLeast = (/** @type {Page} */ page, /** @type {number} */ count) => page.waitForFunction((least) => document.querySelectorAll(".moves .move").length >= least, count);

/** Plays until the game is over, always the first legal move. */
async function playOut(/** @type {Page} */ page) {
  for (let turn = 0; turn < 40; turn += 1) {
    await page.waitForFunction(() => document.querySelector(".cell.target, .ending:not([hidden])"));
    if (await page.locator(".ending").isVisible()) return;
    const before = await plies(page);
    await page.locator(".cell.target").first().click();
    await atLeast(page, before + 1);
  }
}

test("an opponent, a colour and a board are chosen", async () => {
  await visiting(on, "/", async (page) => {
    assert.ok(await opponent(page, "Nora, level 4").isChecked());
    assert.equal(await page.getByLabel("Time per move").isVisible(), false);
    await picture(page, "play-choice");
    // By keyboard; before the first move the choice is the game.
    await opponent(page, "Nora, level 4").focus();
    await page.keyboard.press("ArrowRight");
    await address(page, "drilldown");
    assert.match((await page.locator("#above").textContent()) ?? "", /^BlackOtto/);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Otto, level 5 of 9");
    await opponent(page, "Caissa").click();
    await page.getByLabel("Time per move").selectOption("100ms");
    await opponent(page, "Pip").click();
    assert.equal(await page.getByLabel("Time per move").isVisible(), false);
    await page.getByRole("radio", { name: "Black" }).click();
    await page.locator("#panel").getByLabel("Board", { exact: true }).selectOption("5x5");
    assert.equal(await plies(page), 0);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await atLeast(page, 1);
    assert.match((await page.locator("#below").textContent()) ?? "", /^BlackYou/);
    assert.equal(await page.locator(".cell").count(), 25);
    assert.equal(await page.locator(".opponents").isVisible(), false);
    // Its text is shown on focus.
    const pip = page.locator("#above .agent");
    assert.match((await pip.textContent()) ?? "", /Pip/);
    await page.locator("#settings button").focus();
    await pip.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.locator("#above .about").getByText("level 1 of 9, random").waitFor();
    // The rest of the game is against another one.
    await page.getByText("Opponent, colour and board").click();
    await opponent(page, "Greta").click();
    await page.getByRole("button", { name: "Continue this game" }).click();
    await address(page, "white=greedy(open)");
    assert.ok(await plies(page) > 0);
  });
});

test("two agents play, wait, and stop when the view is left", async () => {
  await visiting(on, "/?white=random&black=greedy(open)&start=9x9", async (page) => {
    await atLeast(page, 2);
    await page.getByRole("slider", { name: "Speed" }).fill("5");
    await atLeast(page, 5);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.waitForTimeout(200);
    const count = await plies(page);
    await picture(page, "play-watch");
    await page.waitForTimeout(500);
    assert.equal(await plies(page), count);
    await page.getByRole("button", { name: "Step" }).click();
    await atLeast(page, count + 1);
    await page.waitForTimeout(400);
    assert.equal(await plies(page), count + 1);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await atLeast(page, count + 3);
    await page.getByRole("tab", { name: "Analyse" }).click();
    await address(page, "view=analyse");
    const left = await plies(page);
    await page.waitForTimeout(500);
    assert.equal(await plies(page), left);
    await page.getByRole("tab", { name: "Play" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".ending").getByRole("heading", { name: /^(Pip|Greta) wins$/ }).waitFor();
    // Nothing begins by itself.
    const all = await plies(page);
    await page.waitForTimeout(600);
    assert.equal(await plies(page), all);
    assert.equal(await page.getByRole("button", { name: "Pause" }).isEnabled(), false);
  });
});

test("a game ends with its turning point and what to do next", async () => {
  await visiting(on, "/?start=5x5&black=greedy(open)", async (page) => {
    await playOut(page);
    const ending = page.locator(".ending");
    await ending.getByRole("heading", { name: /You win!|Greta wins/ }).waitFor();
    const isWon = await ending.getByText("You win!").isVisible();
    assert.match((await ending.textContent()) ?? "", /no move left after \d+ plies\./);
    await ending.getByText(isWon ? "Your first win against Greta." : "Against Greta: 0 won, 1 lost.").waitFor();
    await ending.getByText(/It turned|was lost|were lost|proved/).waitFor();
    await picture(page, "play-ending");
    await ending.getByRole("button", { name: "Share" }).click();
    await page.getByText("Result copied").waitFor();
    if (BROWSER === "chromium") assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^I (beat|lost to) Greta \(level 3\) at Knight's Isolation on 5 × 5, \d+ plies\. .*\nhttp.*moves=/);
    // A step back is no new game, and the result is not counted twice.
    await page.getByRole("button", { name: "Previous move" }).click();
    await address(page, "ply=");
    assert.ok(await ending.isVisible());
    await page.getByRole("button", { name: "Next move" }).click();
    assert.match(await page.evaluate(() => localStorage.getItem("lastknight results") ?? ""), /"greedy\(open\)":{"wins":[01],"losses":[01],/);
    await ending.getByRole("button", { name: "Harder: Nora" }).click();
    await page.waitForFunction(() => !location.search.includes("moves"));
    assert.equal(await ending.isVisible(), false);
    assert.match((await page.locator("#above").textContent()) ?? "", /Nora/);
  });
});

test("the moment at which a game turned is shown on the board", async () => {
  await visiting(on, "/?start=5x5&black=greedy(open)&moves=a5-c3-c4-b1-e5-d2-d3-b3-c5-d4-a4-c2-b2-e3-d1-d5", async (page) => {
    const ending = page.locator(".ending");
    await ending.getByRole("heading", { name: "Greta wins" }).waitFor();
    await ending.getByText("It turned at 5. c5: you threw away the win; e1 would have kept it.").waitFor();
    // A game of a link counts for nobody.
    assert.equal(await page.evaluate(() => localStorage.getItem("lastknight results")), null);
    await ending.getByRole("button", { name: "Show on the board" }).click();
    await address(page, "ply=8");
    await page.locator("[data-square=e1].tint-chosen").waitFor();
    await picture(page, "play-turned");
    await ending.getByRole("button", { name: "Review" }).click();
    await page.locator(".graph .bar").first().waitFor();
    await page.locator(".mistakes button").first().waitFor();
  });
});

test("a move is taken back while the agent thinks", async () => {
  await visiting(on, "/?black=perfect&time=10s&start=9x9", async (page) => {
    await square(page, "d4").click();
    await status(page).getByText("Black is thinking…").waitFor();
    await page.locator("#above .thinking").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await status(page).getByText("White to place a knight").waitFor();
    await square(page, "e5").click();
    await address(page, "moves=e5");
  });
});

test("a bad agent is marked with a caret", async () => {
  await visiting(on, "/", async (page) => {
    await opponent(page, "Other agent…").click();
    const box = page.getByRole("textbox", { name: "Agent" });
    await box.fill("alphabeta(improvd)");
    await box.press("Enter");
    await page.getByText("did you mean 'improved'").waitFor();
    assert.match((await page.locator(".typed .answer").first().textContent()) ?? "", /\n +\^/);
    assert.equal(await box.getAttribute("aria-invalid"), "true");
  });
});

test("a lost connection is said, and the interrupted move requested again", { skip: !isServer }, async () => {
  await visiting(on, "/?black=random", async (page) => {
    await page.route("**/api/**", (route) => route.abort("connectionrefused"));
    await square(page, "d4").click();
    const banner = page.locator("#connection");
    await banner.getByText("the server does not answer").waitFor();
    await picture(page, "play-lost");
    // The user's own move stays where it is.
    assert.match((await square(page, "d4").getAttribute("aria-label")) ?? "", /White knight/);
    await page.unrouteAll({ behavior: "wait" });
    await banner.getByRole("button", { name: "Try now" }).click();
    await atLeast(page, 2);
    assert.equal(await banner.isVisible(), false);
    await page.getByText("connected again").waitFor();
    // Only the agent's move fails.
    await page.route(/\/api\/v1\/(move|status)/, (route) => route.abort("connectionrefused"));
    await page.locator(".cell.target").first().click();
    await banner.waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await atLeast(page, 4);
  }).catch((error) => { if (!/^Error: the page said: .*ERR_CONNECTION_REFUSED/.test(String(error))) throw error; });
});

test("an agent that never answers does not block the game", { skip: !isServer }, async () => {
  const context = await on.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.clock.install();
  let asked = 0;
  await page.route("**/api/v1/move*", () => { asked += 1; });
  await page.goto(`${on.address}?black=perfect&time=1s`);
  await page.waitForSelector("body[data-ready]");
  await square(page, "d4").click();
  await page.clock.runFor(1000);
  await status(page).getByText("Black is thinking…").waitFor();
  for (const expected of [1, 2]) {
    for (let wait = 0; wait < 50 && asked < expected; wait += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(asked, expected);
    await page.clock.runFor(17_000);
  }
  await status(page).getByText("Black has not moved: there was no move within 16 seconds").waitFor();
  await page.unrouteAll();
  await page.clock.resume();
  await page.getByRole("button", { name: "Let Black move" }).click();
  await atLeast(page, 2);
  await context.close();
});

test("a library that cannot be loaded is loaded again", { skip: isServer }, async () => {
  const context = await on.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/lastknight.wasm", (route) => route.abort());
  await page.goto(on.address);
  await page.locator("#connection").getByText("the engine cannot be loaded").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.locator("#connection").isVisible(), false);
  assert.equal(await page.locator(".cell.target").count(), 49);
  await context.close();
});

test("a broken engine is started again and asked again", { skip: isServer }, async () => {
  const context = await on.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    let crashes = 0;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (!message.request?.startsWith("GET /move") || crashes++) return post.call(this, message);
      document.documentElement.dataset.crashed = "true";
      setTimeout(() => this.onmessage?.(new MessageEvent("message", { data: { name: "broken", data: "the search failed" } })));
    };
  });
  await page.goto(`${on.address}?black=greedy(open)`);
  await page.waitForSelector("body[data-ready]");
  await square(page, "d4").click();
  await atLeast(page, 2);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.crashed), "true");
  await context.close();
});

test("a page in a frame has what is needed to play", async () => {
  await visiting(on, "/?embed=1&start=5x5&black=random&view=lab", async (page) => {
    assert.equal(await page.locator("#settings").isVisible(), false);
    assert.equal(await page.locator("#tabs button").count(), 0);
    assert.equal(await page.locator("#panel").isVisible(), false);
    const link = page.getByRole("link", { name: "lastknight" });
    assert.equal(await link.getAttribute("target"), "_blank");
    await playOut(page);
    await page.locator(".ending").getByRole("button", { name: "Rematch" }).waitFor();
    await picture(page, "embed-phone");
    const href = await link.getAttribute("href");
    assert.match(href ?? "", /^\?start=5x5&moves=[^&]+&black=random$/);
    assert.match(page.url(), /embed=1/);
    await page.getByRole("button", { name: "Analyse" }).click();
    await address(page, "view=analyse");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => !location.search.includes("view="));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { viewport: { width: 420, height: 640 } });
  await visiting(on, "/?embed=1", async (page) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
    await picture(page, "embed");
  }, { viewport: { width: 900, height: 700 } });
});
