// Positions of the editor, and the text of drawings.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decodeDrawings, encodeDrawings, toggled } from "../drawings.js";
import { mirrored, parsed, printed, problem, resized, startOf } from "../setup.js";
import { named, place } from "../squares.js";

/** @param {string} text */
function read(text) {
  const setup = parsed(text);
  assert.ok(typeof setup !== "string", `${text}: ${setup}`);
  return setup;
}

test("squares have names", () => {
  for (const [square, column, row] of /** @type {const} */ ([["a1", 0, 0], ["d4", 3, 3], ["z9", 25, 8], ["aa1", 26, 0], ["dx1", 127, 0]])) {
    assert.deepEqual(place(square), [column, row]);
    assert.equal(named(column, row), square);
  }
});

test("a position is printed as it was read", () => {
  for (const text of ["7/7/7/7/7/7/7 w", "1n1/3/N2 w", "N b", "x w", "x6/7/5N1/3x3/1n5/7/6x b", "16/16/16/16/16/16/16/16 w", "20 w"]) {
    assert.equal(printed(read(text)), text);
  }
  assert.equal(startOf(read("11x9")), "11x9");
  assert.equal(startOf(read("3/1x1/3 w")), "3/1x1/3 w");
});

test("a wrong position is refused with a reason", () => {
  const wrong = {
    "": "space", "7x": "space", "3/3/3": "space", "3/3/3  w": "space", "3/4/3 w": "Row 2 has 4 squares", "3/0/3 w": "Row 2", "3/ab1/3 w": "Row 2",
    "N2/N2/3 w": "two knights N", "n2/3/3 b": "White has none", "N2/3/3 w": "Black is to move", "3/3/3 b": "White is to move",
    "12/12/12/12/12/12/12/12/12/12/12 w": "128", "3/3//3 w": "Row 2",
  };
  for (const [text, reason] of Object.entries(wrong)) {
    const setup = parsed(text);
    assert.ok(typeof setup === "string" && setup.includes(reason), `${text}: ${JSON.stringify(setup)}`);
  }
});

test("a position is mirrored and resized", () => {
  const setup = read("x2/3/N1n b");
  assert.equal(printed(mirrored(setup, "columns")), "2x/3/n1N b");
  assert.equal(printed(mirrored(setup, "rows")), "N1n/3/x2 b");
  assert.equal(printed(resized(setup, 2, 2)), "2/N1 b");
  assert.equal(printed(resized(setup, 4, 3)), "x3/4/N1n1 b");
  assert.match(problem(resized(setup, 26, 26)), /128/);
});

test("drawings have a short text", () => {
  const text = "Gd4f5-Rc3-Baa1b12-Yz9";
  const drawings = decodeDrawings(text);
  assert.deepEqual(drawings[0], { from: "d4", to: "f5", color: 0 });
  assert.deepEqual(drawings[1], { from: "c3", to: null, color: 1 });
  assert.equal(encodeDrawings(drawings), text);
  assert.equal(encodeURIComponent(text), text);
  assert.deepEqual(decodeDrawings(""), []);
  assert.deepEqual(decodeDrawings("Xa1-G-Ga-Ga0-Ga1a1-Ga1b2c3-<b>"), []);
});

test("the same drawing twice is none, and another colour replaces it", () => {
  const green = decodeDrawings("Gd4f5");
  assert.deepEqual(toggled(green, green[0]), []);
  assert.equal(encodeDrawings(toggled(green, { ...green[0], color: 2 })), "Bd4f5");
  assert.equal(encodeDrawings(toggled(green, { from: "d4", to: null, color: 0 })), "Gd4f5-Gd4");
});
