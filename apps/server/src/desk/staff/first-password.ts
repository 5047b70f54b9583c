// Makes the first password of a member of staff: strong, easy to read out, stored nowhere, valid for a week.
import { createHash, randomBytes } from 'node:crypto';
import type { Keys } from '../../platform/keys/password-keys.ts';

/** How long the person has to sign in with it and choose their own. */
const LIFE_MS = 7 * 24 * 3_600_000;
export const firstPasswordEnd = (now: number): Date => new Date(now + LIFE_MS);

/** Without letters and digits that look alike. */
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const SMALL = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';
/** The pattern of one group. A password has three groups, with 54 random bits in all. */
const GROUP = [CAPITALS, SMALL, DIGITS, SMALL] as const;
const GROUPS = 3;

/**
 * Derives the first password of a person from the act that sets it, so that a retry of the act gets the same password. It
 * cannot be computed without the server's secret.
 */
export function firstPassword(keys: Keys, staffId: string, act: string): string {
  return passwordOf(
    createHash('sha256')
      .update(keys.mac(`first password ${staffId} ${act}`))
      .digest(),
  );
}

/** Makes a first password at random, for an act that nobody retries. */
export const randomFirstPassword = (): string => passwordOf(randomBytes(2 * GROUPS * GROUP.length));

/** Writes random bytes, two a letter, as a password. */
function passwordOf(bytes: Buffer): string {
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    GROUP.map((letters, at) => {
      // Two bytes per letter, so that the bias is below a thousandth.
      const drawn = bytes.readUInt16BE((group * GROUP.length + at) * 2);
      return letters[drawn % letters.length];
    }).join(''),
  );
  return groups.join('-');
}
