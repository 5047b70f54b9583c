// The phone's position, requested only when the traveller presses the button or has allowed it before.
import { GEOLOCATION_TIMEOUT_MS, MAPS_TIMEOUT_MS } from '@kippu/contract/limits';
import type { Position } from '@kippu/domain/station/nearby';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Messages } from '@kippu/words/app-words';

/** A cached position up to this age is accepted. */
const FRESH_MS = 10_000;

type PositionRefusal = 'positionDenied' | 'positionOff' | 'positionTimeout' | 'positionInsecure';
type PositionState =
  | { readonly is: 'idle' | 'asking' }
  | { readonly is: 'found'; readonly position: Position }
  | { readonly is: 'refused'; readonly reason: PositionRefusal };

/** Maps the code of a GeolocationPositionError to a reason. */
export function positionRefusal(code: number): PositionRefusal {
  if (code === 1) return 'positionDenied';
  return code === 3 ? 'positionTimeout' : 'positionOff';
}

/** The text of a refusal, with the next step. */
export const positionRefusalText = (messages: Messages, reason: PositionRefusal): string =>
  reason === 'positionInsecure' ? messages.station.positionInsecure : messages.client[reason];

/** Satellite first, then the network-based position, which also works underground. */
const WAYS: readonly PositionOptions[] = [
  { enableHighAccuracy: true, timeout: GEOLOCATION_TIMEOUT_MS, maximumAge: FRESH_MS },
  { enableHighAccuracy: false, timeout: MAPS_TIMEOUT_MS, maximumAge: FRESH_MS },
];

/** Requests the position: by satellite first, then by networks. If both fail, returns the first reason. */
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

/** Returns the state and `ask`. With `whenAllowed`, it asks by itself if the browser needs no prompt. */
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
    // Browsers report a page without HTTPS as 'denied', which no setting can change.
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
        // If the browser cannot query the permission, the traveller presses the button.
      }
    };
    void askWhenAllowed();
    return () => {
      gone.current = true;
    };
  }, [whenAllowed, ask]);
  return { state, ask };
}
