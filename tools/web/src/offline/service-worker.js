// @ts-check
// Keeps all files of the page, so that it works offline after the first visit, and gives them the
// headers by which the engine in the page may share memory with it.
// The build puts in the name of this version and the list of its files.
const VERSION = "%VERSION%";
/** @type {string[]} */
const FILES = JSON.parse("%FILES%");

const worker = /** @type {any} */ (globalThis);

/** @param {Response} response */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, headers });
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  const kept = caches.open(VERSION).then((cache) => cache.addAll(FILES));
  event.waitUntil(kept.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith("parlour-") && name !== VERSION))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(others.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const wanted = request.mode === "navigate" ? "./" : request;
  const found = caches
    .open(VERSION)
    .then((cache) => cache.match(wanted, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(request));
  event.respondWith(found.then(isolated));
});
