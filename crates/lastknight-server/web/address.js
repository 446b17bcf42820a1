// The address bar holds the game, so a link is a game. The server stores nothing.

/** The views of the page. */
export const VIEWS = /** @type {const} */ (["play", "analyse", "heuristics", "tree", "lab"]);

/** @typedef {typeof VIEWS[number]} View */

/** The settings of views that a link holds. @type {Partial<Record<View, string[]>>} */
const OPTIONS = {
  heuristics: ["formula", "heuristic", "depth", "order"],
  tree: ["heuristic", "depth", "search"],
  lab: ["directory", "run", "study", "pairing"],
};

/**
 * The state of the page, as its address holds it.
 * @typedef {object} PageState
 * @property {string} start a board's size or a position
 * @property {string[]} moves
 * @property {number} ply how many of the moves are shown
 * @property {View} view
 * @property {string} white the agent that plays White, "" for a person
 * @property {string} black
 * @property {string} time of a move
 * @property {[string, string]} names the names of White and Black in a loaded game, "" if unknown
 * @property {Partial<Record<View, Record<string, string>>>} options the settings of views; those that are missing have their defaults
 */

/** The first visit: a person against an opponent that can be beaten. */
export const DEFAULT = Object.freeze({
  start: "7x7",
  moves: /** @type {string[]} */ ([]),
  ply: 0,
  view: /** @type {View} */ ("play"),
  white: "",
  black: "alphabeta(improved, depth=3)",
  time: "1s",
  names: /** @type {[string, string]} */ (["", ""]),
  options: /** @type {PageState["options"]} */ ({}),
});

/**
 * @param {string} search
 * @returns {PageState}
 */
export function read(search) {
  const parameters = new URLSearchParams(search);
  const moves = (parameters.get("moves") ?? "").split(/[-, ]+/).filter(Boolean);
  const ply = Number(parameters.get("ply") ?? moves.length);
  const view = VIEWS.find((name) => name === parameters.get("view")) ?? DEFAULT.view;
  const player = (/** @type {"white" | "black"} */ side) => {
    const name = parameters.get(side);
    if (name === "you") return "";
    return name ?? DEFAULT[side];
  };
  return {
    start: parameters.get("start") ?? DEFAULT.start,
    moves,
    ply: Number.isInteger(ply) ? Math.min(Math.max(ply, 0), moves.length) : moves.length,
    view,
    white: player("white"),
    black: player("black"),
    time: parameters.get("time") ?? DEFAULT.time,
    names: [parameters.get("white-name") ?? "", parameters.get("black-name") ?? ""],
    options: { [view]: Object.fromEntries([...parameters].filter(([name]) => OPTIONS[view]?.includes(name))) },
  };
}

/**
 * @param {PageState} page
 * @returns {string}
 */
export function write(page) {
  const parameters = new URLSearchParams();
  const set = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ normal) => {
    if (value !== normal) parameters.set(name, value);
  };
  set("view", page.view, DEFAULT.view);
  set("start", page.start, DEFAULT.start);
  set("moves", page.moves.join("-"), "");
  set("ply", String(page.ply), String(page.moves.length));
  set("white", page.white || "you", "you");
  set("black", page.black || "you", DEFAULT.black);
  set("time", page.time, DEFAULT.time);
  set("white-name", page.names[0], "");
  set("black-name", page.names[1], "");
  for (const name of OPTIONS[page.view] ?? []) set(name, page.options[page.view]?.[name] ?? "", "");
  const text = parameters.toString();
  return text ? `?${text}` : location.pathname;
}
