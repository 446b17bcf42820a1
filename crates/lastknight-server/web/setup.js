// A position as a person sets it up, and its notation. Unlike the positions of the library it can be invalid.

import { named, place } from "./squares.js";

/** The most squares of a board. */
export const MOST = 128;

/** The most columns or rows in the editor. */
export const LONGEST = 26;

/**
 * @typedef {object} Setup
 * @property {number} width
 * @property {number} height
 * @property {Set<string>} holes blocked squares
 * @property {string | null} white where White's knight stands
 * @property {string | null} black
 * @property {"white" | "black"} side the side to move if both knights are on the board
 */

/** Returns the side to move: only with both knights it can be chosen. @param {Setup} setup */
export function mover({ white, black, side }) {
  if (white && black) return side;
  return white ? "black" : "white";
}

/**
 * Returns the notation: rows from the top, numbers for open squares, `x` for holes.
 * @param {Setup} setup
 */
export function printed(setup) {
  const { width, height, holes, white, black } = setup;
  const rows = [];
  for (let row = height - 1; row >= 0; row--) {
    let text = "";
    for (let column = 0; column < width; column++) {
      const square = named(column, row);
      text += square === white ? "N" : square === black ? "n" : holes.has(square) ? "x" : ".";
    }
    rows.push(text.replace(/\.+/g, (open) => String(open.length)));
  }
  return `${rows.join("/")} ${mover(setup)[0]}`;
}

/**
 * Returns the shortest text for the start of a game: an empty board is its size.
 * @param {Setup} setup
 */
export function startOf(setup) {
  const isEmpty = !setup.holes.size && !setup.white && !setup.black;
  return isEmpty ? `${setup.width}x${setup.height}` : printed(setup);
}

/**
 * Returns what is wrong with a position, or "".
 * @param {Setup} setup
 */
export function problem({ width, height, white, black }) {
  if (width * height > MOST) return `${width} × ${height} is ${width * height} squares; ${MOST} is the most.`;
  if (black && !white) return "Black has a knight and White has none: White places first.";
  return "";
}

/**
 * Reads a size or a position. Returns the words of an error if it is neither.
 * @param {string} text
 * @returns {Setup | string}
 */
export function parsed(text) {
  const size = text.trim().match(/^(\d+)x(\d+)$/);
  const [board, side = "", more] = (size ? `${Array(Math.min(Number(size[2]), MOST)).fill(size[1]).join("/")} w` : text.trim()).split(" ");
  if (!/^[wb]$/.test(side) || more !== undefined) return "After the rows comes a space, then w or b.";
  const rows = board.split("/");
  /** @type {Setup} */
  const setup = { width: 0, height: rows.length, holes: new Set(), white: null, black: null, side: side === "w" ? "white" : "black" };
  for (const [down, row] of rows.entries()) {
    if (!/^(x|N|n|[1-9]\d*)+$/.test(row)) return `Row ${rows.length - down}: only numbers, x, N and n.`;
    let column = 0;
    for (const part of row.match(/\d+|\D/g) ?? []) {
      const square = named(column, rows.length - 1 - down);
      if (part === "x") setup.holes.add(square);
      if (part === "N" || part === "n") {
        const color = part === "N" ? "white" : "black";
        if (setup[color]) return `There are two knights ${part}.`;
        setup[color] = square;
      }
      column += Number(part) || 1;
    }
    if (down && column !== setup.width) return `Row ${rows.length - down} has ${column} squares, but row ${rows.length} has ${setup.width}.`;
    setup.width = column;
  }
  if (problem(setup)) return problem(setup);
  if (mover(setup) !== setup.side) return `${mover(setup) === "white" ? "White" : "Black"} is to move: only with both knights either side can be.`;
  return setup;
}

/**
 * Changes the size. What no longer fits is dropped.
 * @param {Setup} setup
 * @param {number} width
 * @param {number} height
 * @returns {Setup}
 */
export function resized(setup, width, height) {
  const fits = (/** @type {string} */ square) => {
    const [column, row] = place(square);
    return column < width && row < height;
  };
  return moved({ ...setup, width, height }, (square) => (fits(square) ? square : null));
}

/**
 * Mirrors a position, left to right or top to bottom.
 * @param {Setup} setup
 * @param {"columns" | "rows"} what is reversed
 * @returns {Setup}
 */
export function mirrored(setup, what) {
  return moved(setup, (square) => {
    const [column, row] = place(square);
    return what === "columns" ? named(setup.width - 1 - column, row) : named(column, setup.height - 1 - row);
  });
}

/**
 * @param {Setup} setup
 * @param {(square: string) => string | null} to
 * @returns {Setup}
 */
function moved(setup, to) {
  const holes = [...setup.holes].map(to).filter((square) => square !== null);
  return { ...setup, holes: new Set(holes), white: setup.white && to(setup.white), black: setup.black && to(setup.black) };
}
