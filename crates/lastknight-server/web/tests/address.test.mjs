// Links and the storage of long trees, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT, fits, LONGEST_TREE, read, write } from "../address.js";
import { MOST_TREES, newKey, TreeArchive } from "../archive.js";
import { MoveTree } from "../variations.js";

test("links hold the tree, the line and the shown move", () => {
  for (const link of [
    "", "?moves=d4-b3-f5", "?moves=d4-b3-f5&ply=1", "?view=analyse&start=5/2x2/5+w&moves=a1",
    "?moves=d4-b3-f5!(e3?~it%27s+so~-a1)-c5&line=2.1&ply=3", "?moves=d4&draw=ga1b3&white=random", "?moves=d4-b3&black=mcts(iterations=100)&time=3s",
  ]) assert.equal(write(read(link)), link);
  const page = read("?moves=d4-b3-f5(e3-a1)-c5&line=2.1");
  assert.deepEqual([page.moves, page.ply], [["d4", "b3", "e3", "a1"], 4]);
  assert.equal(read("?moves=d4&draw=ga1").tree.at(["d4"])?.draw, "ga1");
  // Other programs encode more.
  assert.deepEqual(read("?moves=d4-b3%28c3%29").tree, read("?moves=d4-b3(c3)").tree);
});

test("old links mean the same as before", () => {
  assert.deepEqual(read("?moves=d4+b3,f5&ply=9").moves, ["d4", "b3", "f5"]);
  assert.equal(read("?moves=d4-b3&ply=9").ply, 2);
  assert.equal(read("?moves=d4-b3&ply=x").ply, 2);
  assert.equal(read("?ply=-1").ply, 0);
});

test("a long tree is only named", () => {
  const tree = MoveTree.parse(`d4~${"a ".repeat(240)}~(c3~${"é".repeat(200)}~)-b3`);
  assert.equal(fits(tree), false);
  assert.equal(write({ ...DEFAULT, tree, moves: ["d4", "b3"], ply: 1, key: "k1" }), "?moves=d4-b3&tree=k1&ply=1");
  assert.equal(read("?moves=d4-b3&tree=k1&ply=1").key, "k1");
  assert.ok(fits(MoveTree.parse("a".repeat(20))) && LONGEST_TREE < 2000);
});

/** A storage with room for some characters. @param {number} room @returns {Storage} */
function memory(room) {
  /** @type {Map<string, string>} */
  const items = new Map();
  const used = () => [...items].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return /** @type {Storage} */ ({
    get length() { return items.size; },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => void items.delete(name),
    setItem(name, value) {
      if (used() + name.length + value.length > room) throw new Error("QuotaExceededError");
      items.set(name, value);
    },
  });
}

test("trees are stored, and the oldest dropped", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  const storage = memory(1e6);
  storage.setItem("theme", "dark");
  const archive = new TreeArchive(() => storage);
  for (let index = 0; index < MOST_TREES + 5; index += 1) {
    context.mock.timers.tick(1);
    assert.equal(archive.save(`k${index}`, `d4-b3 ${index}`), true);
  }
  assert.equal(storage.length, MOST_TREES + 1);
  assert.equal(archive.load("k4"), null);
  assert.equal(archive.load("k5"), "d4-b3 5");
  // A tree that changes takes no second place.
  archive.save("k5", "d4");
  assert.equal(archive.load("k6"), "d4-b3 6");
  assert.equal(storage.getItem("theme"), "dark");
  assert.match(newKey(), /^[a-z0-9]{4,16}$/);
});

test("a full or forbidden storage is no error", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  const archive = new TreeArchive(() => memory(0));
  assert.equal(archive.save("k", "d4"), false);
  const small = memory(100);
  const kept = new TreeArchive(() => small);
  assert.equal(kept.save("a", "x".repeat(60)), true);
  context.mock.timers.tick(1);
  assert.equal(kept.save("b", "y".repeat(60)), true);
  assert.equal(kept.load("a"), null);
  const forbidden = new TreeArchive(() => { throw new Error("SecurityError"); });
  assert.equal(forbidden.save("k", "d4"), false);
  assert.equal(forbidden.load("k"), null);
});
