// The page as a whole: views, board, status, and what belongs to all of them.

import { VIEWS } from "./address.js";
import { Analyse, name, Truth } from "./analyse.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { button, choice, dialog, find, h, say, toggle } from "./dom.js";
import { Game } from "./game.js";
import { Heuristics } from "./heuristics.js";
import { Lab } from "./lab.js";
import { Play } from "./play.js";
import { onPreferences, prefer, preferences } from "./preferences.js";
import { Tree } from "./tree.js";

/** @typedef {import("./address.js").View} View */

/** @type {Record<View, string>} */
const TITLES = { play: "Play", analyse: "Analyse", heuristics: "Heuristics", tree: "Tree", lab: "Lab" };

const game = new Game();
const board = new Board(find("board"), (square) => void choose(square));

/** What is to be painted again. */
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

const truth = new Truth(changed);
/** @type {import("./types.js").Catalog} */
const catalog = await get("/catalog").catch((error) => {
  say(error.message);
  throw error;
});
const play = new Play(game, catalog, changed);
const analyse = new Analyse(game, truth, changed);
const heuristics = new Heuristics(game, truth, catalog, changed);
const tree = new Tree(game, catalog, changed);
const lab = new Lab(game, catalog);
lab.onOpened = () => analyse.review();

/** A view: what it shows beside the board, and what it does when the position is another. */
const views = {
  play: { panel: () => play.panel(), look: () => void play.move(), end: () => play.end(), update: () => {}, dressing: hintDressing },
  analyse, heuristics, tree, lab,
};

/** The square that a hint names. */
let hinted = "";

function hintDressing() {
  return { marks: new Map(), arrows: [], tints: new Map(hinted ? [[hinted, "chosen"]] : []) };
}

function current() {
  return views[game.place.view];
}

// The engine begins while the position is still being asked for.
game.onMoving(() => { if (game.place.view === "analyse") analyse.look(); });

/** The view and the game that the panel was made for. */
let built = "";

game.onChange(() => {
  const { place } = game;
  hinted = "";
  // In the view to play, the panel lists moves and players; the others bring themselves up to date.
  const shape = place.view === "play" ? JSON.stringify([place, game.position?.winner]) : place.view;
  if (shape !== built) {
    if (!built.startsWith(place.view) && built !== "") Object.entries(views).forEach(([view, it]) => view !== place.view && it.end());
    if (place.view === "play" || place.view === "lab" || place.view === "tree") truth.end();
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement.getAttribute("aria-label") : null;
    find("panel").replaceChildren(...current().panel());
    // Who uses the keyboard stays where they were.
    if (focus && !document.activeElement?.closest("#board, #tabs")) {
      const again = [...find("panel").querySelectorAll("[aria-label]")].find((element) => element.getAttribute("aria-label") === focus);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
    built = shape;
  }
  tabs();
  document.body.dataset.view = place.view;
  current().look();
  paint();
  current().update();
});

/** @param {string} square */
async function choose(square) {
  await game.play(square);
}

/** Shows the position and what the view adds to it. */
function paint() {
  const { position, place } = game;
  if (!position) return;
  const isPlaying = place.view === "play";
  const isOurs = !position.winner && (!isPlaying || game.mover === "");
  const last = place.moves[place.ply - 1] ?? null;
  const origin = place.ply > 2 ? place.moves[place.ply - 3] : null;
  board.set({
    width: position.width, height: position.height, flipped: preferences.flipped, coordinates: preferences.coordinates,
    white: position.white, black: position.black, side: position.to_move, blocked: position.blocked,
    targets: isOurs ? position.moves : [], last, origin, ...current().dressing(),
  });
  players();
  find("status").textContent = status();
}

/** Who sits where. */
function players() {
  const { place, position } = game;
  for (const side of /** @type {const} */ (["white", "black"])) {
    const isBelow = (side === "white") !== preferences.flipped;
    const isTurn = position?.to_move === side && !position?.winner;
    const agent = place.view === "play" ? place[side] || "You" : "";
    const isWinner = position?.winner === side;
    find(isBelow ? "below" : "above").replaceChildren(
      h("span", { class: `disc ${side}`, "aria-hidden": "true" }), h("strong", {}, name(side)), h("span", { class: "who" }, agent),
      h("span", { class: "turn" }, isWinner ? "has won" : isTurn ? (play.isThinking ? "thinking…" : "to move") : ""));
  }
}

function status() {
  const { position, place } = game;
  if (!position) return "";
  const side = name(position.to_move);
  if (position.winner) {
    const loser = name(position.winner === "white" ? "black" : "white");
    const whose = place.view === "play" && (place.white === "") !== (place.black === "") ? (place[position.winner] === "" ? " You win!" : " You lose.") : "";
    return `${loser} has no move left: ${name(position.winner)} has won.${whose}`;
  }
  if (play.isThinking) return `${side} is thinking…`;
  const what = position[position.to_move] ? "to move" : "to place a knight on any open square";
  const ply = game.isAtEnd ? "" : ` (move ${place.ply} of ${place.moves.length})`;
  return `${side} ${what}${ply}.${place.view === "play" && play.told ? ` ${play.told}.` : ""}`;
}

function tabs() {
  const go = (/** @type {View} */ view) => () => void game.change({ view }, true);
  find("tabs").replaceChildren(...VIEWS.map((view) => button(TITLES[view], go(view), { role: "tab", "aria-selected": String(view === game.place.view), "aria-controls": "panel" })));
  find("panel").setAttribute("aria-label", TITLES[game.place.view]);
}

function controls() {
  find("controls").replaceChildren(
    button("|◀", () => void game.show(0), { "aria-label": "To the beginning", title: "To the beginning" }),
    button("◀", () => void game.show(game.place.ply - 1), { "aria-label": "One move back", title: "One move back (←)" }),
    button("▶", () => void game.show(game.place.ply + 1), { "aria-label": "One move on", title: "One move on (→)" }),
    button("▶|", () => void game.show(game.place.moves.length), { "aria-label": "To the end", title: "To the end" }),
    button("Undo", () => void play.undo(), { title: "Take back (u)" }),
    button("Redo", () => void play.redo(), { title: "Play again what was taken back" }),
    button("Flip", () => prefer({ flipped: !preferences.flipped }), { title: "Turn the board (f)" }));
}

function settings() {
  const open = () => dialog("Settings",
    choice("Colours", [["system", "as the system"], ["light", "light"], ["dark", "dark"]], preferences.theme, (theme) => prefer({ theme: /** @type {"system"} */ (theme) })),
    toggle("Knights move", preferences.animate, (animate) => prefer({ animate })),
    toggle("Name columns and rows", preferences.coordinates, (coordinates) => prefer({ coordinates })),
    h("p", { class: "quiet" }, `lastknight ${catalog.version}. The programming interface of this page: `, h("a", { href: "/api/v1/openapi.json" }, "openapi.json")));
  find("settings").replaceChildren(button("Settings", open, { class: "plain" }));
}

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [role=grid]");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => void game.show(game.place.ply - 1), ArrowRight: () => void game.show(game.place.ply + 1),
    u: () => void play.undo(), r: () => void play.redo(), f: () => prefer({ flipped: !preferences.flipped }),
  });
  const action = actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

onPreferences(paint);
controls();
settings();
await game.refresh();
document.body.dataset.ready = "true";
