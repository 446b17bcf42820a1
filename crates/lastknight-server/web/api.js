// The HTTP API: requests and streams of events, both of which can be cancelled.

import { notify } from "./dom.js";

/** The name of this page, so that the server can share its cores fairly between pages. */
const CLIENT = crypto.getRandomValues(new Uint32Array(2)).join("-");
const HEADERS = { "X-Client": CLIENT };

/** The message if the server does not answer. */
const LOST = "the server does not answer: is lastknight serve still running?";

/** @typedef {Record<string, string | number | undefined | null>} Query */

/**
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api/v1${path}${text ? `?${text}` : ""}`;
}

/** A request that the server refused. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {import("./types.js").Problem} problem
   */
  constructor(status, problem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new Refused(response.status, body?.error ?? { message: `the server answered with status ${response.status}` });
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: HEADERS });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, { message: LOST });
  }
  return checked(response);
}

/**
 * @template T
 * @param {string} path
 * @param {Query} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function get(path, query = {}, signal) {
  return (await request(address(path, query), { signal })).json();
}

/**
 * @param {string} path
 * @param {Query} [query]
 */
export async function text(path, query = {}) {
  return (await request(address(path, query))).text();
}

/**
 * @template T
 * @param {string} path
 * @param {string} body
 * @returns {Promise<T>}
 */
export async function post(path, body) {
  return (await request(address(path), { method: "POST", body })).json();
}

/** @param {string} path */
export async function remove(path) {
  return (await request(address(path), { method: "DELETE" })).json();
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
    const response = await request(address(path, query), { signal });
    let isOver = false;
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let waiting = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done && isOver) return;
      if (done) throw new TypeError("the stream ended too soon");
      waiting += decoder.decode(value, { stream: true });
      const events = waiting.split("\n\n");
      waiting = events.pop() ?? "";
      for (const event of events) {
        const lines = event.split("\n");
        const part = (/** @type {string} */ name) => lines.find((line) => line.startsWith(name))?.slice(name.length);
        const name = part("event: ");
        isOver ||= name === "done" || name === "failed";
        if (name && !signal.aborted) onEvent(name, JSON.parse(part("data: ") ?? "null"));
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof Refused ? error : new Refused(0, { message: LOST });
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
