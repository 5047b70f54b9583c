// Opens the app with the network off: all its files are kept, calls never are. A new version waits until the old one's
// last page is closed, so an update never takes a screen away from under a traveller.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare global {
  /** Put in by the build: every file of this version. */
  var KIPPU_FILES: { url: string; revision: string | null }[];
}

precacheAndRoute(KIPPU_FILES);
cleanupOutdatedCaches();
// The app has one page; the gate, the desk and the server's own pages are not it.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(index\.html)?$/] }),
);
