// The choices for a new game: opponent, colour, board, time per move. They are a draft until the game starts.

import { get } from "./api.js";
import { button, choice, choose, h, replaceIfChanged } from "./dom.js";
import { highest, opponentOf, usesTime } from "./opponents.js";
import { streakWords } from "./streaks.js";

/** @typedef {import("./types.js").Catalog} Catalog */

/** Who the user plays: White, Black, one of them at random, or nobody. */
const COLORS = /** @type {[Draft["color"], string][]} */ ([["white", "White"], ["black", "Black"], ["random", "Random"], ["watch", "Watch"]]);

/** The choices of time per move. */
const TIMES = ["100ms", "300ms", "1s", "3s", "10s"];

/** Values that are no agents. */
const FRIEND = "friend";
const OTHER = "other";
const EDIT = "edit";

/**
 * @typedef {object} Draft
 * @property {string} opponent an agent, or "friend" for two people at one screen
 * @property {string} rival who plays Black if the user watches
 * @property {"white" | "black" | "random" | "watch"} color
 * @property {string} start
 * @property {string} time
 */

/** @typedef {{white: string, black: string}} Players */

export class NewGame {
  element = h("details", { class: "new-game", open: true });
  /** @type {Draft} */
  #draft;
  /** The state that the draft was taken from. */
  #taken = "";
  /** Whether there were moves at the last update. */
  #wasFresh = true;
  /** The agents that are typed: of the opponent, and of the rival. */
  #isTyping = { opponent: false, rival: false };
  #fallback;
  #summary = h("summary", {});
  #opponents = h("div", { class: "opponents", role: "radiogroup", "aria-label": "Opponent" });
  #character = h("div", { class: "character" });
  #typed = { opponent: this.#typing("opponent", "Agent"), rival: this.#typing("rival", "Black's agent") };
  #colors = h("div", { class: "segments", role: "radiogroup", "aria-label": "You play" });
  #colorField = h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, "You play"), this.#colors);
  #rival = choice("Against", [], "", (value) => this.#pick("rival", value));
  #board = choice("Board", [], "", (value) => this.#pickBoard(value));
  #time = choice("Time per move", [], "", (time) => this.#set({ time }));
  #start = button("Start", () => void this.#begin(), { class: "primary" });
  #continue = button("Continue this game", () => void this.play.take(this.#players()), { title: "Play on from the shown position with these players" });

