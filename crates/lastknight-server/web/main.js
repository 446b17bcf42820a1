// The page as a whole: views, board, status, and what belongs to all of them.

import { VIEWS } from "./address.js";
import { Analyse, Truth } from "./analyse.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { button, choice, dialog, find, h, keep, toggle } from "./dom.js";
import { Game } from "./game.js";
import { Heuristics } from "./heuristics.js";
import { Lab } from "./lab.js";
import { name, Play } from "./play.js";
import { onPreferences, prefer, preferences } from "./preferences.js";
import { Tree } from "./tree.js";

/** @typedef {import("./address.js").View} View */

/** @type {Record<View, string>} */
const TITLES = { play: "Play", analyse: "Analyse", heuristics: "Heuristics", tree: "Tree", lab: "Lab" };

const game = new Game();
const board = new Board(find("board"), (square) => {
  // Nobody moves for an agent.
  if (game.place.view !== "play" || game.mover === "") void game.play(square);
});

/** Whether something is to be painted. */
let isWaiting = false;

/** Paints once a frame, however often something changes. */
function changed() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    paint();
    current().update();
  });
}

/** @type {import("./types.js").Catalog} */
const catalog = await get("/catalog").catch((error) => {
  find("status").textContent = `${error.message} `;
  find("status").append(button("Try again", () => location.reload()));
  throw error;
});
const truth = new Truth(changed);
const play = new Play(game, catalog, changed);
const analyse = new Analyse(game, truth, changed);
const heuristics = new Heuristics(game, truth, catalog, changed);
const tree = new Tree(game, catalog, changed);
const lab = new Lab(game, catalog);
lab.onOpened = () => analyse.review();

/** The views: what each shows beside the board, and what it does when the position is another. */
const views = { play, analyse, heuristics, tree, lab };

function current() {
  return views[game.place.view];
}

// The engine begins while the position is still being asked for.
game.onMoving((at, place) => { if (place.view === "analyse" && built === "analyse") analyse.ask(at); });

/** The view that the panel was made for. */
let built = "";

