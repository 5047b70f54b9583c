// Opens the app offline, and shows pushed messages. All its files are cached, calls never are. A new version waits until the last page of the
// old one is closed, so an update never replaces a screen in use. The first worker takes control of the page that
// installed it, so every screen works offline from then on.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { openFromPush, showPush, subscribeAgain } from './push/push-worker.ts';

/** Worker globals that TypeScript does not know, and the values that the build puts before this file. */
declare const self: ServiceWorkerGlobalScope & {
  /** Every file of this version. */
  readonly KIPPU_FILES: { url: string; revision: string | null }[];
  /** The operator's texts: the name of the app's cache for them, their addresses with '*' for a language, and the tags of the languages offered, with commas between them. */
  readonly KIPPU_TEXTS: { readonly cache: string; readonly urls: string[]; readonly languages: string };
  /** Where the app leaves what the worker needs for pushed messages. */
  readonly KIPPU_PUSH: { readonly cache: string; readonly address: string };
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
  const { cache, urls, languages } = self.KIPPU_TEXTS;
  const all = languages.split(',').flatMap((language) => urls.map((url) => url.replace('*', language)));
  await (await caches.open(cache)).addAll(all);
}
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('install', (event) => {
  // Without them the app still opens, and each screen fetches its text when opened.
  event.waitUntil(keepTexts().catch((error: unknown) => console.warn('texts not kept', error)));
});

/** Returns a push's payload as text; undefined if it has none or it is broken. */
function textOf(event: PushEvent): string | undefined {
  try {
    return event.data?.text();
  } catch {
    return undefined;
  }
}
self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self, textOf(event)));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFromPush(self, event.notification.data));
});
/** Safari names the event without its type; the key of the old subscription may be missing. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription } = event as Event & { readonly oldSubscription?: PushSubscription | null };
  const key = oldSubscription?.options.applicationServerKey;
  (event as ExtendableEvent).waitUntil(
    subscribeAgain(self, key).catch((error: unknown) => console.warn('not subscribed again', error)),
  );
});
