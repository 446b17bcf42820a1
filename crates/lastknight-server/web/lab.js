// The laboratory: runs tournaments and studies, and shows stored results.

import { address, get, post, remove, LatestRequest, stream } from "./api.js";
import { button, choice, grouped, h, replace, notify } from "./dom.js";
import { isDark } from "./preferences.js";

/** @typedef {import("./types.js").Job} Job */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").Directory} Directory */
/** @typedef {import("./types.js").GameSummary} GameSummary */
/** @typedef {import("./types.js").Problem} Problem */

/** The default agents. */
const AGENTS = ["random", "greedy(improved)", "alphabeta(improved, depth=2)", "alphabeta(improved, depth=4)", "mcts"].join("\n");

/** How often the report of a running tournament is updated, in milliseconds. */
const AGAIN = 1500;

/** What is shown: a run, or the page of a study. */
/** @typedef {{directory: string, run?: number, study?: string}} Chosen */

export class Lab {
  /** @type {Job | null} */
  #job = null;
  /** @type {Directory[]} */
  #directories = [];
  /** @type {Chosen | null} */
  #chosen = null;
  /** @type {[string, string] | null} */
  #pairing = null;
  #skip = 0;
  #watching = new LatestRequest();
  #reading = new LatestRequest();
  #read = 0;
  /** The content of the form, which survives a change of view. */
  #form = { agents: AGENTS, board: "7x7", games: "40", limit: "nodes", amount: "2000", seed: "0", oracle: "0", name: "" };
  #study = "division";
  #extent = "quick";
  /** @type {{job: HTMLElement, list: HTMLElement, result: HTMLElement, answer: HTMLElement} | null} */
  #parts = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./types.js").Catalog} catalog
   */
  constructor(game, catalog) {
    this.game = game;
    this.catalog = catalog;
  }

  onPosition() {}

  end() {
    this.#watching.end();
    this.#reading.end();
  }

  decorations() {
    return { marks: new Map(), arrows: [], tints: new Map(), words: {} };
  }

  update() {}

  panel() {
    const job = h("div", { class: "job" });
    const list = h("div", {});
    const result = h("div", { class: "result" });
    const answer = h("pre", { class: "answer wrong", role: "alert" });
    this.#parts = { job, list, result, answer };
    void this.#begin();
    return [
      h("div", { class: "lab" },
        h("div", { class: "side" }, h("h2", {}, "Laboratory"), job, this.#tournament(answer), this.#studies(), h("h3", {}, "Results"), list),
        result),
    ];
  }

  /** Loads the results and the running job. */
  async #begin() {
    await this.#list();
    await this.#resume();
    if (!this.#chosen) {
      const first = this.#directories.find((directory) => directory.runs.length);
      if (first) this.#chosen = { directory: first.directory, run: first.runs[0].run };
    }
    await this.#show();
  }

