// The view for playing: players, board, time per move, and sharing and loading games.

import { get, post, LatestRequest } from "./api.js";
import { button, choice, choose, copy, dialog, h, notify, shown } from "./dom.js";
import { openEditor } from "./editor.js";
import { MoveList, name } from "./moves.js";
import { preferences, prefer } from "./preferences.js";
import { MoveTree } from "./variations.js";

/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Color} Color */

/** The choices of time per move. */
const TIMES = ["100ms", "300ms", "1s", "3s", "10s"];

/** The option for a typed value. */
const OTHER = "other";

/** The option for the board editor. */
const EDIT = "edit";

const SIDES = /** @type {const} */ (["white", "black"]);

export class Play {
  #moving = new LatestRequest();
  #hinting = new LatestRequest();
  /** The comment on the last move of an agent, and the game after it. */
  #comment = { at: "", words: "" };
  /** A game in which an agent failed: it does not move again by itself. */
  #failed = "";
  /** What the agent thinks about. */
  #asked = "";
  #seed = Math.floor(Math.random() * 1e9);
  isThinking = false;
  /** The square of the hint. */
  #hinted = "";
  /** The sides whose agent is typed. */
  #typing = { white: false, black: false };
  /** @type {MoveList} */
  #moves;
  /** @type {{white: HTMLElement, black: HTMLElement, board: HTMLElement, time: HTMLElement, typed: Record<Color, HTMLElement>, hint: HTMLButtonElement, move: HTMLButtonElement} | null} */
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
    this.#moves = new MoveList(game);
  }

  /** The comment on the last move. */
  get comment() {
    return this.#comment.at === this.game.at ? this.#comment.words : "";
  }

  /** Whether it is the turn of an agent that does not move by itself. */
  get isWaiting() {
    const { game } = this;
    return game.page.view === "play" && game.mover !== "" && !game.position?.winner && !this.isThinking;
  }

  /** Lets an agent move if it is its turn. */
  onPosition() {
    this.#hinting.end();
    this.#hinted = "";
    const isTurn = this.game.isAtEnd || this.game.wasPlayed;
    if (isTurn && this.#failed !== this.game.at) void this.#move();
    else this.#stop();
  }

  async #move() {
    const { game } = this;
    const { mover: agent, at, position } = game;
    const asked = `${agent} ${game.page.time} ${game.page.view} ${at}`;
    // A comment or a drawing does not disturb the agent.
    if (this.isThinking && asked === this.#asked) return;
    this.#asked = asked;
    const signal = this.#moving.next();
    this.isThinking = false;
    if (game.page.view !== "play" || !agent || !position || position.winner) return;
    this.isThinking = true;
    this.changed();
    try {
      /** @type {Analysis} */
      const found = await get("/move", { at, agent, time: game.page.time, seed: this.#seed }, signal);
      this.isThinking = false;
      if (!found.best) return;
      const depth = found.depth ? `, depth ${found.depth}` : "";
      const thinks = found.score ? ` (score ${shown(found.score)}${depth})` : "";
      this.#comment = { at: [at, position.played.length ? "" : "moves", found.best].filter(Boolean).join(" "), words: `${name(position.to_move)} ${position[position.to_move] ? "played" : "placed its knight on"} ${found.best}${thinks}.` };
      await game.play(found.best);
    } catch (error) {
      if (signal.aborted) return;
      this.isThinking = false;
      this.#failed = at;
      notify(error instanceof Error ? error.message : String(error));
      this.changed();
    }
  }

  #stop() {
    this.#moving.end();
    this.isThinking = false;
  }

  /** Cancels all requests. */
  end() {
    this.#stop();
    this.#hinting.end();
  }

  decorations() {
    return { marks: new Map(), arrows: [], tints: new Map(this.#hinted ? [[this.#hinted, "chosen"]] : []), words: { chosen: "hint" } };
  }

  /** Whether a person plays against an agent. */
  get #isMixed() {
    const { white, black, view } = this.game.page;
    return view === "play" && (white === "") !== (black === "");
  }

  /** Takes back to the person's last turn; without a person against an agent, one ply. */
  async undo() {
    const { game } = this;
    this.#failed = "";
    let ply = game.page.ply - 1;
    if (this.#isMixed) while (ply >= 0 && game.page[game.sideOf(ply)] !== "") ply -= 1;
    if (ply < 0) return notify("you have no move to take back");
    this.#stop();
    await game.show(ply);
  }

  async redo() {
    const { game } = this;
    const most = game.page.moves.length;
    let ply = game.page.ply + 1;
    if (this.#isMixed) while (ply < most && game.page[game.sideOf(ply)] !== "") ply += 1;
    await game.show(ply);
  }

  /** Swaps the players. */
  async swap() {
    const { white, black } = this.game.page;
    this.#failed = "";
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
      this.#hinted = found.best;
      notify(`the engine would play ${found.best}${found.score ? `: ${shown(found.score)}` : ""}`);
      this.changed();
    } catch (error) {
      if (!signal.aborted) notify(error instanceof Error ? error.message : String(error));
    }
  }

  panel() {
    const { game } = this;
    const field = (/** @type {string} */ label, /** @type {(value: string) => void} */ change) => choice(label, [], "", change);
    const player = (/** @type {Color} */ side) => field(name(side), (value) => {
      this.#failed = "";
      this.#typing[side] = value === OTHER;
      if (value !== OTHER) return void game.change({ [side]: value });
      this.update();
      this.#parts?.typed[side].querySelector("input")?.focus();
    });
    const parts = {
      white: player("white"), black: player("black"),
      board: field("Board", (value) => {
        if (value === EDIT) this.edit();
        else if (value !== OTHER) return void game.begin(value);
        else this.load("", "Other board", "Enter a size such as 8x5, up to 128 squares, or a position with holes such as 5/2x2/5 w:");
        this.update();
      }),
      time: field("Time per move", (time) => {
        this.#failed = "";
        void game.change({ time });
      }),
      typed: { white: this.#typed("white"), black: this.#typed("black") },
      hint: button("Hint", () => void this.hint()),
      move: button("", () => void this.#go()),
    };
    this.#parts = parts;
    return [
      h("h2", {}, "Play"),
      h("div", { class: "fields" }, parts.white, parts.black, parts.typed.white, parts.typed.black, parts.board, parts.time),
      h("div", { class: "row" }, button("New game", () => this.#begin(), { class: "primary" }), button("Switch sides", () => void this.swap()), parts.hint, parts.move),
      h("h3", {}, "Moves"),
      this.#moves.element,
      h("h3", {}, "Share"),
      h("div", { class: "row" },
        button("Copy link", () => void copy(location.href, game.page.key ? "Link to this line (its variations are in the PGN)" : "Link")),
        button("Copy position", () => void copy(game.position?.position ?? "", "Position")),
        button("Copy PGN", () => void this.#pgn()),
        button("Load…", () => this.load())),
      this.#rules(),
    ];
  }

  /** Updates the panel. */
  update() {
    const { game, catalog } = this;
    const parts = this.#parts;
    const { position, page } = game;
    if (!parts || !position) return;
    /** @type {[string, string][]} */
    const agents = [["", "You"], ...catalog.opponents.map(({ agent, title }) => /** @type {[string, string]} */ ([agent, title])), [OTHER, "Other agent…"]];
    for (const side of SIDES) {
      const value = page[side];
      const isTyped = this.#typing[side] || !agents.some(([agent]) => agent === value);
      choose(parts[side], agents, isTyped ? OTHER : value);
      parts.typed[side].hidden = !isTyped;
      const input = parts.typed[side].querySelector("input");
      if (input && document.activeElement !== input && input.getAttribute("aria-invalid") !== "true") input.value = value || input.value;
    }
    /** @type {[string, string][]} */
    const boards = catalog.boards.map((board) => [board, sized(board)]);
    if (!catalog.boards.includes(page.start)) boards.push([page.start, sized(page.start)]);
    choose(parts.board, [...boards, [EDIT, "Edit board…"], [OTHER, "Other board…"]], page.start);
    const times = TIMES.includes(page.time) ? TIMES : [...TIMES, page.time];
    choose(parts.time, times.map((time) => [time, time.replace(/(\d)(ms|s|min)$/, "$1 $2")]), page.time);
    parts.hint.disabled = game.mover !== "" || position.winner !== null;
    parts.move.hidden = !this.isWaiting;
    parts.move.textContent = `Let ${name(position.to_move)} move`;
    this.#moves.update();
  }

  /** Lets the agent move from here. */
  async #go() {
    this.#failed = "";
    await this.#move();
  }

  #begin() {
    this.#seed = Math.floor(Math.random() * 1e9);
    this.#failed = "";
    void this.game.begin(this.game.page.start);
  }

  /**
   * Returns a box for the text of an agent.
   * @param {Color} side
   */
  #typed(side) {
    const input = h("input", { type: "text", value: "alphabeta(\"n - 2*n'\", depth=4)", spellcheck: false, "aria-label": `${name(side)}'s agent`, class: "code" });
    const answer = h("pre", { class: "answer", "aria-live": "polite" });
    input.addEventListener("change", async () => {
      try {
        const { agent, error } = /** @type {{agent?: string, error?: import("./types.js").Problem}} */ (await get("/check", { agent: input.value }));
        answer.textContent = error ? `${error.picture ? `${error.picture}\n` : ""}${error.message}` : "";
        input.setAttribute("aria-invalid", String(Boolean(error)));
        if (agent) await this.game.change({ [side]: agent });
      } catch (error) {
        answer.textContent = error instanceof Error ? error.message : String(error);
      }
    });
    return h("div", { class: "typed", hidden: true }, h("label", { class: "field" }, h("span", {}, `${name(side)}'s agent (press Enter)`), input), answer);
  }

  /** Opens the board editor with the shown position. */
  edit() {
    const { game } = this;
    openEditor(game.position?.position ?? game.page.start, (notation) => void game.begin(notation));
  }

  /**
   * Opens a dialog to load a game.
   * @param {string} [given]
   * @param {string} [title]
   * @param {string} [words]
   */
  load(given = "", title = "Load", words = "Enter a board size, a position, moves after it, or games as PGN or JSON lines:") {
    const area = h("textarea", { rows: 8, spellcheck: false, class: "code", "aria-label": title, placeholder: "7x7 moves d4 b3 f5" });
    area.value = given;
    const file = h("input", { type: "file", accept: ".pgn,.txt,.jsonl", "aria-label": "File of games" });
    file.addEventListener("change", async () => { area.value = (await file.files?.[0]?.text()) ?? ""; });
    const answer = h("p", { class: "answer", role: "alert" });
    const list = h("div", { class: "choices" });
    const open = async () => {
      try {
        const { games, error } = /** @type {{games?: import("./types.js").Game[], error?: import("./types.js").Problem}} */ (await post("/games", area.value));
        answer.textContent = error?.message ?? "";
        if (!games) return;
        if (games.length === 1) return take(games[0]);
        answer.textContent = `${games.length} games: choose one`;
        list.replaceChildren(...games.map((game, at) => button(`${at + 1}. ${game.white ?? "?"} – ${game.black ?? "?"}, ${game.moves.length} plies`, () => take(game))));
      } catch (error) {
        answer.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    /** @param {import("./types.js").Game} game */
    const take = (game) => {
      box.close();
      const { start, moves, white, black } = game;
      const tree = game.tree ? MoveTree.parse(game.tree) : MoveTree.line(moves);
      // No agent moves at once in a loaded game.
      const players = moves.length ? { white: "", black: "" } : {};
      void this.game.change({ start, tree, moves, ply: moves.length, names: [white ?? "", black ?? ""], ...players }, true);
    };
    const box = dialog(title, h("p", {}, words), area, file, answer, list, h("p", { class: "row" }, button("Open", () => void open(), { class: "primary" })));
    area.focus();
  }

  async #pgn() {
    const { page } = this.game;
    try {
      const [white, black] = SIDES.map((side, at) => page.names[at] || page[side] || "Person");
      const body = JSON.stringify({ start: page.start, tree: page.tree.toString(), white, black });
      const { pgn } = /** @type {{pgn: string}} */ (await post("/pgn", body));
      await copy(pgn, "PGN");
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  }

  #rules() {
    return h("details", {}, h("summary", {}, "Rules and keys"),
      h("p", {}, "White, then Black, places a knight on any open square. After that a move is a chess knight's move to an open square. Visited squares stay blocked. A player who cannot move loses."),
      h("p", {}, "Click a square with a dot, or drag the knight. Draw arrows and circles with the right mouse button; shift, ctrl and alt change the colour, and a finger that rests draws a circle. A click on a square without a dot clears them. Keys on the board: arrows move between squares, n and p go to the next and previous legal square, Enter plays. Elsewhere: ← and → step through the game, ↑ and ↓ change the variation, u takes back, r plays it again, f flips the board."),
      h("p", {}, "Another move than the next one opens a variation. Right-click a move in the list, hold it, or choose ⋯, to comment it, mark it, delete it, or make it the main line."));
  }
}

/** Formats a board size. @param {string} start */
function sized(start) {
  const size = start.match(/^(\d+)x(\d+)$/);
  return size ? `${size[1]} × ${size[2]}` : "custom position";
}
