// Registers the service worker after the page has loaded, so that it does not compete with the first screen for the
// network.

import { followPush } from '../../push/keep-push.ts';

/** The delay before a first worker that could not fetch all its files is tried again. It doubles each time. */
const AGAIN_MS = 10_000;
const MAX_TRIES = 6;
const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Checks for a new version when the app comes back to the front, at most once an hour. Browsers check only when a
 * page is opened, and a phone may keep the app open for weeks. A new version is used at the next start.
 */
export function watchForNewVersion(registration: Pick<ServiceWorkerRegistration, 'update'>): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    // The absolute difference, so that a clock that was set back does not delay the check.
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - lookedAt) < LOOK_AGAIN_MS) return;
    const before = lookedAt;
    lookedAt = Date.now();
    registration.update().catch((error: unknown) => {
      // Usually there is no network: check again next time.
      lookedAt = before;
      console.warn('no look for a new version', error);
    });
  });
}

/** Registers the service worker. Does nothing in development and in browsers without service workers. */
export function installWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  followPush();
  let tries = 0;
  let watched = false;
  const again = () => {
    tries += 1;
    if (tries < MAX_TRIES) setTimeout(register, AGAIN_MS * 2 ** (tries - 1));
  };
  const register = () =>
    navigator.serviceWorker.register('/sw.js').then(
      (registration) => {
        if (!watched) watchForNewVersion(registration);
        watched = true;
        const { active, installing } = registration;
        // A newer worker that fails is tried at the next start. The active one has all its files.
        if (active || !installing) return;
        // The browser's cache keeps the files already fetched, so each try needs fewer.
        installing.addEventListener('statechange', () => {
          if (installing.state === 'redundant') again();
        });
      },
      (error: unknown) => {
        // Private windows refuse a worker. The app then needs a network to start; nothing else changes.
        console.warn('no offline start', error);
        if (error instanceof TypeError) again();
      },
    );
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
