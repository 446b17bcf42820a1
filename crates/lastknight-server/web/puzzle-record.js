// What a person has solved, and how strong that makes them.

import { load, save } from "./progress.js";
import { LEAST_DEVIATION, NEW, rated } from "./rating.js";

/** @typedef {import("./puzzle-book.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle-book.js").Level} Level */

/** The rating of a puzzle is a guess. */
const DEVIATION = 80;

/** The most results that are stored. */
const MOST_DONE = 3000;

/** "first" at the first try, "hint" with a hint, "late" after wrong tries, "shown" if the answer was shown. @typedef {"first" | "hint" | "late" | "shown"} Outcome */

/** The score of an outcome as a game against the puzzle. @type {Record<Outcome, number>} */
const SCORES = { first: 1, hint: 0.5, late: 0, shown: 0 };

/** What is stored. */
const DEFAULTS = {
  rating: { ...NEW }, streak: 0, longest: 0, level: /** @type {Level | ""} */ (""),
  done: /** @type {Record<string, Outcome>} */ ({}), days: /** @type {Record<string, string>} */ ({}),
};

export class PuzzleRecord {
  stored = load("puzzles", DEFAULTS);

  #save() {
    save("puzzles", this.stored);
  }

  /** @param {Level | ""} level */
  choose(level) {
    this.stored.level = level;
    this.#save();
  }

  /** The number of puzzles that were solved at the first try. */
  get solved() {
    return Object.values(this.stored.done).filter((outcome) => outcome === "first" || outcome === "hint").length;
  }

  /**
   * Stores an outcome, unless the puzzle has one. Returns the change of the rating.
   * @param {Puzzle} puzzle
   * @param {Outcome} outcome
   * @param {string} date "" if it is not the puzzle of a day
   */
  add(puzzle, outcome, date) {
    const { stored } = this;
    if (date) stored.days[date] ??= outcome;
    let change = 0;
    if (!(puzzle.id in stored.done)) {
      const before = stored.rating.rating;
      const after = rated(stored.rating, [{ rating: puzzle.rating, deviation: DEVIATION, score: SCORES[outcome] }]);
      stored.rating = { ...after, deviation: Math.max(after.deviation, LEAST_DEVIATION) };
      change = Math.round(after.rating) - Math.round(before);
      stored.streak = outcome === "first" ? stored.streak + 1 : 0;
      stored.longest = Math.max(stored.longest, stored.streak);
      stored.done[puzzle.id] = outcome;
      const names = Object.keys(stored.done);
      if (names.length > MOST_DONE) delete stored.done[names[0]];
    }
    this.#save();
    return change;
  }
}
