// The view for playing: whose turn it is, agents that move, and what a game begins and ends with.

import { get, LatestRequest, post } from "./api.js";
import { button, copy, h, notify, shown } from "./dom.js";
import { openEditor } from "./editor.js";
import { Ending } from "./ending.js";
import { openLoader } from "./loading.js";
import { MoveList, name } from "./moves.js";
import { NewGame } from "./newgame.js";
import { inSeconds, playerName, usesTime } from "./opponents.js";
import { isAnimated, prefer, preferences } from "./preferences.js";
import { Streaks, streakWords } from "./streaks.js";
import { agentMove, pause } from "./turn.js";

/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Color} Color */

/** A move that comes sooner is not announced, in milliseconds. */
const SOON = 150;

/** The time in which the user's own move is seen before the answer, in milliseconds. */
const CALM = 280;

/** The pauses between the moves of two agents, from slow to fast, in milliseconds. */
export const PAUSES = [4000, 2000, 1000, 500, 200, 60];

/** A new seed for agents that play at random. */
const seed = () => Math.floor(Math.random() * 1e9);

export class Play {
  #moving = new LatestRequest();
  #hinting = new LatestRequest();
  /** The comment on the last move of an agent, and the game after it. */
  #comment = { at: "", words: "" };
  /** A game in which an agent failed, and why: it does not move again by itself. */
  #failed = { at: "", why: "" };
  /** What the agent thinks about. */
  #asked = "";
  #seed = seed();
  isThinking = false;
  /** Whether the agent thinks long enough to say so. */
  isSlow = false;
  /** Whether two agents wait for the user. */
  isPaused = false;
  /** The speed of two agents, an index of `PAUSES`. */
  speed = 2;
  /** The square of the hint. */
  #hinted = "";
  /** Whether the game began before the user's eyes, without help: only then its result counts. */
  #isCounted = false;
  streaks = new Streaks();
  /** @type {{hint: HTMLButtonElement, swap: HTMLButtonElement, again: HTMLButtonElement} | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {Catalog} catalog
   * @param {() => void} changed
   */
  constructor(game, catalog, changed) {
    this.game = game;
    this.catalog = catalog;
    this.changed = changed;
    this.moves = new MoveList(game);
    this.ending = new Ending(this);
    this.newGame = new NewGame(this, catalog);
  }

  /** The comment on the last move. */
  get comment() {
    return this.#comment.at === this.game.at ? this.#comment.words : "";
  }

  /** Why the agent to move failed, "" if it did not. */
  get failure() {
    return this.#failed.at === this.game.at ? this.#failed.why : "";
  }

  /** Whether it is the turn of an agent that does not move by itself. */
  get isWaiting() {
    const { game } = this;
    return game.page.view === "play" && game.mover !== "" && !game.position?.winner && !this.isThinking && !this.isWatching;
  }

  /** Whether a person plays against an agent. */
  get isMixed() {
    const { white, black, view } = this.game.page;
    return view === "play" && (white === "") !== (black === "");
  }

  /** Whether two agents play. */
  get isWatching() {
    const { white, black, view } = this.game.page;
    return view === "play" && white !== "" && black !== "";
  }

  /** Lets an agent move if it is its turn. */
  onPosition() {
    const { game } = this;
    this.#hinting.end();
    this.#hinted = "";
    if (game.page.moves.length === 0) this.#isCounted = /^\d+x\d+$/.test(game.page.start);
    this.#finish();
    const isTurn = game.isAtEnd || game.wasPlayed;
    if (isTurn && this.#failed.at !== game.at) void this.#move();
    else this.#stop();
  }

  /** Shows the end of the game, and counts it once. */
  #finish() {
    const { game, ending } = this;
    const { position, page } = game;
    if (!position?.winner || !game.isAtEnd || page.moves.length === 0) return;
    const agent = page.white || page.black;
    const isNew = this.#isCounted && game.wasPlayed && this.isMixed;
    this.#isCounted = false;
    const result = isNew ? this.streaks.add(agent, page[position.winner] === "") : null;
    const streak = result ? streakWords(result, playerName(this.catalog, agent)) : "";
    const placements = Math.max(2 - (position.ply - page.moves.length), 0);
    ending.show({ whole: game.whole, winner: position.winner, plies: page.moves.length, placements, streak });
  }

