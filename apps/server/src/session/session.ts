// Opaque session tokens: minting, rotating, and the 401, 406, 409 and 498 of a call.
import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_SECONDS, INACTIVITY_MS, REFRESH_TOKEN_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import { ahead } from '../db/flight.ts';
import { AppError } from './app-error.ts';
import * as store from './session-store.ts';

const TOUCH_EVERY_MS = 30_000;
/** Two tabs that find the access token expired refresh within this; a thief beyond it is found out. */
const REFRESH_GRACE_MS = 10_000;
/** After this the password is asked for again, however busy the session was. */
const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** How long an expired access token still answers 498 and not 406. */
const KEEP_EXPIRED_MS = 24 * 3_600_000;

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

/** The two secrets of one rotation. */
type Pair = Pick<Tokens, 'token' | 'refreshToken'>;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** 256 random bits, as every token and salt here. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/**
 * The successors of a refresh token. Neither the database (which has only its hash) nor the token's holder (who lacks
 * the salt) can work them out alone, and nothing readable has to be kept for a second tab that asks the same.
 */
function successors(refreshToken: string, salt: string): Pair {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', refreshToken, salt, use, 32)).toString('base64url');
  return { token: derive('access'), refreshToken: derive('refresh') };
}

const tokensOf = (pair: Pair, createdAt: number): Tokens => ({
  ...pair,
  createdAt,
  expiresIn: ACCESS_TOKEN_SECONDS,
});

/** Keeps the hashes; no token outlives the session's longest life. */
async function mint(trx: Trx, session: store.SessionRow, pair: Pair, now: number): Promise<Tokens> {
  const end = session.created_at.getTime() + SESSION_LIFE_MS;
  const row = (text: string, kind: 'access' | 'refresh', seconds: number) => ({
    token_hash: hashToken(text),
    session_id: session.session_id,
    kind,
    expires_at: new Date(Math.min(now + seconds * 1000, end)),
    used_at: null,
    successor_salt: null,
  });
  await store.insertToken(trx, row(pair.token, 'access', ACCESS_TOKEN_SECONDS));
  await store.insertToken(trx, row(pair.refreshToken, 'refresh', REFRESH_TOKEN_SECONDS));
  return tokensOf(pair, now);
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
  const session: store.SessionRow = {
    session_id: randomUUID(),
    account_id: accountId,
    device_id: deviceId,
    created_at: at,
    last_seen_at: at,
    ended_at: null,
    end_reason: null,
  };
  await store.insertSession(trx, session);
  return mint(trx, session, { token: randomToken(), refreshToken: randomToken() }, now);
}

/** Why a session may not go on, or undefined when it lives. */
function endedRefusal(session: store.TokenSession, now: number): AppError | undefined {
  if (session.end_reason === 'elsewhere') return new AppError('SES-0004');
  if (session.end_reason === 'inactive') return new AppError('SES-0005');
  if (session.ended_at !== null || session.accountStatus !== 'active') return new AppError('SES-0003');
  if (now - session.last_seen_at.getTime() >= INACTIVITY_MS) return new AppError('SES-0005');
  return undefined;
}

function bearer(header: string | undefined): string {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(header ?? '')?.[1];
  if (!token) throw new AppError('SES-0001');
  return token;
}

/** Gives the live session among the rows that were found for an access token, or throws its refusal. */
function liveSession(session: store.TokenSession | undefined, now: number): store.TokenSession {
  if (!session) throw new AppError('SES-0003');
  const refusal = endedRefusal(session, now);
  if (refusal) throw refusal;
  if (session.token.expires_at.getTime() <= now) throw new AppError('SES-0002');
  return session;
}

const guestOf = ({ session_id, account_id, device_id }: store.SessionRow): GuestSession => ({
  sessionId: session_id,
  accountId: account_id,
  deviceId: device_id,
});

const touchIsDue = (session: store.SessionRow, now: number) =>
  now - session.last_seen_at.getTime() >= TOUCH_EVERY_MS;
const touch = (db: Db, sessionId: string, now: number) =>
  inTransaction(db, (trx) => store.touchSession(trx, sessionId, new Date(now)));

