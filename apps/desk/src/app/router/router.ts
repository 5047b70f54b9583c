// The current place in the desk, such as '#/tickets/4711?state=open'. Addresses contain numbers and ids, never emails
// or names.
import { useSyncExternalStore } from 'react';

/** The desk's places, in the order of the side bar. */
export const PLACES = [
  'home',
  'tickets',
  'counter',
  'issue',
  'gates',
  'notices',
  'feedback',
  'trains',
  'timetable',
  'partners',
  'staff',
  'mails',
  'record',
] as const;
export type PlaceName = (typeof PLACES)[number];

export type Query = Readonly<Record<string, string>>;
export interface Place {
  /** The first part: '' for the start page, or any typed word. */
  readonly name: string;
  /** The remaining parts: `['4711']`. */
  readonly rest: readonly string[];
  readonly query: Query;
}

/** The parts of the address that a screen receives. */
export type ScreenProps = Pick<Place, 'rest' | 'query'>;

/** Parses a hash. Parts that cannot be decoded stay as they are. */
export function placeOf(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [name = '', ...rest] = path.split('/').filter((part) => part !== '');
  const read = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return { name, rest: rest.map(read), query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Returns the address of a place: `hrefOf('tickets', ['4711'], { state: 'open' })`. Empty query values are omitted. */
export function hrefOf(
  name: PlaceName,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const words = search.toString();
  return `#/${[name, ...rest.map(encodeURIComponent)].join('/')}${words ? `?${words}` : ''}`;
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** Goes to a place. `replace` adds no history entry, for example for a filter. */
export function navigate(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (!replace) {
    location.hash = href;
    return;
  }
  history.replaceState(history.state, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The current hash. The component renders again when it changes. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);
