// Opponents, results, turning points and the connection, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { read, write } from "../address.js";
import { Connection } from "../connection.js";
import { inSeconds, neighbour, playerName, usesTime } from "../opponents.js";
import { Streaks, streakWords } from "../streaks.js";
import { turningPoint, turningWords } from "../turning.js";

/** @typedef {import("../types.js").ReviewedMove} ReviewedMove */

const catalog = /** @type {import("../types.js").Catalog} */ (/** @type {unknown} */ ({
  opponents: [
    { agent: "random", name: "Pip", level: 1 }, { agent: "mcts", name: "Carla", level: 2 }, { agent: "anna", name: "anna", level: null },
  ],
}));

test("opponents have names and neighbours", () => {
  assert.deepEqual(["", "random", "greedy(open)"].map((agent) => playerName(catalog, agent)), ["You", "Pip", "greedy(open)"]);
  assert.equal(neighbour(catalog, "random", 1)?.agent, "mcts");
  for (const [agent, step] of /** @type {[string, number][]} */ ([["random", -1], ["mcts", 1], ["anna", 1], ["", 1]])) assert.equal(neighbour(catalog, agent, step), null);
});

test("only some agents use the time per move", () => {
  for (const agent of ["perfect", "mcts", "mirror(engine)", "anna"]) assert.ok(usesTime(agent), agent);
  for (const agent of ["", "random", "greedy(improved)", "alphabeta(improved, depth=3)", "mcts(nodes=9000)"]) assert.ok(!usesTime(agent), agent);
  assert.deepEqual(["100ms", "1s", "1.5min", "soon"].map(inSeconds), [0.1, 1, 90, null]);
});

test("results are counted, with and without storage", () => {
  /** @type {Map<string, string>} */
  const items = new Map();
  const storage = /** @type {Storage} */ (/** @type {unknown} */ ({ getItem: (/** @type {string} */ name) => items.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ value) => void items.set(name, value) }));
  const none = () => { throw new Error("SecurityError"); };
  for (const streaks of [new Streaks(() => storage), new Streaks(none)]) {
    for (const isWon of [false, false, true, true, true]) streaks.add("random", isWon);
    assert.deepEqual(streaks.of("random"), { wins: 3, losses: 2, streak: 3 });
    assert.equal(streaks.add("random", false).streak, -1);
    assert.deepEqual(streaks.of("mcts"), { wins: 0, losses: 0, streak: 0 });
  }
  assert.equal(new Streaks(() => storage).of("random").wins, 3);
  for (const text of ["", "[1]", "null", "{\"random\": {\"wins\": \"<b>\"}}"]) {
    items.set("lastknight results", text);
    assert.equal(new Streaks(() => storage).add("random", true).streak, 1);
  }
  for (let index = 0; index < 150; index += 1) new Streaks(() => storage).add(`agent ${index}`, true);
  assert.equal(Object.keys(JSON.parse(items.get("lastknight results") ?? "")).length, 100);
});

test("results in words", () => {
  const words = (/** @type {number} */ wins, /** @type {number} */ losses, /** @type {number} */ streak) => streakWords({ wins, losses, streak }, "Nora");
  assert.deepEqual([words(0, 0, 0), words(1, 5, 1), words(3, 0, 3), words(0, 2, -2), words(2, 1, 1)],
    ["", "Your first win against Nora.", "3 wins in a row against Nora.", "Nora has won 2 in a row.", "Against Nora: 2 won, 1 lost."]);
});

/**
 * Turns from letters: W and L are proved, T throws a win away, ? is unknown.
 * @param {string} letters
 */
function turns(letters) {
  return [...letters].map((letter, at) => /** @type {ReviewedMove} */ ({
    ply: at + 1, side: at % 2 ? "black" : "white", to: `a${at + 1}`, wins: letter === "?" ? null : letter !== "L", throws_away: letter === "T", keeps: letter === "T" ? "b1" : null,
  }));
}

test("the moment at which a game turned", () => {
  const words = (/** @type {string} */ letters, /** @type {"white" | "black"} */ winner) => turningWords(turningPoint(turns(letters)), {
    winner, placements: 2, number: (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}`, who: (side) => (side === "white" ? "You" : "Nora"),
  });
  assert.equal(words("WLTWLW", "black"), "It turned at 2. a3: you threw away the win; b1 would have kept it.");
  assert.equal(words("LTWLWL", "white"), "It turned with the placement 1… a2: Nora threw away the win; b1 would have kept it.");
  assert.equal(words("??WTLW", "black"), "The last proved mistake was 2… a4: Nora threw away the win; b1 would have kept it.");
  assert.equal(words("LWLWLW", "black"), "You were lost from the start: nobody threw away a win.");
  assert.equal(words("?LWLWL", "white"), "Nora was lost from the placements on: nobody threw away a win after that.");
  assert.equal(words("????WL", "white"), "Nora was lost for certain from 3. on. No earlier move is proved to be a mistake.");
  assert.equal(words("??????", "white"), "No move is proved to be a mistake.");
  assert.equal(turningPoint([...turns("WL"), undefined]).kind, "unknown");
});

test("a lost connection comes back", async () => {
  let isThere = false;
  let probes = 0;
  const connection = new Connection(async () => {
    probes += 1;
    if (!isThere) throw new Error("no");
  });
  /** @type {boolean[]} */
  const heard = [];
  connection.onChange(() => heard.push(connection.isLost));
  await connection.back();
  connection.fail("the server does not answer");
  connection.fail("again");
  assert.equal(connection.trouble, "the server does not answer");
  const stopped = new AbortController();
  const waiting = connection.back(stopped.signal);
  stopped.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  connection.hurry();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([probes, connection.isLost], [1, true]);
  isThere = true;
  connection.hurry();
  await connection.back();
  assert.deepEqual([probes, heard], [2, [true, false]]);
});

test("a link of a page in a frame", () => {
  assert.equal(write(read("?embed=1&view=lab")), "?embed=1");
  assert.equal(write(read("?embed=1&view=analyse&moves=d4")), "?embed=1&view=analyse&moves=d4");
  assert.equal(write({ ...read("?embed=1&moves=d4"), embed: false }), "?moves=d4");
});
