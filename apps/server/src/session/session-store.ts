// SQL of sessions and their hashed tokens.
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { dropPhones, dropPhoneOf } from '../platform/push/subscription-store.ts';
import { statement } from '../platform/db/pipeline/statement.ts';
import type {
  AccountTable,
  SessionEnd,
  SessionTable,
  SessionTokenTable,
} from '../platform/db/tables/account-tables.ts';

export type SessionRow = SessionTable;
export interface TokenSession extends SessionTable {
  readonly token: SessionTokenTable;
  readonly accountStatus: AccountTable['status'];
}

type FoundSession = SessionTable &
  Omit<SessionTokenTable, 'session_id' | 'kind'> & { readonly account_status: AccountTable['status'] };

/** The statement that reads a token's session, live or ended; for a pipeline. */
export const sessionByToken = statement<
  FoundSession,
  { readonly tokenHash: string; readonly kind: SessionTokenTable['kind'] }
>(
  (place) => sql`
  select s.*, t.token_hash, t.expires_at, t.used_at, t.successor_salt, a.status as account_status
  from session_token t join session s using (session_id) join account a using (account_id)
  where t.token_hash = ${place('tokenHash')} and t.kind = ${place('kind')}`,
);

/** Converts the rows of sessionByToken. */
export function tokenSessionOf(
  [row]: readonly FoundSession[],
  kind: SessionTokenTable['kind'],
): TokenSession | undefined {
  if (!row) return undefined;
  const { token_hash, expires_at, used_at, successor_salt, account_status, ...session } = row;
  const token = { token_hash, session_id: session.session_id, kind, expires_at, used_at, successor_salt };
  return { ...session, token, accountStatus: account_status };
}

/** Finds a token's session, live or ended. */
export async function findSessionByToken(
  db: Db,
  tokenHash: string,
  kind: SessionTokenTable['kind'],
): Promise<TokenSession | undefined> {
  const { rows } = await db.executeQuery(sessionByToken({ tokenHash, kind }).compile(db));
  return tokenSessionOf(rows, kind);
}

/** Returns those of the sessions that have not ended, belong to active accounts, and were seen and started after the given times. */
export async function listLiveSessions(
  db: Db,
  sessionIds: readonly string[],
  { seenAfter, startedAfter }: { readonly seenAfter: Date; readonly startedAfter: Date },
): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select s.session_id from session s join account a using (account_id)
    where s.session_id = any(${[...sessionIds]}::text[]) and s.ended_at is null and a.status = 'active'
      and s.last_seen_at > ${seenAfter}::timestamptz and s.created_at > ${startedAfter}::timestamptz`.execute(
    db,
  );
  return rows.map((row) => row.session_id);
}

/** Ends every live session of the account. Except for a login elsewhere, nothing is pushed to its phones any more. */
export async function endSessions(trx: Trx, accountId: string, reason: SessionEnd, now: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  if (reason !== 'elsewhere') await dropPhones(trx, accountId);
}

/** Ends one session, unless it has ended already. Nothing is pushed to its phone any more. */
export async function endSession(trx: Trx, sessionId: string, reason: SessionEnd, now: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
  await dropPhoneOf(trx, sessionId);
}

export async function insertSession(trx: Trx, session: SessionRow): Promise<void> {
  await trx.insertInto('session').values(session).execute();
}

export async function insertToken(trx: Trx, token: SessionTokenTable): Promise<void> {
  await trx.insertInto('session_token').values(token).execute();
}

export async function findToken(db: Db, tokenHash: string): Promise<SessionTokenTable | undefined> {
  return db.selectFrom('session_token').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Marks a refresh token as used and stores the salt of its successors. Returns false when another call used it first. */
export async function spendToken(trx: Trx, tokenHash: string, salt: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('session_token')
    .set({ used_at: now, successor_salt: salt })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function touchSession(trx: Trx, sessionId: string, now: Date): Promise<void> {
  await trx.updateTable('session').set({ last_seen_at: now }).where('session_id', '=', sessionId).execute();
}

/** Ends the access tokens of the account's live sessions now, and their refresh tokens at `refreshUntil` at the latest. */
export async function expireTokens(
  trx: Trx,
  accountId: string,
  { now, refreshUntil }: { readonly now: Date; readonly refreshUntil: Date },
): Promise<void> {
  const live = trx
    .selectFrom('session')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  for (const [kind, end] of [
    ['access', now],
    ['refresh', refreshUntil],
  ] as const)
    await trx
      .updateTable('session_token')
      .set({ expires_at: end })
      .where('session_id', 'in', live)
      .where('kind', '=', kind)
      .where('expires_at', '>', end)
      .execute();
}

/** Deletes access tokens that expired before `before`. Used refresh tokens stay, because they reveal a theft. */
export async function deleteAccessTokens(trx: Trx, sessionId: string, before: Date): Promise<void> {
  await trx
    .deleteFrom('session_token')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'access')
    .where('expires_at', '<', before)
    .execute();
}

/** Deletes every token of the account and the device ids of its sessions. */
export async function eraseSessions(trx: Trx, accountId: string): Promise<void> {
  const sessions = trx.selectFrom('session').select('session_id').where('account_id', '=', accountId);
  await trx.deleteFrom('session_token').where('session_id', 'in', sessions).execute();
  await trx.updateTable('session').set({ device_id: '' }).where('account_id', '=', accountId).execute();
}
