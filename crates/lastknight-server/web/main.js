// The entry point of the page: views, board, status and settings.

import { VIEWS } from "./address.js";
import { Analyse } from "./analyse.js";
import { get, isStatic } from "./api.js";
import { Board } from "./board.js";
import { Class } from "./class.js";
import { decodeDrawings, encodeDrawings } from "./drawings.js";
import { button, choice, dialog, find, h, replaceIfChanged, toggle } from "./dom.js";
import { Game, notation } from "./game.js";
import { Heuristics } from "./heuristics.js";
import { Lab } from "./lab.js";
import { showLegend } from "./legend.js";
import { name } from "./moves.js";
import { Play } from "./play.js";
import { onPreferences, prefer, preferences } from "./preferences.js";
import { LiveSolution } from "./solution.js";
import * as sounds from "./sounds.js";
import { visits } from "./trails.js";
import { Tree } from "./tree.js";

/** @typedef {import("./address.js").View} View */

/** @type {Record<View, string>} */
const TITLES = { play: "Play", analyse: "Analyse", heuristics: "Heuristics", tree: "Tree", lab: "Lab", class: "Class" };

const game = new Game();
const board = new Board(find("board"), async (square) => {
  // The user cannot move for an agent.
  if (game.page.view !== "play" || game.mover === "") await game.play(square);
});

board.onDraw((drawings) => void game.draw(encodeDrawings(drawings)));

/** Whether a frame is requested. */
let isWaiting = false;

/** Paints at most once a frame. */
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
/** The class of the server, if it has one. @type {import("./types.js").ClassInfo | null} */
const classroom = catalog.class ? await get("/class") : null;
/** The views of this page: readers see the standings only, and students start no tournaments. */
const offered = VIEWS.filter((view) => view === "class" ? classroom : view === "lab" ? !classroom || classroom.role === "teacher" : classroom?.role !== "reader");
if (classroom) document.body.dataset.role = classroom.role;
const solution = new LiveSolution(changed);
const play = new Play(game, catalog, changed);
const analyse = new Analyse(game, solution, changed);
const heuristics = new Heuristics(game, solution, catalog, changed);
const tree = new Tree(game, catalog, changed);
const lab = new Lab(game, catalog);
lab.onOpened = () => analyse.review();

/** The views. A page without a class does not offer its view. */
const views = { play, analyse, heuristics, tree, lab, class: classroom ? new Class(game, classroom, changed) : lab };

function current() {
  return views[game.page.view];
}

// The engine starts before the position has arrived.
game.onMoving((at, page) => { if (page.view === "analyse" && built === "analyse") analyse.ask(at); });

/** The view of the panel. */
let built = "";

/** What was shown before the last change. @type {{at: string, position: import("./types.js").Position | null}} */
let heard = { at: "", position: null };

/** Plays the sound of a new move. */
function sound() {
  const { page, position, moves } = game;
  const before = heard;
  heard = { at: game.at, position };
  const isNew = game.isAtEnd && moves.length > 0 && before.at === notation(page.start, moves.slice(0, -1));
  if (!isNew || !position || !before.position) return;
  const isMixed = page.view === "play" && (page.white === "") !== (page.black === "");
  if (position.winner) sounds.play(isMixed && page[position.winner] !== "" ? "loss" : "win");
  else sounds.play(before.position[before.position.to_move] ? "move" : "place");
}

