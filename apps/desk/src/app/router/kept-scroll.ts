// Going back leads to where one was in a list, and to the row one came from; a new place begins at its top.
import { useLayoutEffect } from 'react';

interface Left {
  readonly y: number;
  /** Of the row that was opened. */
  readonly href: string | null;
}
const left = new Map<string, Left>();
let here = '';

const entryOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'string'
    ? state.entry
    : null;

/** Remembers the place that is about to be left; the browser has not drawn the next one yet. */
function leave(): void {
  const href = document.activeElement?.getAttribute('href') ?? null;
  left.set(here, { y: scrollY, href });
}

/** Call it with what tells one place from the next; a filter that replaces the address is no new place. */
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
