// The app's current place: a store over the browser's history, so that the phone's back button always works.
import { newStore } from '@kippu/client/store';
import { useSyncExternalStore } from 'react';
import { addressOf, placeOf, type Place, type RouteName, type RouteParams } from './link-to.ts';

interface Entry {
  /** The number of the app's pages before this one in the history. */
  readonly depth: number;
}

const store = newStore<Place>(placeOf(globalThis.location?.hash ?? ''));

const depth = (): number => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0;
};

/** The number of screens shown before this one. */
let screens = 0;

function refresh(sameScreen: boolean): void {
  const next = placeOf(location.hash);
  if (next.address === store.get().address) return;
  if (!sameScreen) screens += 1;
  store.set(next);
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => refresh(false));
  window.addEventListener('hashchange', () => refresh(false));
}

function go(address: string, replace: boolean, sameScreen = false): void {
  const entry: Entry = { depth: replace ? depth() : depth() + 1 };
  if (replace) history.replaceState(entry, '', `#${address}`);
  else if (address === store.get().address) return;
  else history.pushState(entry, '', `#${address}`);
  refresh(sameScreen);
  window.scrollTo(0, 0);
}

/** Goes to a screen. `replace` removes the present one from the history. */
export function navigate<N extends RouteName>(
  name: N,
  params: RouteParams[N],
  { replace = false } = {},
): void {
  go(addressOf(name, params), replace);
}

/** Changes the present screen's parameters. The screen keeps its focus and state. */
export function changeParams<N extends RouteName>(name: N, params: RouteParams[N]): void {
  go(addressOf(name, params), true, true);
}

/** Goes to an address given as text, such as login's `next`. An unknown address leads home. */
export function navigateTo(address: string | undefined, { replace = false } = {}): void {
  const target = placeOf(address ?? '/');
  go(target.name ? target.address : '/', replace);
}

/** Goes back, or home if this is the app's first page in the history. */
export function goBack(): void {
  if (depth() > 0) history.back();
  else go('/', true);
}

/** Calls a listener after each change of place; returns a function that removes it. */
export const onPlaceChange = store.subscribe;

/** Returns the app's current place. */
export const currentPlace = store.get;
/** Returns the number of the present screen; the first one after the start is 0. */
export const screenNumber = (): number => screens;
export const usePlace = (): Place => useSyncExternalStore(onPlaceChange, currentPlace);

/** Returns the present screen's parameters. Any may be missing, even if the route's type requires it. */
export function useParams<N extends RouteName>(_name: N): Partial<RouteParams[N]> {
  return usePlace().params as Partial<RouteParams[N]>;
}
