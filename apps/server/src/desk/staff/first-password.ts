// The first password of somebody who is given one: strong, easy to read out, and kept nowhere.
import { createHash } from 'node:crypto';
import type { Keys } from '../account/password-crypto.ts';

/** Without letters and digits that are taken for one another. */
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const SMALL = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';
/** One group: a password has three, of 54 random bits in all. */
const GROUP = [CAPITALS, SMALL, DIGITS, SMALL] as const;
const GROUPS = 3;

/**
 * Takes whose it is and the act that gives it; gives the password, the same for a retry of the act. Only who has the server's
 * secret can tell it.
 */
export function firstPassword(keys: Keys, staffId: string, act: string): string {
  const bytes = createHash('sha256')
    .update(keys.mac(`first password ${staffId} ${act}`))
    .digest();
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    GROUP.map((letters, at) => {
      // Two bytes a letter, so that no letter is likelier than another by more than a thousandth.
      const drawn = bytes.readUInt16BE((group * GROUP.length + at) * 2);
      return letters[drawn % letters.length];
    }).join(''),
  );
  return groups.join('-');
}
