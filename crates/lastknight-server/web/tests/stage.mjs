// A server, a real browser, and a page that reports all its errors.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const PROGRAM = process.env.LASTKNIGHT ?? join(ROOT, "target/debug/lastknight");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const PICTURES = fileURLToPath(new URL("../screenshots", import.meta.url));

/** The browser sends nothing to other machines, and runs as root if the tests do. */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Starts a server with an empty results directory, and a browser. */
export async function stage() {
  const out = mkdtempSync(join(tmpdir(), "lastknight-page-"));
  const server = spawn(PROGRAM, ["serve", "--port", "0", "--json", "--out", out], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout });
  const first = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const { address } = JSON.parse(first);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  mkdirSync(PICTURES, { recursive: true });
  return {
    address,
    browser,
    async end() {
      await browser.close();
      server.kill("SIGINT");
      await new Promise((resolve) => server.once("exit", resolve));
      rmSync(out, { recursive: true, force: true });
    },
  };
}

/**
 * Opens the page, runs `visit`, and fails if the page reported an error.
 * @param {Awaited<ReturnType<typeof stage>>} on
 * @param {string} place the path and query
 * @param {(page: import("playwright-core").Page) => Promise<void>} visit
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function visiting(on, place, visit, options = {}) {
  const context = await on.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const wrong = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("requestfailed", (request) => {
    // A request that the page cancels is no failure.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") wrong.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  await page.goto(on.address.replace(/\/$/, "") + place);
  await page.waitForSelector("body[data-ready]");
  await visit(page);
  await context.close();
  if (wrong.length) throw new Error(`the page said: ${wrong.join("; ")}`);
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function picture(page, name) {
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
