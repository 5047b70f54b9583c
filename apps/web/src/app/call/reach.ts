// Whether the server can be reached. The phone's own state is not enough: it says yes wherever it has a signal.
import { onlineManager } from '@tanstack/react-query';

const ASK_AGAIN_MS = 10_000;
/** A request that hangs is cancelled, so that the next one can follow. */
const ANSWER_WITHIN_MS = 10_000;
let asking: ReturnType<typeof setTimeout> | undefined;

export const reach = {
  subscribe: (listener: () => void): (() => void) => onlineManager.subscribe(listener),
  get: (): boolean => onlineManager.isOnline() && navigator.onLine,
};

/**
 * Records whether a call was answered. While the server is unreachable it is asked at intervals; when it is reachable
 * again, the screens fetch their data. An answer without a network is ignored, so that the return of the network is
 * still noticed.
 */
export function noteReach(answered: boolean): void {
  clearTimeout(asking);
  if (!answered) asking = setTimeout(() => void askAgain(), ASK_AGAIN_MS);
  onlineManager.setOnline(answered && navigator.onLine);
}

/** Asks the server for its health. Resolves to undefined if there is no answer within ANSWER_WITHIN_MS. */
export const askHealth = (): Promise<Response | undefined> =>
  fetch('/healthz', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);

async function askAgain(): Promise<void> {
  // Do not ask while the page is hidden.
  const here = document.visibilityState === 'visible';
  noteReach(here && (await askHealth()) !== undefined);
}
