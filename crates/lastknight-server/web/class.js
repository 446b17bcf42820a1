// The class: a student's entry, the standings of the ladder, and what the teacher sees and does.

import { get, LatestRequest, post, remove } from "./api.js";
import { isActive, moment, teacherPanel } from "./class-teacher.js";
import { button, grouped, h, notify, replaceIfChanged, shown } from "./dom.js";

/** @typedef {import("./types.js").ClassInfo} ClassInfo */
/** @typedef {import("./types.js").ClassEntry} ClassEntry */
/** @typedef {import("./types.js").ClassStandings} ClassStandings */
/** @typedef {import("./types.js").ClassStudents} ClassStudents */
/** @typedef {import("./types.js").HeuristicMove} HeuristicMove */
/** @typedef {import("./types.js").Job} Job */
/** @typedef {{about: HTMLElement, answer: HTMLElement, mine: HTMLElement, history: HTMLElement, table: HTMLElement, teacher: HTMLElement}} Parts */

/** How often the standings are read again, in milliseconds: while games are played, and otherwise. */
const PLAYING = 3000;
const RESTING = 15000;

/** How long typing pauses before the text is checked, in milliseconds. */
const TYPING = 200;

export class Class {
  /** @type {ClassInfo} */
  #info;
  /** @type {ClassEntry | null} */
  #entry = null;
  /** @type {ClassStandings | null} */
  #standings = null;
  /** @type {ClassStudents | null} */
  #students = null;
  /** @type {Job[]} */
  #jobs = [];
  /** The text in the field, which survives a change of view. @type {string | null} */
  #text = null;
  /** What the text plays on the board. @type {HeuristicMove | null} */
  #preview = null;
  #checking = new LatestRequest();
  #timer = 0;
  #typing = 0;
  /** @type {Parts | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {ClassInfo} info
   * @param {() => void} changed
   */
  constructor(game, info, changed) {
    this.game = game;
    this.#info = info;
    this.changed = changed;
  }

  onPosition() {
    if (this.#info.role === "student" && this.#parts) void this.#check();
  }

  end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#typing);
    this.#checking.end();
    this.#parts = null;
  }

  update() {}

  decorations() {
    const { position } = this.game;
    const from = position?.[position.to_move];
    const to = this.#preview?.best;
    const arrows = to && from ? [{ from, to, kind: `${position.to_move} step-0` }] : [];
    return { marks: new Map(), arrows, tints: new Map(to ? [[to, "chosen"]] : []), words: { chosen: "your entry's choice" } };
  }

