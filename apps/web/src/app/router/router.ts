// Where the app is: one store over the browser's history, so the phone's own back button always works.
import { useSyncExternalStore } from 'react';
import { addressOf, placeOf, type Place, type RouteName, type RouteParams } from './link-to.ts';

interface Entry {
  /** How many of our own pages lie before this one in the history. */
  readonly depth: number;
}

const listeners = new Set<() => void>();
let place: Place = placeOf(globalThis.location?.hash ?? '');

const depth = (): number => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0;
};

/** How many screens were shown before this one. */
let screens = 0;

function refresh(sameScreen: boolean): void {
  const next = placeOf(location.hash);
  if (next.address === place.address) return;
  if (!sameScreen) screens += 1;
  place = next;
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => refresh(false));
  window.addEventListener('hashchange', () => refresh(false));
}

function go(address: string, replace: boolean, sameScreen = false): void {
  const entry: Entry = { depth: replace ? depth() : depth() + 1 };
  if (replace) history.replaceState(entry, '', `#${address}`);
  else if (address === place.address) return;
  else history.pushState(entry, '', `#${address}`);
  refresh(sameScreen);
  window.scrollTo(0, 0);
}

/** Goes to a screen; `replace` leaves no way back to the present one. */
export function navigate<N extends RouteName>(
  name: N,
  params: RouteParams[N],
  { replace = false } = {},
): void {
  go(addressOf(name, params), replace);
}

/** Gives the present screen other parameters, in place of its own: it stays as it stands, with its focus and its state. */
export function changeParams<N extends RouteName>(name: N, params: RouteParams[N]): void {
  go(addressOf(name, params), true, true);
}

/** Goes to an address of this app as text, such as login's `next`; what is no address of ours leads home. */
export function navigateTo(address: string | undefined, { replace = false } = {}): void {
  const target = placeOf(address ?? '/');
  go(target.name ? target.address : '/', replace);
}

/** Goes back; home when this is the first page of ours in the history. */
export function goBack(): void {
  if (depth() > 0) history.back();
  else go('/', true);
}

/** Calls back after each change of the place; gives the way to stop it. */
export function onPlaceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the app is now. */
export const currentPlace = (): Place => place;
/** Numbers the screen at the present place, from 0 for the one the app was opened with. */
export const screenNumber = (): number => screens;
export const usePlace = (): Place => useSyncExternalStore(onPlaceChange, currentPlace);

/** The present screen's parameters; any may be missing, whatever the type of the route says. */
export function useParams<N extends RouteName>(_name: N): Partial<RouteParams[N]> {
  return usePlace().params as Partial<RouteParams[N]>;
}
