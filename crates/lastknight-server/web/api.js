// Questions and their answers: one seam between the page and what answers, the server or the library in the browser.

import { notify } from "./dom.js";
import { Browser } from "./browser.js";
import { Connection } from "./connection.js";
import { Refused } from "./refused.js";
import { Server } from "./server.js";

/** @typedef {Record<string, string | number | undefined | null>} Query */

/** Whether the library in the browser answers, and there is no server. */
export const isStatic = document.documentElement.dataset.engine === "browser";

const engine = isStatic ? new Browser() : new Server();

/** Whether there is an answer. Questions that had none are asked again when it is back. */
export const connection = new Connection(() => engine.reach());

/**
 * Asks, and tells the connection whether there was an answer.
 * @template T
 * @param {() => Promise<T>} ask
 */
async function once(ask) {
  try {
    const answer = await ask();
    connection.succeed();
    return answer;
  } catch (error) {
    if (error instanceof Refused && error.status === 0) connection.fail(error.message);
    throw error;
  }
}

/**
 * Asks until there is an answer or it is aborted.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {AbortSignal} [signal]
 */
async function persistently(ask, signal) {
  for (;;) {
    try {
      return await once(ask);
    } catch (error) {
      if (signal?.aborted || !connection.isLost || !(error instanceof Refused) || error.status !== 0) throw error;
      await connection.back(signal);
    }
  }
}

/** Returns a query as text. @param {Query} query */
function encoded(query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  return parameters.toString();
}

/**
 * Returns an address of the server.
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  return Server.address(path, encoded(query));
}

/**
 * Gets an answer. Without a connection it waits for it.
 * @template T
 * @param {string} path
 * @param {Query} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function get(path, query = {}, signal) {
  return JSON.parse(await persistently(() => engine.get(path, encoded(query), signal), signal));
}

/**
 * @param {string} path
 * @param {Query} [query]
 */
export async function text(path, query = {}) {
  return once(() => engine.get(path, encoded(query)));
}

/**
 * @template T
 * @param {string} path
 * @param {string} body
 * @returns {Promise<T>}
 */
export async function post(path, body) {
  return JSON.parse(await once(() => engine.post(path, body)));
}

/** @param {string} path */
export async function remove(path) {
  return JSON.parse(await once(() => engine.remove(path)));
}

/**
 * Reads a stream until its last event or until it is aborted.
 * @param {string} path
 * @param {Query} query
 * @param {AbortSignal} signal
 * @param {(name: string, data: any) => void} onEvent
 */
export async function stream(path, query, signal, onEvent) {
  try {
    await once(() => engine.stream(path, encoded(query), signal, (name, data) => { if (!signal.aborted) onEvent(name, JSON.parse(data)); }));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** One request at a time: a new one cancels the last. */
export class LatestRequest {
  #controller = new AbortController();

  /** Cancels the last request and returns the signal of the next. */
  next() {
    this.#controller.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  end() {
    this.#controller.abort();
  }
}

/** One stream at a time: the same subject continues it, another one replaces it. */
export class LiveStream {
  #latest = new LatestRequest();
  /** The subject, "" if there is no stream. */
  about = "";

  /**
   * Starts a stream, unless it has this subject already. One that loses its connection starts again when that is back;
   * one that fails shows a message and can be started again.
   * @param {string} about
   * @param {string} path
   * @param {Query} query
   * @param {(name: string, data: any) => void} onEvent
   * @param {() => void} [onFailure]
   */
  start(about, path, query, onEvent, onFailure = () => {}) {
    if (about === this.about) return;
    this.about = about;
    const signal = this.#latest.next();
    persistently(() => stream(path, query, signal, onEvent), signal).catch((error) => {
      if (signal.aborted) return;
      this.about = "";
      notify(error.message);
      onFailure();
    });
  }

  end() {
    this.#latest.end();
    this.about = "";
  }
}
