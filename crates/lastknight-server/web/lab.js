// The laboratory: runs tournaments and studies, and shows stored results.

import { address, get, isStatic, LatestRequest, post, remove, stream } from "./api.js";
import { button, choice, grouped, h, notify, replace, replaceIfChanged } from "./dom.js";
import { isDark } from "./preferences.js";
import { crosstable, standings, verdict } from "./standings.js";
import { StoredGames } from "./stored-games.js";
import { TournamentForm } from "./tournament-form.js";
import { Watch } from "./watch.js";

/** @typedef {import("./types.js").Job} Job */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").Directory} Directory */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./stored-games.js").RunAt} RunAt */

/** How often the report of a running tournament is updated, in milliseconds. */
const AGAIN = 1500;

/** The runs of a directory that are listed. */
const LISTED = 100;

/** @param {unknown} error */
const message = (error) => (error instanceof Error ? error.message : String(error));

export class Lab {
  /** @type {Job | null} */
  #job = null;
  /** The number of the job that was started last on this page. */
  #started = 0;
  /** @type {Directory[]} */
  #directories = [];
  /** The shown report, and the link that it is about. @type {Report | null} */
  #report = null;
  #shown = "";
  #watching = new LatestRequest();
  #reading = new LatestRequest();
  #read = 0;
  #form;
  #games;
  #watch;
  #study = "division";
  #extent = "quick";
  /** @type {{job: HTMLElement, list: HTMLElement, result: HTMLElement} | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./types.js").Catalog} catalog
   */
  constructor(game, catalog) {
    this.game = game;
    this.catalog = catalog;
    const open = (/** @type {string} */ round) => {
      const { at } = this.#chosen;
      if (at) void this.#open(at, round);
    };
    this.#form = new TournamentForm(catalog, (spec) => this.#start({ kind: "tournament", spec }, (text) => this.#form.fail(text)));
    this.#games = new StoredGames(open, () => this.#pair(null));
    this.#watch = new Watch((at, round) => void this.#open(at, round));
  }

  /** Called when a stored game is on the board. */
  onOpened = () => {};

  /** Adds an agent to the tournament. Returns how many there are, 0 if it is one of them already. @param {string} agent */
  add(agent) {
    return this.#form.add(agent);
  }

