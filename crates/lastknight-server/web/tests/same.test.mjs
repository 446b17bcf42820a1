// The library for browsers answers like the server, but for times.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { PROGRAM, startServer } from "./stage.mjs";

const GAME = "7x7 moves d4 b3 f5 c5 e3 b7 g4 d6 f6 c4 e4 d2 c3 f1";

/** Questions whose answers do not depend on time, and some that are refused. */
const QUESTIONS = /** @type {[string, Record<string, string>][]} */ ([
  ["/position", { at: GAME }], ["/position", { at: "11x9" }], ["/position", { at: "7x7 moves d4 d4" }], ["/position", { at: "9x" }],
  ["/pgn", { at: GAME, white: "engine", black: "x\ny" }], ["/check", { agent: "alphabeta(improvd)" }], ["/check", { agent: "engine" }],
  ["/move", { at: GAME, agent: "engine", nodes: "20000" }], ["/move", { at: "9x9 moves e5 d3", agent: "alphabeta(territory)", depth: "6" }],
  ["/move", { at: "7x7", agent: "random", seed: "7" }], ["/move", { at: "7x7", agent: "mcts", nodes: "500", seed: "3" }],
  ["/move", { at: "7x7", depth: "-1" }], ["/move", { at: "7x7", agent: "process(\"ls\")" }], ["/move", { at: "7x7", time: "2h" }], ["/move", {}],
  ["/analysis", { at: "9x9 moves e5 d3", nodes: "50000", multi: "3" }], ["/review", { at: GAME, agent: "alphabeta(improved)", depth: "4" }],
  ["/evaluation", { at: GAME, depth: "2" }], ["/formula", { at: GAME, text: "n - 2*n'", depth: "3" }], ["/formula", { at: GAME, text: "n -" }],
  ["/tree", { at: GAME, depth: "3", search: "minimax" }], ["/tree", { at: "7x7", depth: "8" }], ["/nothing", {}],
]);

/** Instantiates the library. @param {string} path */
async function load(path) {
  /** @type {{name: string, data: string}[]} */
  let events = [];
  const text = (/** @type {number} */ at, /** @type {number} */ length) => new TextDecoder().decode(new Uint8Array(library.memory.buffer, at, length));
  const page = {
    now: () => performance.now(),
    event: (/** @type {number} */ name, /** @type {number} */ nameLength, /** @type {number} */ data, /** @type {number} */ dataLength) => {
      events.push({ name: text(name, nameLength), data: text(data, dataLength) });
    },
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { page });
  const library = /** @type {{memory: WebAssembly.Memory, input: (length: number) => number, run: () => void}} */ (/** @type {unknown} */ (instance.exports));
  return (/** @type {string} */ request) => {
    const bytes = new TextEncoder().encode(request);
    const at = library.input(bytes.length);
    new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
    events = [];
    library.run();
    return events;
  };
}

/** Removes what depends on time. @param {string} text */
function timeless(text) {
  try {
    return JSON.parse(text, (name, value) => (["seconds", "nps"].includes(name) ? undefined : value));
  } catch {
    return text;
  }
}

test("the library for browsers and the server answer alike", async () => {
  const out = mkdtempSync(join(tmpdir(), "lastknight-same-"));
  const server = await startServer(join(out, "results"));
  try {
    execFileSync(PROGRAM, ["page", join(out, "page"), "--json"]);
    const ask = await load(join(out, "page", "lastknight.wasm"));
    for (const [path, parameters] of QUESTIONS) {
      const query = new URLSearchParams(parameters).toString();
      const response = await fetch(`${server.address}api/v1${path}?${query}`);
      const body = await response.text();
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
      const theirs = isStream
        ? [...body.matchAll(/event: (.*)\ndata: (.*)\n/g)].map(([, name, data]) => [name, timeless(data)])
        : [response.ok ? ["done", timeless(body)] : ["failed", { status: response.status, ...timeless(body) }]];
      const ours = ask(`GET ${path}\n${query}\n`).map(({ name, data }) => [name, timeless(data)]);
      assert.deepEqual(isStream ? ours : ours.slice(-1), theirs, `${path}?${query}`);
    }
  } finally {
    await server.end();
    rmSync(out, { recursive: true, force: true });
  }
});
