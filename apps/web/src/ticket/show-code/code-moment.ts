// When the code on the screen is renewed: every 15 seconds by the server's clock, at the same time on every phone.
import { CODE_ROTATES_SECONDS } from '@kippu/contract/limits';

const SLOT_MS = CODE_ROTATES_SECONDS * 1000;

interface CodeSlot {
  /** Increases by one every 15 seconds. */
  readonly slot: number;
  /** Whole seconds until the next slot, from 15 to 1. */
  readonly secondsLeft: number;
  /** The remaining share of the slot, from 1 to 0. */
  readonly share: number;
}

/** Returns the slot at `now` (epoch milliseconds, server's clock). */
export function slotAt(now: number): CodeSlot {
  const slot = Math.floor(now / SLOT_MS);
  const left = SLOT_MS - (now - slot * SLOT_MS);
  return { slot, secondsLeft: Math.ceil(left / 1000), share: left / SLOT_MS };
}
