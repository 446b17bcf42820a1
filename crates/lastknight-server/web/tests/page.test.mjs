// The page in a real browser, used as people use it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { BROWSER, ENGINE, picture, stage, visiting } from "./stage.mjs";

/** @type {Awaited<ReturnType<typeof stage>>} */
let on;

before(async () => { on = await stage(); });
after(async () => { await on?.end(); });

/** @typedef {import("playwright-core").Page} Page */

const square = (/** @type {Page} */ page, /** @type {string} */ name) => page.locator(`[data-square="${name}"]`);
const status = (/** @type {Page} */ page) => page.locator("#status");
const targets = (/** @type {Page} */ page) => page.locator(".cell.target");
const movesIn = (/** @type {string} */ url) => (new URL(url).searchParams.get("moves") ?? "").split("-").filter(Boolean);

/** Waits until a person can move or the game is over; returns whether it is over. */
async function settled(/** @type {Page} */ page) {
  await page.waitForFunction(() => {
    const words = document.querySelector("#status")?.textContent ?? "";
    return words.includes("has won") || (!words.includes("thinking") && document.querySelector(".cell.target"));
  });
  return (await status(page).textContent())?.includes("has won") ?? false;
}

/** Chooses a square and waits until the move is played; then as above. */
async function move(/** @type {Page} */ page, /** @type {import("playwright-core").Locator} */ to) {
  const before = movesIn(page.url()).length;
  await to.click();
  await page.waitForFunction((count) => (new URL(location.href).searchParams.get("moves") ?? "").split("-").filter(Boolean).length > count, before);
  return settled(page);
}

test("the first visit", async () => {
  await visiting(on, "/", async (page) => {
    assert.equal(await page.title(), "lastknight");
    assert.equal(await page.locator("[role=gridcell]").count(), 49);
    assert.equal(await targets(page).count(), 49);
    await picture(page, "play-begin");
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    console.log(`# first paint after ${Math.round(paint)} ms`);
  });
});

test("a game is played to its end, taken back and shared", async () => {
  await visiting(on, "/?start=5x5&black=random&time=100ms", async (page) => {
    let turns = 0;
    while (!(await move(page, targets(page).first()))) assert.ok(turns++ < 25);
    assert.match((await status(page).textContent()) ?? "", /has no move left: (White|Black) has won\. You (win|lose)/);
    assert.equal(await targets(page).count(), 0);
    await picture(page, "play-end");
    const played = movesIn(page.url());
    assert.equal(await page.locator(".cell.blocked").count(), played.length - 2);
    // The link holds the whole game.
    const words = (await status(page).textContent()) ?? "";
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    const again = (await status(page).textContent()) ?? "";
    assert.ok(again && words.endsWith(again), again);
    await page.getByRole("button", { name: "Copy PGN" }).click();
    await page.getByText("PGN copied").waitFor();
    const pgn = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(pgn, /\[Board "5x5"\]/);
    // The copied game can be loaded.
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForFunction(() => !location.search.includes("moves"));
    await page.getByRole("button", { name: "Load…" }).click();
    await page.getByRole("textbox", { name: "Load" }).fill(pgn);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForFunction(() => location.search.includes("moves"));
    assert.deepEqual(movesIn(page.url()), played);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => location.search.includes("ply="));
    assert.equal(new URL(page.url()).searchParams.get("ply"), String(played.length - 1));
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForFunction(() => !location.search.includes("ply="));
  });
});

test("keyboard, drag and the other side", async () => {
  await visiting(on, "/?black=you", async (page) => {
    // By keyboard: from a1 to c2, and the next target for Black.
    await square(page, "a1").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => location.search.includes("moves=c2"));
    assert.match((await square(page, "c2").getAttribute("aria-label")) ?? "", /White knight/);
    await square(page, "d4").click();
    await page.waitForFunction(() => location.search.includes("moves=c2-d4"));
    // By dragging.
    const [from, to] = [await square(page, "c2").boundingBox(), await square(page, "e3").boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 3, to.y + to.height / 2, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => location.search.includes("moves=c2-d4-e3"));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Flip" }).click();
    assert.equal(await page.locator("[data-square]").first().getAttribute("data-square"), "g1");
  });
  await visiting(on, "/?black=greedy(improved)&time=100ms", async (page) => {
    await move(page, square(page, "d4"));
    assert.equal(movesIn(page.url()).length, 2);
    // The agent continues as White at once.
    await page.getByRole("button", { name: "Switch sides" }).click();
    await page.waitForFunction(() => location.search.includes("white=greedy"));
    await page.waitForFunction(() => (new URL(location.href).searchParams.get("moves") ?? "").split("-").length === 3);
    await settled(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("the engine would play").waitFor();
  });
});

