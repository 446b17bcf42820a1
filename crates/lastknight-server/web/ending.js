// What a finished game shows: who won and why, the moment it turned, and what to do next.

import { LatestRequest, stream } from "./api.js";
import { button, copy, h, notify, plied, replaceIfChanged } from "./dom.js";
import { write } from "./address.js";
import { moveNumber, name } from "./moves.js";
import { sized } from "./newgame.js";
import { neighbour, opponentOf, playerName } from "./opponents.js";
import { turningPoint, turningWords } from "./turning.js";

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */

/**
 * A finished game.
 * @typedef {object} Over
 * @property {string} whole its notation
 * @property {Color} winner
 * @property {number} plies
 * @property {number} placements how many of its first plies are placements
 * @property {string} streak the results against the opponent in words
 */

export class Ending {
  element = h("section", { class: "ending", "aria-label": "Result", hidden: true });
  /** @type {Over | null} */
  over = null;
  #reviewing = new LatestRequest();
  /** @type {(ReviewedMove | undefined)[]} */
  #turns = [];
  /** @type {"none" | "running" | "done" | "failed"} */
  #state = "none";

  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Whether this is the game on the board, at its end or not. */
  get isShown() {
    return this.over !== null && this.over.whole === this.play.game.whole;
  }

  /**
   * Shows the end of a game and starts its review.
   * @param {Over} over
   */
  show(over) {
    if (this.over?.whole === over.whole && this.#state !== "none") return;
    this.over = over;
    this.#turns = Array.from({ length: over.plies });
    this.#state = "running";
    const signal = this.#reviewing.next();
    const reviewed = stream("/review", { at: over.whole }, signal, (kind, data) => {
      if (kind === "turn") this.#turns[data.ply - 1] = data;
      if (kind === "done") this.#state = "done";
      if (kind === "done") this.play.changed();
    });
    reviewed.catch(() => {
      this.#state = "failed";
      this.play.changed();
    });
  }

  /** Cancels the review; it starts again when the game is shown. */
  end() {
    this.#reviewing.end();
    if (this.#state !== "done") this.#state = "none";
  }

  get #turning() {
    return this.#state === "done" ? turningPoint(this.#turns) : null;
  }

  /** Returns the square that would have kept the win, at the position where it was thrown away. */
  get kept() {
    const turning = this.isShown ? this.#turning : null;
    if (turning?.kind !== "thrown" || this.play.game.page.ply !== turning.turn.ply - 1) return "";
    return turning.turn.keeps ?? "";
  }

  /** Returns the name of a player, with the colour if both are persons. @param {Color} side */
  #who(side) {
    const { game, catalog } = this.play;
    const agent = game.page[side];
    if (game.page.names[side === "white" ? 0 : 1]) return game.page.names[side === "white" ? 0 : 1];
    return agent === "" && !this.play.isMixed ? name(side) : playerName(catalog, agent);
  }

  update() {
    const { over } = this;
    this.element.hidden = !this.isShown;
    if (!over || !this.isShown) return;
    const { page } = this.play.game;
    const key = JSON.stringify([over, page.white, page.black, page.names, this.#state]);
    replaceIfChanged(this.element, key, () => this.#content(over));
  }

  /** @param {Over} over */
  #content(over) {
    const { play } = this;
    const { game, catalog } = play;
    const { winner, plies } = over;
    const loser = winner === "white" ? "black" : "white";
    const who = this.#who(winner);
    const other = this.#who(loser);
    const isNamed = other !== name(loser) && other !== "You";
    const why = other === "You" ? `You (${name(loser)}) have no move left` : `${name(loser)}${isNamed ? ` (${other})` : ""} has no move left`;
    const agent = play.isMixed ? game.page.white || game.page.black : "";
    const [easier, harder] = [neighbour(catalog, agent, -1), neighbour(catalog, agent, 1)];
    const against = (/** @type {import("./opponents.js").Opponent | null} */ opponent, /** @type {string} */ words) => opponent
      ? button(`${words}: ${opponent.name}`, () => void play.begin({ [game.page.white ? "white" : "black"]: opponent.agent })) : null;
    return [
      h("h2", {}, h("span", { class: `disc ${winner}`, "aria-hidden": "true" }), who === "You" ? "You win!" : play.isMixed || game.page[winner] ? `${who} wins` : `${name(winner)} wins`),
      h("p", {}, `${why} after ${plied(plies)}.`, over.streak ? h("span", { class: "record" }, over.streak) : ""),
      ...this.#turned(over),
      h("div", { class: "row" },
        button("Rematch", () => void play.begin({}), { class: "primary" }),
        button("Switch colours", () => void play.begin({ white: game.page.black, black: game.page.white }), { title: "Rematch with the other colour" }),
        ...[against(easier, "Easier"), against(harder, "Harder")].filter((one) => one !== null),
        button("Review", () => void game.change({ view: "analyse", ply: game.page.moves.length }, true), { title: "Who was ahead after each move" }),
        button("Share", () => void this.#share(over))),
    ];
  }

  /** @param {Over} over */
  #turned(over) {
    const turning = this.#turning;
    if (this.#state === "failed") return [];
    if (!turning) return [h("p", { class: "quiet" }, "Looking for the moment it turned…")];
    const { game } = this.play;
    const words = turningWords(turning, { ...over, number: (ply) => moveNumber(game, ply), who: (side) => this.#who(side) });
    const show = turning.kind === "thrown" ? button("Show on the board", () => void game.show(turning.turn.ply - 1)) : "";
    return [h("p", { class: "turned" }, words, " ", show)];
  }

  /** @param {Over} over */
  async #share(over) {
    const { page } = this.play.game;
    const link = new URL(write({ ...page, view: "play", embed: false }) || location.pathname, location.href).href;
    await copy(`${this.#result(over)}\n${link}`, "Result");
    if (page.key) notify("the link holds this line without its variations");
  }

  /** Returns the result in one line. @param {Over} over */
  #result({ winner, plies, streak }) {
    const { play } = this;
    const { white, black, start } = play.game.page;
    const where = `Knight's Isolation on ${sized(start)}, ${plied(plies)}`;
    if (!play.isMixed) return `${this.#who(winner)} won against ${this.#who(winner === "white" ? "black" : "white")} in ${where}.`;
    const agent = white || black;
    const level = opponentOf(play.catalog, agent)?.level;
    const opponent = `${playerName(play.catalog, agent)}${level ? ` (level ${level})` : ""}`;
    return `I ${play.game.page[winner] === "" ? "beat" : "lost to"} ${opponent} at ${where}.${streak ? ` ${streak}` : ""}`;
  }
}
