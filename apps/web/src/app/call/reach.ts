// Whether the server can be reached. The phone alone cannot tell: it says yes wherever it has a signal, answers or not.
import { onlineManager } from '@tanstack/react-query';

const ASK_AGAIN_MS = 10_000;
/** A question that hangs in a bad reception is given up, or none would follow it. */
const ANSWER_WITHIN_MS = 10_000;
let asking: ReturnType<typeof setTimeout> | undefined;

export const reach = {
  subscribe: (listener: () => void): (() => void) => onlineManager.subscribe(listener),
  get: (): boolean => onlineManager.isOnline() && navigator.onLine,
};

/**
 * Takes whether a call was answered at all. Once lost, it is asked for now and then; regained, the screens read anew. An
 * answer that still arrives when the phone has no network is none: its coming back would be no news.
 */
export function noteReach(answered: boolean): void {
  clearTimeout(asking);
  if (!answered) asking = setTimeout(() => void askAgain(), ASK_AGAIN_MS);
  onlineManager.setOnline(answered && navigator.onLine);
}

/** Asks the server whether it is there; undefined when nothing answers within ANSWER_WITHIN_MS. */
export const askHealth = (): Promise<Response | undefined> =>
  fetch('/healthz', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);

async function askAgain(): Promise<void> {
  // A phone in a pocket asks nothing; the next look at it does.
  const here = document.visibilityState === 'visible';
  noteReach(here && (await askHealth()) !== undefined);
}
