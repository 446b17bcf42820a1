// The entry point of the page: views, board, status and settings.

import { EMBEDDED, read, VIEWS, write } from "./address.js";
import { Analyse } from "./analyse.js";
import { connection, get, isStatic } from "./api.js";
import { Board } from "./board.js";
import { Class } from "./class.js";
import { decodeDrawings, encodeDrawings } from "./drawings.js";
import { button, choice, dialog, find, h, notify, replaceIfChanged, toggle } from "./dom.js";
import { Game, notation } from "./game.js";
import { Heuristics } from "./heuristics.js";
import { Lab } from "./lab.js";
import { Learn } from "./learn.js";
import { showLegend } from "./legend.js";
import { name } from "./moves.js";
import { pips } from "./newgame.js";
import { highest, opponentOf, playerName } from "./opponents.js";
import { PAUSES, Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { onPreferences, prefer, preferences } from "./preferences.js";
import { LiveSolution } from "./solution.js";
import * as sounds from "./sounds.js";
import { visits } from "./trails.js";
import { Tree } from "./tree.js";

/** @typedef {import("./address.js").View} View */

/** @type {Record<View, string>} */
const TITLES = { play: "Play", analyse: "Analyse", puzzles: "Puzzles", learn: "Learn", heuristics: "Heuristics", tree: "Tree", lab: "Lab", class: "Class" };

const SIDES = /** @type {const} */ (["white", "black"]);

const game = new Game();
const board = new Board(find("board"), async (square) => {
  const view = current();
  if ("choose" in view) return view.choose(square);
  // The user cannot move for an agent.
  if (game.page.view !== "play" || game.mover === "") await game.play(square);
});

board.onDraw((drawings) => {
  // Puzzles and lessons are not part of the game.
  const view = current();
  if ("scene" in view) view.exercise.drawings = drawings;
  else void game.draw(encodeDrawings(drawings));
  paint();
});

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

/** Whether the page is in a frame of another page. */
const isEmbedded = read(location.search).embed;
document.body.toggleAttribute("data-embed", isEmbedded);

/** Says that nothing answers, until something does. */
function showConnection() {
  const { trouble } = connection;
  if (!trouble && !find("connection").hidden) notify("connected again");
  find("connection").hidden = !trouble;
  find("connection").replaceChildren(h("span", {}, `${trouble}${/[.?!]$/.test(trouble) ? "" : "."} Trying again…`), button("Try now", () => connection.hurry()));
}

connection.onChange(showConnection);
for (const event of ["online", "focus"]) addEventListener(event, () => connection.hurry());

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
const puzzles = new Puzzles(game, changed);
const learn = new Learn(game, changed);
const heuristics = new Heuristics(game, solution, catalog, changed);
const tree = new Tree(game, catalog, changed);
const lab = new Lab(game, catalog);
lab.onOpened = () => analyse.review();
heuristics.onAgent = (agent) => lab.add(agent);

/** The views. A page without a class does not offer its view. */
const views = { play, analyse, puzzles, learn, heuristics, tree, lab, class: classroom ? new Class(game, classroom, changed) : lab };

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

/** Shows the position with the decorations of the view, or what the view shows in its place. */
function paint() {
  const view = current();
  const scene = "scene" in view ? view.scene() : gameScene(view);
  if (!scene) return;
  board.set({ flipped: preferences.flipped, coordinates: preferences.coordinates, ...scene.board });
  showLegend(find("legend"), board.state);
  players(scene);
  controls();
  if (isEmbedded) frame();
  // A screen reader reads each text once.
  if (find("status").textContent !== scene.status) find("status").textContent = scene.status;
}

/**
 * @param {{decorations: () => Partial<import("./board.js").State>}} view
 * @returns {import("./exercise.js").Scene | null}
 */
function gameScene(view) {
  const { position, page } = game;
  if (!position) return null;
  const isPlay = page.view === "play";
  const isOurs = !position.winner && (!isPlay || game.mover === "");
  const last = page.moves[page.ply - 1] ?? null;
  const origin = page.ply > 2 ? page.moves[page.ply - 3] : null;
  const who = (/** @type {0 | 1} */ at) => page.names[at] || (isPlay ? playerName(catalog, page[SIDES[at]]) : "");
  return {
    position, names: [who(0), who(1)], status: status() ?? "",
    board: {
      width: position.width, height: position.height, white: position.white, black: position.black, side: position.to_move, blocked: position.blocked,
      targets: isOurs ? position.moves : [], last, origin, drawings: decodeDrawings(game.node?.draw ?? ""), ...visits(game, preferences.trails), ...view.decorations(),
    },
  };
}

/** Shows the players above and below the board. @param {import("./exercise.js").Scene} scene */
function players({ position, names }) {
  const { page } = game;
  const isPlay = page.view === "play";
  for (const [at, side] of SIDES.entries()) {
    const isBelow = (side === "white") !== preferences.flipped;
    const isTurn = position.to_move === side && !position.winner;
    const agent = isPlay && !page.names[at] ? page[side] : "";
    const isThinking = isPlay && isTurn && play.isSlow;
    const isWaiting = isPlay && isTurn && play.isWaiting;
    const turn = position.winner === side ? "has won" : isTurn && !isThinking && !isWaiting ? "to move" : "";
    replaceIfChanged(find(isBelow ? "below" : "above"), JSON.stringify([side, names[at], agent, turn, isThinking, isWaiting]), () => [
      h("span", { class: `disc ${side}`, "aria-hidden": "true" }), h("strong", {}, name(side)), person(names[at], agent),
      isWaiting ? button(`Let ${name(side)} move`, () => void play.go(), { class: "turn" }) : h("span", { class: isThinking ? "turn thinking" : "turn" }, isThinking ? "thinking" : turn),
    ]);
  }
}

/**
 * Returns the name of a player; of an agent also its level, and its text on hover and focus.
 * @param {string} who
 * @param {string} agent
 */
function person(who, agent) {
  if (!agent) return h("span", { class: "who" }, who);
  const opponent = opponentOf(catalog, agent);
  const about = opponent ? `${opponent.level ? `level ${opponent.level} of ${highest(catalog)}, ` : ""}${agent}` : agent;
  return h("span", { class: "who agent", tabindex: 0 },
    h("span", { class: "name" }, who), opponent?.level ? pips(opponent.level, highest(catalog)) : "", who === agent ? "" : h("span", { class: "about" }, about));
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
  // A move that comes at once needs no words.
  if (play.isSlow) return `${side} is thinking…`;
  if (play.isThinking && play.isMixed && page.moves.length) return find("status").textContent;
  if (page.view === "play" && play.failure) return `${side} has not moved: ${play.failure}`;
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

/** Shows the buttons below the board: for two agents speed and pause. */
function controls() {
  const { isWatching, isPaused } = play;
  const isOver = Boolean(game.position?.winner);
  replaceIfChanged(find("controls"), JSON.stringify([isWatching, isWatching && [isPaused, isOver]]), () => {
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ ply) => button(sign, () => {
      if (play.isWatching) play.hold(true);
      void game.show(ply());
    }, { "aria-label": label, title: label });
    return [
      step("|◀", "To the start", () => 0), step("◀", "Previous move", () => game.page.ply - 1),
      step("▶", "Next move", () => game.page.ply + 1), step("▶|", "To the end", () => game.page.moves.length),
      ...(isWatching ? watching(isPaused, isOver) : [
        button("Undo", () => void play.undo(), { title: "Undo (u)" }),
        button("Redo", () => void play.redo(), { title: "Redo (r)" })]),
      button("Flip", () => prefer({ flipped: !preferences.flipped }), { title: "Flip the board (f)" }),
    ];
  });
}

/**
 * @param {boolean} isPaused
 * @param {boolean} isOver
 */
function watching(isPaused, isOver) {
  const speed = h("input", { type: "range", min: 0, max: PAUSES.length - 1, value: play.speed, "aria-label": "Speed", title: "Speed: slow to fast" });
  speed.addEventListener("input", () => { play.speed = Number(speed.value); });
  return [
    button(isPaused ? "Play" : "Pause", () => play.hold(!isPaused), { disabled: isOver, "data-key": "pause" }),
    button("Step", () => play.step(), { disabled: isOver, title: "One move" }), speed,
  ];
}

/** Shows the links of a page in a frame. */
function frame() {
  const { page } = game;
  const [other] = EMBEDDED.filter((view) => view !== page.view);
  const link = write({ ...page, embed: false }) || location.pathname;
  replaceIfChanged(find("frame"), link, () => [
    button(TITLES[other], () => void game.change({ view: other }, true), { class: "plain" }),
    h("a", { href: link, target: "_blank", rel: "noopener" }, "lastknight"),
  ]);
}

function settings() {
  const open = () => dialog("Settings",
    choice("Colours", [["system", "system"], ["light", "light"], ["dark", "dark"]], preferences.theme, (theme) => prefer({ theme: /** @type {"system"} */ (theme) })),
    toggle("Animate moves", preferences.animate, (animate) => prefer({ animate })),
    toggle("Show coordinates", preferences.coordinates, (coordinates) => prefer({ coordinates })),
    choice("Visited squares show", [["none", "nothing"], ["numbers", "who was there, and when"], ["paths", "the paths of the knights"]], preferences.trails, (trails) => prefer({ trails: /** @type {"none"} */ (trails) })),
    toggle("Sound", preferences.sound, (sound) => prefer({ sound })),
    h("p", { class: "quiet" }, `lastknight ${catalog.version}.`,
      // The static page has no server that could answer.
      ...(isStatic ? [] : [" HTTP API: ", h("a", { href: "api/v1/openapi.json" }, "openapi.json")])));
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
  // Puzzles and lessons leave the game alone.
  if ("scene" in current() && event.key !== "f") return;
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
if (!isEmbedded) {
  tabs();
  settings();
}
const misunderstood = await game.open(offered);
document.body.dataset.ready = "true";
performance.mark("ready");
// After the first visit the static page works offline.
if (isStatic) void navigator.serviceWorker?.register("offline.js").catch(() => {});
// The text of a bad link can be corrected.
if (misunderstood) play.load(misunderstood, "This link", "This link is not valid. Correct it and open it again:");