  /** What the link names. */
  get #chosen() {
    const { directory, run, study, pairing } = this.game.options("lab");
    const places = pairing?.match(/^(\d+)-(\d+)$/);
    return {
      at: directory && /^\d+$/.test(run ?? "") ? /** @type {RunAt} */ ({ directory, run: Number(run) }) : null,
      study: directory && study ? { directory, name: study } : null,
      pairing: places ? /** @type {[number, number]} */ ([Number(places[1]), Number(places[2])]) : null,
    };
  }

  /**
   * Chooses a run or a study.
   * @param {{directory: string, run?: number | null, study?: string}} what
   * @param {boolean} [isStep]
   */
  #choose({ directory, run, study = "" }, isStep = true) {
    void this.game.set("lab", { directory, run: run ? String(run) : "", study, pairing: "" }, isStep);
  }

  /** Chooses the two agents whose games are shown. @param {[number, number] | null} pairing */
  #pair(pairing) {
    void this.game.set("lab", { pairing: pairing?.join("-") ?? "" });
  }

  onPosition() {
    if (isStatic || !this.#parts) return;
    const { pairing, ...what } = this.#chosen;
    const link = JSON.stringify(what);
    if (link === this.#shown) return this.#paint();
    this.#shown = link;
    this.#report = null;
    this.#games.end();
    void this.#show();
  }

  end() {
    this.#watching.end();
    this.#reading.end();
    this.#games.end();
    this.#watch.end();
    [this.#parts, this.#shown] = [null, ""];
  }

  decorations() {
    return { marks: new Map(), arrows: [], tints: new Map(), words: {} };
  }

  update() {}

  panel() {
    if (isStatic) return [h("h2", {}, "Laboratory"), ...this.#about()];
    const job = h("div", {});
    const list = h("div", {}, h("p", { class: "quiet", role: "status" }, "Loading the results…"));
    const result = h("div", { class: "result" });
    this.#parts = { job, list, result };
    void this.#begin();
    // On a phone the results of a link come before the form.
    const isOpen = !this.#chosen.at || matchMedia("(min-width: 60rem)").matches;
    return [
      h("div", { class: "lab" },
        h("div", { class: "side" }, h("h2", {}, "Laboratory"), job, this.#watch.element, this.#form.render(isOpen), this.#studies(), h("h3", {}, "Results"), list),
        result),
    ];
  }

  /** What the laboratory of a server does, to read where there is no server. */
  #about() {
    const { opponents } = this.catalog;
    return [
      h("p", {}, "The laboratory plays tournaments between agents and repeats the experiments of the reports: ratings, a crosstable, every game to replay. It needs the program, because its games take a computer's cores for minutes and are stored in files:"),
      h("pre", { class: "command" }, "lastknight serve"),
      h("p", {}, "It opens this page with the laboratory in it. These agents and many others take part, and your own programs and formulas:"),
      h("ul", {}, ...opponents.map(({ agent, title }) => h("li", {}, `${title} `, h("code", {}, agent)))),
    ];
  }

  /** Loads the results and the running job. */
  async #begin() {
    await this.#list();
    await this.#resume();
    const { at, study } = this.#chosen;
    const first = this.#directories.find((directory) => directory.runs.length);
    if (!at && !study && first && this.#parts) this.#choose({ directory: first.directory, run: first.runs[0].run }, false);
  }

  #studies() {
    const { studies = [] } = this.catalog;
    const about = h("p", { class: "quiet" });
    const answer = h("pre", { class: "answer wrong", role: "alert" });
    const describe = () => { about.textContent = studies.find((study) => study.name === this.#study)?.question ?? ""; };
    describe();
    const start = () => {
      answer.textContent = "";
      void this.#start({ kind: "study", name: this.#study, extent: this.#extent }, (text) => { answer.textContent = text; });
    };
    return h("details", { class: "card" }, h("summary", {}, "Study: repeat an experiment of the reports"),
      h("div", { class: "fields" },
        choice("Study", studies.map(({ name, title }) => [name, title]), this.#study, (name) => { this.#study = name; describe(); }),
        choice("Extent", [["quick", "quick: a first look"], ["normal", "as published: minutes"], ["full", "full: long"]], this.#extent, (extent) => { this.#extent = extent; })),
      about,
      h("div", { class: "row" }, button("Run the study", start, { class: "primary" })), answer);
  }

  /**
   * @param {object} order
   * @param {(text: string) => void} fail
   */
  async #start(order, fail) {
    try {
      const job = /** @type {Job} */ (await post("/jobs", JSON.stringify(order)));
      this.#started = job.id;
      this.#follow(job);
    } catch (error) {
      const problem = /** @type {{problem?: Problem}} */ (error).problem;
      fail(problem ? `${problem.picture ? `${problem.picture}\n` : ""}${problem.message}` : message(error));
    }
  }

  /** Follows a job that was running before the page was opened. */
  async #resume() {
    try {
      const { jobs } = /** @type {{jobs: Job[]}} */ (await get("/jobs"));
      const running = jobs.find((job) => job.state === "running") ?? jobs.find((job) => job.state === "queued");
      const known = jobs.find((job) => job.id === this.#job?.id);
      // A restarted server does not know the job.
      this.#job = known ?? null;
      if (running && this.#parts) this.#follow(running);
      else this.#paintJob();
    } catch (error) {
      notify(message(error));
    }
  }

  /** @param {Job} job */
  #follow(job) {
    this.#setJob(job);
    const signal = this.#watching.next();
    const streamed = stream(`/jobs/${job.id}/progress`, {}, signal, (name, data) => {
      this.#setJob(data);
      if (name === "done") {
        if (data.message && data.state === "failed") notify(data.message);
        if (data.study && data.id === this.#started) this.#choose({ directory: data.directory, study: data.study });
        void this.#list();
        if (this.#isShown(data)) void this.#show();
      } else if (performance.now() - this.#read > AGAIN && this.#isShown(data)) void this.#show();
    });
    streamed.catch((error) => {
      if (this.#job) this.#setJob({ ...this.#job, state: "failed", message: `${message(error)} Finished games are stored: start the same run again to continue.` });
    });
  }

  /** Whether the run of a job is shown. @param {Job} job */
  #isShown(job) {
    const { at } = this.#chosen;
    return at !== null && at.run === job.run && at.directory === job.directory;
  }

  /** Shows the page of a study in the colours of this page. */
  repaint() {
    if (this.game.page.view === "lab" && this.#chosen.study) void this.#show();
  }

  /** @param {Job} job */
  #setJob(job) {
    const isNew = this.#job?.id !== job.id || this.#job.run !== job.run;
    this.#job = job;
    const { at, study } = this.#chosen;
    // A link to other results stays.
    if (isNew && job.run !== null && (job.id === this.#started || (!at && !study))) this.#choose({ directory: job.directory, run: job.run }, false);
    if (job.run !== null && job.state === "running") this.#watch.follow({ directory: job.directory, run: job.run }, job.done);
    this.#paintJob();
  }

  #paintJob() {
    const job = this.#job;
    if (!this.#parts || !job) return;
    const part = job.all ? job.done / job.all : 0;
    const isRunning = job.state === "running";
    const left = isRunning && part > 0.02 && job.done > 4 ? `, about ${duration(job.seconds * (1 - part) / part)} left` : "";
    const isQueued = job.state === "queued";
    const words = isQueued ? `waiting at place ${job.place}` : isRunning ? `${job.phase}: ${grouped(job.done)} of ${grouped(job.all)}, ${duration(job.seconds)}${left}`
      : `${job.state} after ${duration(job.seconds)}${job.message ? `: ${job.message.replace(/^stopped: /, "")}` : ""}`;
    // The card stays, so that its button can be clicked while numbers change.
    replaceIfChanged(this.#parts.job, `${job.id} ${job.state}`, () => {
      const stop = button("Stop", () => {
        [stop.disabled, stop.textContent] = [true, "Stopping…"];
        void remove(`/jobs/${job.id}`).catch((error) => notify(message(error)));
      });
      const bar = h("progress", { max: 1, "aria-label": `Progress of ${job.title}` });
      const status = h("p", { role: isRunning ? null : "status", "data-state": job.state });
      return [h("div", { class: `card ${job.state}` }, h("strong", {}, job.title), ...(isRunning ? [bar] : []), status, ...(isRunning || isQueued ? [stop] : []))];
    });
    const bar = this.#parts.job.querySelector("progress");
    if (bar) bar.value = part;
    const status = this.#parts.job.querySelector("[data-state]");
    if (status) status.textContent = words;
  }

  /** Lists the stored results. */
  async #list() {
    const { list } = this.#parts ?? {};
    if (!list) return;
    try {
      this.#directories = /** @type {{directories: Directory[]}} */ (await get("/results")).directories;
    } catch (error) {
      return replace(list, [h("p", { class: "failed", role: "alert" }, `${message(error)} `, button("Try again", () => void this.#list()))]);
    }
    const parts = this.#directories.map(({ directory, runs, studies, error }) => h("div", {}, h("h4", {}, directory),
      error ? h("p", { class: "answer wrong" }, error) : null,
      h("ul", { class: "runs" },
        ...studies.map((study) => h("li", {}, button(`study: ${study}`, () => this.#choose({ directory, study }), { "data-link": JSON.stringify({ at: null, study: { directory, name: study } }) }))),
        ...runs.slice(0, LISTED).map((run) => h("li", {}, button(`${run.name}: ${run.entrants.length} agents on ${run.board}, ${grouped(run.games)} of ${grouped(run.games_planned)} games`,
          () => this.#choose({ directory, run: run.run }), { "data-link": JSON.stringify({ at: { directory, run: run.run }, study: null }) })))),
      runs.length > LISTED ? h("p", { class: "quiet" }, `${grouped(runs.length - LISTED)} older runs are not listed.`) : null));
    const none = h("p", { class: "quiet" }, "No results yet. Start a tournament above, or name a results directory: lastknight serve results/default");
    const more = h("p", { class: "quiet" }, "To see results in another directory: lastknight serve DIR");
    replace(list, this.#directories.some(({ runs, studies }) => runs.length + studies.length) ? [...parts, more] : [none]);
    this.#mark();
  }

  /** Marks the chosen results in the list. */
  #mark() {
    for (const pick of this.#parts?.list.querySelectorAll("[data-link]") ?? []) {
      if (pick.getAttribute("data-link") === this.#shown) pick.setAttribute("aria-current", "true");
      else pick.removeAttribute("aria-current");
    }
  }

  /** Fetches and shows the chosen run or study. */
  async #show() {
    const { at, study } = this.#chosen;
    const { result } = this.#parts ?? {};
    if (!result) return;
    this.#read = performance.now();
    this.#mark();
    const signal = this.#reading.next();
    if (study) {
      const source = address("/study.html", { ...study, theme: isDark() ? "dark" : "light" });
      return result.replaceChildren(h("p", { class: "row" }, h("a", { href: source, target: "_blank" }, "Open the report in its own tab")), frame(source));
    }
    if (!at) return result.replaceChildren(h("p", { class: "quiet" }, "Results appear here: ratings with errors, the crosstable, and every game to replay."));
    if (!this.#report) result.replaceChildren(h("p", { class: "quiet", role: "status" }, "Loading the report…"));
    try {
      const report = /** @type {Report} */ (await get("/report", { ...at }, signal));
      if (signal.aborted) return;
      this.#report = report;
      this.#paint(true);
    } catch (error) {
      if (!signal.aborted) result.replaceChildren(h("p", { class: "failed", role: "alert" }, `${message(error)} `, button("Try again", () => void this.#show())));
    }
  }

  /** Shows the report. @param {boolean} [isFresh] whether there may be new games */
  #paint(isFresh = false) {
    const { at, pairing } = this.#chosen;
    const report = this.#report;
    const { result } = this.#parts ?? {};
    if (!report || !result || !at) return;
    const isRunning = this.#job?.state === "running" && this.#isShown(this.#job);
    const names = pairing?.map((place) => report.agents[place]?.name);
    if (names?.every(Boolean) && names[0] !== names[1]) {
      const [a, b] = names;
      this.#games.show(at, [a, b], verdict(report, a, b), isFresh);
    } else this.#games.end();
    const page = address("/report.html", { ...at, theme: isDark() ? "dark" : "light" });
    const files = ["pgn", "csv", "jsonl", "xlsx"].map((format) => h("a", { href: address("/export", { ...at, format }), download: "" }, format));
    replace(result, [
      h("h2", {}, `Run ${report.run}: ${grouped(report.games)} of ${grouped(report.games_planned)} games`),
      h("p", { class: "row links" }, h("a", { href: page, target: "_blank" }, "Full report with charts"), h("span", { class: "quiet" }, "Download games:"), ...files),
      isRunning ? h("p", { class: "quiet" }, "The tournament is running: the numbers follow it.") : report.complete ? "" : h("p", { class: "quiet" }, "Not finished: start the same tournament again to continue it."),
      standings(report), h("h3", {}, "Crosstable"),
      crosstable(report, { pairing, games: this.#games.element, choose: (cell) => this.#pair(cell) }),
    ]);
  }

  /** Puts a stored game on the board. @param {RunAt} at @param {string} round */
  async #open(at, round) {
    try {
      /** @type {import("./types.js").StoredGame} */
      const { start, moves, opening, white, black } = await get("/stored-game", { ...at, round });
      await this.game.change({ start, moves, ply: opening, view: "analyse", white: "", black: "", names: [white, black] }, true);
      this.onOpened();
    } catch (error) {
      notify(message(error));
    }
  }
}

/** Returns a frame as high as the page in it. @param {string} source */
function frame(source) {
  const element = h("iframe", { src: source, title: "Report", sandbox: "allow-same-origin" });
  element.addEventListener("load", () => {
    const page = element.contentDocument?.body;
    if (!page) return;
    const fit = () => { element.style.height = `${page.offsetHeight + 40}px`; };
    fit();
    new ResizeObserver(fit).observe(page);
  });
  return element;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
