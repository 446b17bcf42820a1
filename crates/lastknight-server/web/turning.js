// The moment at which a finished game turned, from its review.

/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./types.js").Color} Color */

/** @typedef {{kind: "thrown", turn: ReviewedMove} | {kind: "certain", from: number} | {kind: "unknown"}} Turning */

/**
 * Returns the last move that threw away a proved win, or else from which ply on the result was proved.
 * @param {(ReviewedMove | undefined)[]} turns by ply, from 0
 * @returns {Turning}
 */
export function turningPoint(turns) {
  const turn = turns.findLast((other) => other?.throws_away);
  if (turn) return { kind: "thrown", turn };
  const unknown = turns.findLastIndex((other) => other === undefined || other.wins === null);
  return unknown + 1 < turns.length ? { kind: "certain", from: unknown + 1 } : { kind: "unknown" };
}

/**
 * Describes it.
 * @param {Turning} turning
 * @param {object} game
 * @param {Color} game.winner
 * @param {(ply: number) => string} game.number the number of a move, from ply 0
 * @param {(side: Color) => string} game.who the name of a player
 * @param {number} game.placements how many of the first plies are placements
 */
export function turningWords(turning, { winner, number, who, placements }) {
  const loser = winner === "white" ? "black" : "white";
  if (turning.kind === "unknown") return "No move is proved to be a mistake.";
  if (turning.kind === "certain") {
    const be = who(loser) === "You" ? "You were" : `${who(loser)} was`;
    if (turning.from === 0) return `${be} lost from the start: nobody threw away a win.`;
    if (turning.from <= placements) return `${be} lost from the placements on: nobody threw away a win after that.`;
    return `${be} lost for certain from ${number(turning.from)} on. No earlier move is proved to be a mistake.`;
  }
  const { turn } = turning;
  const kept = turn.keeps ? `; ${turn.keeps} would have kept it` : "";
  const when = turn.side === winner ? "The last proved mistake was" : turn.ply <= placements ? "It turned with the placement" : "It turned at";
  const subject = who(turn.side) === "You" ? "you" : who(turn.side);
  return `${when} ${number(turn.ply - 1)} ${turn.to}: ${subject} threw away the win${kept}.`;
}
