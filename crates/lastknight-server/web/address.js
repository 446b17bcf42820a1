// The address bar holds the game, so a link is a game. The server stores nothing.

import { MoveTree } from "./variations.js";

/** The views of the page. */
export const VIEWS = /** @type {const} */ (["play", "analyse", "puzzles", "learn", "heuristics", "tree", "lab", "class"]);

/** The views of a page in a frame. */
export const EMBEDDED = /** @type {readonly View[]} */ (["play", "analyse"]);

/** The maximum length of a tree in a link: longer links are cut by other programs. */
export const LONGEST_TREE = 1500;

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
 * @property {MoveTree} tree the moves, with variations; a change makes a copy
 * @property {string[]} moves the current line: a path of the tree to the end of a line
 * @property {number} ply how many of the moves are shown
 * @property {string} key the name of the tree in the browser's storage, "" if the link holds it all
 * @property {View} view
 * @property {string} puzzle the puzzle of its view: its name, a date, `daily` or a position
 * @property {string} lesson the lesson of its view
 * @property {string} white the agent that plays White, "" for a person
 * @property {string} black
 * @property {string} time of a move
 * @property {[string, string]} names the names of White and Black in a loaded game, "" if unknown
 * @property {Partial<Record<View, Record<string, string>>>} options the settings of views; those that are missing have their defaults
 * @property {boolean} embed whether the page is in a frame of another page: only what is needed to play
 */

/** The first visit: a person against an opponent that can be beaten. */
export const DEFAULT = Object.freeze({
  start: "7x7",
  tree: new MoveTree(),
  moves: /** @type {string[]} */ ([]),
  ply: 0,
  key: "",
  view: /** @type {View} */ ("play"),
  puzzle: "",
  lesson: "",
  white: "",
  black: "alphabeta(improved, depth=3)",
  time: "1s",
  names: /** @type {[string, string]} */ (["", ""]),
  options: /** @type {PageState["options"]} */ ({}),
  embed: false,
});

/**
 * Reads an address. With a `key` the tree is only its current line.
 * @param {string} search
 * @returns {PageState}
 */
export function read(search) {
  const parameters = new URLSearchParams(search);
  const tree = MoveTree.parse(parameters.get("moves") ?? "");
  const moves = tree.follow(parameters.get("line") ?? "");
  const asked = Number(parameters.get("ply") ?? moves.length);
  const ply = Number.isInteger(asked) ? Math.min(Math.max(asked, 0), moves.length) : moves.length;
  const shown = tree.at(moves.slice(0, ply));
  if (shown) shown.draw = parameters.get("draw") ?? "";
  const embed = parameters.get("embed") === "1";
  const view = (embed ? EMBEDDED : VIEWS).find((name) => name === parameters.get("view")) ?? DEFAULT.view;
  const player = (/** @type {"white" | "black"} */ side) => {
    const name = parameters.get(side);
    if (name === "you") return "";
    return name ?? DEFAULT[side];
  };
  return {
    start: parameters.get("start") ?? DEFAULT.start,
    tree,
    moves,
    ply,
    key: parameters.get("tree") ?? "",
    view,
    puzzle: parameters.get("puzzle") ?? "",
    lesson: parameters.get("lesson") ?? "",
    white: player("white"),
    black: player("black"),
    time: parameters.get("time") ?? DEFAULT.time,
    names: [parameters.get("white-name") ?? "", parameters.get("black-name") ?? ""],
    options: { [view]: Object.fromEntries([...parameters].filter(([name]) => OPTIONS[view]?.includes(name))) },
    embed,
  };
}

/**
 * Returns the query of an address, "" for the first visit.
 * @param {PageState} page
 */
export function write(page) {
  /** @type {string[]} */
  const parameters = [];
  const set = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ normal) => {
    if (value !== normal) parameters.push(`${name}=${encoded(value)}`);
  };
  const { tree, moves, ply } = page;
  const isWhole = fits(tree);
  set("embed", page.embed ? "1" : "", "");
  set("view", page.view, DEFAULT.view);
  set("puzzle", page.view === "puzzles" ? page.puzzle : "", "");
  set("lesson", page.view === "learn" ? page.lesson : "", "");
  set("start", page.start, DEFAULT.start);
  set("moves", isWhole ? tree.toString() : moves.join("-"), "");
  set("line", isWhole ? tree.choices(moves) : "", "");
  set("tree", isWhole ? "" : page.key, "");
  set("ply", String(ply), String(moves.length));
  set("draw", tree.at(moves.slice(0, ply))?.draw ?? "", "");
  set("white", page.white || "you", "you");
  set("black", page.black || "you", DEFAULT.black);
  set("time", page.time, DEFAULT.time);
  set("white-name", page.names[0], "");
  set("black-name", page.names[1], "");
  for (const name of OPTIONS[page.view] ?? []) set(name, page.options[page.view]?.[name] ?? "", "");
  return parameters.length ? `?${parameters.join("&")}` : "";
}

/** Whether a link can hold a tree. @param {MoveTree} tree */
export function fits(tree) {
  return encoded(tree.toString()).length <= LONGEST_TREE;
}

/** Encodes a value as a browser would, but leaves what needs no code, so that links can be read. @param {string} value */
function encoded(value) {
  const text = encodeURIComponent(value.toWellFormed()).replaceAll("'", "%27").replaceAll("%20", "+");
  return text.replace(/%(?:2C|2F|3A|3D|3F)/g, (code) => decodeURIComponent(code));
}
