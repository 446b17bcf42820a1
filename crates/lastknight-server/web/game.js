// The game on the board: its start, the tree of its moves, and which of them are shown. The server knows the rules.

import { DEFAULT, fits, read, write } from "./address.js";
import { get, LatestRequest } from "./api.js";
import { newKey, TreeArchive } from "./archive.js";
import { notify } from "./dom.js";
import { Refused } from "./refused.js";
import { lead, MOST_NODES, MoveTree } from "./variations.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./address.js").PageState} PageState */
/** @typedef {import("./variations.js").MoveNode} MoveNode */

/** The number of cached positions. */
const REMEMBERED = 500;

export class Game {
  /**
   * What is shown. It changes together with the position, and only if the server accepts it. Only a move of `play` is
   * shown before that; then the position is `pending`.
   * @type {PageState}
   */
  page = { ...DEFAULT };
  /** @type {Position | null} */
  position = null;
  /** Whether a request is pending. */
  isAsking = false;
  /** Whether the shown position was reached by a move, not by a step through the game. */
  wasPlayed = false;
  /** The last state that the server accepted. @type {{page: PageState, position: Position} | null} */
  #accepted = null;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Set<(at: string, page: PageState) => void>} */
  #early = new Set();
  #latest = new LatestRequest();
  /** @type {Map<string, Position>} */
  #seen = new Map();
  #archive = new TreeArchive();
  /** The tree that was stored last: its key and text. */
  #stored = "";
  /** Whether the browser stores trees. */
  #canStore = true;

