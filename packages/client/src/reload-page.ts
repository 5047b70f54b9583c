// Reloads the page after a file failed to load. The code is in a script that the build inlines into the page.

declare global {
  var kippuReload: (() => boolean) | undefined;
  var kippuStyleLost: true | undefined;
}

/** Reloads the page after a short delay. Returns false, without a reload, if offline or if reloading has not helped. */
export const reloadPage = (): boolean => globalThis.kippuReload?.() ?? false;

/** Throws if a style sheet failed to load, because the page may lack its styles. Only a reload fetches it. */
export function requireStyles(): void {
  if (globalThis.kippuStyleLost) throw new Error('a style sheet did not arrive');
}
