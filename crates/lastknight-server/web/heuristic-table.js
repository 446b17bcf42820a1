// The table of heuristics: grouped by the move they choose or by their source, with one tab stop.

import { button, h, number, shown } from "./dom.js";

/** @typedef {import("./types.js").HeuristicMove} HeuristicMove */
/** @typedef {import("./types.js").Catalog["heuristics"][number]} Entry */
/** @typedef {"move" | "family" | "name"} Order */

/** A heuristic, and its value and move once they are known. */
/** @typedef {{entry: Entry, row: HeuristicMove | undefined}} Row */

/** @typedef {{key: string, to: string | null, title: string, rows: Row[]}} Group */

export const ORDERS = /** @type {[Order, string][]} */ ([["move", "by move"], ["family", "by source"], ["name", "by name"]]);

/**
 * What the table needs from its view.
 * @typedef {object} Context
 * @property {Order} order
 * @property {string} chosen the name of the chosen heuristic
 * @property {Set<string>} folded the keys of the folded groups
 * @property {(to: string | null) => boolean | undefined} wins whether a move wins, if known
 * @property {(name: string) => void} choose
 * @property {(key: string) => void} fold
 * @property {(to: string | null, who: string) => void} point called with the move under the pointer or with the focus, `null` for none
 * @property {(row: Row) => Node} details the details of the chosen heuristic
 */

/**
 * Returns the groups of an order: winning moves first, then those that most heuristics choose.
 * @param {Row[]} rows
 * @param {Order} order
 * @param {Context["wins"]} wins
 * @returns {Group[]}
 */
export function groups(rows, order, wins) {
  if (order === "name") {
    const sorted = [...rows].sort((a, b) => a.entry.name.localeCompare(b.entry.name));
    return [{ key: "all", to: null, title: "", rows: sorted }];
  }
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const row of rows) {
    const to = order === "move" ? row.row?.best ?? null : null;
    const title = order === "family" ? row.entry.family : row.row ? "no move" : "not evaluated yet";
    const key = to ?? title;
    const group = found.get(key) ?? { key, to, title, rows: [] };
    group.rows.push(row);
    found.set(key, group);
  }
  const list = [...found.values()];
  if (order === "family") return list;
  const rank = (/** @type {Group} */ { to }) => (to === null ? 3 : { true: 0, undefined: 1, false: 2 }[`${wins(to)}`] ?? 1);
  return list.sort((a, b) => rank(a) - rank(b) || b.rows.length - a.rows.length);
}

/** Whether a move wins, in a sign and a word. @param {boolean | undefined} wins */
export function verdict(wins) {
  return wins === undefined ? { kind: "unknown", sign: "?", word: "not solved" } : wins ? { kind: "won", sign: "✓", word: "wins" } : { kind: "lost", sign: "✗", word: "loses" };
}

/** @param {string} to @param {boolean | undefined} wins */
function chip(to, wins) {
  const { kind, sign, word } = verdict(wins);
  return h("span", { class: `chip ${kind}`, title: `${to} ${word}` }, `${to} ${sign}`);
}

/**
 * @param {Row[]} rows
 * @param {Context} context
 */
export function heuristicTable(rows, context) {
  const { order, chosen, folded, wins, point } = context;
  const hasMove = order !== "move";
  const columns = hasMove ? 4 : 3;
  const bodies = groups(rows, order, wins).map((group) => {
    const isFolded = folded.has(group.key);
    const body = h("tbody", {}, group.key === "all" ? null : head(group, isFolded, columns, context));
    for (const item of isFolded ? [] : group.rows) {
      const { entry, row } = item;
      const isChosen = entry.name === chosen;
      const look = () => point(row?.best ?? null, entry.name);
      const pick = button(entry.name, () => context.choose(isChosen ? "" : entry.name), {
        class: "pick", "data-key": `heuristic ${entry.name}`, "aria-expanded": String(isChosen), focus: look, title: entry.summary, tabindex: -1,
      });
      body.append(h("tr", { class: isChosen ? "chosen" : null, mouseenter: look },
        h("th", { scope: "row" }, pick),
        h("td", { class: "number" }, row ? number(row.value) : "…"),
        hasMove ? h("td", {}, row?.best ? chip(row.best, wins(row.best)) : "") : null,
        h("td", { class: "number" }, row ? shown(row.score) : "")));
      if (isChosen) body.append(h("tr", { class: "details" }, h("td", { colspan: columns }, context.details(item))));
    }
    return body;
  });
  const titles = /** @type {[string, string | null][]} */ ([["Heuristic", null], ["Value", "number"], ...(hasMove ? [["Move", null]] : []), ["Score", "number"]]);
  const table = h("table", { class: "rows heuristics", mouseleave: () => point(null, "") },
    h("thead", {}, h("tr", {}, ...titles.map(([title, kind]) => h("th", { scope: "col", class: kind }, title)))), ...bodies);
  rove(table, chosen);
  return table;
}

/**
 * @param {Group} group
 * @param {boolean} isFolded
 * @param {number} columns
 * @param {Context} context
 */
function head({ key, to, title, rows }, isFolded, columns, { wins, fold, point }) {
  const count = `${rows.length} heuristic${rows.length === 1 ? "" : "s"}`;
  const look = () => point(to, count);
  const toggle = button("", () => fold(key), {
    class: "pick group", "aria-expanded": String(!isFolded), "data-key": `group ${key}`, focus: look, tabindex: -1,
  });
  toggle.append(h("span", { class: "sign", "aria-hidden": "true" }, isFolded ? "▸" : "▾"), to ? chip(to, wins(to)) : h("strong", {}, title), h("span", { class: "unseen" }, to ? `${verdict(wins(to)).word}:` : ":"), h("span", { class: "quiet" }, count));
  return h("tr", { class: "group", mouseenter: look }, h("th", { scope: "rowgroup", colspan: columns }, toggle));
}

/**
 * Makes a table one tab stop: arrow keys move between its rows.
 * @param {HTMLElement} table
 * @param {string} chosen
 */
function rove(table, chosen) {
  const picks = [...table.querySelectorAll("button.pick")].filter((pick) => pick instanceof HTMLElement);
  const stop = picks.find((pick) => pick.dataset.key === `heuristic ${chosen}`) ?? picks[0];
  if (stop) stop.tabIndex = 0;
  table.addEventListener("keydown", (event) => {
    const at = picks.findIndex((pick) => pick === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: picks.length - 1 }[event.key];
    if (at < 0 || to === undefined || !picks[to]) return;
    event.preventDefault();
    event.stopPropagation();
    [picks[at].tabIndex, picks[to].tabIndex] = [-1, 0];
    picks[to].focus();
  });
}