  constructor() {
    addEventListener("popstate", (event) => void this.#apply(this.#restored(event.state), "replace"));
  }

  /** @param {() => void} listener called after every change */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {(at: string, page: PageState) => void} listener called with the next position before the server has answered */
  onMoving(listener) {
    this.#early.add(listener);
  }

  /**
   * Opens the game of the address. Returns its text if it is not valid.
   * @param {import("./address.js").View[]} offered the views of this page
   */
  async open(offered) {
    const page = this.#restored(history.state);
    if (!offered.includes(page.view)) page.view = offered[0];
    if (await this.#apply(page, "replace")) return null;
    await this.#apply({ ...page, start: DEFAULT.start, tree: DEFAULT.tree, moves: [], ply: 0, key: "" }, "replace");
    return notation(page.start, page.moves);
  }

  /**
   * Returns the settings of a view that are not the defaults.
   * @param {import("./address.js").View} view
   */
  options(view) {
    return this.page.options[view] ?? {};
  }

  /**
   * Changes settings of a view; "" is the default.
   * @param {import("./address.js").View} view
   * @param {Record<string, string>} changes
   * @param {boolean} [isStep] whether the browser's back button leads here
   */
  async set(view, changes, isStep = false) {
    const { options } = this.page;
    await this.change({ options: { ...options, [view]: { ...options[view], ...changes } } }, isStep);
  }

  /** The shown moves. */
  get moves() {
    return this.page.moves.slice(0, this.page.ply);
  }

  /** Whether all moves of the line are shown. */
  get isAtEnd() {
    return this.page.ply === this.page.moves.length;
  }

  /** The shown position, as requests name it. */
  get at() {
    return notation(this.page.start, this.moves);
  }

  /** The whole line, as requests name it. */
  get whole() {
    return notation(this.page.start, this.page.moves);
  }

  /** The shown node of the tree. */
  get node() {
    return this.page.tree.at(this.moves) ?? this.page.tree.root;
  }

  /** The agent of the side to move, "" for a person. */
  get mover() {
    return this.position ? this.page[this.position.to_move] : "";
  }

  /**
   * Returns the side that made a move.
   * @param {number} index
   * @returns {import("./types.js").Color}
   */
  sideOf(index) {
    const isSame = (this.page.ply - index) % 2 === 0;
    return ((this.position?.to_move ?? "white") === "white") === isSame ? "white" : "black";
  }

  /**
   * Changes the state and the address. Moves without a tree are a line of the tree, or with `start` a new tree.
   * @param {Partial<PageState>} changes
   * @param {boolean} [isStep] whether the browser's back button leads here
   */
  async change(changes, isStep = false) {
    const page = { ...this.page, ...changes };
    if (changes.start !== undefined) page.key = changes.key ?? "";
    if (changes.moves && !changes.tree) {
      page.tree = changes.start === undefined ? this.page.tree.copy() : new MoveTree();
      page.tree.merge(MoveTree.line(changes.moves));
      const node = page.tree.at(changes.moves);
      if (!node) return full();
      page.moves = page.tree.through(node);
      page.ply = Math.min(page.ply, changes.moves.length);
    }
    await this.#apply(page, isStep ? "push" : "replace");
  }

  /**
   * Plays a move at the shown position. Another move than the next one opens a variation; while the user plays, it
   * becomes the first line. The board shows the move at once, and takes it back if the server refuses it. Ignores further
   * moves until the server has answered.
   * @param {string} to
   */
  async play(to) {
    const { page, position } = this;
    if (this.isAsking || !position?.moves.includes(to)) return;
    const tree = page.tree.copy();
    const before = tree.at(this.moves);
    const node = before && tree.play(before, to);
    if (!node) return full();
    if (page.view === "play") lead(node);
    const ply = page.ply + 1;
    const moves = page.moves[page.ply] === to ? page.moves : tree.through(node);
    const isVariation = tree.size > page.tree.size && !this.isAtEnd;
    await this.#apply({ ...page, tree, moves, ply }, isVariation ? "push" : "replace", provisional(position, to));
  }

  /** Steps through the line. @param {number} ply */
  async show(ply) {
    await this.change({ ply: Math.min(Math.max(ply, 0), this.page.moves.length) });
  }

  /**
   * Shows the position after some moves of the tree.
   * @param {string[]} path
   */
  async go(path) {
    const { tree, moves } = this.page;
    const node = tree.at(path);
    if (!node) return;
    const isOnLine = path.every((to, at) => moves[at] === to);
    await this.change({ tree, moves: isOnLine ? moves : tree.through(node), ply: path.length });
  }

  /** The moves among which `vary` chooses: those that replace the shown one, or else the next moves. */
  get variations() {
    const { node } = this;
    const siblings = node.parent?.children ?? [];
    return siblings.length > 1 ? siblings : node.children;
  }

  /**
   * Changes to the next variation of the shown move, or chooses the next move.
   * @param {number} step 1 or -1
   */
  async vary(step) {
    const { variations, page } = this;
    const { tree, ply } = page;
    const now = variations.findIndex((node) => page.moves[node.ply - 1] === node.to);
    const next = variations[(now + step + variations.length) % variations.length];
    if (next) await this.change({ tree, moves: tree.through(next), ply });
  }

  /**
   * Changes a node of the tree, or removes it. What is left of the line stays shown, and Back restores the tree.
   * @param {string[]} path
   * @param {(tree: MoveTree, node: MoveNode) => void} change
   * @param {boolean} [isStep] whether the browser's back button leads here
   */
  async edit(path, change, isStep = true) {
    const { page } = this;
    const tree = page.tree.copy();
    const node = tree.at(path);
    if (!node) return;
    change(tree, node);
    let left = page.moves.length;
    while (!tree.at(page.moves.slice(0, left))) left -= 1;
    const end = tree.at(page.moves.slice(0, left)) ?? tree.root;
    await this.change({ tree, moves: tree.through(end), ply: Math.min(page.ply, left) }, isStep);
  }

  /**
   * Keeps the drawings on the shown position, in the form of the link.
   * @param {string} text
   */
  async draw(text) {
    await this.edit(this.moves, (_, node) => { node.draw = text; }, false);
  }

  /**
   * Starts a new game.
   * @param {string} start
   */
  async begin(start) {
    await this.change({ start, moves: [], ply: 0, names: ["", ""] }, true);
  }

  /** Returns the state of the address, with its tree from the history or the storage. @param {any} state of the history */
  #restored(state) {
    const linked = read(location.search);
    // Views that the address does not show keep their settings.
    const page = { ...linked, options: { ...this.page.options, ...linked.options } };
    if (!page.key) return page;
    const text = typeof state?.tree === "string" ? state.tree : this.#archive.load(page.key);
    if (text === null) {
      notify("this link holds one line: its variations are stored in the browser that made it");
      return { ...page, key: "" };
    }
    const tree = MoveTree.parse(text);
    tree.merge(page.tree);
    return { ...page, tree };
  }

  /**
   * Requests the position of a state, and shows it if the server accepts it.
   * @param {PageState} page
   * @param {"push" | "replace"} step whether the browser's back button leads here
   * @param {Position} [played] the position after a move, shown until the server answers
   */
  async #apply(page, step, played) {
    const signal = this.#latest.next();
    const at = notation(page.start, page.moves.slice(0, page.ply));
    this.wasPlayed = played !== undefined || (this.wasPlayed && at === this.at);
    let position = this.#seen.get(at);
    const asked = position ? null : get("/position", { at }, signal);
    this.#early.forEach((listener) => listener(at, page));
    if (asked) {
      this.isAsking = true;
      if (played) this.#show(page, played);
      try {
        position = /** @type {Position} */ (await asked);
      } catch (error) {
        if (signal.aborted) return false;
        this.isAsking = false;
        // The name of the request's parameter says nothing to the user.
        notify(error instanceof Refused ? error.message.replace(/^at: /, "") : String(error));
        if (this.#accepted) {
          this.wasPlayed = false;
          this.#address(this.#accepted.page, "replace");
          this.#show(this.#accepted.page, this.#accepted.position);
        }
        return false;
      }
      if (signal.aborted) return false;
    }
    this.isAsking = false;
    if (!position) return false;
    if (this.#seen.size >= REMEMBERED) this.#seen.clear();
    this.#seen.set(at, position);
    const kept = this.#keep(page);
    this.#accepted = { page: kept, position };
    this.#address(kept, step);
    this.#show(kept, position);
    return true;
  }

  /** @param {PageState} page @param {Position} position */
  #show(page, position) {
    [this.page, this.position] = [page, position];
    this.#listeners.forEach((listener) => listener());
  }

