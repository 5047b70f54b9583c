// Opens the app with the network off: all its files are kept, calls never are. A new version waits until the old one's
// last page is closed, so an update never takes a screen away from under a traveller. The first one serves the page that
// brought it: whoever goes underground then has every screen.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare global {
  /** The pages of a worker; the page's types know none. */
  var clients: { claim(): Promise<void> };
  /** Put in by the build: every file of this version. */
  var KIPPU_FILES: { url: string; revision: string | null }[];
  /** Put in by the build too: Help's questions in every language, and the cache where Help looks for them. */
  var KIPPU_FAQ: { cache: string; urls: string[] };
}

precacheAndRoute(KIPPU_FILES);
cleanupOutdatedCaches();
// The app has one page; the gate, the desk and the server's own pages are not it.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(index\.html)?$/] }),
);

/** Help must answer without a network also when it was never opened: its questions are the server's, so no file of ours. */
async function keepFaq(): Promise<void> {
  const cache = await caches.open(KIPPU_FAQ.cache);
  await cache.addAll(KIPPU_FAQ.urls);
}
/** The page's types, which this file shares, know no events of a worker. */
const isLasting = (event: Event): event is Event & { waitUntil(work: Promise<unknown>): void } =>
  'waitUntil' in event;
addEventListener('activate', (event) => {
  if (isLasting(event)) event.waitUntil(clients.claim());
});
addEventListener('install', (event) => {
  if (!isLasting(event)) return;
  // Without them the app still opens; Help fetches its questions when it is.
  event.waitUntil(keepFaq().catch((error: unknown) => console.warn('questions not kept', error)));
});
