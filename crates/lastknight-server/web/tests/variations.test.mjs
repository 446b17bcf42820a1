// The tree of moves and its text, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST_COMMENT, MARKS, MOST_NODES, MOST_PLIES, MoveTree } from "../variations.js";

const TEXT = "~A game.~d4-b3-f5!~the best~(e3?-a1(c1-b5)-c4)(g5)-c5";

/** Returns the node with a path such as `d4 b3`. */
const at = (/** @type {MoveTree} */ tree, /** @type {string} */ path) => {
  const node = tree.at(path.split(" ").filter(Boolean));
  assert.ok(node, path);
  return node;
};

/** A generator of numbers below a bound, the same in every run. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A tree with comments that are hard to write. @param {number} seed */
function grown(seed) {
  const roll = dice(seed);
  const tree = new MoveTree();
  for (let count = roll(60); count > 0; count -= 1) {
    const nodes = [tree.root, ...tree.nodes()];
    const node = tree.play(nodes[roll(nodes.length)], `${"abcdefg"[roll(7)]}${roll(7) + 1}`);
    assert.ok(node);
    if (roll(3) === 0) tree.setMark(node, MARKS[roll(MARKS.length)]);
    if (roll(3) === 0) tree.setComment(node, Array.from({ length: roll(9) }, () => "ab (~-)!é+%&#♞"[roll(14)]).join(""));
  }
  return tree;
}

test("old links mean the same as before", () => {
  for (const text of ["", "d4", "d4-b3-f5", "d4 b3,f5", "-d4--b3-"]) {
    const tree = MoveTree.parse(text);
    assert.deepEqual(tree.main, text.split(/[-, ]+/).filter(Boolean));
    assert.equal(tree.hasVariations, false);
    assert.equal(tree.toString(), tree.main.join("-"));
  }
});

test("a text is read and written", () => {
  const tree = MoveTree.parse(TEXT);
  assert.equal(tree.toString(), TEXT);
  assert.equal(tree.size, 10);
  assert.deepEqual(tree.main, ["d4", "b3", "f5", "c5"]);
  assert.equal(tree.root.comment, "A game.");
  assert.equal(at(tree, "d4 b3 f5").comment, "the best");
  assert.equal(at(tree, "d4 b3 e3").mark, "?");
  assert.deepEqual(at(tree, "d4 b3").children.map(({ to }) => to), ["f5", "e3", "g5"]);
  assert.deepEqual(tree.through(at(tree, "d4 b3 e3 c1")), ["d4", "b3", "e3", "c1", "b5"]);
  assert.deepEqual([...tree.nodes()].map(({ to }) => to), ["d4", "b3", "f5", "c5", "e3", "a1", "c4", "c1", "b5", "g5"]);
  for (const node of tree.nodes()) assert.equal(tree.at(tree.path(node)), node);
});

test("every tree survives its text, also in a link", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const tree = grown(seed);
    const text = tree.toString();
    assert.equal(MoveTree.parse(text).toString(), text);
    assert.deepEqual(MoveTree.parse(text), tree);
    const link = new URLSearchParams({ moves: text }).toString();
    assert.equal(new URLSearchParams(link).get("moves"), text);
    assert.deepEqual(tree.copy(), tree);
  }
});

test("any text can be read", () => {
  const roll = dice(7);
  for (let count = 0; count < 2000; count += 1) {
    const text = Array.from({ length: roll(40) }, () => "d4b3-(()))~~!? ,é\ud800\u0000"[roll(19)]).join("");
    const tree = MoveTree.parse(text);
    assert.equal(MoveTree.parse(tree.toString()).toString(), tree.toString(), text);
  }
  // The end of a link is easily lost.
  assert.equal(MoveTree.parse("d4-b3(a1-c2").toString(), "d4-b3(a1-c2)");
  assert.equal(MoveTree.parse("d4~so").toString(), "d4~so~");
  assert.equal(MoveTree.parse(")d4(").toString(), "d4");
  assert.equal(MoveTree.parse("d4(c3(b2))").toString(), "d4(c3)(b2)");
});