game.onChange(() => {
  const { view } = game.page;
  if (view !== built) {
    for (const other of offered) if (other !== view) views[other].end();
    if (view !== "analyse" && view !== "heuristics") solution.end();
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
  // A move that is not confirmed yet is only shown.
  if (game.position?.pending) return paint();
  sound();
  current().onPosition();
  paint();
  current().update();
});

/** Shows the position with the decorations of the view. */
function paint() {
  const { position, page } = game;
  if (!position) return;
  const isOurs = !position.winner && (page.view !== "play" || game.mover === "");
  const last = page.moves[page.ply - 1] ?? null;
  const origin = page.ply > 2 ? page.moves[page.ply - 3] : null;
  board.set({
    width: position.width, height: position.height, flipped: preferences.flipped, coordinates: preferences.coordinates,
    white: position.white, black: position.black, side: position.to_move, blocked: position.blocked,
    targets: isOurs ? position.moves : [], last, origin, drawings: decodeDrawings(game.node?.draw ?? ""), ...visits(game, preferences.trails), ...current().decorations(),
  });
  showLegend(find("legend"), board.state);
  players();
  const words = status();
  // A screen reader reads each text once.
  if (find("status").textContent !== words) find("status").textContent = words;
}

/** Shows the players above and below the board. */
function players() {
  const { page, position } = game;
  for (const [at, side] of /** @type {const} */ (["white", "black"]).entries()) {
    const isBelow = (side === "white") !== preferences.flipped;
    const isTurn = position?.to_move === side && !position?.winner;
    const who = page.view === "play" ? page.names[at] || page[side] || "You" : page.names[at];
    const turn = position?.winner === side ? "has won" : isTurn ? (play.isThinking ? "thinking…" : "to move") : "";
    replaceIfChanged(find(isBelow ? "below" : "above"), JSON.stringify([side, who, turn]), () => [
      h("span", { class: `disc ${side}`, "aria-hidden": "true" }), h("strong", {}, name(side)), h("span", { class: "who" }, who), h("span", { class: "turn" }, turn),
    ]);
  }
}

function status() {
  const { position, page } = game;
  if (!position) return "";
  if (position.pending) return find("status").textContent;
  const side = name(position.to_move);
  const comment = page.view === "play" && play.comment ? `${play.comment} ` : "";
  if (position.winner) {
    const isMixed = page.view === "play" && (page.white === "") !== (page.black === "");
    const whose = isMixed ? (page[position.winner] === "" ? " You win!" : " You lose.") : "";
    return `${comment}${side} has no move left: ${name(position.winner)} has won.${whose}`;
  }
  if (play.isThinking) return `${side} is thinking…`;
  const moves = `${position.moves.length} legal move${position.moves.length === 1 ? "" : "s"}`;
  const what = position[position.to_move] ? `to move: ${moves}` : "to place a knight on any open square";
  const ply = game.isAtEnd ? "" : ` (showing ply ${page.ply} of ${page.moves.length})`;
  const rules = page.moves.length || page.view !== "play" ? "" : " Visited squares are blocked, and a player who cannot move loses.";
  return `${comment}${side} ${what}${ply}.${rules}`;
}

function tabs() {
  const list = find("tabs");
  list.replaceChildren(...offered.map((view) => button(TITLES[view], () => void game.change({ view }, true), { role: "tab", "data-view": view, "aria-selected": "false", "aria-controls": "panel", tabindex: -1 })));
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
    step("|◀", "To the start", () => 0), step("◀", "Previous move", () => game.page.ply - 1),
    step("▶", "Next move", () => game.page.ply + 1), step("▶|", "To the end", () => game.page.moves.length),
    button("Undo", () => void play.undo(), { title: "Undo (u)" }),
    button("Redo", () => void play.redo(), { title: "Redo (r)" }),
    button("Flip", () => prefer({ flipped: !preferences.flipped }), { title: "Flip the board (f)" }));
}

function settings() {
  const open = () => dialog("Settings",
    choice("Colours", [["system", "system"], ["light", "light"], ["dark", "dark"]], preferences.theme, (theme) => prefer({ theme: /** @type {"system"} */ (theme) })),
    toggle("Animate moves", preferences.animate, (animate) => prefer({ animate })),
    toggle("Show coordinates", preferences.coordinates, (coordinates) => prefer({ coordinates })),
    choice("Visited squares show", [["none", "nothing"], ["numbers", "who was there, and when"], ["paths", "the paths of the knights"]], preferences.trails, (trails) => prefer({ trails: /** @type {"none"} */ (trails) })),
    toggle("Sound", preferences.sound, (sound) => prefer({ sound })),
    h("p", { class: "quiet" }, `lastknight ${catalog.version}. HTTP API: `, h("a", { href: "api/v1/openapi.json" }, "openapi.json")));
  find("settings").replaceChildren(button("Settings", open, { class: "plain" }));
}

addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowLeft: () => void game.show(game.page.ply - 1), ArrowRight: () => void game.show(game.page.ply + 1) };
  // Without variations the page scrolls.
  const ways = { ArrowUp: () => void game.vary(-1), ArrowDown: () => void game.vary(1) };
  const arrows = { ...steps, ...(game.variations.length > 1 ? ways : {}) };
  // The board and the tree use the arrow keys themselves.
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
const misunderstood = await game.open(offered);
document.body.dataset.ready = "true";
performance.mark("ready");
// After the first visit the static page works offline.
if (isStatic) void navigator.serviceWorker?.register("offline.js").catch(() => {});
// The text of a bad link can be corrected.
if (misunderstood) play.load(misunderstood, "This link", "This link is not valid. Correct it and open it again:");
