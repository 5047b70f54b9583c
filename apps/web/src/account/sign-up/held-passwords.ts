// Keeps the passwords of an unfinished sign-up between its steps, and while the traveller reads the terms: in memory only, for a short time.
import { serverNow } from '../../app/clock/server-clock.ts';

const HELD_MS = 10 * 60_000;
interface Typed {
  readonly password: string;
  readonly repeat: string;
}
let held: (Typed & { readonly at: number }) | null = null;

/** Keeps the passwords for ten minutes. */
export function holdPasswords({ password, repeat }: Typed): void {
  held = { password, repeat, at: serverNow() };
}

/** Returns the kept passwords; empty if there are none or they are too old. */
export function heldPasswords(): Typed {
  if (!held || serverNow() - held.at > HELD_MS) return { password: '', repeat: '' };
  return { password: held.password, repeat: held.repeat };
}

/** Forgets the passwords. */
export function dropPasswords(): void {
  held = null;
}