  panel() {
    const { role } = this.#info;
    const part = () => h("div", {});
    const answer = h("pre", { class: "answer", id: "entry-answer", "aria-live": "polite" });
    this.#parts = { about: part(), answer, mine: h("p", { role: "status" }), history: part(), table: part(), teacher: part() };
    const { about, table, teacher } = this.#parts;
    void this.#read();
    return [
      h("div", { class: "class" },
        h("div", { class: "row spread" }, h("h2", {}, this.#info.title), button("Log out", () => void this.#leave(), { class: "plain" })),
        about,
        ...(role === "student" ? this.#editor() : []),
        h("h3", {}, "Standings"), table, teacher),
    ];
  }

  /** Reads everything, and again after some time. */
  async #read() {
    clearTimeout(this.#timer);
    const { role } = this.#info;
    try {
      [this.#info, this.#standings, this.#entry, this.#students, this.#jobs] = await Promise.all([
        /** @type {Promise<ClassInfo>} */ (get("/class")),
        /** @type {Promise<ClassStandings>} */ (get("/class/standings")),
        /** @type {Promise<ClassEntry | null>} */ (role === "student" ? get("/class/entry") : null),
        /** @type {Promise<ClassStudents | null>} */ (role === "teacher" ? get("/class/students") : null),
        role === "teacher" ? get("/jobs").then(({ jobs }) => jobs) : [],
      ]);
      this.#paint();
    } catch (error) {
      this.#tell(error);
    }
    const time = this.#standings?.job || this.#jobs.some(isActive) ? PLAYING : RESTING;
    if (this.#parts) this.#timer = setTimeout(() => void this.#read(), time);
  }

  /** @param {unknown} error */
  #tell(error) {
    notify(String(error instanceof Error ? error.message : error));
  }

  #paint() {
    const parts = this.#parts;
    if (!parts) return;
    const info = this.#info;
    replaceIfChanged(parts.about, JSON.stringify(info), () => this.#about());
    const { text, problem, history } = this.#entry ?? { text: null, problem: null, history: [] };
    const state = !text ? "You have no entry yet." : problem ? `Your entry cannot play: ${problem}`
      : this.#standings?.waiting.includes(info.name ?? "") ? `Your entry waits for its first game: ${text}` : `Your entry: ${text}`;
    if (info.role === "student" && parts.mine.textContent !== state) parts.mine.textContent = state;
    replaceIfChanged(parts.history, JSON.stringify(history), () => history.length ? [this.#history(history)] : []);
    replaceIfChanged(parts.table, JSON.stringify(this.#standings), () => standingsOf(this.#standings, info.name));
    if (!this.#students) return;
    const [students, jobs] = [this.#students, this.#jobs];
    replaceIfChanged(parts.teacher, JSON.stringify([students, jobs]), () => teacherPanel(students, jobs, {
      run: () => this.#do(() => post("/class/run", "")),
      stop: (id) => this.#do(() => remove(`/jobs/${id}`)),
      first: (id) => this.#do(() => post(`/jobs/${id}/first`, "")),
      withdraw: (name) => this.#do(() => remove(`/class/entry?student=${encodeURIComponent(name)}`)),
    }));
  }

  #about() {
    const info = this.#info;
    const who = info.role === "student" ? `You are ${info.name}.` : info.role === "teacher" ? "You are the teacher." : "";
    const limit = [info.depth && `depth ${info.depth}`, info.nodes && `${grouped(info.nodes)} nodes`].filter(Boolean).join(", ");
    const deadline = info.deadline ? ` ${info.closed ? "The deadline has passed" : "Deadline"}: ${when(info.deadline)}.` : "";
    return [
      h("p", {}, `${who} Entries play ${grouped(info.games)} games on ${info.board} against every other entry and the field, with ${limit} a move.${deadline}`.trim()),
      info.problem ? h("p", { class: "answer wrong", role: "alert" }, `class.toml has a mistake, and the last valid settings hold: ${info.problem}`) : "",
    ];
  }

  /** The field of a student's entry. */
  #editor() {
    const { answer, mine, history } = /** @type {Parts} */ (this.#parts);
    const input = h("textarea", {
      id: "entry", class: "code", rows: 3, spellcheck: false, autocapitalize: "none", maxlength: 4096, placeholder: "n - 2*n'", "aria-describedby": "entry-answer",
    });
    input.value = this.#text ?? "";
    input.addEventListener("input", () => {
      this.#text = input.value;
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => void this.#check(), TYPING);
    });
    // The entry is there to be improved.
    void get("/class/entry").then(({ text }) => {
      if (this.#text !== null || !text) return;
      this.#text = input.value = text;
      void this.#check();
    }).catch(() => {});
    const what = this.#info.agents === "library" ? "A formula, a heuristic or an agent" : "A formula or a heuristic";
    const submit = button("Submit", () => this.#do(async () => {
      this.#entry = await post("/class/entry", JSON.stringify({ text: input.value }));
      notify("Submitted: the ladder plays it soon");
    }), { class: "primary" });
    const withdraw = button("Withdraw", () => this.#do(async () => { this.#entry = await remove("/class/entry"); }));
    return [h("h3", {}, "My entry"), mine, h("label", { class: "field wide" }, h("span", {}, what), input), answer, h("div", { class: "row" }, submit, withdraw), history];
  }

  /** Does something and reads everything again; a refusal is shown at the entry. @param {() => Promise<unknown>} work */
  #do(work) {
    void work().then(() => this.#read()).catch((error) => {
      const problem = /** @type {{problem?: import("./types.js").Problem}} */ (error).problem;
      if (problem?.picture && this.#parts) this.#answer(`${problem.picture}\n${problem.message}`, true);
      else this.#tell(error);
    });
  }

  /** @param {string} text @param {boolean} isWrong */
  #answer(text, isWrong) {
    const { answer } = this.#parts ?? {};
    if (!answer) return;
    if (answer.textContent !== text) answer.textContent = text;
    answer.classList.toggle("wrong", isWrong);
  }

  /** Checks the text, and shows what it plays on the board. */
  async #check() {
    const text = (this.#text ?? "").trim();
    const signal = this.#checking.next();
    this.#preview = null;
    if (!text) return this.#answer("", false);
    const { position, at } = this.game;
    try {
      const isFormula = this.#info.agents === "formulas" || !(await this.#isAgent(text, signal));
      if (signal.aborted) return;
      if (!isFormula) return this.#answer("An agent of the library", false);
      /** @type {HeuristicMove & {error?: import("./types.js").Problem}} */
      const found = await get("/formula", { at: position?.winner ? this.game.page.start : at, text }, signal);
      if (signal.aborted) return;
      if (found.error) return this.#answer(`${found.error.picture ? `${found.error.picture}\n` : ""}${found.error.message}`, true);
      this.#preview = position?.winner ? null : found;
      this.#answer(found.best ? `here it is worth ${shown({ value: found.value })}, and one ply deep it plays ${found.best}` : "valid", false);
    } catch (error) {
      if (!signal.aborted) this.#answer(String(error instanceof Error ? error.message : error), true);
    }
    this.changed();
  }

  /** Whether a text is an agent and no formula. @param {string} text @param {AbortSignal} signal */
  async #isAgent(text, signal) {
    const { agent } = /** @type {{agent?: string}} */ (await get("/check", { agent: text }, signal));
    return agent !== undefined;
  }

  /** @param {ClassEntry["history"]} history */
  #history(history) {
    const rows = history.map(({ time, text }) => h("li", {}, h("span", { class: "quiet" }, `${moment(time)} `), text === null ? "withdrawn" : h("code", {}, text)));
    return h("details", {}, h("summary", {}, `Submitted before (${history.length})`), h("ul", { class: "submitted" }, ...rows));
  }

  async #leave() {
    try {
      await post("/logout", "");
    } catch (error) {
      return this.#tell(error);
    }
    location.assign("./");
  }
}

/** @param {string} text a date of the settings */
function when(text) {
  const time = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(time) ? text : moment(time / 1000);
}

/**
 * The table of the ladder.
 * @param {ClassStandings | null} ladder
 * @param {string | null} own the name of the student who looks
 */
function standingsOf(ladder, own) {
  if (!ladder) return [];
  const { job, standings, waiting } = ladder;
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  const hasOracle = standings.some(({ oracle }) => oracle);
  const state = job?.state === "running" ? `${job.phase}: ${grouped(job.done)} of ${grouped(job.all)}` : job ? "The ladder waits for its turn." : "";
  const rows = standings.map((row) => h("tr", { class: row.name === own && row.student ? "own" : row.student ? "student" : null },
    h("td", { class: "number" }, String(row.rank)),
    h("th", { scope: "row" }, row.name, row.name === own && row.student ? " (you)" : "", row.student ? "" : h("span", { class: "quiet" }, " field")),
    h("td", { class: "number" }, `${row.rating.toFixed(0)} ± ${((row.rating_interval[1] - row.rating_interval[0]) / 2).toFixed(0)}`),
    h("td", { class: "number" }, row.score === null ? "" : percent(row.score)),
    h("td", { class: "number quiet" }, row.games ? `${percent(row.interval[0])} – ${percent(row.interval[1])}` : ""),
    h("td", { class: "number" }, grouped(row.games)),
    hasOracle ? h("td", { class: "number", title: row.oracle ? `${row.oracle.hits} of ${row.oracle.of} won positions` : "not tested yet" }, row.oracle ? percent(row.oracle.share ?? 0) : "…") : null));
  const titles = ["", "Name", "Elo", "Score", "95 % interval", "Games", ...(hasOracle ? ["Wins kept"] : [])];
  const empty = h("p", { class: "quiet" }, waiting.length ? "No games yet." : "No entries yet.");
  return [
    state ? h("p", { class: "quiet", role: "status" }, state) : "",
    job?.state === "running" && job.all ? h("progress", { max: 1, value: job.done / job.all, "aria-label": "Progress" }) : "",
    waiting.length ? h("p", { class: "quiet" }, `New, without games: ${waiting.join(", ")}`) : "",
    standings.length ? h("div", { class: "scroll" }, h("table", { class: "rows standings" },
      h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col", class: title === "Name" ? null : "number" }, title)))), h("tbody", {}, ...rows))) : empty,
    hasOracle ? h("p", { class: "quiet" }, "Wins kept: of solved positions that are won, but not with every move, the share in which the entry's move still wins.") : "",
  ];
}
