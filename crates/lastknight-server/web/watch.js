// A game of a running tournament on a small board: one of the newest stored games, move by move.

import { get, LatestRequest } from "./api.js";
import { Board } from "./board.js";
import { button, h } from "./dom.js";
import { mover, parsed } from "./setup.js";

/** @typedef {import("./types.js").StoredGame} StoredGame */
/** @typedef {import("./types.js").GameSummary} GameSummary */
/** @typedef {import("./stored-games.js").RunAt} RunAt */

/** The time of a move, and between games, in milliseconds. */
const STEP = 450;
const PAUSE = 2500;

/** How many of the newest games are asked for. */
const NEWEST = 10;

export class Watch {
  #place = h("div", { class: "watch-board", inert: true });
  #board = new Board(this.#place, () => {});
  #players = h("p", { class: "watch-players" });
  #words = h("p", { class: "quiet" });
  #pause = button("Pause", () => this.#toggle());
  #open = button("Analyse", () => { if (this.#game && this.#followed) this.onOpen(this.#followed.at, this.#game.round); }, { title: "Open this game in Analyse" });
  element = h("section", { class: "card watch", "aria-label": "A game of the tournament", hidden: true }, h("h3", {}, "Newest games"), this.#place, this.#players, this.#words,
    h("div", { class: "row" }, this.#pause, button("Next game", () => void this.#next()), this.#open));
  #latest = new LatestRequest();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The run that is followed, and how many of its games are played. @type {{at: RunAt, done: number} | null} */
  #followed = null;
  /** @type {StoredGame | null} */
  #game = null;
  #ply = 0;
  #isPaused = false;

  /** @param {(at: RunAt, round: string) => void} onOpen called with the run and the round of a game */
  constructor(onOpen) {
    this.onOpen = onOpen;
  }

  /**
   * Follows a run; the shown game is played to its end first.
   * @param {RunAt} at
   * @param {number} done the games that are played
   */
  follow(at, done) {
    const isNew = this.#followed?.at.run !== at.run || this.#followed.at.directory !== at.directory;
    this.#followed = { at, done };
    if (isNew) {
      this.end();
      this.#followed = { at, done };
    }
    if (!this.#game && !this.#timer && done > 0) void this.#next();
  }

  end() {
    this.#latest.end();
    clearTimeout(this.#timer);
    [this.#timer, this.#game, this.#followed] = [undefined, null, null];
    this.element.hidden = true;
  }

  /** Fetches one of the newest games that is not shown yet. */
  async #next() {
    if (!this.#followed) return;
    const { at, done } = this.#followed;
    const signal = this.#latest.next();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#next(), PAUSE);
    try {
      // Games are stored in batches, a little after they are played.
      for (const skip of [Math.max(0, done - NEWEST), 0]) {
        const { games } = /** @type {{games: GameSummary[]}} */ (await get("/stored-games", { ...at, skip: skip || undefined, count: NEWEST }, signal));
        const other = games.filter(({ round }) => round !== this.#game?.round);
        if (!other.length) continue;
        const { round } = other[Math.floor(Math.random() * other.length)];
        const game = /** @type {StoredGame} */ (await get("/stored-game", { ...at, round }, signal));
        return this.#show(game);
      }
    } catch {
      // The next progress of the job tries again.
      if (!signal.aborted) this.#timer = undefined;
    }
  }

  /** @param {StoredGame} game */
  #show(game) {
    [this.#game, this.#ply] = [game, game.opening];
    const player = (/** @type {"white" | "black"} */ side) => h("span", { class: "player", title: game[side] }, h("span", { class: `disc ${side}` }), h("span", { class: "name" }, game[side]));
    this.#players.replaceChildren(player("white"), player("black"));
    this.element.hidden = false;
    this.#step();
  }

  /** Shows the game so far, and the next move a little later. */
  #step() {
    clearTimeout(this.#timer);
    const game = this.#game;
    const state = game && positionAfter(game.start, game.moves.slice(0, this.#ply));
    if (!game || !state) return;
    this.#board.set({ ...state, coordinates: false, flipped: false });
    const isOver = this.#ply >= game.moves.length;
    this.#words.textContent = `Game ${game.round}, ply ${this.#ply} of ${game.moves.length}${isOver && game.winner ? `: ${game.winner === "white" ? "White" : "Black"} has won` : ""}`;
    if (this.#isPaused) return;
    this.#timer = setTimeout(() => {
      if (isOver) return void this.#next();
      this.#ply += 1;
      this.#step();
    }, isOver ? PAUSE : STEP);
  }

  #toggle() {
    this.#isPaused = !this.#isPaused;
    this.#pause.textContent = this.#isPaused ? "Continue" : "Pause";
    this.#step();
  }
}

/**
 * Returns what a board shows after some moves, which are known to be legal.
 * @param {string} start
 * @param {string[]} moves
 */
function positionAfter(start, moves) {
  const setup = parsed(start);
  if (typeof setup === "string") return null;
  let side = mover(setup);
  for (const to of moves) {
    const from = setup[side];
    if (from) setup.holes.add(from);
    setup[side] = to;
    side = side === "white" ? "black" : "white";
  }
  const { width, height, holes, white, black } = setup;
  return { width, height, white, black, side, blocked: [...holes], targets: [], last: moves.at(-1) ?? null };
}