  /**
   * @param {import("./play.js").Play} play
   * @param {Catalog} catalog
   */
  constructor(play, catalog) {
    this.play = play;
    this.catalog = catalog;
    const { white, black, start, time } = play.game.page;
    this.#fallback = white || black || catalog.opponents[0].agent;
    this.#draft = { opponent: this.#fallback, rival: catalog.opponents[0].agent, color: "white", start, time };
    this.element.append(this.#summary,
      this.#opponents, this.#character, this.#typed.opponent,
      h("div", { class: "fields" }, this.#colorField, this.#rival, this.#board, this.#time), this.#typed.rival,
      h("div", { class: "row" }, this.#start, this.#continue));
  }

  update() {
    const { page } = this.play.game;
    const isFresh = page.moves.length === 0;
    const key = JSON.stringify([page.white, page.black, page.start, page.time]);
    if (key !== this.#taken) this.#take();
    this.#taken = key;
    // It is open before the first move and closed after it; in between the user decides.
    if (isFresh !== this.#wasFresh) /** @type {HTMLDetailsElement} */ (this.element).open = isFresh;
    this.#wasFresh = isFresh;
    this.#paint(isFresh);
  }

  /** Takes the choices from the game that is shown. */
  #take() {
    const { white, black, start, time } = this.play.game.page;
    const before = this.#draft;
    const agent = white || black;
    const isMixed = (white === "") !== (black === "");
    const color = isMixed && before.color === "random" ? "random" : white && black ? "watch" : white ? "black" : "white";
    this.#draft = { opponent: agent || FRIEND, rival: white && black ? black : before.rival, color, start, time };
    this.#isTyping = { opponent: agent !== "" && !opponentOf(this.catalog, agent), rival: color === "watch" && !opponentOf(this.catalog, black) };
    for (const slot of /** @type {const} */ (["opponent", "rival"])) if (this.#isTyping[slot]) this.#input(slot).value = this.#draft[slot];
  }

  /** @param {"opponent" | "rival"} slot */
  #input(slot) {
    return /** @type {HTMLInputElement} */ (this.#typed[slot].querySelector("input"));
  }

  /**
   * Changes the draft. Before the first move of a game in which nobody moves by itself, the game changes too.
   * @param {Partial<Draft>} changes
   */
  #set(changes) {
    Object.assign(this.#draft, changes);
    const { color, opponent, start, time } = this.#draft;
    const { page } = this.play.game;
    const isFresh = page.moves.length === 0 && page.white === "";
    if (isFresh && (color === "white" || opponent === FRIEND)) void this.play.game.change({ ...this.#players(), start, time, moves: [], ply: 0 });
    this.play.update();
  }

  /**
   * @param {"opponent" | "rival"} slot
   * @param {string} value
   */
  #pick(slot, value) {
    this.#isTyping[slot] = value === OTHER;
    if (value !== OTHER) return this.#set({ [slot]: value });
    this.play.update();
    this.#input(slot).focus();
  }

  /** @param {string} value */
  #pickBoard(value) {
    const { play } = this;
    if (value === EDIT) play.edit();
    else if (value !== OTHER) return this.#set({ start: value });
    else play.load("", "Other board", "Enter a size such as 8x5, up to 128 squares, or a position with holes such as 5/2x2/5 w:");
    play.update();
  }

  /** @returns {Players} */
  #players() {
    const { opponent, rival, color } = this.#draft;
    if (opponent === FRIEND) return { white: "", black: "" };
    if (color === "watch") return { white: opponent, black: rival };
    const isWhite = color === "random" ? Math.random() < 0.5 : color === "white";
    return isWhite ? { white: "", black: opponent } : { white: opponent, black: "" };
  }

  async #begin() {
    const { start, time } = this.#draft;
    await this.play.begin({ ...this.#players(), start, time });
  }

  /** @param {boolean} isFresh */
  #paint(isFresh) {
    const { catalog } = this;
    const { opponent, rival, color, start, time } = this.#draft;
    const isFriend = opponent === FRIEND && !this.#isTyping.opponent;
    replaceIfChanged(this.#summary, `${isFresh}`, () => [h("h2", {}, isFresh ? "New game" : "Opponent, colour and board")]);
    this.#paintTiles();
    const known = isFriend || this.#isTyping.opponent ? null : opponentOf(catalog, opponent);
    const record = known ? streakWords(this.play.streaks.of(known.agent), known.name) : "";
    replaceIfChanged(this.#character, JSON.stringify([known, isFriend, record]), () => this.#describe(known, isFriend, record));
    this.#typed.opponent.hidden = !this.#isTyping.opponent;
    this.#typed.rival.hidden = !this.#isTyping.rival || color !== "watch" || isFriend;
    this.#colorField.hidden = isFriend;
    this.#paintColors(color);
    this.#rival.hidden = color !== "watch" || isFriend;
    const rivals = catalog.opponents.map(({ agent, name, level }) => /** @type {[string, string]} */ ([agent, level ? `${name}, level ${level}` : name]));
    choose(this.#rival, [...rivals, [OTHER, "Other agent…"]], this.#isTyping.rival ? OTHER : rival);
    /** @type {[string, string][]} */
    const boards = catalog.boards.map((board) => [board, sized(board)]);
    if (!catalog.boards.includes(start)) boards.push([start, sized(start)]);
    choose(this.#board, [...boards, [EDIT, "Edit board…"], [OTHER, "Other board…"]], start);
    const times = TIMES.includes(time) ? TIMES : [...TIMES, time];
    choose(this.#time, times.map((one) => [one, one.replace(/(\d)(ms|s|min)$/, "$1 $2")]), time);
    this.#time.hidden = isFriend || !(usesTime(opponent) || (color === "watch" && usesTime(rival)));
    this.#start.textContent = isFresh ? "Start" : "Start a new game";
    this.#continue.hidden = isFresh;
  }

  #paintTiles() {
    const { catalog } = this;
    const most = highest(catalog);
    const chosen = this.#isTyping.opponent ? OTHER : this.#draft.opponent;
    replaceIfChanged(this.#opponents, chosen, () => [
      ...catalog.opponents.map(({ agent, name, level }) => this.#opponent(agent, name, level ? `level ${level} of ${most}` : "", level ? pips(level, most) : null)),
      this.#opponent(FRIEND, "A friend", "at this screen", null),
      this.#opponent(OTHER, "Other agent…", "by its text", null),
    ]);
  }

  /**
   * @param {string} value
   * @param {string} name
   * @param {string} about
   * @param {Node | null} below
   */
  #opponent(value, name, about, below) {
    const isChosen = (this.#isTyping.opponent ? OTHER : this.#draft.opponent) === value;
    return radio("opponent", value, [name, about].filter(Boolean).join(", "), isChosen, () => this.#pick("opponent", value), "opponent", h("span", { class: "name" }, name), below ?? "");
  }

  /** @param {Draft["color"]} color */
  #paintColors(color) {
    replaceIfChanged(this.#colors, color, () => COLORS.map(([value, words]) =>
      radio("color", value, words, value === color, () => this.#set({ color: value }), "segment", value === "white" || value === "black" ? h("span", { class: `disc ${value}` }) : "", words)));
  }

  /**
   * @param {import("./opponents.js").Opponent | null} opponent
   * @param {boolean} isFriend
   * @param {string} record
   */
  #describe(opponent, isFriend, record) {
    if (isFriend) return [h("p", {}, "Two people at one screen: you play both sides.")];
    if (!opponent) return [h("p", {}, "Any agent by its text, with your own formula if you like.")];
    return [
      h("p", {}, h("strong", {}, opponent.name), opponent.level ? ` · level ${opponent.level} of ${highest(this.catalog)}` : "", record ? h("span", { class: "record" }, record) : ""),
      h("p", {}, opponent.character),
      h("p", { class: "quiet" }, opponent.title, h("br"), h("code", {}, opponent.agent)),
    ];
  }

  /**
   * A box for the text of an agent.
   * @param {"opponent" | "rival"} slot
   * @param {string} label
   */
  #typing(slot, label) {
    const input = h("input", { type: "text", value: "alphabeta(\"n - 2*n'\", depth=4)", spellcheck: false, "aria-label": label, class: "code" });
    const answer = h("pre", { class: "answer", "aria-live": "polite" });
    let checked = "";
    const check = async () => {
      if (input.value === checked) return;
      checked = input.value;
      try {
        const { agent, error } = /** @type {{agent?: string, error?: import("./types.js").Problem}} */ (await get("/check", { agent: input.value }));
        answer.textContent = error ? `${error.picture ? `${error.picture}\n` : ""}${error.message}` : "";
        input.setAttribute("aria-invalid", String(Boolean(error)));
        if (agent) this.#set({ [slot]: agent });
      } catch (error) {
        checked = "";
        answer.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    input.addEventListener("change", () => void check());
    // Some browsers report no change at Enter.
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") void check(); });
    return h("div", { class: "typed", hidden: true }, h("label", { class: "field" }, h("span", {}, `${label} (press Enter)`), input), answer);
  }
}

/**
 * A radio button with more than a label.
 * @param {string} group
 * @param {string} value
 * @param {string} label
 * @param {boolean} isChosen
 * @param {() => void} pick
 * @param {string} kind
 * @param {...(Node | string)} content
 */
function radio(group, value, label, isChosen, pick, kind, ...content) {
  const input = h("input", { type: "radio", name: group, value, "aria-label": label });
  input.checked = isChosen;
  input.addEventListener("change", pick);
  return h("label", { class: kind }, input, ...content);
}

/**
 * A level as bars.
 * @param {number} level
 * @param {number} most
 */
export function pips(level, most) {
  const bars = Array.from({ length: most }, (_, at) => {
    const bar = h("i", at < level ? { class: "on" } : {});
    bar.style.height = `${30 + (70 * (at + 1)) / most}%`;
    return bar;
  });
  return h("span", { class: "pips", "aria-hidden": "true" }, ...bars);
}

/** Formats a board size. @param {string} start */
export function sized(start) {
  const size = start.match(/^(\d+)x(\d+)$/);
  return size ? `${size[1]} × ${size[2]}` : "custom position";
}