test("a dropped knight does not fly a second time", async () => {
  await visiting(on, "/?black=you&moves=d4-b3", async (page) => {
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        document.body.dataset.flights = String(Number(document.body.dataset.flights ?? 0) + 1);
        return animate.apply(this, given);
      };
    });
    const flights = () => page.evaluate(() => Number(document.body.dataset.flights ?? 0));
    await square(page, "d4").dragTo(square(page, "f5"));
    await page.waitForFunction(() => location.search.includes("d4-b3-f5"));
    assert.equal(await flights(), 0);
    await square(page, "c5").click();
    await page.waitForFunction(() => location.search.includes("f5-c5"));
    assert.equal(await flights(), 1);
  });
});

test("arrows and circles are drawn and cleared", async () => {
  await visiting(on, "/?black=you&moves=d4-b3", async (page) => {
    const drawings = page.locator("#board .drawing");
    const from = await square(page, "a1").boundingBox();
    assert.ok(from);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down({ button: "right" });
    await square(page, "c4").hover();
    await page.mouse.up({ button: "right" });
    await square(page, "g7").click({ button: "right", modifiers: ["Shift"] });
    assert.equal(await drawings.count(), 2);
    await page.locator("#legend").getByText("your arrows and circles").waitFor();
    await picture(page, "drawings");
    await square(page, "g7").click({ button: "right", modifiers: ["Shift"] });
    assert.equal(await drawings.count(), 1);
    await square(page, "a1").click();
    assert.equal(await drawings.count(), 0);
  });
});

test("a board is edited", async () => {
  await visiting(on, "/?black=you&moves=d4-b3-f5", async (page) => {
    await page.getByText("Opponent, colour and board").click();
    await page.locator("#panel").getByLabel("Board", { exact: true }).selectOption("edit");
    const box = page.getByRole("dialog", { name: "Edit board" });
    const text = box.getByRole("textbox", { name: "Position" });
    const at = (/** @type {string} */ name) => box.locator(`[data-square="${name}"]`);
    await at("a7").click();
    await at("d4").click();
    assert.equal(await text.inputValue(), "x6/7/5N1/7/1n5/7/7 b");
    await at("b3").dragTo(at("c1"));
    assert.equal(await text.inputValue(), "x6/7/5N1/7/7/7/2n4 b");
    await at("f5").click();
    await box.getByText("White has none").waitFor();
    await box.getByText("White's knight").click();
    await at("g1").click();
    await box.getByRole("button", { name: "Mirror ↔" }).click();
    await picture(page, "editor");
    await box.getByRole("button", { name: "Use this board" }).click();
    await page.waitForFunction(() => new URL(location.href).searchParams.get("start") === "6x/7/7/7/7/7/N3n2 b");
    assert.match((await square(page, "a1").getAttribute("aria-label")) ?? "", /White knight/);
  });
});

test("an agent is typed, with its mistakes shown", async () => {
  await visiting(on, "/", async (page) => {
    await page.getByRole("radio", { name: "Other agent…" }).click();
    const box = page.getByRole("textbox", { name: "Agent" });
    await box.fill("alphabeta(improvd)");
    await box.press("Enter");
    await page.getByText("did you mean 'improved'").waitFor();
    await box.fill("alphabeta(\"n - 3*n'\", depth=2)");
    await box.press("Enter");
    await page.waitForFunction(() => location.search.includes("black=alphabeta"));
    assert.equal(await move(page, square(page, "d4")), false);
    assert.equal(movesIn(page.url()).length, 2);
  });
});

