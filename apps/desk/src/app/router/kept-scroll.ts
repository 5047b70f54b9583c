// Going back restores the scroll position of a list and the focused row. A new place starts at the top.
import { useLayoutEffect } from 'react';

interface Left {
  readonly y: number;
  /** The link of the opened row. */
  readonly href: string | null;
}
const left = new Map<string, Left>();
let here = '';

const entryOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'string'
    ? state.entry
    : null;

/** Saves the position of the current place before the browser draws the next one. */
function leave(): void {
  const href = document.activeElement?.getAttribute('href') ?? null;
  left.set(here, { y: scrollY, href });
}

/**
 * Restores the position of a place. `place` identifies it; a filter that replaces the address does not make a new
 * place.
 */
export function useKeptScroll(place: string): void {
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('hashchange', leave, { capture: true });
    return () => removeEventListener('hashchange', leave, { capture: true });
  }, []);
  useLayoutEffect(() => {
    const id = entryOf(history.state) ?? crypto.randomUUID();
    history.replaceState({ entry: id }, '');
    here = `${id} ${place}`;
    const before = left.get(here);
    scrollTo(0, before?.y ?? 0);
    if (!before) return;
    const rows = document.querySelectorAll<HTMLAnchorElement>('a[data-row]');
    [...rows].find((row) => row.getAttribute('href') === before.href)?.focus({ preventScroll: true });
  }, [place]);
}
