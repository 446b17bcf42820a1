// The view "Learn": lessons step by step, with tasks that the page checks.

import { button, h, notify, replaceIfChanged } from "./dom.js";
import { Exercise } from "./exercise.js";
import { flips, wilson } from "./interval.js";
import { isRight, LESSONS, split } from "./lessons.js";
import { load, save } from "./progress.js";
import * as sounds from "./sounds.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./lessons.js").Step} Step */
/** @typedef {import("./lessons.js").Task} Task */

/** The games of a match of equal players. */
const GAMES = 40;

/** The score of the agent whose interval is shown, and the most games. */
const SCORE = 0.58;
const MOST_GAMES = 400;

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)}`;

export class Learn {
  exercise = new Exercise();
  #stored = load("lessons", { done: /** @type {Record<string, number>} */ ({}) });
  /** @type {Lesson | null} */
  #lesson = null;
  #step = 0;
  /** "asking" until the task is done. @type {"loading" | "asking" | "waiting" | "done"} */
  #phase = "loading";
  #words = "";
  #isWrong = false;
  /** The wins of coin flip matches. @type {number[]} */
  #matches = [];
  #games = GAMES;
  /** @type {{list: HTMLElement, body: HTMLElement, words: HTMLElement, buttons: HTMLElement} | null} */
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
    this.#parts = { list: h("ol", { class: "lessons" }), body: h("div", { class: "lesson" }), words: h("p", { class: "feedback" }), buttons: h("div", { class: "row" }) };
    const { list, body, words, buttons } = this.#parts;
    return [body, words, buttons, h("h3", {}, "All lessons"), list];
  }

  onPosition() {
    const { lesson } = this.game.page;
    const wanted = LESSONS.find(({ id }) => id === lesson) ?? LESSONS.find(({ id, steps }) => (this.#stored.done[id] ?? 0) < steps.length) ?? LESSONS[0];
    if (wanted === this.#lesson) return;
    this.#lesson = wanted;
    const done = this.#stored.done[wanted.id] ?? 0;
    if (lesson !== wanted.id) void this.game.change({ lesson: wanted.id });
    void this.#show(done < wanted.steps.length ? done : 0);
  }

  end() {
    this.exercise.end();
    this.exercise.signal = AbortSignal.abort();
    this.#lesson = null;
    this.#phase = "loading";
    delete document.body.dataset.board;
  }

  /** @returns {Step | null} */
  get #now() {
    return this.#lesson?.steps[this.#step] ?? null;
  }

  /** Shows a step. @param {number} step */
  async #show(step) {
    [this.#step, this.#phase, this.#words, this.#isWrong] = [step, "loading", "", false];
    const signal = this.exercise.restart();
    try {
      await this.exercise.show(...split(/** @type {Step} */ (this.#now).at));
      this.#phase = "asking";
    } catch (error) {
      if (signal.aborted) return;
      this.#words = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  /** @param {string} square */
  async choose(square) {
    const { exercise } = this;
    const task = this.#now?.task;
    if (this.#phase !== "asking" || task?.kind !== "move") return;
    const { signal } = exercise;
    this.#phase = "waiting";
    try {
      const right = task.right === "wins" ? await this.#wins(square) : task.right === "any" || task.right.includes(square);
      await exercise.play(square);
      if (right) return this.#done();
      this.#failed(`${square}: ${task.wrong ?? "not that one."}`);
    } catch (error) {
      if (signal.aborted) return;
      notify(error instanceof Error ? error.message : String(error));
      this.#phase = "asking";
      this.changed();
    }
  }

  /** Whether a move wins, proved. @param {string} square */
  async #wins(square) {
    const { moves } = await this.exercise.solution();
    return moves.find(({ to }) => to === square)?.wins === true;
  }

  #done() {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    sounds.play("right");
    [this.#phase, this.#isWrong, this.#words] = ["done", false, this.#now?.done ?? "Right."];
    this.#stored.done[lesson.id] = Math.max(this.#stored.done[lesson.id] ?? 0, this.#step + 1);
    save("lessons", this.#stored);
    this.changed();
  }

  /** @param {string} words */
  #failed(words) {
    sounds.play("wrong");
    [this.#words, this.#isWrong] = [words, true];
    // A move stays on the board until the user tries again.
    if (this.#now?.task?.kind !== "move") this.#phase = "asking";
    this.changed();
  }

  /** @param {number} answer */
  #answer(answer) {
    const task = this.#now?.task;
    if (!task || this.#phase !== "asking") return;
    if (isRight(task, answer)) this.#done();
    else this.#failed(("wrong" in task && task.wrong) || "Not quite.");
  }

  /** @param {number} step */
  #turn(step) {
    const at = LESSONS.indexOf(/** @type {Lesson} */ (this.#lesson));
    const steps = this.#lesson?.steps.length ?? 0;
    const next = this.#step + step;
    if (next >= 0 && next < steps) return void this.#show(next);
    const lesson = LESSONS[at + step];
    if (lesson) void this.game.change({ lesson: lesson.id }, true);
  }

  /** @returns {import("./exercise.js").Scene | null} */
  scene() {
    const { exercise } = this;
    const { position } = exercise;
    const step = this.#now;
    if (!position || !step) return null;
    const isAsking = this.#phase === "asking" && step.task?.kind === "move";
    const isFirst = exercise.at === step.at;
    /** @type {Map<string, import("./board.js").Mark>} */
    const marks = new Map(Object.entries(isFirst ? step.marks ?? {} : {}).map(([square, text]) => [square, { text, kind: "value", about: `worth ${text}` }]));
    const arrows = isFirst ? (step.arrows ?? []).map(({ from, to, side }) => ({ from, to, kind: `${side} step-0` })) : [];
    /** @type {Map<string, string>} */
    const tints = new Map();
    if (step.reach && isFirst) {
      const { white, black } = position.targets;
      for (const square of [...white, ...black]) tints.set(square, white.includes(square) && black.includes(square) ? "both" : white.includes(square) ? "white" : "black");
    }
    const ask = step.task?.kind === "move" ? step.text.at(-1) ?? "" : "";
    const status = this.#phase === "done" ? `✓ ${this.#words}` : this.#isWrong ? `✗ ${this.#words}` : ask;
    return {
      position, names: ["", ""], status,
      board: { ...exercise.state(isAsking), marks, arrows, tints, words: { white: "White can go there", black: "Black can go there", both: "both can go there" } },
    };
  }

  decorations() {
    return {};
  }

  update() {
    const parts = this.#parts;
    const lesson = this.#lesson;
    const step = this.#now;
    if (!parts || !lesson || !step) return;
    // Then the status below the board does not say it.
    parts.words.setAttribute("aria-live", lesson.isBoardless ? "polite" : "off");
    if (lesson.isBoardless) document.body.dataset.board = "none";
    else delete document.body.dataset.board;
    replaceIfChanged(parts.body, JSON.stringify([lesson.id, this.#step, this.#phase === "loading", this.#phase === "done", this.#matches, this.#games]), () => [
      h("h2", {}, lesson.title),
      h("p", { class: "quiet" }, `Lesson ${LESSONS.indexOf(lesson) + 1} of ${LESSONS.length}, step ${this.#step + 1} of ${lesson.steps.length}`),
      ...step.text.map((text, at) => h("p", at === step.text.length - 1 && step.task ? { class: "ask" } : {}, text)),
      ...(step.table ? [table(step.table)] : []),
      ...this.#inputs(step.task),
    ]);
    if (parts.words.textContent !== this.#words) parts.words.textContent = this.#words;
    parts.words.className = `feedback ${this.#phase === "done" ? "won" : this.#isWrong ? "lost" : ""}`;
    const isLast = this.#step === lesson.steps.length - 1;
    const at = LESSONS.indexOf(lesson);
    const isStart = at === 0 && this.#step === 0;
    const isEnd = isLast && at === LESSONS.length - 1;
    replaceIfChanged(parts.buttons, JSON.stringify([lesson.id, this.#step, this.#phase, this.#isWrong]), () => [
      button("Back", () => this.#turn(-1), isStart ? { disabled: true } : {}),
      ...(this.#isWrong && step.task?.kind === "move" ? [button("Try again", () => void this.#show(this.#step), { class: "primary" })] : []),
      ...(isEnd ? [] : [button(isLast ? "Next lesson" : "Next", () => this.#turn(1), { class: this.#phase === "done" ? "primary" : null, "data-key": "next" })]),
      ...(isEnd && this.#phase === "done" ? [button("Solve puzzles", () => void this.game.change({ view: "puzzles" }, true), { class: "primary" })] : []),
    ]);
    const { done } = this.#stored;
    replaceIfChanged(parts.list, JSON.stringify([lesson.id, done]), () => LESSONS.map(({ id, title, about, steps }) => {
      const count = Math.min(done[id] ?? 0, steps.length);
      const sign = count === steps.length ? "✓" : count ? `${count}/${steps.length}` : "";
      const open = () => void this.game.change({ lesson: id }, true);
      return h("li", {}, button("", open, { "aria-current": id === lesson.id ? "step" : null, "aria-label": `${title}${count === steps.length ? ", done" : ""}` }),
        h("span", { class: "about", "aria-hidden": "true" }, h("strong", {}, title), about), h("span", { class: "sign-done", "aria-hidden": "true" }, sign));
    }));
  }

  /** Returns what a task is answered with. @param {Task | undefined} task */
  #inputs(task) {
    const isDone = this.#phase === "done";
    if (task?.kind === "choice") {
      return [h("div", { class: "options-list" }, ...task.options.map((option, at) => button(option, () => this.#answer(at), isDone ? { disabled: true, class: at === task.right ? "right" : null } : {})))];
    }
    if (task?.kind === "number") {
      const input = h("input", { type: "number", step: 1, "aria-label": task.label, disabled: isDone, inputmode: "numeric" });
      if (isDone) input.value = String(task.right);
      const form = h("form", { class: "row answer-form", submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (input.value.trim()) this.#answer(Number(input.value));
      } }, h("label", { class: "field" }, h("span", {}, task.label), input), h("button", { type: "submit", disabled: isDone }, "Check"));
      return [form];
    }
    if (task?.kind === "flips") return [this.#experiment(task.matches)];
    if (task?.kind === "slider") return [this.#slider()];
    return [];
  }

  /** Matches of coin flips. @param {number} matches */
  #experiment(matches) {
    const play = () => {
      this.#matches = [...this.#matches, flips(GAMES, Math.random)].slice(-12);
      if (this.#matches.length >= matches && this.#phase === "asking") this.#done();
      this.changed();
    };
    const rows = this.#matches.map((wins) => {
      const [low, high] = wilson(wins, GAMES);
      return h("div", { class: "match" }, h("span", { class: "number" }, `${wins} : ${GAMES - wins}`), bar(wins / GAMES, low, high),
        h("span", { class: "number" }, `${percent(wins / GAMES)} % (${percent(low)}\u2013${percent(high)})`));
    });
    return h("div", { class: "experiment" }, button("Play 40 games", play, { class: "primary" }), ...rows);
  }

  #slider() {
    const words = h("p", { class: "number" });
    const line = h("div", {});
    const input = h("input", { type: "range", min: 10, max: MOST_GAMES, step: 10, "aria-label": "Games" });
    input.value = String(this.#games);
    const show = () => {
      const games = Number(input.value);
      const [low, high] = wilson(SCORE * games, games);
      words.textContent = `${games} games: 58 % (${percent(low)}\u2013${percent(high)})`;
      line.replaceChildren(bar(SCORE, low, high));
      return low > 0.5;
    };
    input.addEventListener("input", () => show());
    input.addEventListener("change", () => {
      const isOut = show();
      this.#games = Number(input.value);
      if (isOut && this.#phase === "asking") this.#done();
    });
    show();
    return h("div", { class: "experiment" }, input, line, words);
  }
}

/** An interval around a share, with a line at one half. @param {number} share @param {number} low @param {number} high */
function bar(share, low, high) {
  const range = h("span", { class: "range" });
  range.style.left = `${100 * low}%`;
  range.style.width = `${100 * (high - low)}%`;
  const point = h("span", { class: "point" });
  point.style.left = `${100 * share}%`;
  return h("span", { class: low > 0.5 || high < 0.5 ? "bar-line apart" : "bar-line", "aria-hidden": "true" }, h("span", { class: "half" }), range, point);
}

/** @param {{head: string[], rows: string[][]}} of */
function table({ head, rows }) {
  return h("table", { class: "replies" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((text) => h("td", {}, text))))));
}