/** Whose the tokens seen last are, oldest first. A token never changes its session, nor a session its account. */
const owners = new WeakMap<Db, Map<string, GuestSession>>();
const OWNERS_KEPT = 20_000;

function ownersOf(db: Db): Map<string, GuestSession> {
  const known = owners.get(db) ?? new Map<string, GuestSession>();
  owners.set(db, known);
  return known;
}

function rememberOwner(db: Db, tokenHash: string, session: GuestSession): void {
  const known = ownersOf(db);
  known.set(tokenHash, session);
  for (const oldest of known.keys()) {
    if (known.size <= OWNERS_KEPT) break;
    known.delete(oldest);
  }
}

/** The session of a guest's call, or its refusal. */
export async function requireSession(db: Db, header: string | undefined, now: number): Promise<GuestSession> {
  const hash = hashToken(bearer(header));
  const session = liveSession(await store.findSessionByToken(db, hash, 'access'), now);
  if (touchIsDue(session, now)) await touch(db, session.session_id, now);
  rememberOwner(db, hash, guestOf(session));
  return guestOf(session);
}

/** A session that a transaction checks before anything else. Nothing may be answered before it has. */
export interface ExpectedSession {
  /** Whose the call is if the session still lives. */
  readonly session: GuestSession;
  /** Has the check travel with the transaction's first statements; they fail with its refusal. */
  readonly check: (trx: Trx) => Promise<void>;
  /** Notes, after the transaction, that the session was used. */
  readonly used: () => Promise<void>;
}

/** What a token's earlier call told of whose it is, to be checked again by `check`; undefined for a token not seen yet. */
export function expectSession(db: Db, header: string | undefined, now: number): ExpectedSession | undefined {
  const hash = hashToken(bearer(header));
  const session = ownersOf(db).get(hash);
  if (!session) return undefined;
  let due = false;
  return {
    session,
    check: (trx) =>
      ahead(trx, store.sessionByToken({ tokenHash: hash, kind: 'access' }), (rows) => {
        const found = liveSession(store.tokenSessionOf(rows, 'access'), now);
        if (found.account_id !== session.accountId) throw new AppError('SES-0003');
        due = touchIsDue(found, now);
      }),
    used: async () => {
      if (due) await touch(db, session.sessionId, now);
    },
  };
}

/** What another tab's refresh got a moment ago, while that is unused; undefined when the token may be in wrong hands. */
async function sameSuccessors(trx: Trx, refreshToken: string, now: number): Promise<Tokens | undefined> {
  const spent = await store.findToken(trx, hashToken(refreshToken));
  if (!spent?.used_at || spent.successor_salt === null) return undefined;
  if (now - spent.used_at.getTime() >= REFRESH_GRACE_MS) return undefined;
  const pair = successors(refreshToken, spent.successor_salt);
  const successor = await store.findToken(trx, hashToken(pair.refreshToken));
  return successor?.used_at === null ? tokensOf(pair, spent.used_at.getTime()) : undefined;
}

/**
 * Rotates a refresh token. Tabs that use it at the same time get the same successors; used again later it ends its
 * session: the returned refusal must be committed, not thrown.
 */
export async function rotateSession(trx: Trx, refreshToken: string, now: number): Promise<Tokens | AppError> {
  const session = await store.findSessionByToken(trx, hashToken(refreshToken), 'refresh');
  if (!session) return new AppError('SES-0003');
  const refusal = endedRefusal(session, now);
  if (refusal) return refusal;
  if (session.token.expires_at.getTime() <= now) return new AppError('SES-0003');
  const salt = randomToken();
  if (!(await store.spendToken(trx, session.token.token_hash, salt, new Date(now)))) {
    const same = await sameSuccessors(trx, refreshToken, now);
    if (same) return same;
    await store.endSession(trx, session.session_id, 'reuse', new Date(now));
    return new AppError('SES-0003');
  }
  await store.touchSession(trx, session.session_id, new Date(now));
  await store.deleteAccessTokens(trx, session.session_id, new Date(now - KEEP_EXPIRED_MS));
  return mint(trx, session, successors(refreshToken, salt), now);
}
