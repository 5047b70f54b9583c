// Authenticates callers of the desk: staff by a session, the sales system by its partner's key.
import { SALES_SYSTEM, type DeskCaller } from '@kippu/contract/values';
import { inTransaction, type Db, type Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { hashToken, randomToken } from './session.ts';
import { findPartnerOfKey, isMetKey, type PartnerIdentity } from './partner-key.ts';
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
  /** The partner of a sales system's key: it sees and touches its own orders only. Null for staff. */
  readonly partner: PartnerIdentity | null;
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

/** Whether the Authorization header contains a partner's key that this process has met before. */
export function isMetDeskKey(header: string | undefined): boolean {
  const [, scheme = '', secret = ''] = CREDENTIAL.exec(header ?? '') ?? [];
  return scheme.toLowerCase() === 'apikey' && isMetKey(secret);
}

/** Throws AppError SES-0001 for an unknown or closed key, SES-0006 for one of a partner that makes no calls of the desk. */
async function requireKey(db: Db, given: string, now: number): Promise<DeskIdentity> {
  const partner = await findPartnerOfKey(db, given, now);
  if (!partner) throw new AppError('SES-0001');
  if (!partner.deskCalls || partner.mode !== 'live')
    throw new AppError('SES-0006', { detail: 'the key is for /partner/v1/' });
  return { role: 'sales', actor: actorOf(SALES_SYSTEM), staff: null, partner };
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
  return { role: row.role, actor: actorOf(row.staff_id), staff: { row, tokenHash }, partner: null };
}

/**
 * Identifies the caller by the Authorization header. Rejects with AppError SES-0001 without a valid credential, SES-0003 for an ended
 * session, SES-0005 for an idle one, SES-0006 for a key that is not for the desk.
 */
export async function requireDesk(db: Db, header: string | undefined, now: number): Promise<DeskIdentity> {
  const [, scheme = '', secret = ''] = CREDENTIAL.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return requireStaff(db, secret, now);
  if (scheme === '') throw new AppError('SES-0001');
  return requireKey(db, secret, now);
}
