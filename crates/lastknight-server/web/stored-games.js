// The games of two agents, in a panel at the crosstable.

import { get, LatestRequest } from "./api.js";
import { button, h, replace } from "./dom.js";

/** @typedef {import("./types.js").GameSummary} GameSummary */
/** @typedef {{directory: string, run: number}} RunAt */

/** The number of games on a page. */
const PAGE = 24;

export class StoredGames {
  element = h("div", { class: "games", role: "region", "aria-label": "Games" });
  #latest = new LatestRequest();
  /** What is shown, and how many games are skipped. */
  #about = "";
  #skip = 0;

  /**
   * @param {(round: string) => void} onOpen called with a chosen game
   * @param {() => void} onClose
   */
  constructor(onOpen, onClose) {
    this.onOpen = onOpen;
    this.onClose = onClose;
    this.element.addEventListener("keydown", (event) => { if (event.key === "Escape") onClose(); });
  }

  end() {
    this.#latest.end();
    this.#about = "";
  }

  /**
   * Shows the games of two agents; the same again only if it is `fresh`.
   * @param {RunAt} at
   * @param {[string, string]} names
   * @param {string} words how they compare
   * @param {boolean} fresh
   */
  show(at, names, words, fresh) {
    const about = JSON.stringify([at, names]);
    const isSame = about === this.#about;
    if (isSame && !fresh) return;
    if (!isSame) {
      this.#skip = 0;
      this.element.replaceChildren(h("p", { class: "quiet", role: "status" }, "Loading the games…"));
    }
    this.#about = about;
    void this.#fetch(at, names, words);
  }

  /**
   * @param {RunAt} at
   * @param {[string, string]} names
   * @param {string} words
   */
  async #fetch(at, [a, b], words) {
    const signal = this.#latest.next();
    const again = () => void this.#fetch(at, [a, b], words);
    const head = h("div", { class: "games-head" }, h("h4", {}, `Games of ${a} and ${b}`), button("✕", this.onClose, { class: "plain", "aria-label": "Close the games", title: "Close (Escape)" }));
    try {
      const { games, more } = /** @type {{games: GameSummary[], more: boolean}} */ (await get("/stored-games", { ...at, a, b, skip: this.#skip || undefined, count: PAGE }, signal));
      const turn = (/** @type {number} */ by) => () => {
        this.#skip = Math.max(0, this.#skip + by);
        again();
      };
      replace(this.element, [head, h("p", {}, words),
        games.length ? h("ul", { class: "game-list" }, ...games.map((game) => h("li", {}, this.#game(game, a)))) : h("p", { class: "quiet" }, "No games are stored yet."),
        h("p", { class: "row" }, this.#skip ? button("Previous games", turn(-PAGE)) : "", more ? button("More games", turn(PAGE)) : "")]);
    } catch (error) {
      if (signal.aborted) return;
      replace(this.element, [head, h("p", { class: "failed", role: "alert" }, `${error instanceof Error ? error.message : error} `, button("Try again", again))]);
    }
  }

  /** @param {GameSummary} game @param {string} who from whose side it is told */
  #game({ round, white, winner, plies, termination }, who) {
    const side = white === who ? "white" : "black";
    const isWon = winner === side;
    const end = termination === "no-moves" ? "" : `, ${termination.replaceAll("-", " ")}`;
    const words = `${isWon ? "wins" : "loses"} in ${plies} plies${end}`;
    const pick = button("", () => this.onOpen(round), { "data-key": `game ${round}`, title: "Replay in Analyse" });
    const unseen = (/** @type {string} */ text) => h("span", { class: "unseen" }, text);
    pick.append(unseen("Replay game "), h("span", { class: "quiet number" }, round), unseen(` as ${side === "white" ? "White" : "Black"} `), h("span", { class: `disc ${side}` }),
      h("span", { class: `chip ${isWon ? "won" : "lost"}`, "aria-hidden": "true" }, isWon ? "✓" : "✗"), words);
    return pick;
  }
}