  /** Stores a tree that is too long for a link. Returns the state with its key. @param {PageState} page */
  #keep(page) {
    if (fits(page.tree)) return { ...page, key: "" };
    const key = page.key || newKey();
    const text = page.tree.toString();
    if (this.#stored === key + text) return { ...page, key };
    this.#stored = key + text;
    const couldStore = this.#canStore;
    this.#canStore = this.#archive.save(key, text);
    if (couldStore && !this.#canStore) notify("the variations are too long for the link, and this browser does not store them: copy the PGN to keep them");
    return { ...page, key };
  }

  /** Writes the address. The history has the tree that a link cannot hold. @param {PageState} page @param {"push" | "replace"} step */
  #address(page, step) {
    const next = write(page);
    const state = page.key ? { tree: page.tree.toString() } : null;
    if (next === location.search && state?.tree === history.state?.tree) return;
    history[`${step}State`](state, "", next || location.pathname);
  }
}

/**
 * Returns what a move shows before the server answers. It knows no rules: the position has no next moves.
 * @param {Position} position
 * @param {string} to
 * @returns {Position}
 */
function provisional(position, to) {
  const side = position.to_move;
  const from = position[side];
  const played = [...position.played, to];
  return {
    ...position, [side]: to, to_move: side === "white" ? "black" : "white", blocked: from ? [...position.blocked, from] : position.blocked,
    ply: position.ply + 1, open: position.open - 1, moves: [], targets: { white: [], black: [] }, played, notation: notation(position.start, played), pending: true,
  };
}

function full() {
  notify(`a game has at most ${MOST_NODES} moves with its variations: delete some to go on`);
}

/**
 * @param {string} start
 * @param {string[]} moves
 */
export function notation(start, moves) {
  return moves.length ? `${start} moves ${moves.join(" ")}` : start;
}
