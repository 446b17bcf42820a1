// The server as what answers: requests and streams of events over HTTP.

import { Refused } from "./refused.js";

/**
 * The name of this page, so that the server can share its cores fairly between pages. On a public server it also decides
 * who may stop a job, so it cannot be guessed, and stays the same when the page is loaded again.
 */
const CLIENT = sessionStorage.getItem("client") ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
sessionStorage.setItem("client", CLIENT);
const HEADERS = { "X-Client": CLIENT };

/** The message if the server does not answer. */
const LOST = "the server does not answer: is lastknight serve still running?";

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

export class Server {
  /**
   * @param {string} path
   * @param {string} query
   */
  static address(path, query) {
    return `api/v1${path}${query ? `?${query}` : ""}`;
  }

  /** Fails if the server does not answer. */
  async reach() {
    return request(Server.address("/status", ""));
  }

  /**
   * @param {string} path
   * @param {string} query
   * @param {AbortSignal} [signal]
   */
  async get(path, query, signal) {
    return (await request(Server.address(path, query), { signal })).text();
  }

  /**
   * @param {string} path
   * @param {string} body
   */
  async post(path, body) {
    return (await request(Server.address(path, ""), { method: "POST", body })).text();
  }

  /** @param {string} path */
  async remove(path) {
    return (await request(Server.address(path, ""), { method: "DELETE" })).text();
  }

  /**
   * @param {string} path
   * @param {string} query
   * @param {AbortSignal} signal
   * @param {(name: string, data: string) => void} onEvent
   */
  async stream(path, query, signal, onEvent) {
    const response = await request(Server.address(path, query), { signal });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let waiting = "";
    let isOver = false;
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done && isOver) return;
      if (done) throw new Refused(0, { message: LOST });
      waiting += decoder.decode(value, { stream: true });
      const events = waiting.split("\n\n");
      waiting = events.pop() ?? "";
      for (const event of events) {
        const lines = event.split("\n");
        const part = (/** @type {string} */ name) => lines.find((line) => line.startsWith(name))?.slice(name.length);
        const name = part("event: ");
        isOver ||= name === "done" || name === "failed";
        if (name) onEvent(name, part("data: ") ?? "null");
      }
    }
  }
}
