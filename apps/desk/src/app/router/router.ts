// Where in the desk one is: '#/tickets/4711?state=open'. Addresses hold numbers and ids, never an email or a name.
import { useSyncExternalStore } from 'react';

/** The desk's places, in the order of the side bar. */
export const PLACES = [
  'tickets',
  'issue',
  'gates',
  'notices',
  'feedback',
  'trains',
  'timetable',
  'staff',
  'record',
] as const;
export type PlaceName = (typeof PLACES)[number];

export type Query = Readonly<Record<string, string>>;
export interface Place {
  /** What stands first; '' at the start, and any word where somebody typed one. */
  readonly name: string;
  /** What stands after it: `['4711']`. */
  readonly rest: readonly string[];
  readonly query: Query;
}

/** What a screen is given of its address. */
export type ScreenProps = Pick<Place, 'rest' | 'query'>;

/** Takes a hash; gives its place. What cannot be read is left as it is written. */
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

/** The address of a place: `hrefOf('tickets', ['4711'], { state: 'open' })`. Empty values of the query are left out. */
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

/** Leads to a place; `replace` leaves no way back to where one was, as for a filter. */
export function navigate(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (!replace) {
    location.hash = href;
    return;
  }
  history.replaceState(history.state, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The hash, heard of again when it changes. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);
