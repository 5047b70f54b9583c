// Opens the app offline: all its files are cached, calls never are. A new version waits until the last page of the
// old one is closed, so an update never replaces a screen in use. The first worker takes control of the page that
// installed it, so every screen works offline from then on.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Worker globals that TypeScript does not know, and the values that the build puts before this file. */
declare const self: ServiceWorkerGlobalScope & {
  /** Every file of this version. */
  readonly KIPPU_FILES: { url: string; revision: string | null }[];
  /** Help's questions in every language, and the cache in which Help looks for them. */
  readonly KIPPU_FAQ: { readonly cache: string; readonly urls: string[] };
};

precacheAndRoute(self.KIPPU_FILES);
cleanupOutdatedCaches();
// Serves the app's one page, but not the gate, the desk or the server's own pages.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(index\.html)?$/] }),
);

/**
 * Help must answer offline even if it was never opened. Its questions come from the server, so they are not in the
 * file list.
 */
async function keepFaq(): Promise<void> {
  const cache = await caches.open(self.KIPPU_FAQ.cache);
  await cache.addAll(self.KIPPU_FAQ.urls);
}
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('install', (event) => {
  // Without them the app still opens, and Help fetches its questions when opened.
  event.waitUntil(keepFaq().catch((error: unknown) => console.warn('questions not kept', error)));
});
