// Caches the page's files, so that the gate starts without a network. Calls (/gate/state and so on) are not handled
// here.
// The build inserts VERSION and FILES above this code.
/**
 * The worker's scope, with the two constants that the compiler does not know.
 * @typedef {ServiceWorkerGlobalScope & { readonly VERSION: string, readonly FILES: readonly string[] }} Scope
 */
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const PREFIX = 'kippu-gate-';
const NAME = PREFIX + worker.VERSION;

worker.addEventListener('install', (event) => {
  const fresh = worker.FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
  // A gate's page stays open for weeks, so a new version is activated now and used at the next load.
  worker.skipWaiting();
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== worker.location.origin) return;
  const file = event.request.mode === 'navigate' ? '/gate/' : url.pathname;
  if (!worker.FILES.includes(file)) return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(file))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
