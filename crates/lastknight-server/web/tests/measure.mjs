// Measures the page: node tests/measure.mjs
// First paint, the time until the page can be used, the size of all files, the time from a move to the engine's first line, and
// with the server 200 clients at once and a move while others analyse; ONLY=moves measures the last alone. ENGINE and BROWSER are those of stage.mjs.

import { get, request as send } from "node:http";

import { ENGINE, stage } from "./stage.mjs";

const ROUNDS = 9;
const CLIENTS = 200;
const ANALYSING = 12;

const on = await stage();

/** @param {number[]} numbers */
function summary(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => Math.round(sorted[Math.floor(part * (sorted.length - 1))]);
  return `median ${at(0.5)} ms, worst ${at(1)} ms of ${numbers.length}`;
}

async function paint() {
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const ready = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await on.browser.newPage();
    await page.goto(on.address);
    await page.waitForSelector("body[data-ready]");
    times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    ready.push(await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime));
    bytes = await page.evaluate(() => {
      const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      const sizes = files.filter((file) => !file.name.includes("/api/")).map((file) => /** @type {PerformanceResourceTiming} */ (file).encodedBodySize);
      return sizes.reduce((sum, size) => sum + size, 0);
    });
    await page.close();
  }
  console.log(`first paint: ${summary(times)}`);
  console.log(`ready for a move: ${summary(ready)}`);
  console.log(`all files of the page, as they were sent: ${bytes} bytes`);
}

async function firstLine() {
  const page = await on.browser.newPage();
  await page.goto(`${on.address}?view=analyse&moves=d4-b3`);
  await page.waitForSelector(".lines tbody tr");
  const times = [];
  for (const to of ["f5", "c5", "e3", "b7", "g4", "a5", "f6"]) {
    times.push(await page.evaluate((square) => new Promise((resolve) => {
      const begin = performance.now();
      const before = document.querySelector(".lines")?.textContent;
      const look = () => {
        const lines = document.querySelector(".lines");
        const isNew = lines?.querySelector("tbody tr") && lines.textContent !== before;
        if (isNew && location.search.includes(square)) resolve(performance.now() - begin);
        else requestAnimationFrame(look);
      };
      /** @type {HTMLElement} */ (document.querySelector(`[data-square="${square}"]`)).click();
      look();
    }), to));
    await page.waitForTimeout(300);
  }
  console.log(`from a move to the engine's first line on the page: ${summary(times)}`);
  await page.close();
}

/** @param {number} number */
function client(number) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const url = `${on.address}api/v1/analysis?at=9x9%20moves%20e5%20c4&time=100ms`;
    const request = get(url, { headers: { "X-Client": `measure-${number}` }, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      let text = "";
      let first = 0;
      response.on("data", (data) => {
        text += data;
        first ||= text.includes("event: depth") ? performance.now() - begin : 0;
      });
      response.on("end", () => (text.includes("event: done") && first ? resolve([first, performance.now() - begin]) : reject(new Error("no end"))));
      response.on("error", reject);
    });
    request.on("error", reject);
  });
}

async function crowd() {
  const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const good = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  console.log(`${CLIENTS} clients streaming an analysis of 100 ms of CPU time each: ${CLIENTS - good.length} errors`);
  console.log(`  first line: ${summary(good.map(([first]) => first))}`);
  console.log(`  end: ${summary(good.map(([, end]) => end))}`);
}

/**
 * Sends a request and returns its answer. @param {string} path @param {string} client @param {string} [body]
 * @returns {Promise<string>}
 */
function answer(path, client, body) {
  return new Promise((resolve, reject) => {
    const sent = send(`${on.address}api/v1${path}`, { headers: { "X-Client": client }, agent: false, method: body === undefined ? "GET" : "POST" }, (response) => {
      let text = "";
      response.on("data", (data) => { text += data; });
      response.on("end", () => ((response.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(text))));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A move of 300 ms while a class analyses, solves, and a tournament is played. */
async function moves() {
  const spec = { name: "measure", games: 20000, nodes: 5000, agents: ["alphabeta(improved)", "mcts", "alphabeta(open)"] };
  await answer("/jobs", "measure-job", JSON.stringify({ kind: "tournament", spec }));
  const streams = Array.from({ length: ANALYSING }, (_, number) => ["analysis", "solution"].map((what) => {
    const at = encodeURIComponent(`9x9 moves e5 ${"abcdefghi"[number % 9]}${1 + (number % 3)}`);
    return get(`${on.address}api/v1/${what}?at=${at}${what === "analysis" ? "&time=60s" : ""}`, { headers: { "X-Client": `page-${number}` }, agent: false }, (response) => {
      response.resume();
      response.on("error", () => {});
    }).on("error", () => {});
  })).flat();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    await answer(`/move?at=${encodeURIComponent("9x9 moves e5 c4")}&agent=engine&time=300ms`, "player");
    times.push(performance.now() - begin);
  }
  const together = performance.now();
  await Promise.all(Array.from({ length: 4 }, (_, number) => answer(`/move?at=${encodeURIComponent("9x9 moves e5 c4")}&agent=engine&time=300ms`, `player-${number}`)));
  const { searches } = JSON.parse(await answer("/status", "player"));
  console.log(`a move of 300 ms beside ${searches} analyses of ${ANALYSING} pages and a tournament: ${summary(times)}`);
  console.log(`  four of them at once: ${Math.round(performance.now() - together)} ms for all`);
  streams.forEach((stream) => stream.destroy());
}

if (process.env.ONLY !== "moves") {
  await paint();
  await firstLine();
  if (ENGINE === "server") await crowd();
}
if (ENGINE === "server") await moves();
await on.end();
