// The library in the browser as what answers: WebAssembly in Web Workers, without a server.
//
// A search keeps its worker busy until it ends, so an unwanted one is cancelled by ending its worker. One more worker
// answers what takes no time, and there are always some in reserve.

import { Refused } from "./refused.js";

/** The addresses that are answered at once. */
const QUICK = new Set(["/catalog", "/position", "/pgn", "/games", "/check"]);

/** Searches that a person waits for, before those that only add to what is shown. */
const URGENT = new Set(["/move", "/formula", "/tree", "/puzzle"]);

/** The maximum number of searches at a time. */
const MOST = Math.min(Math.max(navigator.hardwareConcurrency || 2, 2), 4);

/** The number of workers that are ready for the next searches. */
const RESERVE = 2;

/** A request that waits for a worker or is answered by one. */
class Job {
  /**
   * @param {string} method
   * @param {string} path
   * @param {string} query
   * @param {string} body
   * @param {(name: string, data: string) => void} onEvent
   */
  constructor(method, path, query, body, onEvent) {
    this.path = path;
    this.request = [`${method} ${path}`, query, body].join("\n");
    this.onEvent = onEvent;
    /** @type {PromiseWithResolvers<string>} */
    this.answer = Promise.withResolvers();
    /** @type {WorkerThread | null} */
    this.thread = null;
  }
}

/** A worker with the library in it. */
class WorkerThread {
  /** @type {Job | null} */
  job = null;
  #worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

  /**
   * @param {Promise<WebAssembly.Module>} module
   * @param {(thread: WorkerThread, isBroken: boolean) => void} onIdle called after each job
   */
  constructor(module, onIdle) {
    module.then((compiled) => this.#worker.postMessage({ module: compiled }), () => {});
    this.#worker.onmessage = ({ data: { name, data } }) => {
      const { job } = this;
      if (!job) return;
      if (name !== "done" && name !== "failed" && name !== "broken") return job.onEvent(name, data);
      this.job = null;
      if (name === "done") {
        job.onEvent(name, data);
        job.answer.resolve(data);
      } else if (name === "failed") {
        const { status, error } = JSON.parse(data);
        job.answer.reject(new Refused(status, error));
      } else job.answer.reject(new Refused(500, { message: data }));
      onIdle(this, name === "broken");
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.job?.answer.reject(new Refused(500, { message: `the engine cannot start: ${event.message || "this browser does not run it"}` }));
      this.job = null;
      onIdle(this, true);
    };
  }

  /** @param {Job} job */
  start(job) {
    [this.job, job.thread] = [job, this];
    this.#worker.postMessage({ request: job.request });
  }

  end() {
    this.#worker.terminate();
  }
}

/** Compiles the library while it loads, even from a web host that does not know its type. */
async function compiled() {
  const url = new URL("lastknight.wasm", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} cannot be loaded: status ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Browser {
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {WorkerThread | null} */
  #quick = null;
  /** @type {WorkerThread[]} */
  #idle = [];
  #busy = 0;
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job[]} */
  #quickJobs = [];

  /** Starts to load the library. */
  constructor() {
    void this.#load().catch(() => {});
  }

  #load() {
    this.#module ??= compiled();
    // A module that cannot be loaded fails the requests that need it; the next one tries again.
    this.#module.catch(() => { this.#module = null; });
    return this.#module;
  }

  #spawn() {
    return new WorkerThread(this.#load(), (thread, isBroken) => this.#ended(thread, isBroken));
  }

  /**
   * @param {WorkerThread} thread
   * @param {boolean} isBroken
   */
  #ended(thread, isBroken) {
    if (isBroken) thread.end();
    const reserved = this.#idle.indexOf(thread);
    // One that broke before it had work is not replaced at once: the next would break too.
    if (reserved >= 0) return void this.#idle.splice(reserved, 1);
    if (thread === this.#quick) {
      if (isBroken) this.#quick = null;
      if (isBroken && !this.#quickJobs.length) return;
    } else {
      this.#busy -= 1;
      if (!isBroken) this.#idle.push(thread);
    }
    this.#assign();
  }

  /** Gives waiting requests to workers. */
  #assign() {
    this.#quick ??= this.#spawn();
    const quick = this.#quick.job ? undefined : this.#quickJobs.shift();
    if (quick) this.#quick.start(quick);
    while (this.#waiting.length && this.#busy < MOST) {
      const urgent = this.#waiting.findIndex((job) => URGENT.has(job.path));
      const [job] = this.#waiting.splice(Math.max(urgent, 0), 1);
      this.#busy += 1;
      // The oldest in reserve: it has loaded the library by now.
      (this.#idle.shift() ?? this.#spawn()).start(job);
    }
    // The next searches start at once: a position is analysed and solved.
    while (this.#idle.length < RESERVE) this.#idle.push(this.#spawn());
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {string} query
   * @param {string} body
   * @param {AbortSignal | undefined} signal
   * @param {(name: string, data: string) => void} onEvent
   */
  async #ask(method, path, query, body, signal, onEvent) {
    signal?.throwIfAborted();
    await this.#load().catch((error) => { throw new Refused(0, { message: `the engine cannot be loaded: ${error.message}` }); });
    signal?.throwIfAborted();
    const job = new Job(method, path, query, body, onEvent);
    const queue = QUICK.has(path) ? this.#quickJobs : this.#waiting;
    const cancel = () => {
      job.answer.reject(signal?.reason);
      const at = queue.indexOf(job);
      if (at >= 0) queue.splice(at, 1);
      // What takes no time ends by itself.
      if (!job.thread || job.thread.job !== job || job.thread === this.#quick) return;
      job.thread.job = null;
      this.#ended(job.thread, true);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    queue.push(job);
    this.#assign();
    try {
      return await job.answer.promise;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Fails if the library cannot be loaded. */
  async reach() {
    return this.#load();
  }

  /**
   * @param {string} path
   * @param {string} query
   * @param {AbortSignal} [signal]
   */
  async get(path, query, signal) {
    return this.#ask("GET", path, query, "", signal, () => {});
  }

  /**
   * @param {string} path
   * @param {string} body
   */
  async post(path, body) {
    return this.#ask("POST", path, "", body, undefined, () => {});
  }

  /**
   * @param {string} _path
   * @returns {Promise<string>}
   */
  async remove(_path) {
    throw new Refused(404, { message: "there is no server" });
  }

  /**
   * @param {string} path
   * @param {string} query
   * @param {AbortSignal} signal
   * @param {(name: string, data: string) => void} onEvent
   */
  async stream(path, query, signal, onEvent) {
    await this.#ask("GET", path, query, "", signal, onEvent);
  }
}