  async #move(isStep = false) {
    const { game } = this;
    const { mover: agent, at, position, page } = game;
    const asked = `${agent} ${page.time} ${page.view} ${at}`;
    // A comment or a drawing does not disturb the agent.
    if (this.isThinking && asked === this.#asked) return;
    this.#asked = asked;
    const signal = this.#moving.next();
    this.isThinking = this.isSlow = false;
    if (page.view !== "play" || !agent || !position || position.winner) return;
    if (this.isWatching && this.isPaused && !isStep) return;
    this.isThinking = true;
    const begun = performance.now();
    const announce = setTimeout(() => {
      this.isSlow = !signal.aborted && this.isThinking;
      this.changed();
    }, SOON);
    this.changed();
    try {
      const found = await agentMove({ at, agent, time: page.time, seed: this.#seed }, this.#patience(agent), signal);
      clearTimeout(announce);
      const least = this.isWatching ? (isStep ? 0 : PAUSES[this.speed]) : isAnimated() ? CALM : 0;
      await pause(begun + least - performance.now(), signal);
      this.isThinking = this.isSlow = false;
      if (!found.best) return;
      const depth = found.depth ? `, depth ${found.depth}` : "";
      const thinks = found.score ? ` (score ${shown(found.score)}${depth})` : "";
      const what = position[position.to_move] ? "played" : "placed its knight on";
      this.#comment = { at: [at, position.played.length ? "" : "moves", found.best].filter(Boolean).join(" "), words: `${name(position.to_move)} ${what} ${found.best}${thinks}.` };
      await game.play(found.best);
    } catch (error) {
      clearTimeout(announce);
      if (signal.aborted) return;
      this.isThinking = this.isSlow = false;
      this.#failed = { at, why: error instanceof Error ? error.message : String(error) };
      this.changed();
    }
  }

  /** Returns how long an agent may think, in seconds. @param {string} agent */
  #patience(agent) {
    const most = this.catalog.limits.seconds;
    return usesTime(agent) ? Math.min(inSeconds(this.game.page.time) ?? most, most) : most;
  }

  #stop() {
    this.#moving.end();
    this.isThinking = this.isSlow = false;
  }

  /** Cancels all requests. Two agents wait until the user lets them go on. */
  end() {
    this.#stop();
    this.#hinting.end();
    this.ending.end();
    this.isPaused = this.game.page.white !== "" && this.game.page.black !== "";
  }

