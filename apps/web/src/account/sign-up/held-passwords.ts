// The passwords of an unfinished sign-up while its terms are being read: in memory only, and not for long.
import { serverNow } from '../app/server-clock.ts';

const HELD_MS = 10 * 60_000;
interface Typed {
  readonly password: string;
  readonly repeat: string;
}
let held: (Typed & { readonly at: number }) | null = null;

/** Keeps what was typed while another screen of ours is looked at. */
export function holdPasswords({ password, repeat }: Typed): void {
  held = { password, repeat, at: serverNow() };
}

/** What was typed; empty when nothing was, or too long ago. */
export function heldPasswords(): Typed {
  if (!held || serverNow() - held.at > HELD_MS) return { password: '', repeat: '' };
  return { password: held.password, repeat: held.repeat };
}

/** Forgets them, once the form has them back. */
export function dropPasswords(): void {
  held = null;
}