  /** @param {HTMLElement} answer */
  #tournament(answer) {
    const form = this.#form;
    const input = (/** @type {keyof typeof form} */ field, /** @type {string} */ label, /** @type {Record<string, any>} */ attributes = {}) => {
      const box = h("input", { type: "text", value: form[field], ...attributes });
      box.addEventListener("input", () => { form[field] = box.value; });
      return h("label", { class: "field" }, h("span", {}, label), box);
    };
    const agents = h("textarea", { rows: 6, class: "code", spellcheck: false, "aria-label": "Agents, one per line" });
    agents.value = form.agents;
    agents.addEventListener("input", () => { form.agents = agents.value; });
    const start = () => {
      const numbers = /** @type {const} */ ([["games", "Games per pairing"], ["amount", "Amount"], ["seed", "Seed"], ["oracle", "Oracle positions"]]);
      const wrong = numbers.find(([field]) => !/^\d{1,15}$/.test(form[field].trim()));
      if (wrong) {
        answer.textContent = `${wrong[1]}: '${form[wrong[0]]}' is not a whole number`;
        return;
      }
      const number = (/** @type {string} */ text) => Number(text.trim());
      const limit = form.limit === "time" ? { time: `${number(form.amount)}ms` } : { [form.limit]: number(form.amount) };
      const spec = {
        name: form.name.trim() || "tournament", board: form.board.trim(), games: number(form.games), seed: number(form.seed), ...limit,
        oracle: number(form.oracle), agents: form.agents.split("\n").map((line) => line.trim()).filter(Boolean),
      };
      void this.#start({ kind: "tournament", spec }, answer);
    };
    return h("details", { class: "card", open: true }, h("summary", {}, "Tournament"),
      h("label", { class: "field wide" }, h("span", {}, "Agents, one per line"), agents),
      h("div", { class: "fields" },
        input("board", "Board"), input("games", "Games per pairing", { inputmode: "numeric" }),
        choice("Limit per move", [["nodes", "nodes"], ["depth", "depth"], ["time", "milliseconds"]], form.limit, (limit) => { form.limit = limit; }),
        input("amount", "Amount", { inputmode: "numeric" }), input("seed", "Seed", { inputmode: "numeric" }),
        input("oracle", "Oracle positions", { inputmode: "numeric", title: "Test every agent on this many solved positions; 0 for none" }), input("name", "Name", { placeholder: "tournament" })),
      h("div", { class: "row" }, button("Start the tournament", start, { class: "primary" })), answer);
  }

  #studies() {
    const { studies } = this.catalog;
    const about = h("p", { class: "quiet" });
    const answer = h("pre", { class: "answer wrong", role: "alert" });
    const describe = () => { about.textContent = studies.find((study) => study.name === this.#study)?.question ?? ""; };
    describe();
    return h("details", { class: "card" }, h("summary", {}, "Study: repeat an experiment of the reports"),
      h("div", { class: "fields" },
        choice("Study", studies.map(({ name, title }) => [name, title]), this.#study, (name) => { this.#study = name; describe(); }),
        choice("Extent", [["quick", "quick: a first look"], ["normal", "as published: minutes"], ["full", "full: long"]], this.#extent, (extent) => { this.#extent = extent; })),
      about,
      h("div", { class: "row" }, button("Run the study", () => void this.#start({ kind: "study", name: this.#study, extent: this.#extent }, answer), { class: "primary" })), answer);
  }

  /**
   * @param {object} order
   * @param {HTMLElement} answer
   */
  async #start(order, answer) {
    answer.textContent = "";
    try {
      this.#watch(await post("/jobs", JSON.stringify(order)));
    } catch (error) {
      const problem = /** @type {{problem?: Problem}} */ (error).problem;
      answer.textContent = problem ? `${problem.picture ? `${problem.picture}\n` : ""}${problem.message}` : String(error);
    }
  }

  /** Follows a job that was running before the page was opened. */
  async #resume() {
    try {
      const { jobs } = /** @type {{jobs: Job[]}} */ (await get("/jobs"));
      const running = jobs.find((job) => job.state === "running") ?? jobs.find((job) => job.state === "queued");
      const known = jobs.find((job) => job.id === this.#job?.id);
      if (running) this.#watch(running);
      // A restarted server does not know the job.
      else if (known) this.#setJob(known);
      else this.#job = null;
    } catch (error) {
      notify(String(error instanceof Error ? error.message : error));
    }
  }

  /** @param {Job} job */
  #watch(job) {
    this.#setJob(job);
    const signal = this.#watching.next();
    const streamed = stream(`/jobs/${job.id}/progress`, {}, signal, (name, data) => {
      this.#setJob(data);
      if (name === "done") {
        if (data.message) notify(data.message);
        if (data.study) this.#chosen = { directory: data.directory, study: data.study };
        void this.#list().then(() => this.#show());
      } else if (performance.now() - this.#read > AGAIN && this.#isShown(data)) {
        void this.#show();
      }
    });
    streamed.catch((error) => {
      if (this.#job) this.#setJob({ ...this.#job, state: "failed", message: `${error.message} Finished games are stored: start the same run again to continue.` });
    });
  }

  /** Whether the run of a job is shown. @param {Job} job */
  #isShown(job) {
    return this.#chosen?.run === job.run && this.#chosen?.directory === job.directory;
  }

  /** Shows reports in the colours of the page. */
  repaint() {
    if (this.game.page.view === "lab") void this.#show();
  }

  /** @param {Job} job */
  #setJob(job) {
    const isNew = this.#job?.id !== job.id || this.#job?.run !== job.run;
    this.#job = job;
    if (isNew && job.run !== null) [this.#chosen, this.#pairing] = [{ directory: job.directory, run: job.run }, null];
    const part = job.all ? job.done / job.all : 0;
    const left = job.state === "running" && part > 0.02 && job.done > 4 ? `, about ${duration(job.seconds * (1 - part) / part)} left` : "";
    const bar = h("progress", { max: 1, value: part, "aria-label": "Progress" });
    const words = job.state === "queued" ? `waiting at place ${job.place}` : job.state === "running" ? `${job.phase}: ${grouped(job.done)} of ${grouped(job.all)}, ${duration(job.seconds)}${left}` : `${job.state} after ${duration(job.seconds)}${job.message ? `: ${job.message}` : ""}`;
    if (this.#parts) replace(this.#parts.job, [h("div", { class: "card running" }, h("strong", {}, job.title), bar, h("p", { role: "status", "data-state": job.state }, words),
      job.state === "running" || job.state === "queued" ? button("Stop", () => void remove(`/jobs/${job.id}`).catch((error) => notify(error.message))) : null)]);
  }

  /** Lists the stored results. */
  async #list() {
    try {
      this.#directories = /** @type {{directories: Directory[]}} */ (await get("/results")).directories;
    } catch (error) {
      return notify(String(error instanceof Error ? error.message : error));
    }
    const choose = (/** @type {Chosen} */ chosen) => () => {
      [this.#chosen, this.#pairing, this.#skip] = [chosen, null, 0];
      void this.#show();
    };
    const parts = this.#directories.map(({ directory, runs, studies, error }) => h("div", {}, h("h4", {}, directory),
      error ? h("p", { class: "answer wrong" }, error) : null,
      h("ul", { class: "runs" },
        ...studies.map((study) => h("li", {}, button(`study: ${study}`, choose({ directory, study })))),
        ...runs.slice(0, 100).map((run) => h("li", {}, button(`${run.name}: ${run.entrants.length} agents on ${run.board}, ${grouped(run.games)} of ${grouped(run.games_planned)} games`, choose({ directory, run: run.run })))))));
    const none = h("p", { class: "quiet" }, "No results yet. Start a tournament above, or name a results directory: lastknight serve results/default");
    const more = h("p", { class: "quiet" }, "To see results in another directory: lastknight serve DIR");
    if (this.#parts) replace(this.#parts.list, parts.length ? [...parts, more] : [none]);
  }

  /** Shows the chosen run or study. */
  async #show() {
    const chosen = this.#chosen;
    const { result } = this.#parts ?? {};
    if (!result) return;
    this.#read = performance.now();
    const signal = this.#reading.next();
    if (!chosen) {
      return result.replaceChildren(h("p", { class: "quiet" }, "Results appear here: ratings with errors, the crosstable, and every game to replay."));
    }
    const theme = isDark() ? "dark" : "light";
    if (chosen.study !== undefined) {
      return result.replaceChildren(this.#frame(address("/study.html", { directory: chosen.directory, name: chosen.study, theme })));
    }
    const at = { directory: chosen.directory, run: chosen.run };
    try {
      /** @type {Report} */
      const report = await get("/report", at, signal);
      const isRunning = this.#job?.state === "running" && this.#isShown(this.#job);
      const games = isRunning && !this.#pairing ? null : await this.#games(at, signal);
      if (signal.aborted) return;
      const files = h("p", { class: "row" }, "Download games: ", ...["pgn", "csv", "jsonl", "xlsx"].map((format) => h("a", { href: address("/export", { ...at, format }), download: "" }, format)));
      replace(result, [
        h("h2", {}, `Run ${report.run}: ${grouped(report.games)} of ${grouped(report.games_planned)} games`),
        standings(report), h("h3", {}, "Crosstable"), this.#crosstable(report), games,
        isRunning ? null : files,
        isRunning ? null : h("h3", {}, "Report"),
        isRunning ? null : this.#frame(address("/report.html", { ...at, theme })),
      ].filter((part) => part !== null));
    } catch (error) {
      if (!signal.aborted) result.replaceChildren(h("p", { class: "answer wrong" }, String(error instanceof Error ? error.message : error)));
    }
  }

  /** Returns a frame as high as the page in it. @param {string} source */
  #frame(source) {
    const frame = h("iframe", { src: source, title: "Report", sandbox: "allow-same-origin" });
    frame.addEventListener("load", () => {
      const page = frame.contentDocument?.body;
      if (!page) return;
      const fit = () => { frame.style.height = `${page.offsetHeight + 40}px`; };
      fit();
      new ResizeObserver(fit).observe(page);
    });
    return frame;
  }

  /** @param {Report} report */
  #crosstable(report) {
    const agents = [...report.agents].sort((a, b) => a.rank - b.rank);
    const cells = new Map();
    for (const { first, second, pairs, score } of report.pairings) {
      cells.set(`${first}\n${second}`, { score, pairs });
      cells.set(`${second}\n${first}`, { score: score === null ? null : 1 - score, pairs: { won: pairs.lost, split: pairs.split, lost: pairs.won } });
    }
    const head = h("tr", {}, h("th", {}), ...agents.map((agent) => h("th", { scope: "col", title: agent.name }, String(agent.rank))));
    const rows = agents.map((agent) => h("tr", {}, h("th", { scope: "row", title: agent.agent }, `${agent.rank}. ${agent.name}`), ...agents.map((other) => {
      const cell = cells.get(`${agent.name}\n${other.name}`);
      if (!cell || cell.score === null) return h("td", { class: "empty" }, agent === other ? "" : "·");
      const { won, split, lost } = cell.pairs;
      const step = Math.round((cell.score - 0.5) * 10);
      const isChosen = this.#pairing?.[0] === agent.name && this.#pairing?.[1] === other.name;
      const title = `${agent.name} against ${other.name}: ${won} pairs won, ${split} split, ${lost} lost`;
      return h("td", {}, button(`${Math.round(100 * cell.score)}`, () => {
        [this.#pairing, this.#skip] = [[agent.name, other.name], 0];
        void this.#show();
      }, { class: `score step${step < 0 ? "-" : "+"}${Math.abs(step)}`, title, "aria-label": `${title}. Show the games`, "aria-pressed": String(isChosen) }));
    })));
    return h("div", { class: "scroll" }, h("table", { class: "cross" }, h("thead", {}, head), h("tbody", {}, ...rows)),
      h("p", { class: "quiet" }, "Percentage of games won by the row against the column. Choose a cell to see its games."));
  }

  /**
   * @param {{directory: string, run: number | undefined}} at
   * @param {AbortSignal} signal
   */
  async #games(at, signal) {
    const [a, b] = this.#pairing ?? [];
    const count = 20;
    const { games, more } = /** @type {{games: GameSummary[], more: boolean}} */ (await get("/stored-games", { ...at, a, b, skip: this.#skip || undefined, count }, signal));
    const rows = games.map((game) => h("tr", {}, h("td", {}, button(game.round, () => void this.#open(at, game.round), { "aria-label": `Replay game ${game.round}` })),
      h("td", { class: game.winner === "white" ? "winner" : null }, game.white), h("td", { class: game.winner === "black" ? "winner" : null }, game.black),
      h("td", { class: "number" }, String(game.plies)), h("td", {}, game.termination)));
    const turn = (/** @type {number} */ by) => () => {
      this.#skip = Math.max(0, this.#skip + by);
      void this.#show();
    };
    return h("div", { class: "games" }, h("h3", {}, this.#pairing ? `Games of ${a} and ${b}` : "Games"),
      h("div", { class: "scroll" }, h("table", { class: "rows" }, h("thead", {}, h("tr", {}, ...["Game", "White", "Black", "Plies", "Termination"].map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, ...rows))),
      h("p", { class: "row" }, this.#skip ? button("Previous", turn(-count)) : null, more ? button("Next", turn(count)) : null, this.#pairing ? button("All games", () => {
        [this.#pairing, this.#skip] = [null, 0];
        void this.#show();
      }) : null));
  }

  /**
   * Puts a stored game on the board.
   * @param {{directory: string, run: number | undefined}} at
   * @param {string} round
   */
  async #open(at, round) {
    try {
      /** @type {import("./types.js").StoredGame} */
      const { start, moves, opening, white, black } = await get("/stored-game", { ...at, round });
      await this.game.change({ start, moves, ply: opening, view: "analyse", white: "", black: "", names: [white, black] }, true);
      this.onOpened();
    } catch (error) {
      notify(String(error instanceof Error ? error.message : error));
    }
  }

  /** Called when a stored game is on the board. */
  onOpened = () => {};
}

/** @param {Report} report */
function standings(report) {
  const agents = [...report.agents].sort((a, b) => a.rank - b.rank);
  const hasOracle = agents.some((agent) => agent.oracle);
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  const rows = agents.map((agent) => h("tr", {},
    h("td", { class: "number" }, String(agent.rank)), h("th", { scope: "row", title: agent.agent }, agent.name),
    h("td", { class: "number" }, `${agent.rating.toFixed(0)} ± ${((agent.rating_interval[1] - agent.rating_interval[0]) / 2).toFixed(0)}`),
    h("td", { class: "number" }, agent.score === null ? "" : percent(agent.score)),
    h("td", { class: "number quiet" }, agent.games ? `${percent(agent.interval[0])} – ${percent(agent.interval[1])}` : ""),
    h("td", { class: "number" }, grouped(agent.games)),
    hasOracle ? h("td", { class: "number" }, agent.oracle ? percent(agent.oracle.share ?? 0) : "") : null));
  const titles = ["", "Agent", "Elo", "Score", "95 % interval", "Games", ...(hasOracle ? ["Wins kept"] : [])];
  return h("div", { class: "scroll" }, h("table", { class: "rows standings" }, h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, ...rows)));
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
