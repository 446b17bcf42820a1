// The user's results against each opponent, stored in the browser.

/** @typedef {{wins: number, losses: number, streak: number}} Result a positive streak of wins, a negative one of losses */

const NAME = "lastknight results";

/** The maximum number of stored opponents. */
const MOST = 100;

/** @type {Result} */
const NONE = { wins: 0, losses: 0, streak: 0 };

export class Streaks {
  /** What is stored if the browser does not. @type {Record<string, Result>} */
  #results = {};

  /** @param {() => Storage} [storage] fails where a browser has none */
  constructor(storage = () => localStorage) {
    this.storage = storage;
  }

  /** @returns {Record<string, Result>} */
  #read() {
    try {
      const stored = JSON.parse(this.storage().getItem(NAME) ?? "{}");
      const isResult = (/** @type {any} */ result) => [result?.wins, result?.losses, result?.streak].every(Number.isInteger);
      return Object.fromEntries(Object.entries(stored ?? {}).filter(([, result]) => isResult(result)));
    } catch {
      return this.#results;
    }
  }

  /** @param {string} agent */
  of(agent) {
    return this.#read()[agent] ?? NONE;
  }

  /**
   * Adds a game. Returns all results against the opponent.
   * @param {string} agent
   * @param {boolean} isWon
   */
  add(agent, isWon) {
    const { [agent]: before = NONE, ...others } = this.#read();
    const streak = isWon ? Math.max(before.streak, 0) + 1 : Math.min(before.streak, 0) - 1;
    const result = { wins: before.wins + Number(isWon), losses: before.losses + Number(!isWon), streak };
    this.#results = Object.fromEntries([...Object.entries(others).slice(1 - MOST), [agent, result]]);
    try {
      this.storage().setItem(NAME, JSON.stringify(this.#results));
    } catch {
      // Without storage they last until the page is closed.
    }
    return result;
  }
}

/**
 * Describes a result, "" without games.
 * @param {Result} result
 * @param {string} name the opponent's
 */
export function streakWords({ wins, losses, streak }, name) {
  if (wins === 1 && streak === 1) return `Your first win against ${name}.`;
  if (streak > 1) return `${streak} wins in a row against ${name}.`;
  if (streak < -1) return `${name} has won ${-streak} in a row.`;
  return wins + losses ? `Against ${name}: ${wins} won, ${losses} lost.` : "";
}
