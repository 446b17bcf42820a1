// The turn of an agent: one request that never waits for ever, and is asked again once if the engine breaks.

import { connection, get } from "./api.js";
import { Refused } from "./refused.js";

/** @typedef {import("./types.js").Analysis} Analysis */

/** How long an answer may take beyond the time of the move, in seconds. */
const PATIENCE = 15;

/**
 * Returns the move that an agent chooses.
 * @param {{at: string, agent: string, time: string, seed: number}} query
 * @param {number} seconds the time of a move
 * @param {AbortSignal} signal
 * @returns {Promise<Analysis>}
 */
export async function agentMove(query, seconds, signal) {
  for (let isSecond = false; ; ) {
    const watch = new AbortController();
    const timer = setTimeout(() => watch.abort(), (seconds + PATIENCE) * 1000);
    try {
      return await get("/move", query, AbortSignal.any([signal, watch.signal]));
    } catch (error) {
      if (signal.aborted) throw error;
      const isLate = watch.signal.aborted;
      const isBroken = error instanceof Refused && error.status >= 500;
      // The time without a connection does not count.
      if (isLate && connection.isLost) await connection.back(signal);
      else if (!isSecond && (isLate || isBroken)) isSecond = true;
      else if (isLate) throw new Error(`there was no move within ${Math.round(seconds + PATIENCE)} seconds`);
      else throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Waits.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
export async function pause(milliseconds, signal) {
  signal.throwIfAborted();
  if (milliseconds <= 0) return;
  const { promise, resolve, reject } = Promise.withResolvers();
  const timer = setTimeout(resolve, milliseconds);
  const abort = () => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  await promise;
  signal.removeEventListener("abort", abort);
}
