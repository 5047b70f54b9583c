// Registers the service worker once the first screen stands, so that it never competes with it for the network.

/** Does nothing in development and in browsers without service workers. */
export function installWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      // Private windows refuse: the app then needs a network to start, and nothing else changes.
      console.warn('no offline start', error);
    });
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
