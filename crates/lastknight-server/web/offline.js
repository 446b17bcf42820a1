// A service worker: after the first visit the static page works without a network.

/** The files of the page, and a name for their content. The program that writes the page fills them in. */
const FILES = /* files */ [""];
const VERSION = /* version */ "";

const CACHE = `lastknight ${VERSION}`;

/** @typedef {Event & {waitUntil: (promise: Promise<unknown>) => void}} LastingEvent */
/** @typedef {LastingEvent & {request: Request, respondWith: (response: Promise<Response>) => void}} RequestEvent */

addEventListener("install", (event) => {
  // The browser has most files already; it only asks whether they are still the same.
  const requests = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  /** @type {LastingEvent} */ (event).waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const remove = (/** @type {string[]} */ names) => Promise.all(names.filter((name) => name.startsWith("lastknight ") && name !== CACHE).map((name) => caches.delete(name)));
  /** @type {LastingEvent} */ (event).waitUntil(caches.keys().then(remove));
});

addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {RequestEvent} */ (event);
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const known = await cache.match(request, { ignoreSearch: true });
    return known ?? fetch(request);
  };
  respondWith.call(event, answer());
});
