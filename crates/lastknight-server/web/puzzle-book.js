// The puzzles that come with the page: their names, the daily one, and which comes next.

/** @typedef {"easy" | "medium" | "hard" | "expert"} Level */

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} position
 * @property {string} best the only move that wins
 * @property {number | null} depth the depth from which on alpha-beta finds it
 * @property {number} plies to the end
 * @property {number} rating
 * @property {Level} level
 * @property {boolean} isNew whether it was found by this browser, and is not in the book
 */

/** @typedef {{seed: number, levels: Record<Level, [string, string, number, number, number][]>}} PuzzleFile */

export const LEVELS = /** @type {const} */ (["easy", "medium", "hard", "expert"]);

/** The first day with a daily puzzle. */
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

/** Puzzles this near to a person's rating are the most useful. */
const NEAR = 150;

/**
 * Returns the name of a puzzle: its position as a short number, the same in every version of the book.
 * @param {string} position
 */
export function idOf(position) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < position.length; at += 1) hash = Math.imul(hash ^ position.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Returns the date of a moment, in UTC. @param {Date} now */
export function today(now) {
  return now.toISOString().slice(0, 10);
}

/**
 * Returns which puzzle a date has. In as many days as there are puzzles each comes once, and neighbours are of different
 * levels.
 * @param {string} date such as `2026-11-18`
 * @param {number} count
 */
export function dailyIndex(date, count) {
  const day = Math.floor((Date.parse(`${date}T00:00:00Z`) - FIRST_DAY) / DAY);
  let step = Math.max(Math.round(count * 0.382), 1);
  while (divisor(step, count) !== 1) step += 1;
  return (((day * step) % count) + count) % count;
}

/** @param {number} a @param {number} b @returns {number} */
function divisor(a, b) {
  return b ? divisor(b, a % b) : a;
}

/** Whether a text is a date. @param {string} text */
export function isDate(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

export class PuzzleBook {
  /** @type {Puzzle[]} */
  puzzles = [];

  /** @param {PuzzleFile} file */
  constructor(file) {
    for (const level of LEVELS) {
      for (const [position, best, depth, plies, rating] of file.levels[level]) {
        this.puzzles.push({ id: idOf(position), position, best, depth: depth || null, plies, rating, level, isNew: false });
      }
    }
  }

  /** @param {string} id */
  find(id) {
    return this.puzzles.find((puzzle) => puzzle.id === id);
  }

  /** Returns the puzzle of a day. @param {string} date */
  daily(date) {
    return this.puzzles[dailyIndex(date, this.puzzles.length)];
  }

  /**
   * Returns a puzzle that is not done, of a level or near a rating; any if all are done.
   * @param {Level | ""} level
   * @param {number} rating
   * @param {(id: string) => boolean} isDone
   * @param {() => number} random from 0 to 1
   */
  next(level, rating, isDone, random) {
    const of = level ? this.puzzles.filter((puzzle) => puzzle.level === level) : this.puzzles;
    const left = of.filter(({ id }) => !isDone(id));
    const choice = left.length ? left : of;
    if (level) return choice[Math.floor(random() * choice.length)];
    const far = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.rating - rating);
    const near = choice.filter((puzzle) => far(puzzle) <= NEAR);
    if (near.length) return near[Math.floor(random() * near.length)];
    return choice.reduce((best, puzzle) => (far(puzzle) < far(best) ? puzzle : best));
  }
}
