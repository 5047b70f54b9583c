// Whether the server can be reached. The phone alone cannot tell: it says yes wherever it has a signal, answers or not.
import { onlineManager } from '@tanstack/react-query';

const ASK_AGAIN_MS = 10_000;
let asking: ReturnType<typeof setTimeout> | undefined;

export const reach = {
  subscribe: (listener: () => void): (() => void) => onlineManager.subscribe(listener),
  get: (): boolean => onlineManager.isOnline() && navigator.onLine,
};

/** Takes whether a call was answered at all. Once lost, it is asked for now and then; regained, the screens read anew. */
export function noteReach(answered: boolean): void {
  clearTimeout(asking);
  if (!answered) asking = setTimeout(() => void askAgain(), ASK_AGAIN_MS);
  onlineManager.setOnline(answered);
}

async function askAgain(): Promise<void> {
  // A phone in a pocket asks nothing; the next look at it does.
  const here = document.visibilityState === 'visible';
  const answer = here ? await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined) : undefined;
  noteReach(answer !== undefined);
}
