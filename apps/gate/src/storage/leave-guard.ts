// Asks for confirmation before the page closes while a passage is only in memory.
import type { GateMachine } from '../core/gate-machine.ts';

/** Has the browser ask before it closes or reloads the page while data is not on the device yet. */
export function guardLeaving(
  page: Pick<EventTarget, 'addEventListener'>,
  gate: Pick<GateMachine, 'unwritten'>,
): void {
  page.addEventListener('beforeunload', (event) => {
    if (gate.unwritten) event.preventDefault();
  });
}
