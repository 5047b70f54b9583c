// Opaque session tokens: minting, rotating, and the 401, 406, 409 and 498 of a call.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_SECONDS, INACTIVITY_MS, REFRESH_TOKEN_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import { AppError } from './app-error.ts';
import * as store from './session-store.ts';

const TOUCH_EVERY_MS = 30_000;

export interface GuestSession {
  readonly sessionId: string;
  readonly accountId: string;
  readonly deviceId: string;
}

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly createdAt: number;
  readonly expiresIn: number;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

async function mint(trx: Trx, sessionId: string, now: number): Promise<Tokens> {
  const token = randomBytes(32).toString('base64url');
  const refreshToken = randomBytes(32).toString('base64url');
  const row = (text: string, kind: 'access' | 'refresh', seconds: number) => ({
    token_hash: hashToken(text),
    session_id: sessionId,
    kind,
    expires_at: new Date(now + seconds * 1000),
    used_at: null,
  });
  await store.insertToken(trx, row(token, 'access', ACCESS_TOKEN_SECONDS));
  await store.insertToken(trx, row(refreshToken, 'refresh', REFRESH_TOKEN_SECONDS));
  return { token, refreshToken, createdAt: now, expiresIn: ACCESS_TOKEN_SECONDS };
}

/** Signs the account in and ends its older session. The caller holds the account's row lock. */
export async function startSession(
  trx: Trx,
  accountId: string,
  deviceId: string,
  now: number,
): Promise<Tokens> {
  const at = new Date(now);
  await store.endSessions(trx, accountId, 'elsewhere', at);
  const sessionId = randomUUID();
  await store.insertSession(trx, {
    session_id: sessionId,
    account_id: accountId,
    device_id: deviceId,
    created_at: at,
    last_seen_at: at,
    ended_at: null,
    end_reason: null,
  });
  return mint(trx, sessionId, now);
}

/** Why a session may not go on, or undefined when it lives. */
function endedRefusal(session: store.TokenSession, now: number): AppError | undefined {
  if (session.end_reason === 'elsewhere') return new AppError('SES-0004');
  if (session.end_reason === 'inactive') return new AppError('SES-0005');
  if (session.ended_at !== null) return new AppError('SES-0003');
  if (now - session.last_seen_at.getTime() >= INACTIVITY_MS) return new AppError('SES-0005');
  return undefined;
}

function bearer(header: string | undefined): string {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(header ?? '')?.[1];
  if (!token) throw new AppError('SES-0001');
  return token;
}

/** The session of a guest's call, or its refusal. */
export async function requireSession(db: Db, header: string | undefined, now: number): Promise<GuestSession> {
  const session = await store.findSessionByToken(db, hashToken(bearer(header)), 'access');
  if (!session) throw new AppError('SES-0003');
  const refusal = endedRefusal(session, now);
  if (refusal) throw refusal;
  if (session.token.expires_at.getTime() <= now) throw new AppError('SES-0002');
  if (now - session.last_seen_at.getTime() >= TOUCH_EVERY_MS) {
    await inTransaction(db, (trx) => store.touchSession(trx, session.session_id, new Date(now)));
  }
  return { sessionId: session.session_id, accountId: session.account_id, deviceId: session.device_id };
}

/** Rotates a refresh token. One used twice ends its session: the returned refusal must be committed, not thrown. */
export async function rotateSession(trx: Trx, refreshToken: string, now: number): Promise<Tokens | AppError> {
  const session = await store.findSessionByToken(trx, hashToken(refreshToken), 'refresh');
  if (!session) return new AppError('SES-0003');
  const refusal = endedRefusal(session, now);
  if (refusal) return refusal;
  if (session.token.expires_at.getTime() <= now) return new AppError('SES-0003');
  if (!(await store.spendToken(trx, session.token.token_hash, new Date(now)))) {
    await store.endSession(trx, session.session_id, 'reuse', new Date(now));
    return new AppError('SES-0003');
  }
  await store.touchSession(trx, session.session_id, new Date(now));
  return mint(trx, session.session_id, now);
}
