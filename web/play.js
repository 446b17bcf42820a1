// The view to play in: who plays whom, on which board, how long they think; and everything one does with a game.

import { get, post, Refused, Single, text } from "./api.js";
import { button, choice, copy, dialog, h, say, shown } from "./dom.js";
import { preferences, prefer } from "./preferences.js";

/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {import("./types.js").Found} Found */
/** @typedef {import("./types.js").Color} Color */

/** How long agents may think. */
const TIMES = ["100ms", "300ms", "1s", "3s", "10s"];

/** The word for a value that is typed. */
const OTHER = "other";

export class Play {
  #single = new Single();
  /** What the agent said of its last move. */
  #told = "";
  /** What goes wrong with an agent is said once, and not asked for again until something changes. */
  #failed = "";
  #seed = Math.floor(Math.random() * 1e9);
  isThinking = false;

  /**
   * @param {import("./game.js").Game} game
   * @param {Catalog} catalog
   * @param {() => void} changed
   */
  constructor(game, catalog, changed) {
    this.game = game;
    this.catalog = catalog;
    this.changed = changed;
  }

  /** What the status line says of thinking. */
  get told() {
    return this.#told;
  }

  /** Lets an agent move if it is its turn. */
  async move() {
    const { game } = this;
    const signal = this.#single.next();
    this.isThinking = false;
    const agent = game.mover;
    const { time } = game.place;
    if (game.place.view !== "play" || !game.isAtEnd || !agent || !game.position || game.position.winner) return;
    if (this.#failed === `${agent} ${game.at}`) return;
    this.isThinking = true;
    this.changed();
    try {
      /** @type {Found} */
      const found = await get("/move", { at: game.at, agent, time, seed: this.#seed }, signal);
      this.isThinking = false;
      const depth = found.depth ? `, depth ${found.depth}` : "";
      this.#told = found.score ? `${found.best}: ${shown(found.score)}${depth}` : "";
      if (found.best) await game.play(found.best);
    } catch (error) {
      if (signal.aborted) return;
      this.isThinking = false;
      this.#failed = `${agent} ${game.at}`;
      say(error instanceof Refused ? error.message : String(error));
      this.changed();
    }
  }

  /** Ends the agent's thinking. */
  end() {
    this.#single.end();
    this.isThinking = false;
  }

  /** Takes back the last move, and the agent's before it, so that it is a person's turn. */
  async undo() {
    const { game } = this;
    const { white, black } = game.place;
    this.end();
    // Between two agents, or two persons, one half-move at a time.
    const isMixed = game.place.view === "play" && (white === "") !== (black === "");
    const side = game.position?.to_move ?? "white";
    const isPersons = game.place[side] === "";
    await game.show(game.place.ply - (isMixed && isPersons ? 2 : 1));
  }

  async redo() {
    const { game } = this;
    const { white, black } = game.place;
    const isMixed = game.place.view === "play" && (white === "") !== (black === "");
    await game.show(game.place.ply + (isMixed ? 2 : 1));
  }

  /** Both sides change seats. */
  async swap() {
    const { white, black } = this.game.place;
    await this.game.change({ white: black, black: white });
    prefer({ flipped: !preferences.flipped });
  }

  /** What an agent would play in the person's place. */
  async hint() {
    const { game } = this;
    if (!game.position || game.position.winner) return say("the game is over");
    const signal = this.#single.next();
    try {
      /** @type {Found} */
      const found = await get("/move", { at: game.at, agent: "engine", time: "500ms" }, signal);
      say(`the engine would play ${found.best}${found.score ? `: ${shown(found.score)}` : ""}`);
      return found.best ?? null;
    } catch (error) {
      if (!signal.aborted) say(String(error instanceof Error ? error.message : error));
    }
    return null;
  }

  /** The panel. */
  panel() {
    const { game } = this;
    return [
      h("h2", {}, "Play"),
      h("div", { class: "fields" },
        this.#player("white"), this.#player("black"), this.#board(),
        choice("Time a move", TIMES.map((time) => [time, time.replace("ms", " ms").replace(/(\d)s$/, "$1 s")]), game.place.time,
          (time) => void game.change({ time }))),
      h("div", { class: "row" },
        button("New game", () => this.#begin(), { class: "primary" }),
        button("Take the other side", () => void this.swap()),
        button("Hint", () => void this.hint())),
      h("h3", {}, "Moves"),
      moveList(game),
      h("h3", {}, "Share"),
      h("div", { class: "row" },
        button("Copy link", () => void copy(location.href, "Link")),
        button("Copy position", () => void copy(game.position?.position ?? "", "Position")),
        button("Copy PGN", () => void this.#pgn()),
        button("Load…", () => this.load())),
      this.#rules(),
    ];
  }

  #begin() {
    this.#seed = Math.floor(Math.random() * 1e9);
    this.#told = "";
    this.#failed = "";
    void this.game.begin(this.game.place.start);
  }

  /** @param {Color} side */
  #player(side) {
    const { game, catalog } = this;
    const value = game.place[side];
    const isListed = value === "" || catalog.opponents.some(({ agent }) => agent === value);
    /** @type {[string, string][]} */
    const options = [["", "You"], ...catalog.opponents.map(({ agent, title }) => /** @type {[string, string]} */ ([agent, title]))];
    options.push([OTHER, "Another agent…"]);
    const label = side === "white" ? "White" : "Black";
    const field = choice(label, options, isListed ? value : OTHER, (chosen) => {
      if (chosen !== OTHER) void game.change({ [side]: chosen });
      else void this.#type(side, field);
    });
    if (isListed) return field;
    return h("div", {}, field, this.#typed(side, value));
  }

  /**
   * @param {Color} side
   * @param {HTMLElement} field
   */
  async #type(side, field) {
    const typed = this.#typed(side, this.game.place[side] || "alphabeta(\"n - 2*n'\", depth=4)");
    field.after(typed);
    typed.querySelector("input")?.focus();
  }

  /**
   * A box for the text of an agent.
   * @param {Color} side
   * @param {string} value
   */
  #typed(side, value) {
    const input = h("input", { type: "text", value, spellcheck: false, "aria-label": `${side}'s agent`, class: "code" });
    const answer = h("pre", { class: "answer", "aria-live": "polite" });
    const check = async () => {
      try {
        const { agent, error } = /** @type {{agent?: string, error?: import("./types.js").Problem}} */ (await get("/check", { agent: input.value }));
        answer.textContent = error ? `${error.picture ?? ""}\n${error.message}` : "";
        input.setAttribute("aria-invalid", String(Boolean(error)));
        if (agent) await this.game.change({ [side]: agent });
      } catch (error) {
        answer.textContent = String(error instanceof Error ? error.message : error);
      }
    };
    input.addEventListener("change", () => void check());
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") void check(); });
    return h("div", { class: "typed" }, input, answer);
  }

  #board() {
    const { game, catalog } = this;
    const { start } = game.place;
    const isListed = catalog.boards.includes(start);
    /** @type {[string, string][]} */
    const options = catalog.boards.map((board) => [board, board.replace("x", " × ")]);
    if (!isListed) options.push([start, start.length > 12 ? "a position" : start.replace("x", " × ")]);
    options.push([OTHER, "Another size…"]);
    return choice("Board", options, start, (chosen) => {
      if (chosen !== OTHER) void game.begin(chosen);
      else this.load("Another board", "A size such as 8x5, up to 128 squares, or a position with holes such as 5/2x2/5 w:");
    });
  }

  /**
   * @param {string} [title]
   * @param {string} [words]
   */
  load(title = "Load", words = "A board's size, a position, moves after it, or games as PGN or JSON lines:") {
    const area = h("textarea", { rows: 8, spellcheck: false, class: "code", "aria-label": title, placeholder: "7x7 moves d4 b3 f5" });
    const file = h("input", { type: "file", accept: ".pgn,.txt,.jsonl", "aria-label": "A file of games" });
    file.addEventListener("change", async () => { area.value = (await file.files?.[0]?.text()) ?? ""; });
    const answer = h("p", { class: "answer", role: "alert" });
    const list = h("div", { class: "choices" });
    const open = async () => {
      try {
        const { games, error } = /** @type {{games?: import("./types.js").ReadGame[], error?: import("./types.js").Problem}} */ (await post("/games", area.value));
        answer.textContent = error?.message ?? "";
        if (!games) return;
        if (games.length === 1) take(games[0]);
        else {
          answer.textContent = `${games.length} games: which one?`;
          list.replaceChildren(...games.slice(0, 200).map((game, at) => button(`${at + 1}. ${game.white ?? "?"} – ${game.black ?? "?"}, ${game.moves.length} moves`, () => take(game))));
        }
      } catch (error) {
        answer.textContent = String(error instanceof Error ? error.message : error);
      }
    };
    /** @param {import("./types.js").ReadGame} game */
    const take = (game) => {
      box.close();
      const { start, moves } = game;
      // What was brought along is looked at; nobody moves at once.
      const players = moves.length ? { white: "", black: "" } : {};
      void this.game.change({ start, moves, ply: moves.length, ...players }, true);
    };
    const box = dialog(title, h("p", {}, words), area, file, answer, list, h("p", { class: "row" }, button("Open", () => void open(), { class: "primary" })));
    area.focus();
  }

  async #pgn() {
    const { place, whole } = this.game;
    try {
      const name = (/** @type {string} */ player) => player || "Person";
      await copy(await text("/pgn", { at: whole, white: name(place.white), black: name(place.black) }), "PGN");
    } catch (error) {
      say(String(error instanceof Error ? error.message : error));
    }
  }

  #rules() {
    return h("details", {}, h("summary", {}, "The rules, and keys"),
      h("p", {}, "White, then Black, places a knight on any open square. After that a move is a chess knight's move to an open square. A square that was ever stood on is gone. Who is to move and cannot has lost."),
      h("p", {}, "Click a square with a dot, drag the knight, or use the keyboard on the board: arrows go from square to square, n and p to the next square that can be chosen and back, Enter chooses. Elsewhere on the page ← and → go through the game, u takes back, f turns the board."));
  }
}

/**
 * The moves of the game, to go to each of them.
 * @param {import("./game.js").Game} game
 * @param {(ply: number) => string} [note] a sign behind a move
 */
export function moveList(game, note = () => "") {
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  const { moves, ply } = game.place;
  for (let at = 0; at < moves.length; at += 2) {
    const item = h("li", {});
    for (const index of [at, at + 1]) {
      if (index >= moves.length) break;
      const sign = note(index);
      item.append(button(moves[index] + sign, () => void game.show(index + 1), { "aria-current": index + 1 === ply ? "step" : null, class: sign ? "mistake" : null }));
    }
    list.append(item);
  }
  if (!moves.length) return h("p", { class: "quiet" }, "None yet: choose any square for the first knight.");
  return list;
}
