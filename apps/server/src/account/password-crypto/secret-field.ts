// Encrypted passwords: each ciphertext is valid once, for a few minutes, for one call.
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Encrypted } from '@kippu/contract/fields';
import { SECRET_SECONDS } from '@kippu/contract/limits';
import { SECRET_MARK } from '@kippu/contract/secret';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { decryptField } from './decrypt-field.ts';
import { ACCEPTED_MS, type Keys } from '../../platform/keys/password-keys.ts';
import { useOnce } from './used-once.ts';

const VALID_MS = SECRET_SECONDS * 1000;

/** 128 bits, in hexadecimal digits. */
const MAC_DIGITS = 32;

const ticketMac = (keys: Keys, time: string): string =>
  keys.mac(`secret ticket ${time}`).slice(0, MAC_DIGITS);

/** Makes the ticket issued with the public key. It records when the phone fetched the key, and is signed by this server. */
export function secretTicket(keys: Keys, now: number): string {
  const time = now.toString(36);
  return `${time}.${ticketMac(keys, time)}`;
}

/** Returns when the ticket was issued, epoch milliseconds; undefined for a forged one. */
function ticketTime(keys: Keys, ticket: string): number | undefined {
  const [time = '', mac = ''] = ticket.split('.');
  const right = ticketMac(keys, time);
  if (mac.length !== right.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(right))) return undefined;
  return Number.parseInt(time, 36);
}

/** The older form, a bare password, carries no time. Pages that were open during the update still send it for a while. */
const OLD_FORM_MS = 7 * 24 * 3_600_000;
const UPDATE = '0043-used-once';

/** Returns when this database was migrated to the newer form, epoch milliseconds. */
async function updatedAt(db: Db): Promise<number> {
  const { rows } = await sql<{
    applied_at: Date;
  }>`select applied_at from migration where name = ${UPDATE}`.execute(db);
  return rows[0]?.applied_at.getTime() ?? 0;
}

interface Opened {
  readonly password: string;
  /** Identifies this ciphertext. */
  readonly once: string;
  readonly expiresAt: number;
}

/** Splits the newer form into its parts: see packages/contract/src/secret.ts. */
function partsOf(plain: string): readonly [purpose: string, nonce: string, ticket: string, password: string] {
  try {
    const parts: unknown = JSON.parse(plain.slice(SECRET_MARK.length));
    if (Array.isArray(parts) && parts.length === 4 && parts.every((part) => typeof part === 'string'))
      return parts as unknown as [string, string, string, string];
  } catch {
    // Refused below: no phone sends this.
  }
  throw new AppError('ACC-0012', { detail: 'not the form of a secret' });
}

async function open(db: Db, keys: Keys, purpose: string, field: Encrypted, now: number): Promise<Opened> {
  const plain = await decryptField(keys, field);
  if (!plain.startsWith(SECRET_MARK)) {
    if (now >= (await updatedAt(db)) + OLD_FORM_MS) throw new AppError('REQ-0009');
    const once = keys.mac(`old secret\n${Buffer.from(field.value, 'base64').toString('base64')}`);
    // Remembered as long as a key that encrypted it decrypts.
    return { password: plain, once, expiresAt: now + ACCEPTED_MS };
  }
  const [forCall, nonce, ticket, password] = partsOf(plain);
  const at = ticketTime(keys, ticket);
  if (forCall !== purpose) throw new AppError('ACC-0012', { detail: 'encrypted for another call' });
  if (at === undefined || now - at >= VALID_MS)
    throw new AppError('ACC-0012', { detail: 'encrypted too long ago' });
  return { password, once: keys.mac(`secret\n${nonce}\n${ticket}`), expiresAt: at + VALID_MS };
}

/**
 * Decrypts the passwords of one call, in order. `purpose` is the call's name. Call it outside transactions, before the work. Throws AppError
 * ACC-0012, upon which the phone encrypts again, for a field that is unreadable, too old, used before or made for another call, and REQ-0009
 * for a page from before the update.
 */
export async function openSecrets(
  db: Db,
  keys: Keys,
  { purpose, fields }: { readonly purpose: string; readonly fields: readonly Encrypted[] },
  now: number,
): Promise<string[]> {
  const opened: Opened[] = [];
  for (const field of fields) opened.push(await open(db, keys, purpose, field, now));
  const expiresAt = Math.max(...opened.map((secret) => secret.expiresAt));
  const once = opened.map((secret) => secret.once);
  await inTransaction(db, async (trx) => {
    // Thrown, so that a refused call does not use up its fields.
    if (!(await useOnce(trx, once, { now, expiresAt })))
      throw new AppError('ACC-0012', { detail: 'used before' });
  });
  return opened.map((secret) => secret.password);
}
