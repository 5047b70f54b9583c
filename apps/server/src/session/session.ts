// Opaque session tokens: issue, rotation, and the refusals 401, 406, 409 and 498.
import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_SECONDS, INACTIVITY_MS, REFRESH_TOKEN_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Db, type Trx } from '../platform/db/database.ts';
import { prepend } from '../platform/db/pipeline/pipeline.ts';
import { keepOnlyPhone } from '../platform/push/subscription-store.ts';
import { AppError } from '../platform/wire/app-error.ts';
import * as store from './session-store.ts';
import { withoutMark } from './token-mark.ts';

const TOUCH_EVERY_MS = 30_000;
/** Two tabs that find the access token expired refresh within this time; a later second use is treated as theft. */
const REFRESH_GRACE_MS = 10_000;
/** After this time the password is required again, however active the session is. */
const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** How long an expired access token is still answered with 498 instead of 406. */
const KEEP_EXPIRED_MS = 24 * 3_600_000;

export interface GuestSession {
  readonly sessionId: string;
  readonly accountId: string;
  readonly deviceId: string;
  /** When the session began, with a login; epoch milliseconds. */
  readonly startedAt: number;
}

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly createdAt: number;
  readonly expiresIn: number;
}

/** The two secrets that one rotation issues. */
type Pair = Pick<Tokens, 'token' | 'refreshToken'>;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** Returns 256 random bits. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/**
 * Derives the successors of a refresh token. Neither the database, which has only its hash, nor the token's holder, who lacks the salt, can
 * derive them alone. So nothing readable is stored for a second tab that asks for the same.
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

/** Stores the tokens' hashes. No token outlives the session's maximum life. */
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
  await keepOnlyPhone(trx, { accountId, deviceId }, at);
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

/** Returns why a session has ended; undefined while it lives. */
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
  return withoutMark(token);
}

/** Returns the session if it is live, or throws its refusal. */
function liveSession(session: store.TokenSession | undefined, now: number): store.TokenSession {
  if (!session) throw new AppError('SES-0003');
  const refusal = endedRefusal(session, now);
  if (refusal) throw refusal;
  if (session.token.expires_at.getTime() <= now) throw new AppError('SES-0002');
  return session;
}

const guestOf = ({ session_id, account_id, device_id, created_at }: store.SessionRow): GuestSession => ({
  sessionId: session_id,
  accountId: account_id,
  deviceId: device_id,
  startedAt: created_at.getTime(),
});

const touchIsDue = (session: store.SessionRow, now: number) =>
  now - session.last_seen_at.getTime() >= TOUCH_EVERY_MS;
const touch = (db: Db, sessionId: string, now: number) =>
  inTransaction(db, (trx) => store.touchSession(trx, sessionId, new Date(now)));

/** The owners of the tokens seen last, oldest first. A token never changes its session, nor a session its account. */
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

/** Returns the session of a guest's call, or throws its refusal. */
export async function requireSession(db: Db, header: string | undefined, now: number): Promise<GuestSession> {
  const hash = hashToken(bearer(header));
  const session = liveSession(await store.findSessionByToken(db, hash, 'access'), now);
  if (touchIsDue(session, now)) await touch(db, session.session_id, now);
  rememberOwner(db, hash, guestOf(session));
  return guestOf(session);
}

/** Returns those of the sessions, by id, that are live at `now` (epoch milliseconds). */
export async function liveSessions(
  db: Db,
  sessionIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const seenAfter = new Date(now - INACTIVITY_MS);
  const startedAfter = new Date(now - SESSION_LIFE_MS);
  return new Set(await store.listLiveSessions(db, sessionIds, { seenAfter, startedAfter }));
}

/** A session that a transaction checks before its other work. Answer nothing before that check. */
export interface ExpectedSession {
  /** The caller, if the session is still live. */
  readonly session: GuestSession;
  /** Sends the check with the transaction's first statements; they fail with its refusal. */
  readonly check: (trx: Trx) => Promise<void>;
  /** Records, after the transaction, that the session was used. */
  readonly used: () => Promise<void>;
}

/** Returns the session that an earlier call found for the token, to be checked again by `check`; undefined for a token not seen yet. */
export function expectSession(db: Db, header: string | undefined, now: number): ExpectedSession | undefined {
  const hash = hashToken(bearer(header));
  const session = ownersOf(db).get(hash);
  if (!session) return undefined;
  let due = false;
  return {
    session,
    check: (trx) =>
      prepend(trx, store.sessionByToken({ tokenHash: hash, kind: 'access' }), (rows) => {
        const found = liveSession(store.tokenSessionOf(rows, 'access'), now);
        if (found.account_id !== session.accountId) throw new AppError('SES-0003');
        due = touchIsDue(found, now);
      }),
    used: async () => {
      if (due) await touch(db, session.sessionId, now);
    },
  };
}

/** Returns what another tab's refresh got a moment ago, while that is unused; undefined where the token may be stolen. */
async function sameSuccessors(trx: Trx, refreshToken: string, now: number): Promise<Tokens | undefined> {
  const spent = await store.findToken(trx, hashToken(refreshToken));
  if (!spent?.used_at || spent.successor_salt === null) return undefined;
  if (now - spent.used_at.getTime() >= REFRESH_GRACE_MS) return undefined;
  const pair = successors(refreshToken, spent.successor_salt);
  const successor = await store.findToken(trx, hashToken(pair.refreshToken));
  return successor?.used_at === null ? tokensOf(pair, spent.used_at.getTime()) : undefined;
}

/**
 * Rotates a refresh token. Tabs that use it at the same time get the same successors; a later second use ends its session. A returned
 * refusal must be committed, not thrown. `count` counts the call for its account and may refuse it.
 */
export async function rotateSession(
  trx: Trx,
  presented: string,
  now: number,
  count: (accountId: string) => void = () => undefined,
): Promise<Tokens | AppError> {
  const refreshToken = withoutMark(presented);
  const session = await store.findSessionByToken(trx, hashToken(refreshToken), 'refresh');
  if (!session) return new AppError('SES-0003');
  count(session.account_id);
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