game.onChange(() => {
  const { view } = game.place;
  if (view !== built) {
    for (const other of VIEWS) if (other !== view) views[other].end();
    if (view !== "analyse" && view !== "heuristics") truth.end();
    find("panel").replaceChildren(...current().panel());
    find("panel").setAttribute("aria-label", TITLES[view]);
    document.body.dataset.view = view;
    document.title = view === "play" ? "lastknight" : `${TITLES[view]} – lastknight`;
    for (const tab of find("tabs").querySelectorAll("button")) {
      const isSelected = tab.dataset.view === view;
      tab.setAttribute("aria-selected", String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      if (isSelected) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    built = view;
  }
  current().look();
  paint();
  current().update();
});

/** Shows the position and what the view adds to it. */
function paint() {
  const { position, place } = game;
  if (!position) return;
  const isOurs = !position.winner && (place.view !== "play" || game.mover === "");
  const last = place.moves[place.ply - 1] ?? null;
  const origin = place.ply > 2 ? place.moves[place.ply - 3] : null;
  board.set({
    width: position.width, height: position.height, flipped: preferences.flipped, coordinates: preferences.coordinates,
    white: position.white, black: position.black, side: position.to_move, blocked: position.blocked,
    targets: isOurs ? position.moves : [], last, origin, ...current().dressing(),
  });
  players();
  const words = status();
  // Whoever listens hears it once.
  if (find("status").textContent !== words) find("status").textContent = words;
}

/** Who sits where. */
function players() {
  const { place, position } = game;
  for (const [at, side] of /** @type {const} */ (["white", "black"]).entries()) {
    const isBelow = (side === "white") !== preferences.flipped;
    const isTurn = position?.to_move === side && !position?.winner;
    const who = place.view === "play" ? place.names[at] || place[side] || "You" : place.names[at];
    const turn = position?.winner === side ? "has won" : isTurn ? (play.isThinking ? "thinking…" : "to move") : "";
    keep(find(isBelow ? "below" : "above"), JSON.stringify([side, who, turn]), () => [
      h("span", { class: `disc ${side}`, "aria-hidden": "true" }), h("strong", {}, name(side)), h("span", { class: "who" }, who), h("span", { class: "turn" }, turn),
    ]);
  }
}

function status() {
  const { position, place } = game;
  if (!position) return "";
  const side = name(position.to_move);
  const told = place.view === "play" && play.told ? `${play.told} ` : "";
  if (position.winner) {
    const isMixed = place.view === "play" && (place.white === "") !== (place.black === "");
    const whose = isMixed ? (place[position.winner] === "" ? " You win!" : " You lose.") : "";
    return `${told}${side} has no move left: ${name(position.winner)} has won.${whose}`;
  }
  if (play.isThinking) return `${side} is thinking…`;
  const moves = `${position.moves.length} legal move${position.moves.length === 1 ? "" : "s"}`;
  const what = position[position.to_move] ? `to move: ${moves}` : "to place a knight on any open square";
  const ply = game.isAtEnd ? "" : ` (showing ply ${place.ply} of ${place.moves.length})`;
  const rules = place.moves.length || place.view !== "play" ? "" : " Then the knights move in turn. Visited squares are blocked, and a player who cannot move loses.";
  return `${told}${side} ${what}${ply}.${rules}`;
}

function tabs() {
  const list = find("tabs");
  list.replaceChildren(...VIEWS.map((view) => button(TITLES[view], () => void game.change({ view }, true), { role: "tab", "data-view": view, "aria-selected": "false", "aria-controls": "panel", tabindex: -1 })));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const all = [...list.querySelectorAll("button")];
    const at = all.findIndex((tab) => tab === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[(at + step + all.length) % all.length];
    next.focus();
    next.click();
  });
}

function controls() {
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ ply) => button(sign, () => void game.show(ply()), { "aria-label": label, title: label });
  find("controls").replaceChildren(
    step("|◀", "To the start", () => 0), step("◀", "Previous move", () => game.place.ply - 1),
    step("▶", "Next move", () => game.place.ply + 1), step("▶|", "To the end", () => game.place.moves.length),
    button("Undo", () => void play.undo(), { title: "Undo (u)" }),
    button("Redo", () => void play.redo(), { title: "Redo (r)" }),
    button("Flip", () => prefer({ flipped: !preferences.flipped }), { title: "Flip the board (f)" }));
}

function settings() {
  const open = () => dialog("Settings",
    choice("Colours", [["system", "system"], ["light", "light"], ["dark", "dark"]], preferences.theme, (theme) => prefer({ theme: /** @type {"system"} */ (theme) })),
    toggle("Animate moves", preferences.animate, (animate) => prefer({ animate })),
    toggle("Show coordinates", preferences.coordinates, (coordinates) => prefer({ coordinates })),
    h("p", { class: "quiet" }, `lastknight ${catalog.version}. HTTP API: `, h("a", { href: "/api/v1/openapi.json" }, "openapi.json")));
  find("settings").replaceChildren(button("Settings", open, { class: "plain" }));
}

addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrows = { ArrowLeft: () => void game.show(game.place.ply - 1), ArrowRight: () => void game.show(game.place.ply + 1) };
  // On the board and in a tree, arrows go elsewhere.
  const isTaken = at.closest("[role=grid], .tree");
  const actions = /** @type {Record<string, () => void>} */ ({
    ...(isTaken ? {} : arrows), u: () => void play.undo(), r: () => void play.redo(), f: () => prefer({ flipped: !preferences.flipped }),
  });
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

onPreferences(() => {
  paint();
  lab.repaint();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => lab.repaint());
tabs();
controls();
settings();
const misunderstood = await game.open();
document.body.dataset.ready = "true";
// What made no sense is not lost.
if (misunderstood) play.load(misunderstood, "This link", "This link is not valid. Correct it and open it again:");
