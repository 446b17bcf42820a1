// A Web Worker that runs the library: a request in, events out. It searches while the page stays responsive.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * What the library exports: crates/lastknight-wasm/src/boundary.rs.
 * @typedef {{memory: WebAssembly.Memory, input: (length: number) => number, run: () => void}} Library
 */

/** @type {PromiseWithResolvers<Library>} */
const library = Promise.withResolvers();
// Without memory the library cannot start: the request that waits for it fails.
library.promise.catch(() => {});

/** @param {WebAssembly.Module} module */
async function load(module) {
  const page = {
    now: () => performance.now(),
    event: (/** @type {number} */ name, /** @type {number} */ nameLength, /** @type {number} */ data, /** @type {number} */ dataLength) => {
      const text = (/** @type {number} */ at, /** @type {number} */ length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
      postMessage({ name: text(name, nameLength), data: text(data, dataLength) });
    },
  };
  const instance = await WebAssembly.instantiate(module, { page });
  const exports = /** @type {Library} */ (/** @type {unknown} */ (instance.exports));
  library.resolve(exports);
}

/** @param {string} request */
async function answer(request) {
  try {
    const { memory, input, run } = await library.promise;
    const bytes = encoder.encode(request);
    const at = input(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    run();
  } catch (error) {
    // After a panic the library cannot be used again.
    postMessage({ name: "broken", data: `the search failed: this is a bug in lastknight (${error})` });
  }
}

addEventListener("message", ({ data }) => {
  if (data.module) load(data.module).catch(library.reject);
  else void answer(data.request);
});
