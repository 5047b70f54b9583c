// All SQL of accounts, their passwords and their verification codes.
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { spellingsOf } from '../../session/email-spellings.ts';
import type { AccountTable, VerifyCodeTable } from '../../platform/db/tables/account-tables.ts';

export type AccountRow = Selectable<AccountTable>;

export async function findAccount(db: Db, accountId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** `email` is normalised. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('email', 'in', spellingsOf(email)).executeTakeFirst();
}

/** Returns the email of the account that a token belongs to; '' where there is none. */
export async function emailOfToken(db: Db, tokenHash: string): Promise<string> {
  const row = await db
    .selectFrom('session_token')
    .innerJoin('session', 'session.session_id', 'session_token.session_id')
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .select('account.email')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.email ?? '';
}

/** Locks the account's row, so that sign-ins run one after the other. */
export async function lockAccount(trx: Trx, accountId: string): Promise<AccountRow | undefined> {
  return trx
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** Reads the account and prevents its deletion and suspension until the transaction ends. Does not block rows that refer to it. */
export async function holdAccount(trx: Trx, accountId: string): Promise<AccountRow | undefined> {
  return trx
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst();
}

/** Returns whether the account is active, and keeps it so until the transaction ends. */
export async function holdActiveAccount(trx: Trx, accountId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Returns false when the email has been registered since. */
export async function insertAccount(trx: Trx, account: Insertable<AccountTable>): Promise<boolean> {
  const result = await trx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  await insertPasswordHistory(trx, account.account_id, account.password_hash, account.created_at);
  return true;
}

/** Changes an active account. Returns false where it was deleted or suspended, so that erased data stays erased. */
export async function updateAccount(
  trx: Trx,
  accountId: string,
  change: Updateable<AccountTable>,
): Promise<boolean> {
  const done = await trx
    .updateTable('account')
    .set(change)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Suspends a locked account, or makes it active again. */
export async function setAccountStatus(
  trx: Trx,
  accountId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  await trx.updateTable('account').set({ status }).where('account_id', '=', accountId).execute();
}

/** The number of passwords kept for each account, including the current one. Each costs a slow comparison. */
export const PASSWORDS_KEPT = 24;

/** Adds a password to the history and keeps the newest `PASSWORDS_KEPT`. */
export async function insertPasswordHistory(
  trx: Trx,
  accountId: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('password_history')
    .values({ account_id: accountId, password_hash: passwordHash, created_at: at })
    .execute();
  await sql`
    delete from password_history where account_id = ${accountId} and (created_at, password_hash) in (
      select created_at, password_hash from password_history where account_id = ${accountId}
      order by created_at desc, password_hash offset ${sql.lit(PASSWORDS_KEPT)})`.execute(trx);
}

/** Lists the account's password history, newest first. */
export async function listPasswordHashes(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(PASSWORDS_KEPT)
    .execute();
  return rows.map((row) => row.password_hash);
}

/** Identifies a code: keyed hashes of the email and of the caller's possible devices; see device-keys.ts. */
export interface CodeKey {
  readonly emailHash: string;
  readonly purpose: string;
  readonly deviceHashes: readonly string[];
}

/** Locks and returns the newest code that one of the devices asked for, so that tries are counted one at a time. */
export async function lockVerifyCode(trx: Trx, { emailHash, purpose, deviceHashes }: CodeKey) {
  return trx
    .selectFrom('verify_code')
    .selectAll()
    .where('email_hash', '=', emailHash)
    .where('purpose', '=', purpose)
    .where('device_hash', 'in', deviceHashes)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** An expired code stays this long, so that it is reported as expired and not as unknown. */
const EXPIRED_CODE_MS = 3_600_000;

/** Deletes codes that expired more than an hour ago. Skips locked rows, so that it never waits for another transaction. */
async function deleteOldVerifyCodes(trx: Trx, now: Date): Promise<void> {
  await sql`delete from verify_code where ctid in (select ctid from verify_code
    where expires_at < ${new Date(now.getTime() - EXPIRED_CODE_MS)}::timestamptz for update skip locked)`.execute(
    trx,
  );
}

/** Replaces the same device's older code and deletes everybody's old ones. */
export async function putVerifyCode(
  trx: Trx,
  key: CodeKey,
  code: Insertable<VerifyCodeTable>,
): Promise<void> {
  await deleteVerifyCode(trx, key);
  await deleteOldVerifyCodes(trx, new Date(code.created_at));
  await trx.insertInto('verify_code').values(code).execute();
}

type CodeRow = Pick<VerifyCodeTable, 'email_hash' | 'purpose' | 'device_hash'>;

export async function countVerifyTry(trx: Trx, { email_hash, purpose, device_hash }: CodeRow): Promise<void> {
  await trx
    .updateTable('verify_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email_hash', '=', email_hash)
    .where('purpose', '=', purpose)
    .where('device_hash', '=', device_hash)
    .execute();
}

/** Makes the newest code of the devices, which must exist, valid until `ms` after it was made. Returns that moment. */
export async function extendVerifyCode(trx: Trx, key: CodeKey, ms: number): Promise<Date> {
  const { email_hash, purpose, device_hash, created_at } = await trx
    .selectFrom('verify_code')
    .select(['email_hash', 'purpose', 'device_hash', 'created_at'])
    .where('email_hash', '=', key.emailHash)
    .where('purpose', '=', key.purpose)
    .where('device_hash', 'in', key.deviceHashes)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const until = new Date(created_at.getTime() + ms);
  await trx
    .updateTable('verify_code')
    .set({ expires_at: until })
    .where('email_hash', '=', email_hash)
    .where('purpose', '=', purpose)
    .where('device_hash', '=', device_hash)
    .execute();
  return until;
}

/** Deletes the codes that the devices asked for. */
export async function deleteVerifyCode(
  trx: Trx,
  { emailHash, purpose, deviceHashes }: CodeKey,
): Promise<void> {
  await trx
    .deleteFrom('verify_code')
    .where('email_hash', '=', emailHash)
    .where('purpose', '=', purpose)
    .where('device_hash', 'in', deviceHashes)
    .execute();
}

/** Deletes every code that could reset the account's password, for all devices. */
export async function deleteResetCodes(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('verify_code').where('account_id', '=', accountId).execute();
}

/** Erases the account's personal data. Its row stays for bookkeeping; its email can be registered again. */
export async function eraseAccount(trx: Trx, accountId: string): Promise<void> {
  const blank = { email: null, username: '', fullname: '', country: '', password_hash: '' };
  await updateAccount(trx, accountId, { ...blank, status: 'deleted' });
  await trx.deleteFrom('password_history').where('account_id', '=', accountId).execute();
  await deleteResetCodes(trx, accountId);
  // The stored answers of calls contain names and tickets.
  await trx.deleteFrom('idempotency').where('account_id', '=', accountId).execute();
  // Feedback may contain personal data, and its picture may show the screen.
  await trx.deleteFrom('feedback').where('account_id', '=', accountId).execute();
}
