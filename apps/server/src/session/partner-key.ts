// Authenticates partners by their keys.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PartnerMode, PartnerScope } from '@kippu/contract/partner/partner-values';
import type { Keys } from '../platform/keys/password-keys.ts';
import { inTransaction, type Db, type Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';

/** A partner that calls, with what its key may do. */
export interface PartnerIdentity {
  readonly partnerId: string;
  readonly keyId: string;
  readonly mode: PartnerMode;
  readonly scopes: readonly PartnerScope[];
  readonly name: string;
  /** Whether it may also make the desk's calls of sales systems. */
  readonly deskCalls: boolean;
}

const KEY_BYTES = 20;

/**
 * Derives the key of an act, so that a retry of the act gets the same key and no stored answer has it. Without the server's secret its 160 bits are
 * random. Its begin lets scanners find it in published code.
 */
export function partnerKeyOf(
  { mac }: Pick<Keys, 'mac'>,
  mode: PartnerMode,
  partnerId: string,
  act: string,
): string {
  const bytes = Buffer.from(mac(`partner key\n${partnerId}\n${mode}\n${act}`), 'hex').subarray(0, KEY_BYTES);
  return `kippu_${mode}_${bytes.toString('base64url')}`;
}

/** The form in which a key is stored. It is random, so no slow hash is needed. */
export const partnerKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

const HINT_LETTERS = 4;
/** The part of a key that may be shown again. */
export const hintOf = (key: string): string => key.slice(-HINT_LETTERS);

/** The last use of a key is stored to the minute. */
const TOUCH_EVERY_MS = 60_000;
/** How many genuine keys a process remembers. */
const KEYS_MET = 1_000;

/** Hashes of keys that this process has found genuine, the latest last. */
const met = new Set<string>();

function remember(hash: string): void {
  met.delete(hash);
  met.add(hash);
  for (const oldest of met) {
    if (met.size <= KEYS_MET) return;
    met.delete(oldest);
  }
}

/** Whether the key was genuine before, so that strangers at its address cannot block it. It may have been closed since. */
export const isMetKey = (key: string): boolean => met.has(partnerKeyHash(key));

/**
 * Finds the partner of a key; undefined for an unknown or closed one, and for a closed partner. Stores the minute of the use.
 * @param now epoch milliseconds
 */
export async function findPartnerOfKey(
  db: Db,
  key: string,
  now: number,
): Promise<PartnerIdentity | undefined> {
  const hash = partnerKeyHash(key);
  const row = await db
    .selectFrom('partner_key as k')
    .innerJoin('partner as p', 'p.partner_id', 'k.partner_id')
    .select(['k.key_id', 'k.mode', 'k.scopes', 'k.last_used_at', 'p.partner_id', 'p.name', 'p.desk_calls'])
    .where('k.key_hash', '=', hash)
    .where('k.closed_at', 'is', null)
    .where('p.closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) {
    met.delete(hash);
    return undefined;
  }
  remember(hash);
  if (row.last_used_at === null || now - row.last_used_at.getTime() >= TOUCH_EVERY_MS)
    await inTransaction(db, async (trx) => {
      // One of several calls at once stores it; none waits for another.
      await sql`update partner_key set last_used_at = ${new Date(now)}::timestamptz where key_id in (
        select key_id from partner_key where key_id = ${row.key_id} for update skip locked)`.execute(trx);
    });
  const { key_id: keyId, partner_id: partnerId, mode, scopes, name, desk_calls: deskCalls } = row;
  return { partnerId, keyId, mode, scopes, name, deskCalls };
}

/**
 * Keeps a key and its partner open, and the partner's terms as they are, until the transaction ends. Throws AppError SES-0001 where one was closed since the
 * call began.
 */
export async function keepPartnerOpen(trx: Trx, { keyId }: Pick<PartnerIdentity, 'keyId'>): Promise<void> {
  const { rows } = await sql`
    select 1 from partner_key k join partner p on p.partner_id = k.partner_id
    where k.key_id = ${keyId} and k.closed_at is null and p.closed_at is null for share of p, k`.execute(trx);
  if (rows.length === 0) throw new AppError('SES-0001');
}
