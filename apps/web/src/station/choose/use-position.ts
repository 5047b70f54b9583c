// Where the phone is: asked for only when the traveller presses, or when that was allowed before.
import { GEOLOCATION_TIMEOUT_MS, MAPS_TIMEOUT_MS } from '@kippu/contract/limits';
import type { Position } from '@kippu/domain/station-nearby';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Messages } from '../i18n/words.ts';

/** A position this fresh is as good as a new one. */
const FRESH_MS = 10_000;

type PositionRefusal = 'positionDenied' | 'positionOff' | 'positionTimeout' | 'positionInsecure';
type PositionState =
  | { readonly is: 'idle' | 'asking' }
  | { readonly is: 'found'; readonly position: Position }
  | { readonly is: 'refused'; readonly reason: PositionRefusal };

/** Takes the code of a GeolocationPositionError; gives why there is no position. */
export function positionRefusal(code: number): PositionRefusal {
  if (code === 1) return 'positionDenied';
  return code === 3 ? 'positionTimeout' : 'positionOff';
}

/** The words of a refusal; each names the way on. */
export const positionRefusalText = (messages: Messages, reason: PositionRefusal): string =>
  reason === 'positionInsecure' ? messages.station.positionInsecure : messages.client[reason];

/** First by satellite; then as the phone's maps know it from the networks around, which reaches underground. */
const WAYS: readonly PositionOptions[] = [
  { enableHighAccuracy: true, timeout: GEOLOCATION_TIMEOUT_MS, maximumAge: FRESH_MS },
  { enableHighAccuracy: false, timeout: MAPS_TIMEOUT_MS, maximumAge: FRESH_MS },
];

/** Asks the browser where the phone is, the second way where the first finds nothing; tells why not as the first did. */
export async function findPosition(
  geolocation: Pick<Geolocation, 'getCurrentPosition'>,
): Promise<PositionState> {
  let reason: PositionRefusal | undefined;
  for (const options of WAYS) {
    const found = await new Promise<Position | PositionRefusal>((resolve) => {
      geolocation.getCurrentPosition(
        ({ coords: { latitude: lat, longitude: lon, accuracy } }) => resolve({ lat, lon, accuracy }),
        ({ code }) => resolve(positionRefusal(code)),
        options,
      );
    });
    if (typeof found !== 'string') return { is: 'found', position: found };
    reason ??= found;
    if (found === 'positionDenied') break;
  }
  return { is: 'refused', reason: reason ?? 'positionOff' };
}

/** Gives the state and `ask`. With `whenAllowed` it asks by itself where the browser needs no question any more. */
export function usePosition({ whenAllowed = false } = {}): {
  readonly state: PositionState;
  readonly ask: () => void;
} {
  const [state, setState] = useState<PositionState>({ is: 'idle' });
  const gone = useRef(false);
  const ask = useCallback(() => {
    const set = (next: PositionState) => {
      if (!gone.current) setState(next);
    };
    // Browsers call a page without https 'denied', which no setting can change.
    if (!window.isSecureContext) return set({ is: 'refused', reason: 'positionInsecure' });
    if (!('geolocation' in navigator)) return set({ is: 'refused', reason: 'positionOff' });
    set({ is: 'asking' });
    void findPosition(navigator.geolocation).then(set);
  }, []);
  useEffect(() => {
    gone.current = false;
    const askWhenAllowed = async () => {
      if (!whenAllowed || !('permissions' in navigator)) return;
      try {
        const { state: allowed } = await navigator.permissions.query({ name: 'geolocation' });
        if (allowed === 'granted') ask();
      } catch {
        // A browser that cannot tell is asked by pressing.
      }
    };
    void askWhenAllowed();
    return () => {
      gone.current = true;
    };
  }, [whenAllowed, ask]);
  return { state, ask };
}
