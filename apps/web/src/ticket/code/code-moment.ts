// When the code on the screen is renewed: slots of 15 seconds by the server's clock, the same on every phone.
import { CODE_ROTATES_SECONDS } from '@kippu/contract/limits';

const SLOT_MS = CODE_ROTATES_SECONDS * 1000;

interface CodeSlot {
  /** Counts up by one every 15 seconds. */
  readonly slot: number;
  /** Whole seconds until the next, 15 down to 1. */
  readonly secondsLeft: number;
  /** The slot's share that is left, 1 down to 0. */
  readonly share: number;
}

/** Takes now (epoch milliseconds, server's clock); gives the slot it lies in. */
export function slotAt(now: number): CodeSlot {
  const slot = Math.floor(now / SLOT_MS);
  const left = SLOT_MS - (now - slot * SLOT_MS);
  return { slot, secondsLeft: Math.ceil(left / 1000), share: left / SLOT_MS };
}
