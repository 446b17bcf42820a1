// What answers the page, a real browser, and a page that reports all its errors.
//
// ENGINE chooses what answers: "server" (lastknight serve) or "browser" (the folder of lastknight page, on a plain web
// server). SITE is the address of a page that is served already. BROWSER chooses "chromium" or "firefox".

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { chromium, firefox } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
export const PROGRAM = process.env.LASTKNIGHT ?? join(ROOT, "target/debug/lastknight");
const PICTURES = fileURLToPath(new URL("../screenshots", import.meta.url));

/** What answers: the server, or the library in the browser. */
export const ENGINE = process.env.ENGINE ?? "server";
export const BROWSER = process.env.BROWSER ?? "chromium";

/** The browser sends nothing to other machines, and runs as root if the tests do. */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** The types of the files of a page. */
const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm",
  ".json": "application/json", ".webmanifest": "application/manifest+json",
});

/** Starts `lastknight serve`. @param {string} out an empty directory of results */
export async function startServer(out) {
  const server = spawn(PROGRAM, ["serve", "--port", "0", "--json", "--out", out], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout });
  const first = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    address: JSON.parse(first).address,
    async end() {
      server.kill("SIGINT");
      await once(server, "exit");
    },
  };
}

/** Writes the static page and serves it from a folder below the root, as a web host might. @param {string} out */
async function startHost(out) {
  const folder = join(out, "page");
  execFileSync(PROGRAM, ["page", folder, "--json"], { stdio: ["ignore", "ignore", "inherit"] });
  const host = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://host").pathname.replace(/^\/game\/$/, "/game/index.html").replace(/^\/game\//, "");
    const path = join(folder, name);
    if (name.includes("..") || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (host.address());
  return { address: `http://127.0.0.1:${port}/game/`, end: async () => { host.closeAllConnections(); host.close(); } };
}

/** Starts what answers, with an empty results directory, and a browser. */
export async function stage() {
  const out = mkdtempSync(join(tmpdir(), "lastknight-page-"));
  const answering = process.env.SITE ? { address: process.env.SITE, end: async () => {} } : await (ENGINE === "server" ? startServer : startHost)(out);
  const browser = BROWSER === "firefox"
    ? await firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" })
    : await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  mkdirSync(PICTURES, { recursive: true });
  return {
    address: answering.address,
    browser,
    async end() {
      await browser.close();
      await answering.end();
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
  const { isMobile, ...common } = { viewport: { width: 1280, height: 900 }, ...options };
  // Requests that a service worker answers cannot be watched or held up.
  const context = await on.browser.newContext({ serviceWorkers: "block", ...common, ...(BROWSER === "chromium" ? { isMobile } : {}) });
  if (BROWSER === "chromium") await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const wrong = [];
  page.on("console", (message) => {
    const isBlocked = message.text().includes("Service Worker registration blocked by Playwright");
    if (["error", "warning"].includes(message.type()) && !isBlocked) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("requestfailed", (request) => {
    // A request that the page cancels is no failure.
    if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(request.failure()?.errorText ?? "")) wrong.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  await page.goto(on.address.replace(/\/$/, "") + place);
  await page.waitForSelector("body[data-ready]");
  await visit(page);
  await context.close();
  if (wrong.length) throw new Error(`the page said: ${wrong.join("; ")}`);
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function picture(page, name) {
  // In Firefox playwright injects a style, which the policy of the page refuses.
  if (BROWSER === "firefox") return;
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
