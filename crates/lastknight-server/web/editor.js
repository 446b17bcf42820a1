// The board editor: size, holes, knights and the side to move, by mouse, finger or keyboard.

import { Board } from "./board.js";
import { button, choice, dialog, h, s } from "./dom.js";
import { LONGEST, mirrored, mover, parsed, printed, problem, resized, startOf } from "./setup.js";
import { named } from "./squares.js";

/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {"hole" | "white" | "black"} Tool */

/** @type {[Tool, string][]} */
const TOOLS = [["hole", "Holes"], ["white", "White's knight"], ["black", "Black's knight"]];

/**
 * Opens the editor.
 * @param {string} start a size or a position
 * @param {(notation: string) => void} onDone called with the new position, or its size if it is an empty board
 */
export function openEditor(start, onDone) {
  const given = parsed(start);
  new Editor(typeof given === "string" ? /** @type {Setup} */ (parsed("7x7")) : given, onDone);
}

class Editor {
  /** @type {Tool} */
  #tool = "hole";
  #columns = this.#size("Columns");
  #rows = this.#size("Rows");
  #text = h("input", { type: "text", class: "code", spellcheck: false, autocomplete: "off", "aria-label": "Position", "aria-describedby": "editor-answer" });
  #answer = h("p", { class: "answer", id: "editor-answer", "aria-live": "polite" });
  #side = choice("To move", [["white", "White"], ["black", "Black"]], "white", (side) => this.#change({ side: /** @type {"white"} */ (side) }));
  #done = button("Use this board", () => this.#finish(), { class: "primary" });

  /**
   * @param {Setup} setup
   * @param {(notation: string) => void} onDone
   */
  constructor(setup, onDone) {
    this.setup = setup;
    this.onDone = onDone;
    const place = h("div", { class: "editor-board" });
    this.board = new Board(place, (square, dragged) => this.#choose(square, dragged));
    this.#text.addEventListener("input", () => this.#read());
    const tools = TOOLS.map(([tool, words]) => {
      const radio = h("input", { type: "radio", name: "editor-tool", value: tool });
      radio.checked = tool === this.#tool;
      radio.addEventListener("change", () => { this.#tool = tool; });
      const picture = tool === "hole" ? h("span", { class: "tool hole", "aria-hidden": "true" }) : s("svg", { class: `tool knight ${tool}`, "aria-hidden": "true" }, s("use", { href: "#knight" }));
      return h("label", { class: "option" }, radio, picture, h("span", {}, words));
    });
    const panel = h("div", { class: "editor-panel" },
      h("fieldset", { class: "options" }, h("legend", {}, "A click sets"), ...tools),
      h("div", { class: "editor-sizes" }, this.#columns, this.#rows, this.#side),
      h("div", { class: "row" },
        button("Mirror ↔", () => this.#show(mirrored(this.setup, "columns")), { title: "Left to right" }),
        button("Mirror ↕", () => this.#show(mirrored(this.setup, "rows")), { title: "Top to bottom" }),
        button("Clear", () => this.#change({ holes: new Set(), white: null, black: null, side: "white" }))),
      h("label", { class: "field" }, h("span", {}, "Position"), this.#text), this.#answer,
      h("div", { class: "row" }, this.#done));
    this.box = dialog("Edit board", h("div", { class: "editor" }, place, panel));
    this.box.classList.add("wide");
    this.#show(setup);
  }

  /** @param {"Columns" | "Rows"} label */
  #size(label) {
    const input = h("input", { type: "number", min: 1, max: LONGEST, inputmode: "numeric" });
    input.addEventListener("change", () => this.#resize());
    input.addEventListener("input", () => { if (input.checkValidity()) this.#resize(); });
    return h("label", { class: "field" }, h("span", {}, label), input);
  }

  #resize() {
    const [width, height] = [this.#columns, this.#rows].map((field) => {
      const value = Math.round(Number(field.querySelector("input")?.value));
      return Math.min(Math.max(value || 1, 1), LONGEST);
    });
    const next = resized(this.setup, width, height);
    if (problem({ ...next, white: null, black: null })) return this.#say(problem({ ...next, white: null, black: null }));
    this.#show(next);
  }

  /**
   * Uses the tool on a square, or moves a dragged knight there.
   * @param {string} square
   * @param {"white" | "black" | null} dragged
   */
  #choose(square, dragged) {
    const { white, black } = this.setup;
    const holes = new Set(this.setup.holes);
    const tool = dragged ?? this.#tool;
    if (tool === "hole") {
      if (!holes.delete(square) && square !== white && square !== black) holes.add(square);
      // A click on a knight takes it away.
      return this.#change({ holes, white: white === square ? null : white, black: black === square ? null : black });
    }
    holes.delete(square);
    const other = tool === "white" ? "black" : "white";
    const isThere = !dragged && this.setup[tool] === square;
    this.#change({ holes, [tool]: isThere ? null : square, [other]: this.setup[other] === square ? null : this.setup[other] });
  }

  /** Reads the typed position. */
  #read() {
    const setup = parsed(this.#text.value);
    if (typeof setup === "string") this.#say(setup);
    else this.#show(setup, false);
  }

  /** @param {Partial<Setup>} changes */
  #change(changes) {
    this.#show({ ...this.setup, ...changes });
  }

  /**
   * @param {Setup} setup
   * @param {boolean} [isPrinted] whether the text is written too
   */
  #show(setup, isPrinted = true) {
    this.setup = setup;
    const { width, height, white, black, holes } = setup;
    const squares = Array.from({ length: width * height }, (_, at) => named(at % width, Math.floor(at / width)));
    this.board.set({ width, height, white, black, side: "both", blocked: [...holes], targets: squares });
    for (const [field, value] of /** @type {const} */ ([[this.#columns, width], [this.#rows, height]])) {
      const input = field.querySelector("input");
      if (input && Number(input.value) !== value) input.value = String(value);
    }
    const select = /** @type {HTMLSelectElement} */ (this.#side.querySelector("select"));
    select.value = mover(setup);
    select.disabled = !white || !black;
    if (isPrinted) this.#text.value = printed(setup);
    this.#say(problem(setup));
  }

  /** Shows what is wrong. @param {string} wrong */
  #say(wrong) {
    const { width, height, holes, white, black } = this.setup;
    const open = width * height - holes.size - Number(white !== null) - Number(black !== null);
    this.#answer.textContent = wrong || `${width} × ${height}, ${open} open squares, ${mover(this.setup) === "white" ? "White" : "Black"} ${white && black ? "to move" : "to place a knight"}.`;
    this.#answer.classList.toggle("wrong", wrong !== "");
    this.#text.setAttribute("aria-invalid", String(wrong !== ""));
    this.#done.disabled = wrong !== "";
  }

  #finish() {
    this.box.close();
    this.onDone(startOf(this.setup));
  }
}
