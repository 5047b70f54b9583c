// Opens the app offline: all its files are cached, calls never are. A new version waits until the last page of the
// old one is closed, so an update never replaces a screen in use. The first worker takes control of the page that
// installed it, so every screen works offline from then on.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { OFFERED_LANGUAGES } from '@kippu/contract/page-settings';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { faqUrl, OPERATOR_CACHE, termsUrl } from './app/storage/operator-texts.ts';

/** Worker globals that TypeScript does not know, and the list that the build puts before this file. */
declare const self: ServiceWorkerGlobalScope & {
  /** Every file of this version. */
  readonly KIPPU_FILES: { url: string; revision: string | null }[];
};

precacheAndRoute(self.KIPPU_FILES);
cleanupOutdatedCaches();
// Serves the app's one page, but not the gate, the desk or the server's own pages.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(index\.html)?$/] }),
);

/**
 * Help must answer offline even if it was never opened, and the terms must be at hand. They come from the server, so they are not in
 * the file list.
 */
async function keepTexts(): Promise<void> {
  const cache = await caches.open(OPERATOR_CACHE);
  const languages = OFFERED_LANGUAGES.split(',');
  await cache.addAll(languages.flatMap((language) => [faqUrl(language), termsUrl(language)]));
}
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('install', (event) => {
  // Without them the app still opens, and each screen fetches its text when opened.
  event.waitUntil(keepTexts().catch((error: unknown) => console.warn('texts not kept', error)));
});
