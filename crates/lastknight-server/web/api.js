// The server's programming interface: requests, and streams of events that end when nobody wants them any more.

import { say } from "./dom.js";

/** Who we are, so that the server can share its processors fairly between pages. */
const CLIENT = crypto.getRandomValues(new Uint32Array(2)).join("-");
const HEADERS = { "X-Client": CLIENT };

/** What is said where nobody answers. */
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

/** What the server says cannot be done. */
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
 * Listens to a stream until its last event or until it is aborted.
 * @param {string} path
 * @param {Query} query
 * @param {AbortSignal} signal
 * @param {(name: string, data: any) => void} tell
 */
export async function stream(path, query, signal, tell) {
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
        if (name && !signal.aborted) tell(name, JSON.parse(part("data: ") ?? "null"));
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof Refused ? error : new Refused(0, { message: LOST });
  }
}

/** One thing at a time: what is begun ends what went on before. */
export class Single {
  #controller = new AbortController();

  /** Ends what goes on, and gives the signal for what begins. */
  next() {
    this.#controller.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  end() {
    this.#controller.abort();
  }
}

/** A stream about one thing at a time: asked about the same, it goes on; about another, it begins anew. */
export class Inquiry {
  #single = new Single();
  /** What it is about, "" where it is about nothing. */
  about = "";

  /**
   * Begins a stream, unless it is about this already. One that fails says so, and can be asked again.
   * @param {string} about
   * @param {string} path
   * @param {Query} query
   * @param {(name: string, data: any) => void} tell
   * @param {() => void} [fail]
   */
  ask(about, path, query, tell, fail = () => {}) {
    if (about === this.about) return;
    this.about = about;
    stream(path, query, this.#single.next(), tell).catch((error) => {
      this.about = "";
      say(error.message);
      fail();
    });
  }

  end() {
    this.#single.end();
    this.about = "";
  }
}