  decorations() {
    const { kept } = this.ending;
    const square = this.#hinted || kept;
    return { marks: new Map(), arrows: [], tints: new Map(square ? [[square, "chosen"]] : []), words: { chosen: this.#hinted ? "hint" : "the move that keeps the win" } };
  }

  /** Takes back to the person's last turn; without a person against an agent, one ply. */
  async undo() {
    const { game } = this;
    this.#failed.at = "";
    let ply = game.page.ply - 1;
    if (this.isMixed) while (ply >= 0 && game.page[game.sideOf(ply)] !== "") ply -= 1;
    if (ply < 0) return notify("you have no move to take back");
    this.#isCounted = false;
    this.#stop();
    await game.show(ply);
  }

  async redo() {
    const { game } = this;
    const most = game.page.moves.length;
    let ply = game.page.ply + 1;
    if (this.isMixed) while (ply < most && game.page[game.sideOf(ply)] !== "") ply += 1;
    await game.show(ply);
  }

  /** Lets two agents play or wait. @param {boolean} isPaused */
  hold(isPaused) {
    this.isPaused = isPaused;
    this.#failed.at = "";
    if (isPaused) this.#stop();
    else void this.#move();
    this.changed();
  }

  /** Lets one of two agents move. */
  step() {
    this.isPaused = true;
    this.#failed.at = "";
    this.#stop();
    void this.#move(true);
  }

  /** Lets the agent move from here. */
  async go() {
    this.#failed.at = "";
    await this.#move();
  }

  /**
   * Starts a new game; what is not changed stays.
   * @param {Partial<import("./address.js").PageState>} changes
   */
  async begin(changes) {
    const { page } = this.game;
    this.#seed = seed();
    this.#failed.at = "";
    this.isPaused = false;
    this.#turn({ ...page, ...changes });
    await this.game.change({ start: page.start, moves: [], ply: 0, names: ["", ""], ...changes }, true);
  }

  /**
   * Plays on with other players.
   * @param {import("./newgame.js").Players} players
   */
  async take(players) {
    this.#failed.at = "";
    this.#isCounted = this.isPaused = false;
    this.#turn(players);
    await this.game.change({ ...players, names: ["", ""] });
    await this.go();
  }

  /** Shows the board from the side of the only person. @param {import("./newgame.js").Players} players */
  #turn({ white, black }) {
    if ((white === "") !== (black === "")) prefer({ flipped: white !== "" });
  }

  /** Swaps the players. */
  async swap() {
    const { white, black } = this.game.page;
    this.#failed.at = "";
    this.#isCounted = false;
    prefer({ flipped: !preferences.flipped });
    await this.game.change({ white: black, black: white });
  }

  /** Shows the engine's move. */
  async hint() {
    const { game } = this;
    const signal = this.#hinting.next();
    try {
      /** @type {Analysis} */
      const found = await get("/move", { at: game.at, agent: "engine", time: "500ms" }, signal);
      if (signal.aborted || !found.best) return;
      this.#isCounted = false;
      this.#hinted = found.best;
      notify(`the engine would play ${found.best}${found.score ? `: ${shown(found.score)}` : ""}`);
      this.changed();
    } catch (error) {
      if (!signal.aborted) notify(error instanceof Error ? error.message : String(error));
    }
  }

  panel() {
    const { game } = this;
    const parts = {
      hint: button("Hint", () => void this.hint()),
      swap: button("Switch sides", () => void this.swap()),
      again: button("New game", () => void this.begin({})),
    };
    this.#parts = parts;
    return [
      this.ending.element,
      this.newGame.element,
      h("div", { class: "row" }, parts.hint, parts.swap, parts.again),
      h("h3", {}, "Moves"),
      this.moves.element,
      h("div", { class: "sharing" },
        h("h3", {}, "Share"),
        h("div", { class: "row" },
          button("Copy link", () => void copy(location.href, game.page.key ? "Link to this line (its variations are in the PGN)" : "Link")),
          button("Copy position", () => void copy(game.position?.position ?? "", "Position")),
          button("Copy PGN", () => void this.#pgn()),
          button("Load…", () => this.load())),
        rules()),
    ];
  }

  /** Updates the panel. */
  update() {
    const { game } = this;
    const parts = this.#parts;
    const { position, page } = game;
    if (!parts || !position) return;
    parts.hint.hidden = this.isWatching;
    parts.hint.disabled = game.mover !== "" || position.winner !== null;
    parts.swap.hidden = !this.isMixed || page.moves.length === 0;
    parts.again.hidden = page.moves.length === 0;
    this.newGame.update();
    this.ending.update();
    this.moves.update();
  }

  /** Opens the board editor with the shown position. */
  edit() {
    const { game } = this;
    openEditor(game.position?.position ?? game.page.start, (notation) => void this.begin({ start: notation }));
  }

  /**
   * Opens a dialog to load a game.
   * @param {string} [given]
   * @param {string} [title]
   * @param {string} [words]
   */
  load(given = "", title = "Load", words = "Enter a board size, a position, moves after it, or games as PGN or JSON lines:") {
    openLoader(this.game, given, title, words);
  }

  async #pgn() {
    const { page } = this.game;
    try {
      const [white, black] = /** @type {const} */ (["white", "black"]).map((side, at) => page.names[at] || page[side] || "Person");
      const body = JSON.stringify({ start: page.start, tree: page.tree.toString(), white, black });
      const { pgn } = /** @type {{pgn: string}} */ (await post("/pgn", body));
      await copy(pgn, "PGN");
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  }
}

function rules() {
  return h("details", {}, h("summary", {}, "Rules and keys"),
    h("p", {}, "White, then Black, places a knight on any open square. After that a move is a chess knight's move to an open square. Visited squares stay blocked. A player who cannot move loses."),
    h("p", {}, "Click a square with a dot, or drag the knight. Draw arrows and circles with the right mouse button; shift, ctrl and alt change the colour. On a touch screen a long press draws a circle. A click on a square without a dot clears them. Keys on the board: arrows move between squares, n and p go to the next and previous legal square, Enter plays. Elsewhere: ← and → step through the game, ↑ and ↓ change the variation, u takes a move back, r plays it again, f flips the board."),
    h("p", {}, "A move other than the next one opens a variation. Right-click a move in the list, hold it, or choose ⋯, to comment it, mark it, delete it, or make it the main line."));
}
