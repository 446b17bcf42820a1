// Whether what answers can be reached: the server, or the file of the library. After a failure it is probed until it is
// back, at first soon, then less and less often.

/** The first and the longest pause between two probes, in milliseconds. */
const FIRST = 500;
const LONGEST = 15_000;

export class Connection {
  /** Why nothing answers, "" if it does. */
  trouble = "";
  /** Called when it is back. @type {Set<() => void>} */
  #waiting = new Set();
  /** Failures since the last answer. */
  #failures = 0;
  /** Ends the pause before the next probe. */
  #wake = () => {};
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {() => Promise<unknown>} probe fails if there is no answer */
  constructor(probe) {
    this.probe = probe;
  }

  /** @param {() => void} listener called when it is lost and when it is back */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  get isLost() {
    return this.trouble !== "";
  }

  /** A request had no answer. @param {string} trouble */
  fail(trouble) {
    if (this.isLost) return;
    this.trouble = trouble;
    this.#listeners.forEach((listener) => listener());
    void this.#recover();
  }

  /** A request had an answer. */
  succeed() {
    this.#failures = 0;
  }

  /** Probes at once. */
  hurry() {
    this.#wake();
  }

  /**
   * Waits until it is back.
   * @param {AbortSignal} [signal]
   */
  async back(signal) {
    signal?.throwIfAborted();
    if (!this.isLost) return;
    await new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(back);
        reject(signal?.reason);
      };
      const back = () => {
        signal?.removeEventListener("abort", abort);
        resolve(undefined);
      };
      this.#waiting.add(back);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  async #recover() {
    for (;;) {
      // A probe may be answered where a request is not, so only an answered request makes the pauses short again.
      const pause = Math.min(FIRST * 2 ** this.#failures, LONGEST);
      this.#failures += 1;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause);
        this.#wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      try {
        await this.probe();
        break;
      } catch {
        // Not yet.
      }
    }
    this.trouble = "";
    this.#waiting.forEach((back) => back());
    this.#waiting.clear();
    this.#listeners.forEach((listener) => listener());
  }
}
