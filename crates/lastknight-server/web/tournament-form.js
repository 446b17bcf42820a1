// The form of a tournament: agents in rows or as text, and the conditions of its games.

import { get } from "./api.js";
import { button, choice, h } from "./dom.js";

/** @typedef {import("./types.js").Problem} Problem */

/** The default agents. */
const AGENTS = ["random", "greedy(improved)", "alphabeta(improved, depth=2)", "alphabeta(improved, depth=4)", "mcts"];

/** A typed agent is checked after this pause, in milliseconds. */
const PAUSE = 500;

const NUMBERS = /** @type {const} */ ([["games", "Games per pairing"], ["amount", "Amount"], ["seed", "Seed"], ["oracle", "Oracle positions"]]);

export class TournamentForm {
  /** @type {string[]} */
  agents = [...AGENTS];
  #isText = false;
  #values = { board: "7x7", games: "40", limit: "nodes", amount: "2000", seed: "0", oracle: "0", name: "" };
  /** @type {HTMLElement | null} */
  #list = null;
  #answer = h("pre", { class: "answer wrong", role: "alert" });

  /**
   * @param {import("./types.js").Catalog} catalog
   * @param {(spec: object) => Promise<void>} onStart
   */
  constructor(catalog, onStart) {
    this.catalog = catalog;
    this.onStart = onStart;
  }

  /**
   * Adds an agent. Returns how many there are, 0 if it is one of them already.
   * @param {string} agent
   */
  add(agent) {
    if (this.agents.includes(agent)) return 0;
    this.agents.push(agent);
    this.#fill();
    return this.agents.length;
  }

  /** Shows an error of the start. @param {string} text */
  fail(text) {
    this.#answer.textContent = text;
  }

  /** @param {boolean} isOpen */
  render(isOpen) {
    const values = this.#values;
    const input = (/** @type {keyof typeof values} */ field, /** @type {string} */ label, /** @type {Record<string, any>} */ attributes = {}) => {
      const box = h("input", { type: "text", value: values[field], ...attributes });
      box.addEventListener("input", () => { values[field] = box.value; });
      return h("label", { class: "field" }, h("span", {}, label), box);
    };
    this.#list = h("div", { class: "agents" });
    this.#fill();
    return h("details", { class: "card", open: isOpen }, h("summary", {}, "New tournament"),
      h("datalist", { id: "opponents" }, ...this.catalog.opponents.map(({ agent, title }) => h("option", { value: agent, label: title }))),
      this.#list,
      h("div", { class: "fields" },
        input("board", "Board", { list: "boards" }), h("datalist", { id: "boards" }, ...this.catalog.boards.map((value) => h("option", { value }))),
        input("games", "Games per pairing", { inputmode: "numeric" }),
        choice("Limit per move", [["nodes", "nodes"], ["depth", "depth"], ["time", "milliseconds"]], values.limit, (limit) => { values.limit = limit; }),
        input("amount", "Amount", { inputmode: "numeric" }), input("seed", "Seed", { inputmode: "numeric" }),
        input("oracle", "Oracle positions", { inputmode: "numeric", title: "Test every agent on this many solved positions; 0 for none" }), input("name", "Name", { placeholder: "tournament" })),
      h("div", { class: "row" }, button("Start the tournament", () => void this.#start(), { class: "primary" })), this.#answer);
  }

  #fill() {
    if (!this.#list) return;
    const mode = button(this.#isText ? "Edit as rows" : "Edit as text", () => {
      this.#isText = !this.#isText;
      this.#fill();
    }, { class: "plain" });
    const add = button("Add an agent", () => {
      this.agents.push("");
      this.#fill();
      this.#focus(this.agents.length - 1);
    });
    const content = this.#isText ? [this.#area()] : [h("ol", {}, ...this.agents.map((_, at) => this.#row(at)))];
    this.#list.replaceChildren(h("div", { class: "agents-head" }, h("span", { class: "quiet" }, "Agents"), mode), ...content, ...(this.#isText ? [] : [add]));
  }

  #area() {
    const area = h("textarea", { rows: Math.max(6, this.agents.length + 1), class: "code", spellcheck: false, "aria-label": "Agents, one per line" });
    area.value = this.agents.join("\n");
    area.addEventListener("input", () => { this.agents = area.value.split("\n").map((line) => line.trim()).filter(Boolean); });
    return area;
  }

  /** @param {number} at */
  #row(at) {
    const box = h("input", { type: "text", class: "code", value: this.agents[at], list: "opponents", spellcheck: false, autocapitalize: "off", "aria-label": `Agent ${at + 1}`, placeholder: "alphabeta(improved, depth=3)" });
    const answer = h("pre", { class: "answer wrong", "aria-live": "polite" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    box.addEventListener("input", () => {
      this.agents[at] = box.value.trim();
      clearTimeout(timer);
      timer = setTimeout(() => void this.#check(box, answer), PAUSE);
    });
    const drop = button("✕", () => {
      this.agents.splice(at, 1);
      this.#fill();
      this.#focus(Math.min(at, this.agents.length - 1));
    }, { class: "plain", "aria-label": `Remove agent ${at + 1}: ${this.agents[at] || "empty"}` });
    return h("li", {}, h("div", { class: "agent-row" }, box, drop), answer);
  }

  /** @param {number} at */
  #focus(at) {
    this.#list?.querySelectorAll("input")[at]?.focus();
  }

  /**
   * Shows what is wrong with an agent.
   * @param {HTMLInputElement} box
   * @param {HTMLElement} answer
   */
  async #check(box, answer) {
    const agent = box.value.trim();
    let words = "";
    if (agent) {
      const found = await get("/check", { agent }).catch(() => ({}));
      const problem = /** @type {{error?: Problem}} */ (found).error;
      words = problem ? `${problem.picture ? `${problem.picture}\n` : ""}${problem.message}` : "";
    }
    if (box.value.trim() !== agent) return;
    answer.textContent = words;
    box.setAttribute("aria-invalid", String(words !== ""));
  }

  async #start() {
    const values = this.#values;
    this.fail("");
    const wrong = NUMBERS.find(([field]) => !/^\d{1,15}$/.test(values[field].trim()));
    if (wrong) return this.fail(`${wrong[1]}: '${values[wrong[0]]}' is not a whole number`);
    const agents = this.agents.filter(Boolean);
    if (agents.length < 2) return this.fail("A tournament needs two agents or more");
    const number = (/** @type {string} */ text) => Number(text.trim());
    const limit = values.limit === "time" ? { time: `${number(values.amount)}ms` } : { [values.limit]: number(values.amount) };
    await this.onStart({
      name: values.name.trim() || "tournament", board: values.board.trim(), games: number(values.games), seed: number(values.seed), ...limit,
      oracle: number(values.oracle), agents,
    });
  }
}
