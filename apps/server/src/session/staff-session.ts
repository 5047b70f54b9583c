// Authenticates callers of the desk: staff by a session, sales systems by a key.
import type { DeskCaller } from '@kippu/contract/values';
import { inTransaction, type Db, type Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { isSameSecret } from '../platform/wire/same-secret.ts';
import { hashToken, randomToken } from './session.ts';
import * as store from './staff-store.ts';
import { withoutMark } from './token-mark.ts';

/** A session ends after this time without a call: long enough for a lunch break. */
const IDLE_MS = 60 * 60_000;
/** It ends this long after the sign-in in any case: a shift is no longer. */
const LIFE_MS = 12 * 3_600_000;
const TOUCH_EVERY_MS = 30_000;
/** A session that ended is kept this long, so that its refusal says why. */
const KEEP_MS = 24 * 3_600_000;

export interface DeskIdentity {
  readonly role: DeskCaller;
  /** The caller's name in events and in the record of actions: `desk:<staff id>`, or `desk:api-key`. */
  readonly actor: string;
  /** Null for a sales system. */
  readonly staff: { readonly row: store.StaffRow; readonly tokenHash: string } | null;
}

/** Returns the member of staff. Throws AppError SES-0006 for a sales system. */
export function personOf({ staff }: DeskIdentity) {
  if (!staff) throw new AppError('SES-0006', { detail: 'a sales system is nobody' });
  return { staffId: staff.row.staff_id, ...staff };
}

export const actorOf = (staffId: string): string => `desk:${staffId}`;

/** Signs a member of staff in. Returns the token and its latest end. Other devices stay signed in. */
export async function startStaffSession(
  trx: Trx,
  staffId: string,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = randomToken();
  const at = new Date(now);
  const expiresAt = new Date(now + LIFE_MS);
  await store.deleteStaffSessions(trx, new Date(now - KEEP_MS));
  await store.insertStaffSession(trx, {
    token_hash: hashToken(token),
    staff_id: staffId,
    created_at: at,
    expires_at: expiresAt,
    last_seen_at: at,
    ended_at: null,
  });
  return { token, expiresAt };
}

const CREDENTIAL = /^(ApiKey|Bearer) (\S{1,200})$/i;

/** Whether the Authorization header contains the sales systems' key. */
export function isDeskKey(configured: string | undefined, header: string | undefined): boolean {
  const [, scheme = '', secret = ''] = CREDENTIAL.exec(header ?? '') ?? [];
  return configured !== undefined && scheme.toLowerCase() === 'apikey' && isSameSecret(configured, secret);
}

/** Throws AppError SES-0006 where no key is configured, SES-0001 for a wrong one. */
function requireKey(configured: string | undefined, given: string): DeskIdentity {
  if (configured === undefined) throw new AppError('SES-0006', { detail: 'no DESK_API_KEY is set' });
  if (!isSameSecret(configured, given)) throw new AppError('SES-0001');
  return { role: 'sales', actor: 'desk:api-key', staff: null };
}

async function requireStaff(db: Db, token: string, now: number): Promise<DeskIdentity> {
  const tokenHash = hashToken(withoutMark(token));
  const found = await store.findStaffSession(db, tokenHash);
  if (!found || found.closed_at || found.ended_at || found.expires_at.getTime() <= now)
    throw new AppError('SES-0003');
  const { token_hash: _hash, expires_at: _expiry, last_seen_at, ended_at: _end, ...row } = found;
  const idle = now - last_seen_at.getTime();
  if (idle >= IDLE_MS) throw new AppError('SES-0005');
  if (idle >= TOUCH_EVERY_MS)
    await inTransaction(db, (trx) => store.touchStaffSession(trx, tokenHash, new Date(now)));
  return { role: row.role, actor: actorOf(row.staff_id), staff: { row, tokenHash } };
}

/**
 * Identifies the caller by the Authorization header. Rejects with AppError SES-0001 without a valid credential, SES-0003 for an ended
 * session, SES-0005 for an idle one, SES-0006 for a key where none is configured.
 */
export async function requireDesk(
  db: Db,
  configuredKey: string | undefined,
  header: string | undefined,
  now: number,
): Promise<DeskIdentity> {
  const [, scheme = '', secret = ''] = CREDENTIAL.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return requireStaff(db, secret, now);
  if (scheme === '') throw new AppError('SES-0001');
  return requireKey(configuredKey, secret);
}
