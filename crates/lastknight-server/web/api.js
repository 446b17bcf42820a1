// Questions and their answers: one seam between the page and what answers, the server or the library in the browser.

import { notify } from "./dom.js";
import { Browser } from "./browser.js";
import { Server } from "./server.js";

/** @typedef {Record<string, string | number | undefined | null>} Query */

/** Whether the library in the browser answers, and there is no server. */
export const isStatic = document.documentElement.dataset.engine === "browser";

const engine = isStatic ? new Browser() : new Server();

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
 * @template T
 * @param {string} path
 * @param {Query} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function get(path, query = {}, signal) {
  return JSON.parse(await engine.get(path, encoded(query), signal));
}

/**
 * @param {string} path
 * @param {Query} [query]
 */
export async function text(path, query = {}) {
  return engine.get(path, encoded(query));
}

/**
 * @template T
 * @param {string} path
 * @param {string} body
 * @returns {Promise<T>}
 */
export async function post(path, body) {
  return JSON.parse(await engine.post(path, body));
}

/** @param {string} path */
export async function remove(path) {
  return JSON.parse(await engine.remove(path));
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
    await engine.stream(path, encoded(query), signal, (name, data) => { if (!signal.aborted) onEvent(name, JSON.parse(data)); });
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
   * Starts a stream, unless it has this subject already. One that fails shows a message and can be started again.
   * @param {string} about
   * @param {string} path
   * @param {Query} query
   * @param {(name: string, data: any) => void} onEvent
   * @param {() => void} [onFailure]
   */
  start(about, path, query, onEvent, onFailure = () => {}) {
    if (about === this.about) return;
    this.about = about;
    stream(path, query, this.#latest.next(), onEvent).catch((error) => {
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