test("hostile texts are bounded", () => {
  const long = MoveTree.parse(Array.from({ length: 500 }, (_, index) => `a${index}`).join("-"));
  assert.equal(long.size, MOST_PLIES);
  const wide = MoveTree.parse(`b1${Array.from({ length: 5000 }, (_, index) => `(a${index})`).join("")}-c3`);
  assert.equal(wide.size, MOST_NODES);
  const deep = MoveTree.parse(Array.from({ length: 100_000 }, (_, index) => `(a${index % 4000}`).join(""));
  assert.equal(deep.size, MOST_NODES);
  assert.equal(MoveTree.parse(deep.toString()).size, MOST_NODES);
  const comment = at(MoveTree.parse(`d4~${"♞".repeat(600)}~`), "d4").comment;
  assert.equal([...comment].length, LONGEST_COMMENT);
  // A line that was left out does not take the moves after it along.
  const cut = MoveTree.parse(`b1(${long.main.slice(0, 127).join("-")}-x1-x2(x3)-x4)-c3`);
  assert.deepEqual(cut.main, ["b1", "c3"]);
  assert.ok(at(cut, `${long.main.slice(0, 127).join(" ")} x1`).children.length === 0);
});

test("a move that is known is entered, another one opens a variation", () => {
  const tree = MoveTree.line(["d4", "b3", "f5"]);
  assert.equal(tree.play(at(tree, "d4"), "b3"), at(tree, "d4 b3"));
  assert.equal(tree.size, 3);
  tree.play(at(tree, "d4"), "a1");
  assert.equal(tree.toString(), "d4-b3(a1)-f5");
});

test("variations are promoted and removed", () => {
  const tree = MoveTree.parse(TEXT);
  assert.ok(tree.isMain(at(tree, "d4 b3 f5")));
  const deep = at(tree, "d4 b3 e3 c1 b5");
  tree.promote(deep);
  assert.deepEqual(tree.main, ["d4", "b3", "f5", "c5"]);
  assert.deepEqual(tree.through(at(tree, "d4 b3 e3")), ["d4", "b3", "e3", "c1", "b5"]);
  tree.promote(deep);
  assert.deepEqual(tree.main, ["d4", "b3", "e3", "c1", "b5"]);
  const again = MoveTree.parse(TEXT);
  again.makeMain(at(again, "d4 b3 e3 c1"));
  assert.deepEqual(again.main, tree.main);
  again.remove(at(again, "d4 b3 e3"));
  assert.equal(again.toString(), "~A game.~d4-b3-f5!~the best~(g5)-c5");
  assert.equal(again.size, 5);
  again.remove(again.root);
  assert.equal(again.size, 5);
});

test("comments and marks", () => {
  const tree = MoveTree.parse("d4");
  const node = at(tree, "d4");
  tree.setComment(node, " two\n\twords~ ");
  tree.setMark(node, "!?");
  assert.equal(tree.toString(), "d4!?~two words~~~");
  tree.setMark(node, "!!!");
  tree.setComment(node, " ");
  assert.equal(tree.toString(), "d4");
  tree.setMark(tree.root, "!");
  assert.equal(tree.isAnnotated, false);
});

test("a copy can be changed", () => {
  const tree = MoveTree.parse(TEXT);
  at(tree, "d4").draw = "g";
  const copy = tree.copy();
  copy.remove(at(copy, "d4"));
  assert.equal(tree.toString(), TEXT);
  assert.equal(at(tree.copy(), "d4").draw, "g");
});

test("two trees become one", () => {
  const tree = MoveTree.parse("d4~ours~-b3-f5");
  assert.equal(tree.merge(MoveTree.parse("d4~theirs~(c3)-b3!-e3")), true);
  assert.equal(tree.toString(), "d4~ours~(c3)-b3!-f5(e3)");
  const full = MoveTree.parse(Array.from({ length: MOST_NODES }, (_, index) => `(a${index})`).join(""));
  assert.equal(full.merge(tree), false);
});

test("a line is named by its choices", () => {
  const tree = MoveTree.parse(TEXT);
  for (const node of tree.nodes()) {
    const line = tree.through(node);
    assert.deepEqual(tree.follow(tree.choices(line)), line);
  }
  assert.equal(tree.choices(["d4", "b3", "e3", "c1", "b5"]), "2.1-3.1");
  assert.equal(tree.choices(tree.main), "");
  for (const text of ["9.9", "2.7", "x", "2.-1", "1e9.1"]) assert.deepEqual(tree.follow(text), tree.main);
});
