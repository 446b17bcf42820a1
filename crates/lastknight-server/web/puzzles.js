// The view "Puzzles": one move wins, and the page knows which.

import { get } from "./api.js";
import { button, choice, choose, copy, h, notify, replace, replaceIfChanged } from "./dom.js";
import { Exercise, pause } from "./exercise.js";
import { name } from "./moves.js";
import { isAnimated } from "./preferences.js";
import { idOf, isDate, LEVELS, PuzzleBook, today } from "./puzzle-book.js";
import { PuzzleRecord } from "./puzzle-record.js";
import { depthWords, reasons, shared } from "./puzzle-words.js";
import * as sounds from "./sounds.js";
import { bestMove, other } from "./verdict.js";

/** @typedef {import("./puzzle-book.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle-book.js").Level} Level */
/** @typedef {import("./types.js").Position} Position */

/** The moves of one's own until a puzzle counts as solved. */
const OWN_MOVES = 3;

/** The most plies of a line that is shown. */
const LINE = 24;

/** Between two moves that the page plays, in milliseconds. */
const STEP = 650;

/** @typedef {import("./puzzle-record.js").Outcome} Outcome */

export class Puzzles {
  exercise = new Exercise();
  /** @type {PuzzleBook | null} */
  #book = null;
  #record = new PuzzleRecord();
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The date if it is the puzzle of a day. */
  #date = "";
  /** What the address named when the puzzle was opened. */
  #opened = "";
  /** "failed" if there is no puzzle to show. @type {"loading" | "failed" | "asking" | "waiting" | "wrong" | "solved"} */
  #phase = "loading";
  /** Moves that were wrong, while the first move is asked. @type {Set<string>} */
  #wrong = new Set();
  #tries = 0;
  #hints = 0;
  /** @type {Outcome | null} */
  #outcome = null;
  /** Which moves win, after the first. @type {Map<string, boolean>} */
  #verdicts = new Map();
  #why = "";
  #words = "";
  /** The best moves after the puzzle. @type {string[]} */
  #rest = [];
  #change = 0;
  /** @type {{task: HTMLElement, words: HTMLElement, why: HTMLElement, buttons: HTMLElement, level: HTMLElement, numbers: HTMLElement} | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {() => void} changed
   */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
  }

  panel() {
    const level = choice("Difficulty", [["", "near my rating"], ...LEVELS.map((name) => /** @type {[string, string]} */ ([name, name]))], this.#record.stored.level, (value) => {
      this.#record.choose(/** @type {Level | ""} */ (value));
      this.#next();
    });
    this.#parts = {
      task: h("div", { class: "task" }), words: h("p", { class: "feedback" }), why: h("p", { class: "why" }),
      buttons: h("div", { class: "row" }), level, numbers: h("div", { class: "numbers" }),
    };
    const { task, words, why, buttons, numbers } = this.#parts;
    return [
      h("h2", {}, "Puzzles"),
      task, words, why, buttons,
      h("h3", {}, "Another puzzle"),
      h("div", { class: "fields" }, level),
      h("div", { class: "row" }, button("Next puzzle", () => this.#next()), button("Puzzle of the day", () => this.#go("daily")),
        button("New, generated here", () => void this.#generate())),
      h("h3", {}, "You"),
      numbers,
    ];
  }

  onPosition() {
    const { puzzle } = this.game.page;
    if (this.#puzzle && puzzle === this.#opened) return;
    if (["loading", "failed"].includes(this.#phase) && puzzle === this.#opened && puzzle) return;
    void this.#open(puzzle);
  }

  end() {
    this.exercise.end();
    this.exercise.signal = AbortSignal.abort();
    // The puzzle is asked again when the view is opened again.
    this.#opened = "";
    this.#puzzle = null;
    this.#phase = "loading";
  }

  /** Opens a puzzle through the address, so that Back leads to the last one. @param {string} puzzle */
  #go(puzzle) {
    if (puzzle === this.game.page.puzzle) void this.#open(puzzle);
    else void this.game.change({ puzzle }, true);
  }

  /** Loads the book when it is needed first. */
  async #loaded() {
    if (this.#book) return this.#book;
    const response = await fetch(new URL("puzzles.json", import.meta.url));
    if (!response.ok) throw new Error(`the puzzles cannot be loaded: status ${response.status}`);
    this.#book = new PuzzleBook(await response.json());
    return this.#book;
  }

  /** Opens what the address names: a puzzle, a date, `daily`, a position, or nothing. @param {string} asked */
  async #open(asked) {
    [this.#opened, this.#phase, this.#words] = [asked, "loading", "Loading…"];
    const signal = this.exercise.restart();
    this.changed();
    try {
      const book = await this.#loaded();
      signal.throwIfAborted();
      const now = today(new Date());
      this.#date = asked === "daily" || (!asked && !this.#record.stored.days[now]) ? now : isDate(asked) ? asked : "";
      const puzzle = this.#date ? book.daily(this.#date) : asked ? book.find(asked) ?? (await this.#graded(asked, signal)) : this.#pick(book);
      this.#puzzle = puzzle;
      if (!asked) {
        // The address names what is shown, without a step of its own.
        this.#opened = this.#date ? "daily" : puzzle.id;
        void this.game.change({ puzzle: this.#opened });
      }
      [this.#tries, this.#hints, this.#outcome, this.#why, this.#rest] = [0, 0, null, "", []];
      this.#wrong.clear();
      await this.#ask();
    } catch (error) {
      if (signal.aborted) return;
      [this.#phase, this.#words] = ["failed", error instanceof Error ? error.message : String(error)];
      this.changed();
    }
  }

  /** Grades a position of a link. @param {string} at @param {AbortSignal} signal @returns {Promise<Puzzle>} */
  async #graded(at, signal) {
    if (!at.includes("/")) throw new Error(`There is no puzzle named ${at.length > 60 ? `${at.slice(0, 60)}…` : `${at}.`}`);
    const found = /** @type {any} */ (await get("/puzzle", { at }, signal));
    if (found.error) throw new Error("This link has no puzzle: in its position there is not exactly one move that is proved to win.");
    return { ...found, id: idOf(found.position), isNew: true };
  }

  /** @param {PuzzleBook} book */
  #pick(book) {
    const { level, rating, done } = this.#record.stored;
    return book.next(level, rating.rating, (id) => id in done || id === this.#puzzle?.id, Math.random);
  }

  #next() {
    if (this.#book) this.#go(this.#pick(this.#book).id);
  }

  /** Finds a new puzzle. */
  async #generate() {
    const signal = this.exercise.restart();
    [this.#phase, this.#words] = ["loading", "Looking for a puzzle…"];
    this.changed();
    try {
      const level = this.#record.stored.level || undefined;
      const boards = ["5x5", "6x6", "7x7", "7x7", "8x8"];
      const board = boards[Math.floor(Math.random() * boards.length)];
      const found = /** @type {any} */ (await get("/puzzle", { board, level, seed: Math.floor(Math.random() * 2 ** 40) }, signal));
      if (found.error) throw new Error(found.error.message);
      this.#go(found.position);
    } catch (error) {
      if (signal.aborted) return;
      notify(error instanceof Error ? error.message : String(error));
      void this.#open(this.#opened);
    }
  }

  /** Shows the position and asks for the move. */
  async #ask() {
    const puzzle = /** @type {Puzzle} */ (this.#puzzle);
    const position = await this.exercise.show(puzzle.position, []);
    this.#phase = "asking";
    this.#words = `${name(position.to_move)} to move: find the only winning move.`;
    this.changed();
  }

  /** @param {string} square */
  async choose(square) {
    const { exercise } = this;
    const puzzle = this.#puzzle;
    if (this.#phase !== "asking" || !puzzle || !exercise.position?.moves.includes(square)) return;
    const isFirst = !exercise.moves.length;
    const isRight = isFirst ? square === puzzle.best : this.#verdicts.get(square) === true;
    this.#phase = "waiting";
    const { signal } = exercise;
    try {
      await exercise.play(square);
      if (isRight) await this.#right();
      else await this.#refute(square, isFirst);
    } catch (error) {
      if (signal.aborted) return;
      this.#words = error instanceof Error ? error.message : String(error);
      this.#phase = "wrong";
      this.changed();
    }
  }

  /** A right move: the opponent holds out as long as it can. */
  async #right() {
    const { exercise } = this;
    const isOver = () => exercise.position?.winner != null;
    const owned = Math.ceil(exercise.moves.length / 2);
    sounds.play("right");
    this.#why = "";
    if (isOver() || owned >= OWN_MOVES) return this.#solved();
    this.#words = `${exercise.moves.at(-1)} is right.`;
    this.changed();
    const reply = bestMove(await exercise.solution());
    await pause(this.#step, exercise.signal);
    if (!reply) return this.#solved();
    const position = await exercise.play(reply);
    const { moves } = await exercise.solution();
    this.#verdicts = new Map(moves.map(({ to, wins }) => [to, wins === true]));
    // Where every move wins there is nothing left to find.
    if (moves.every(({ wins }) => wins)) return this.#solved();
    this.#phase = "asking";
    this.#words = `${this.#words} ${name(other(position.to_move))} answers ${reply}. Go on.`;
    this.changed();
  }

  get #step() {
    return isAnimated() ? STEP : STEP / 2;
  }

  async #solved() {
    const { exercise } = this;
    this.#finish(this.#tries ? "late" : this.#hints ? "hint" : "first");
    this.#phase = "solved";
    const isOver = exercise.position?.winner != null;
    this.#words = `Solved${this.#tries ? "" : this.#hints ? " with a hint" : " at the first try"}!${isOver ? "" : " The rest is forced:"}`;
    this.changed();
    this.#rest = await exercise.line(LINE);
    this.changed();
  }

  /**
   * A wrong move: the solver plays it out.
   * @param {string} square
   * @param {boolean} isFirst
   */
  async #refute(square, isFirst) {
    const { exercise } = this;
    sounds.play("wrong");
    this.#tries += 1;
    if (isFirst) this.#wrong.add(square);
    if (!this.#outcome) this.#finish("late");
    const loser = other(/** @type {Position} */ (exercise.position).to_move);
    this.#words = `${square} loses. ${name(other(loser))} shows why…`;
    this.#phase = "wrong";
    this.changed();
    const line = await exercise.line(LINE);
    for (const to of line) {
      await pause(this.#step, exercise.signal);
      await exercise.play(to);
      this.changed();
    }
    const isOver = exercise.position?.winner != null;
    this.#words = `${square} loses: ${isOver ? `after ${line.join(" ") || "it"} ${name(loser)} cannot move.` : `${name(other(loser))} plays ${line.slice(0, 3).join(" ")}…`}`;
    this.changed();
  }

  /** Stores the outcome of the first attempt, which alone counts. @param {Outcome} outcome */
  #finish(outcome) {
    if (this.#outcome || !this.#puzzle) return;
    this.#outcome = outcome;
    this.#change = this.#record.add(this.#puzzle, outcome, this.#date);
  }

  /** Starts again after a wrong move. */
  async #retry() {
    this.exercise.restart();
    await this.#ask().catch(() => {});
  }

  /** The first hint names candidates, the second says why. */
  async #hint() {
    const { exercise } = this;
    const puzzle = this.#puzzle;
    const before = exercise.position;
    if (!puzzle || !before || exercise.moves.length) return;
    this.#hints = Math.min(this.#hints + 1, 2);
    if (this.#hints === 2) {
      const after = /** @type {Position} */ (await get("/position", { at: `${puzzle.position} moves ${puzzle.best}` }));
      this.#why = reasons(before, after, puzzle.best).join(" ");
    }
    this.changed();
  }

  /** Shows the answer. */
  async #answer() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    this.#finish("shown");
    const signal = this.exercise.restart();
    try {
      await this.exercise.show(puzzle.position, [puzzle.best]);
      this.#phase = "solved";
      this.#words = `${puzzle.best} is the only move that wins. The best play of both after it:`;
      this.changed();
      this.#rest = await this.exercise.line(LINE);
      this.changed();
    } catch (error) {
      if (!signal.aborted) notify(String(error));
    }
  }

  /** Plays the rest on the board. */
  async #playOut() {
    const { exercise } = this;
    const rest = this.#rest;
    this.#rest = [];
    try {
      for (const to of rest) {
        await exercise.play(to);
        this.changed();
        await pause(this.#step, exercise.signal);
      }
      const { winner } = /** @type {Position} */ (exercise.position);
      this.#words = winner ? `${name(other(winner))} cannot move: ${name(winner)} has won.` : this.#words;
      this.changed();
    } catch {
      // Another puzzle was opened.
    }
  }

  async #share() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const link = new URL(location.href);
    link.search = `?view=puzzles&puzzle=${this.#date || (puzzle.isNew ? encodeURIComponent(puzzle.position).replaceAll("%2F", "/").replaceAll("%20", "+") : puzzle.id)}`;
    link.hash = "";
    await copy(shared(this.#date, puzzle, this.#date ? this.#record.stored.days[this.#date] ?? this.#outcome : this.#outcome, link.href), "Result");
  }

  /** @returns {import("./exercise.js").Scene | null} */
  scene() {
    const { exercise } = this;
    const { position } = exercise;
    if (!position) return null;
    const isAsking = this.#phase === "asking";
    const board = exercise.state(isAsking);
    /** @type {Map<string, import("./board.js").Mark>} */
    const marks = new Map();
    if (isAsking && !exercise.moves.length) {
      for (const square of this.#hints ? this.#candidates(position) : []) marks.set(square, { text: "?", kind: "note", about: "candidate" });
      for (const square of this.#wrong) marks.set(square, { text: "✗", kind: "lost", about: "loses" });
    }
    const sign = this.#phase === "solved" ? "✓ " : this.#phase === "wrong" ? "✗ " : "";
    return { position, names: ["", ""], status: sign + this.#words, board: { ...board, marks } };
  }

  /** About half of the moves, the winning one among them. @param {Position} position */
  #candidates(position) {
    const best = /** @type {Puzzle} */ (this.#puzzle).best;
    const others = position.moves.filter((move) => move !== best && !this.#wrong.has(move));
    others.sort((a, b) => (idOf(position.position + a) < idOf(position.position + b) ? -1 : 1));
    const kept = others.slice(0, Math.max(Math.ceil(position.moves.length / 2) - 1, 1));
    return [best, ...kept];
  }

  decorations() {
    return {};
  }

  update() {
    const parts = this.#parts;
    const puzzle = this.#puzzle;
    if (!parts) return;
    const { rating, streak, longest, done, level } = this.#record.stored;
    const isOpen = puzzle !== null && this.#phase !== "loading" && this.#phase !== "failed";
    choose(parts.level, [["", "near my rating"], ...LEVELS.map((name) => /** @type {[string, string]} */ ([name, name]))], level);
    const title = this.#date ? `Puzzle of the day, ${this.#date}` : puzzle?.isNew ? "New puzzle" : `Puzzle ${puzzle?.id ?? ""}`;
    replaceIfChanged(parts.task, JSON.stringify([title, isOpen, puzzle?.id]), () => (puzzle && isOpen
      ? [h("h3", {}, title), h("p", { class: "quiet" }, `${puzzle.level}, rated ${puzzle.rating}: ${depthWords(puzzle)}`)] : []));
    if (parts.words.textContent !== this.#words) parts.words.textContent = this.#words;
    parts.words.className = `feedback ${this.#phase === "solved" ? "won" : this.#phase === "wrong" ? "lost" : this.#phase === "failed" ? "failed" : ""}`;
    const rest = this.#phase === "solved" ? this.#rest.join(" ") : "";
    parts.why.textContent = rest || this.#why;
    const key = [this.#phase, this.#hints, this.exercise.moves.length > 0, Boolean(rest), puzzle?.id];
    if (parts.buttons.dataset.shown !== JSON.stringify(key)) {
      parts.buttons.dataset.shown = JSON.stringify(key);
      replace(parts.buttons, this.#buttons(Boolean(rest)));
    }
    const change = this.#outcome && this.#change ? ` (${this.#change > 0 ? "+" : "\u2212"}${Math.abs(this.#change)})` : "";
    const items = [["Rating", `${Math.round(rating.rating)} ± ${Math.round(2 * rating.deviation)}${change}`], ["In a row", `${streak}, longest ${longest}`], ["Solved", `${this.#record.solved} of ${Object.keys(done).length} tried`]];
    replaceIfChanged(parts.numbers, JSON.stringify(items), () => [
      h("dl", {}, ...items.flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)])),
      h("p", { class: "quiet" }, "Only the first try at each puzzle counts. With a hint it counts half. Stored in this browser only."),
    ]);
  }

  /** @param {boolean} hasRest */
  #buttons(hasRest) {
    const primary = { class: "primary" };
    switch (this.#phase) {
      case "asking":
        return this.exercise.moves.length ? [] : [
          button(this.#hints ? "Another hint" : "Hint", () => void this.#hint(), { "data-key": "hint", disabled: this.#hints > 1 }),
          button("Show the answer", () => void this.#answer()),
        ];
      case "wrong":
        return [button("Try again", () => void this.#retry(), primary), button("Show the answer", () => void this.#answer())];
      case "solved":
        return [button("Next", () => this.#next(), primary), ...(hasRest ? [button("Play it out", () => void this.#playOut())] : []), button("Share", () => void this.#share()),
          button("Analyse", () => void this.game.change({ start: /** @type {Puzzle} */ (this.#puzzle).position, moves: [], ply: 0, view: "analyse", white: "", black: "", names: ["", ""] }, true))];
      default:
        return [];
    }
  }
}
