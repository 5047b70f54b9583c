// Keeps the page's files, so that the gate starts with the network off. Calls (/gate/state and so on) never pass here.
// The build puts VERSION and FILES in front.
/* global VERSION, FILES */
const PREFIX = 'kippu-gate-';
const NAME = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
  // A gate's page is open for weeks, so a new version does not wait for it to close; it is used at the next load.
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  const file = event.request.mode === 'navigate' ? '/gate/' : url.pathname;
  if (!FILES.includes(file)) return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(file))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
