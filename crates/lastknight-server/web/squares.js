// The names of squares: a column's letters from the left, a row's number from the bottom.

/**
 * Returns the letters of a column, from 0: `a` to `z`, then `aa`.
 * @param {number} column
 * @returns {string}
 */
export function letters(column) {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/**
 * Returns the name of a square.
 * @param {number} column from 0
 * @param {number} row from 0
 */
export function named(column, row) {
  return `${letters(column)}${row + 1}`;
}

/**
 * Returns column and row of a square, from 0.
 * @param {string} square
 * @returns {[number, number]}
 */
export function place(square) {
  const [, name, row] = /** @type {RegExpMatchArray} */ (square.match(/^([a-z]+)(\d+)$/) ?? ["", "a", "1"]);
  let column = 0;
  for (const letter of name) column = column * 26 + letter.charCodeAt(0) - 96;
  return [column - 1, Number(row) - 1];
}
