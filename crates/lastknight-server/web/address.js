// The address bar holds the game: whoever opens the link sees the same. The server keeps nothing.

/** The views of the page. */
export const VIEWS = /** @type {const} */ (["play", "analyse", "heuristics", "tree", "lab"]);

/** @typedef {typeof VIEWS[number]} View */

/**
 * What an address says.
 * @typedef {object} Place
 * @property {string} start a board's size or a position
 * @property {string[]} moves
 * @property {number} ply how many of the moves are shown
 * @property {View} view
 * @property {string} white who plays White, "" for a person
 * @property {string} black
 * @property {string} time of a move
 * @property {[string, string]} names what White and Black are called in a game that was brought along, "" each where nobody knows
 */

/** A first visit: a person against somebody who can be beaten. */
export const DEFAULT = Object.freeze({
  start: "7x7",
  moves: /** @type {string[]} */ ([]),
  ply: 0,
  view: /** @type {View} */ ("play"),
  white: "",
  black: "alphabeta(improved, depth=3)",
  time: "1s",
  names: /** @type {[string, string]} */ (["", ""]),
});

/**
 * @param {string} search
 * @returns {Place}
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
  };
}

/**
 * @param {Place} place
 * @returns {string}
 */
export function write(place) {
  const parameters = new URLSearchParams();
  const set = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ usual) => {
    if (value !== usual) parameters.set(name, value);
  };
  set("view", place.view, DEFAULT.view);
  set("start", place.start, DEFAULT.start);
  set("moves", place.moves.join("-"), "");
  set("ply", String(place.ply), String(place.moves.length));
  set("white", place.white || "you", "you");
  set("black", place.black || "you", DEFAULT.black);
  set("time", place.time, DEFAULT.time);
  set("white-name", place.names[0], "");
  set("black-name", place.names[1], "");
  const text = parameters.toString();
  return text ? `/?${text}` : "/";
}