test("bad links can be corrected", async () => {
  await visiting(on, "/?start=11x9&moves=a1-k9", async (page) => {
    assert.equal(await page.locator("[role=gridcell]").count(), 99);
    await picture(page, "play-11x9");
  });
  const context = await on.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${on.address}?moves=d4-d4`);
  await page.waitForSelector("body[data-ready]");
  // Its text can be corrected and opened.
  const box = page.getByRole("textbox", { name: "This link" });
  assert.equal(await box.inputValue(), "7x7 moves d4 d4");
  await box.fill("7x7 moves d4 b3");
  await page.getByRole("button", { name: "Open" }).click();
  await page.waitForFunction(() => location.search.includes("moves=d4-b3"));
  assert.equal(await page.locator("[role=gridcell]").count(), 49);
  await context.close();
});

test("a solved position is marked", async () => {
  await visiting(on, "/?view=analyse&moves=d4-b3", async (page) => {
    await page.getByText("Proved: White wins with 1 of 7 moves").waitFor();
    assert.equal(await page.locator(".mark.won").count(), 1);
    assert.equal(await page.locator(".mark.lost").count(), 6);
    assert.match((await square(page, "f5").getAttribute("aria-label")) ?? "", /wins/);
    await page.locator(".lines tbody tr").first().waitFor();
    await page.locator(".arrow").first().waitFor();
    await page.getByLabel("Overlay").selectOption("territory");
    await page.locator(".tint-white").first().waitFor();
    await picture(page, "analyse");
    // The engine follows the move.
    await square(page, "f5").click();
    await status(page).getByText("Black to move").waitFor();
    await page.getByText("White wins by mirroring").waitFor();
  });
});

test("a game is reviewed and its mistake found", async () => {
  await visiting(on, "/?view=analyse&moves=d4-b3-c6-c5&ply=4", async (page) => {
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("button", { name: "c6 throws it away, f5 keeps it" }).click();
    await page.waitForFunction(() => location.search.includes("ply=2"));
    // Black's placement was a mistake too: any square but a knight's move from the centre wins.
    assert.equal(await page.locator(".graph .mistake").count(), 2);
    await picture(page, "review");
  });
});

test("a formula is typed", async () => {
  await visiting(on, "/?view=heuristics&moves=d4-b3", async (page) => {
    const box = page.locator("#formula");
    await box.fill("n - 2*shard'");
    const answer = page.locator("#formula-answer");
    await page.getByText("did you mean 'shared'").waitFor();
    const lines = ((await answer.textContent()) ?? "").split("\n");
    assert.equal(lines[1].indexOf("^"), lines[0].indexOf("shard"));
    await picture(page, "formula-mistake");
    await box.fill("n - 2*n'");
    await page.getByText("it would play").waitFor();
    await page.getByText(/of 6\d heuristics choose a winning move/).waitFor();
    await page.locator(".chip.won").first().waitFor();
    await page.getByLabel("Depth").selectOption("3");
    await page.locator(".pick.group .chip").first().waitFor();
    await page.waitForFunction(() => new URLSearchParams(location.search).get("formula") === "n - 2*n'" && location.search.includes("depth=3"));
    await picture(page, "heuristics");
  });
});

/** For what playwright can pretend in Chromium only: dark systems and touch. */
const inChromium = { skip: BROWSER !== "chromium" };

/** For what only a server has. */
const withServer = { skip: ENGINE !== "server" };

test("a heuristic is looked at, played against and sent to a tournament", async () => {
  await visiting(on, "/?view=heuristics&moves=d4-b3", async (page) => {
    await page.getByText(/of 6\d heuristics choose a winning move/).waitFor();
    // The moves of groups are shown on the board while they have the focus.
    const group = page.getByRole("button", { name: /^c2 .*heuristics$/ });
    await group.focus();
    await page.locator(".cell.tint-chosen[data-square=c2]").waitFor();
    await group.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "null");
    const improved = page.getByRole("button", { name: "improved", exact: true });
    await improved.click();
    await page.waitForFunction(() => location.search.includes("heuristic=improved"));
    await page.getByRole("button", { name: "Values on squares" }).click();
    await page.locator(".mark.value").nth(6).waitFor();
    await square(page, "f5").click();
    // The values follow the position, and the link has the choice.
    await page.waitForFunction(() => location.search.includes("d4-b3-f5"));
    await page.locator(".mark.value").first().waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Play against it" }).waitFor();
    if (ENGINE === "server") {
      await page.getByRole("button", { name: "Send to a tournament" }).click();
      await page.getByText("which has 6 agents now").waitFor();
    }
    await page.getByRole("button", { name: "Play against it" }).click();
    await page.waitForFunction(() => !location.search.includes("view=") && location.search.includes("white=alphabeta"));
  });
});

test("one move per position, however often it is clicked", withServer, async () => {
  await visiting(on, "/?black=you", async (page) => {
    // A slow network.
    await page.route("**/api/v1/position*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await route.continue();
    });
    await square(page, "d4").dblclick();
    await square(page, "a1").click();
    await page.waitForFunction(() => location.search.includes("moves="));
    assert.deepEqual(movesIn(page.url()), ["d4"]);
    await page.route("**/api/v1/position*", (route) => route.abort("connectionrefused"));
    await square(page, "b3").click();
    await page.getByText("the server does not answer").waitFor();
    assert.deepEqual(movesIn(page.url()), ["d4"]);
    await page.unrouteAll({ behavior: "wait" });
    await square(page, "b3").click();
    await page.waitForFunction(() => location.search.includes("d4-b3"));
  }).catch((error) => { if (!String(error).includes("ERR_CONNECTION_REFUSED")) throw error; });
});

test("hints, and the keyboard focus", async () => {
  await visiting(on, "/?black=random&time=100ms", async (page) => {
    await move(page, square(page, "d4"));
    assert.match((await status(page).textContent()) ?? "", /Black placed its knight on [a-g][1-7]/);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".tint-chosen").waitFor();
    const tab = page.getByRole("tab", { name: "Play" });
    await tab.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.search.includes("view=analyse"));
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Analyse");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => !location.search.includes("view="));
    await page.getByRole("button", { name: "1. White d4" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.search.includes("ply=1"));
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "1. White d4");
    // In the middle of a game an agent does not move by itself.
    await page.getByRole("button", { name: "Let Black move" }).click();
    await page.waitForFunction(() => !location.search.includes("ply="));
    // Letter keys work on the board too.
    await settled(page);
    await square(page, "a1").focus();
    await page.keyboard.press("u");
    await page.waitForFunction(() => location.search.includes("ply=0"));
  });
});

test("another move opens a variation, and Back closes it", async () => {
  const moves = (/** @type {Page} */ page, /** @type {string} */ text) => page.waitForFunction((wanted) => new URLSearchParams(location.search).get("moves") === wanted, text);
  await visiting(on, "/?view=analyse&black=you&moves=d4-b3-f5-c5&ply=2", async (page) => {
    await square(page, "e6").click();
    await moves(page, "d4-b3-f5(e6)-c5");
    await page.goBack();
    await moves(page, "d4-b3-f5-c5");
    assert.match(page.url(), /ply=2/);
    await page.goForward();
    await moves(page, "d4-b3-f5(e6)-c5");
    await status(page).getByText("Black to move").waitFor();
    // The keys change the variation and step through it.
    await status(page).click();
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => !location.search.includes("line="));
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => location.search.includes("line=2.1"));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.search.includes("line=2.1") && !location.search.includes("ply="));
    // The menu of a move, with its button, the mouse and the keyboard.
    await page.getByRole("button", { name: "Actions for e6" }).click();
    await picture(page, "menu");
    await page.getByRole("menuitem", { name: "Comment…" }).click();
    await page.getByRole("textbox", { name: "Comment on e6" }).fill("why not ~ this?");
    await page.keyboard.press("Enter");
    await moves(page, "d4-b3-f5(e6~why not ~~ this?~)-c5");
    const move = page.getByRole("button", { name: /^2. White e6/ });
    await move.click({ button: "right" });
    await page.getByRole("menuitemcheckbox", { name: "good move" }).click();
    await moves(page, "d4-b3-f5(e6!~why not ~~ this?~)-c5");
    await move.focus();
    // Playwright's keys open no menu in Firefox.
    if (BROWSER === "firefox") await move.dispatchEvent("contextmenu");
    else await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await moves(page, "d4-b3-e6!~why not ~~ this?~(f5-c5)");
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.getByRole("button", { name: "2… Black c5" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete move" }).click();
    await moves(page, "d4-b3-e6!~why not ~~ this?~(f5)");
    await page.goBack();
    await moves(page, "d4-b3-e6!~why not ~~ this?~(f5-c5)");
    await picture(page, "variations");
  });
});

test("a game taken back stays as a variation, also as PGN", async () => {
  await visiting(on, "/?black=random&time=100ms&moves=d4-b3-f5-c5&ply=2", async (page) => {
    await move(page, square(page, "e6"));
    await page.waitForFunction(() => /^d4-b3-e6\(f5-c5\)-/.test(new URLSearchParams(location.search).get("moves") ?? ""));
    await settled(page);
    const tree = new URL(page.url()).searchParams.get("moves");
    await page.getByRole("button", { name: "Copy PGN" }).click();
    await page.getByText("PGN copied").waitFor();
    const pgn = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(pgn, /1\. d4 b3 2\. e6 \(2\. f5 c5\) 2\.\.\. /);
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForFunction(() => !location.search.includes("moves"));
    await page.getByRole("button", { name: "Load…" }).click();
    await page.getByRole("textbox", { name: "Load" }).fill(pgn);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("moves") === wanted, tree);
  });
});

test("a tree that is too long for a link is stored", async () => {
  const words = "word ".repeat(90).trim();
  const long = `[Board "7x7"]\n\n1. d4 {${words}} b3 {${words}} 2. f5 {${words}} (2. e6 {${words}}) c5 *`;
  await visiting(on, "/?black=you", async (page) => {
    await page.getByRole("button", { name: "Load…" }).click();
    await page.getByRole("textbox", { name: "Load" }).fill(long);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForFunction(() => location.search.includes("tree="));
    assert.deepEqual(movesIn(page.url()), ["d4", "b3", "f5", "c5"]);
    const link = page.url();
    const tab = await page.context().newPage();
    await tab.goto(link);
    await tab.locator(".variation").waitFor();
    // Another browser has the line alone, and says why.
    const elsewhere = await on.browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(link);
    await other.getByText("this link holds one line").waitFor();
    await other.getByRole("button", { name: "2… Black c5" }).waitFor();
    assert.equal(await other.locator(".variation").count(), 0);
    await elsewhere.close();
  });
});

test("a search tree is stepped through", async () => {
  await visiting(on, "/?view=tree&moves=d4-b3-f5-c5", async (page) => {
    await page.getByText(/nodes visited, \d+ moves cut/).waitFor();
    // At first there are the principal variation and the moves beside it; cut moves are folded.
    assert.equal(await page.locator(".node.cut").count(), 0);
    assert.ok(await page.locator(".edge.main").count() >= 2);
    // After a cutoff a value is a bound.
    assert.match((await page.locator(".node .value", { hasText: "≤" }).first().textContent()) ?? "", /≤ [−+]?\d/);
    await page.getByRole("button", { name: "Unfold all" }).click();
    assert.ok(await page.locator(".node.cut").count() > 0);
    await page.getByRole("button", { name: "First step" }).click();
    await page.getByText(/^1 of \d+: the position on the board/).waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByText(/^2 of \d+: after/).waitFor();
    // A click on a cut node shows the reason, and the current node is in view.
    await page.locator(".node.cut").last().click();
    await page.getByText(/cut\. (White|Black) has .* here already/).waitFor();
    await page.locator(".node.now").waitFor();
    const [node, frame] = [await page.locator(".node.now .sign").boundingBox(), await page.locator(".tree").boundingBox()];
    assert.ok(node && frame && node.y > frame.y && node.y < frame.y + frame.height);
    await picture(page, "tree");
    await page.getByLabel("Search", { exact: true }).selectOption("minimax");
    await page.getByText(/nodes visited; value/).waitFor();
    assert.equal(await page.locator(".node.cut").count(), 0);
  });
});

test("without a server the lab says what it does", { skip: ENGINE === "server" }, async () => {
  await visiting(on, "/?view=lab", async (page) => {
    await page.getByText("lastknight serve", { exact: true }).waitFor();
    assert.equal(await page.locator("#panel button, #panel input").count(), 0);
  });
});

test("a small tournament is run, and one of its games replayed", withServer, async () => {
  await visiting(on, "/?view=lab", async (page) => {
    // Five agents in rows: one is corrected, two are removed.
    await page.getByRole("combobox", { name: "Agent 3" }).fill("alphabeta(improvd, depth=2)");
    await page.getByText("did you mean 'improved'").waitFor();
    await page.getByRole("button", { name: "Remove agent 5" }).click();
    await page.getByRole("button", { name: "Remove agent 4" }).click();
    await page.getByRole("button", { name: "Edit as text" }).click();
    const text = page.getByLabel("Agents, one per line");
    assert.equal(await text.inputValue(), "random\ngreedy(improved)\nalphabeta(improvd, depth=2)");
    await text.fill("random\ngreedy(improved)\nalphabeta(improved, depth=2)");
    await page.getByRole("combobox", { name: "Board" }).fill("5x5");
    await page.getByLabel("Games per pairing").fill("20");
    await page.getByRole("button", { name: "Start the tournament" }).click();
    await page.locator("[data-state=done]").waitFor();
    await page.getByRole("heading", { name: "60 of 60 games" }).waitFor();
    assert.equal(await page.locator(".cross .score").count(), 6);
    // The charts are in the report, which has its own page.
    const popup = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Full report" }).click();
    const report = await popup;
    await report.locator("svg.chart").nth(3).waitFor();
    await report.close();
    // The games of a cell are below its row, and in the link.
    await page.locator(".cross .score").first().click();
    await page.getByRole("heading", { name: /^Games of/ }).waitFor();
    assert.equal(await page.locator(".cross tbody tr:nth-child(2).games-row").count(), 1);
    assert.match(page.url(), /directory=.*run=1&pairing=\d-\d/);
    await picture(page, "lab");
    await page.reload();
    await page.getByRole("heading", { name: /^Games of/ }).waitFor();
    await page.getByRole("button", { name: /^Replay game/ }).first().click();
    await page.locator(".graph .bar").first().waitFor();
    assert.match(page.url(), /view=analyse/);
    await page.locator("#panel").getByText(/No move threw away/).or(page.locator(".mistakes button").first()).waitFor();
    await picture(page, "replay");
  });
  await visiting(on, "/?view=lab", async (page) => {
    await page.getByText("3 agents on 5x5, 60 of 60 games").click();
    await page.getByRole("button", { name: "Edit as text" }).click();
    await page.getByLabel("Agents, one per line").fill("random\nnobody");
    await page.getByRole("button", { name: "Start the tournament" }).click();
    await page.getByText("unknown agent 'nobody'").waitFor();
  }).catch((error) => {
    // The browser logs a refused request as failed.
    if (!String(error).includes("400")) throw error;
  });
});

test("dark mode, by the system and by choice", inChromium, async () => {
  const ground = (/** @type {Page} */ page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await visiting(on, "/?view=analyse&moves=d4-b3-f5", async (page) => {
    const dark = await ground(page);
    assert.notEqual(dark, "rgb(246, 247, 249)");
    await page.locator(".mark").first().waitFor();
    await picture(page, "dark");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Colours").selectOption("light");
    await page.keyboard.press("Escape");
    assert.equal(await ground(page), "rgb(246, 247, 249)");
    // The choice is stored.
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    assert.equal(await ground(page), "rgb(246, 247, 249)");
  }, { colorScheme: "dark" });
});

test("a phone", inChromium, async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  for (const view of ["play", "analyse", "heuristics", "tree", "lab"]) {
    await visiting(on, `/?view=${view}&moves=d4-b3`, async (page) => {
      await page.waitForTimeout(300);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${view} is ${width} wide`);
      await picture(page, `phone-${view}`);
      if (view !== "play") return;
      await square(page, "f5").tap();
      await page.waitForFunction(() => location.search.includes("d4-b3-f5"));
    }, phone);
  }
});

test("every control has a name for screen readers", async () => {
  for (const view of ["play", "analyse", "heuristics", "tree", "lab"]) {
    await visiting(on, `/?view=${view}&moves=d4-b3`, async (page) => {
      const nameless = await page.evaluate(() => {
        const controls = [...document.querySelectorAll("button, input, select, textarea, a[href]")];
        const name = (/** @type {Element} */ element) => element.getAttribute("aria-label") || element.textContent?.trim() || element.closest("label")?.textContent?.trim();
        return controls.filter((element) => !name(element)).map((element) => element.outerHTML.slice(0, 80));
      });
      assert.deepEqual(nameless, []);
      assert.match((await square(page, "b3").getAttribute("aria-label")) ?? "", /Black knight/);
      assert.ok(await page.locator("[role=status]").count());
    });
  }
});
