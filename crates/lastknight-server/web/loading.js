// The dialog that loads a game: a position, moves, or a file of games.

import { post } from "./api.js";
import { button, dialog, h, plied } from "./dom.js";
import { MoveTree } from "./variations.js";

/**
 * @param {import("./game.js").Game} shown where the game is opened
 * @param {string} given the text to begin with
 * @param {string} title
 * @param {string} words
 */
export function openLoader(shown, given, title, words) {
  const area = h("textarea", { rows: 8, spellcheck: false, class: "code", "aria-label": title, placeholder: "7x7 moves d4 b3 f5" });
  area.value = given;
  const file = h("input", { type: "file", accept: ".pgn,.txt,.jsonl", "aria-label": "File of games" });
  file.addEventListener("change", async () => { area.value = (await file.files?.[0]?.text()) ?? ""; });
  const answer = h("p", { class: "answer", role: "alert" });
  const list = h("div", { class: "choices" });
  const open = async () => {
    try {
      const { games, error } = /** @type {{games?: import("./types.js").Game[], error?: import("./types.js").Problem}} */ (await post("/games", area.value));
      answer.textContent = error?.message ?? "";
      if (!games) return;
      if (games.length === 1) return take(games[0]);
      answer.textContent = `${games.length} games: choose one`;
      list.replaceChildren(...games.map((game, at) => button(`${at + 1}. ${game.white ?? "?"} – ${game.black ?? "?"}, ${plied(game.moves.length)}`, () => take(game))));
    } catch (error) {
      answer.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  /** @param {import("./types.js").Game} game */
  const take = (game) => {
    box.close();
    const { start, moves, white, black } = game;
    const tree = game.tree ? MoveTree.parse(game.tree) : MoveTree.line(moves);
    // No agent moves at once in a loaded game.
    const players = moves.length ? { white: "", black: "" } : {};
    void shown.change({ start, tree, moves, ply: moves.length, names: [white ?? "", black ?? ""], ...players }, true);
  };
  const box = dialog(title, h("p", {}, words), area, file, answer, list, h("p", { class: "row" }, button("Open", () => void open(), { class: "primary" })));
  area.focus();
}
