// The opponents that the page offers: names, levels, and which of them use the time per move.

/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {Catalog["opponents"][number]} Opponent */

/** Units of time in seconds. */
const UNITS = /** @type {Record<string, number>} */ ({ us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 });

/**
 * @param {Catalog} catalog
 * @param {string} agent
 */
export function opponentOf(catalog, agent) {
  return catalog.opponents.find((opponent) => opponent.agent === agent) ?? null;
}

/**
 * Returns the name of a player.
 * @param {Catalog} catalog
 * @param {string} agent "" for a person
 */
export function playerName(catalog, agent) {
  return agent === "" ? "You" : opponentOf(catalog, agent)?.name ?? agent;
}

/** Returns the highest level. @param {Catalog} catalog */
export function highest(catalog) {
  return Math.max(...catalog.opponents.map(({ level }) => level ?? 0));
}

/**
 * Returns the opponent some levels above an agent, or `null`.
 * @param {Catalog} catalog
 * @param {string} agent
 * @param {number} step
 */
export function neighbour(catalog, agent, step) {
  const level = opponentOf(catalog, agent)?.level;
  if (!level) return null;
  return catalog.opponents.find((other) => other.level === level + step) ?? null;
}

/** Whether the time per move matters to an agent: its own limits replace it. @param {string} agent */
export function usesTime(agent) {
  return agent !== "" && !/^(random|greedy)\b/.test(agent) && !/\b(depth|nodes|time|budget)\s*=/.test(agent);
}

/** Returns a time such as `300ms` in seconds; `null` if it is none. @param {string} time */
export function inSeconds(time) {
  const [, number, unit] = time.match(/^(\d+(?:\.\d+)?)(us|ms|s|min|h)$/) ?? [];
  return unit ? Number(number) * UNITS[unit] : null;
}
