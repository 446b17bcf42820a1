// The user's own arrows and circles, and their text for links: `Gd4f5-Rc3` is a green arrow and a red circle.

/**
 * An arrow, or a circle if `to` is null.
 * @typedef {{from: string, to: string | null, color: 0 | 1 | 2 | 3}} Drawing
 */

/** The letters of the colours, as in PGN's `%cal` and `%csl`. */
const LETTERS = "GRBY";

/** The names of the colours. */
export const COLORS = /** @type {const} */ (["green", "red", "blue", "yellow"]);

/**
 * Adds a drawing, or removes it if it is there in the same colour. One in another colour is replaced.
 * @param {Drawing[]} drawings
 * @param {Drawing} drawing
 * @returns {Drawing[]}
 */
export function toggled(drawings, drawing) {
  const { from, to, color } = drawing;
  const old = drawings.find((other) => other.from === from && other.to === to);
  const others = drawings.filter((other) => other !== old);
  return old?.color === color ? others : [...others, drawing];
}

/** @param {Drawing[]} drawings */
export function encodeDrawings(drawings) {
  return drawings.map(({ from, to, color }) => `${LETTERS[color]}${from}${to ?? ""}`).join("-");
}

/**
 * Returns the drawings of a text. Parts that are not drawings are left out.
 * @param {string} text
 * @returns {Drawing[]}
 */
export function decodeDrawings(text) {
  return text.split("-").flatMap((part) => {
    const [, letter, from, to = null] = part.match(/^([GRBY])([a-z]{1,2}[1-9]\d{0,2})([a-z]{1,2}[1-9]\d{0,2})?$/) ?? [];
    if (!from || from === to) return [];
    return [{ from, to, color: /** @type {Drawing["color"]} */ (LETTERS.indexOf(letter)) }];
  });
}
