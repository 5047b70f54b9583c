// Registers the service worker once the first screen stands, so that it never competes with it for the network.

/** A first worker that did not get all its files is tried again, at first after so long, then after twice as long each time. */
const AGAIN_MS = 10_000;
const TRIES_MOST = 6;

/** Does nothing in development and in browsers without service workers. */
export function installWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  let tries = 0;
  const again = () => {
    tries += 1;
    if (tries < TRIES_MOST) setTimeout(register, AGAIN_MS * 2 ** (tries - 1));
  };
  const register = () =>
    navigator.serviceWorker.register('/sw.js').then(
      (registration) => {
        const { active, installing } = registration;
        // A newer one that fails is tried at the next start; the one there is has all its files.
        if (active || !installing) return;
        // The files that came lie in the browser's cache: each try needs fewer.
        installing.addEventListener('statechange', () => {
          if (installing.state === 'redundant') again();
        });
      },
      (error: unknown) => {
        // Private windows refuse: the app then needs a network to start, and nothing else changes.
        console.warn('no offline start', error);
        if (error instanceof TypeError) again();
      },
    );
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
