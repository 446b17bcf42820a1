// The results of a tournament: standings, and the crosstable with the games of a cell below its row.

import { button, grouped, h } from "./dom.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {Report["agents"][number]} Standing */

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** The agents, the best first. @param {Report} report */
function ranked(report) {
  return [...report.agents].sort((a, b) => a.rank - b.rank);
}

/** Returns a name that lines can break at its brackets. @param {string} name */
function breakable(name) {
  // A zero-width space, which keeps together where lines do not wrap.
  return name.split(/(?<=\()/).join("\u200b");
}

/**
 * A name that may be long. It wraps, and the agent itself is shown on hover.
 * @param {Standing} agent
 */
function named(agent) {
  return h("th", { scope: "row", class: "agent", title: agent.agent }, breakable(agent.name),
    agent.agent.replaceAll(" ", "") === agent.name.replaceAll(" ", "") ? null : h("span", { class: "quiet" }, ` ${agent.agent}`));
}

/** @param {Report} report */
export function standings(report) {
  const agents = ranked(report);
  const hasOracle = agents.some((agent) => agent.oracle);
  const cell = (/** @type {string} */ text, kind = "") => h("td", { class: `number ${kind}` }, text);
  const rows = agents.map((agent, at) => h("tr", { class: at > 0 && agents[at - 1].tier !== agent.tier ? "next-tier" : null },
    cell(String(agent.rank)), named(agent),
    cell(`${agent.rating.toFixed(0).replace("-", "\u2212")} ± ${((agent.rating_interval[1] - agent.rating_interval[0]) / 2).toFixed(0)}`),
    cell(agent.score === null ? "–" : percent(agent.score)),
    cell(agent.games ? `${percent(agent.interval[0])} – ${percent(agent.interval[1])}` : "", "quiet range"),
    cell(grouped(agent.games)),
    hasOracle ? cell(agent.oracle?.share === null || !agent.oracle ? "" : percent(agent.oracle.share)) : null));
  const head = (/** @type {string} */ title, kind = "number") => h("th", { scope: "col", class: kind }, title);
  const hasTiers = new Set(agents.map((agent) => agent.tier)).size > 1;
  return h("div", {},
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Standings" }, h("table", { class: "rows standings" },
      h("thead", {}, h("tr", {}, head("#"), head("Agent", ""), head("Elo"), head("Score"), head("95 % interval", "number range"), head("Games"), hasOracle ? head("Wins kept") : null)),
      h("tbody", {}, ...rows))),
    hasTiers && report.games ? h("p", { class: "quiet" }, "Agents above a strong line are told apart from those below it.") : null);
}

/**
 * @typedef {object} CrosstableContext
 * @property {[number, number] | null} pairing the chosen cell, as the places of the agents in the report
 * @property {HTMLElement} games shown below the row of the chosen cell
 * @property {(pairing: [number, number] | null) => void} choose
 */

/**
 * @param {Report} report
 * @param {CrosstableContext} context
 */
export function crosstable(report, { pairing, games, choose }) {
  const agents = ranked(report);
  const rows = agents.flatMap((agent) => {
    const place = report.agents.indexOf(agent);
    const isOpen = pairing?.[0] === place;
    const row = h("tr", { class: isOpen ? "chosen" : null },
      h("th", { scope: "row", title: agent.agent }, h("span", { class: "rank number" }, String(agent.rank)), h("span", { class: "name" }, breakable(agent.name))),
      ...agents.map((other) => score(report, agent, other, pairing, choose)), h("td", { class: "rest" }));
    return isOpen ? [row, h("tr", { class: "games-row" }, h("td", { colspan: agents.length + 2 }, games))] : [row];
  });
  const heads = agents.map((agent) => h("th", { scope: "col", title: agent.name, "aria-label": agent.name }, String(agent.rank)));
  return h("div", {},
    h("div", { class: "scroll cross-frame" }, h("table", { class: "cross" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Agent"), ...heads, h("td", { class: "rest" }))), h("tbody", {}, ...rows))),
    h("p", { class: "quiet" }, "Percentage of games won by the row against the column, which is numbered like the rows. Choose a cell for its games."));
}

/**
 * Returns the result of two agents from the side of the first.
 * @param {Report} report
 * @param {string} one
 * @param {string} other
 */
export function comparison(report, one, other) {
  const found = report.pairings.find(({ first, second }) => (first === one && second === other) || (first === other && second === one));
  if (!found || found.score === null) return null;
  const { pairs, score: share, interval, verdict, corrected_p_value: p } = found;
  if (found.first === one) return { pairs, score: share, interval, verdict, p };
  const turned = verdict === "better" ? "worse" : verdict === "worse" ? "better" : verdict;
  return { pairs: { won: pairs.lost, split: pairs.split, lost: pairs.won }, score: 1 - share, interval: [1 - interval[1], 1 - interval[0]], verdict: turned, p };
}

/**
 * @param {Report} report
 * @param {Standing} agent
 * @param {Standing} other
 * @param {[number, number] | null} pairing
 * @param {CrosstableContext["choose"]} choose
 */
function score(report, agent, other, pairing, choose) {
  if (agent === other) return h("td", { class: "self" });
  const found = comparison(report, agent.name, other.name);
  if (!found) return h("td", { class: "empty" }, "·");
  const { won, split, lost } = found.pairs;
  const step = Math.round((found.score - 0.5) * 10);
  const places = /** @type {[number, number]} */ ([report.agents.indexOf(agent), report.agents.indexOf(other)]);
  const isChosen = pairing?.[0] === places[0] && pairing[1] === places[1];
  const title = `${agent.name} against ${other.name}: ${won} pairs won, ${split} split, ${lost} lost`;
  return h("td", {}, button(`${Math.round(100 * found.score)}`, () => choose(isChosen ? null : places), {
    class: `score step${step < 0 ? "-" : "+"}${Math.abs(step)}`, title, "data-key": `cell ${places.join("-")}`,
    "aria-label": `${Math.round(100 * found.score)} %, ${title}. Show the games`, "aria-expanded": String(isChosen),
  }));
}

/**
 * Says in a sentence how two agents compare.
 * @param {Report} report
 * @param {string} one
 * @param {string} other
 */
export function verdict(report, one, other) {
  const found = comparison(report, one, other);
  if (!found) return "No games yet.";
  const { pairs: { won, split, lost } } = found;
  const judged = /** @type {Record<string, string>} */ ({ better: "it is better", worse: "it is worse", even: "they are even: any difference is too small to matter" })[found.verdict ?? ""] ?? "not decided yet which is better";
  return `${one} wins ${percent(found.score)} (${percent(found.interval[0])} – ${percent(found.interval[1])}): ${judged}. Pairs of games: ${won} won, ${split} split, ${lost} lost.`;
}
