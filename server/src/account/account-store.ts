// All SQL of accounts, their verification codes and their failed logins.
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { AccountTable, VerifyCodeTable } from '../db/tables.ts';

export type AccountRow = AccountTable;

export async function findAccount(db: Db, accountId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** `email` is already normalised. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Locks the account's row, so that two sign-ins follow each other. */
export async function lockAccount(trx: Trx, accountId: string): Promise<AccountRow | undefined> {
  return trx
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** False when the email has been taken meanwhile. */
export async function insertAccount(trx: Trx, account: AccountRow): Promise<boolean> {
  const result = await trx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  await insertPasswordHistory(trx, account.account_id, account.password_hash, account.created_at);
  return true;
}

export async function updateAccount(
  trx: Trx,
  accountId: string,
  change: Updateable<AccountTable>,
): Promise<void> {
  await trx.updateTable('account').set(change).where('account_id', '=', accountId).execute();
}

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
}

/** Every password the account ever had, newest first. */
export async function listPasswordHashes(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.password_hash);
}

/** The code's row, locked: tries are counted one at a time. */
export async function lockVerifyCode(trx: Trx, email: string, purpose: string) {
  return trx
    .selectFrom('verify_code')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();
}

/** Puts a new code in place of the older one. */
export async function putVerifyCode(trx: Trx, code: Insertable<VerifyCodeTable>): Promise<void> {
  const { code_hash, created_at, expires_at } = code;
  await trx
    .insertInto('verify_code')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['email', 'purpose']).doUpdateSet({ code_hash, created_at, expires_at, tries: 0 }),
    )
    .execute();
}

export async function countVerifyTry(trx: Trx, email: string, purpose: string): Promise<void> {
  await trx
    .updateTable('verify_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteVerifyCode(trx: Trx, email: string, purpose: string): Promise<void> {
  await trx.deleteFrom('verify_code').where('email', '=', email).where('purpose', '=', purpose).execute();
}

/** When a subject failed to log in since then, newest first. */
export async function listLoginFailures(db: Db, subject: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('login_failure')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '>', since)
    .orderBy('failed_at', 'desc')
    .execute();
  return rows.map((row) => row.failed_at);
}

/** Lets attempts on one subject pass one at a time, until the transaction ends. */
export async function lockLoginSubject(trx: Trx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx);
}

/** Notes a failure and forgets those older than `since`. */
export async function insertLoginFailure(trx: Trx, subject: string, at: Date, since: Date): Promise<void> {
  await trx
    .deleteFrom('login_failure')
    .where('subject', '=', subject)
    .where('failed_at', '<=', since)
    .execute();
  await trx.insertInto('login_failure').values({ subject, failed_at: at }).execute();
}

export async function deleteLoginFailures(trx: Trx, subject: string): Promise<void> {
  await trx.deleteFrom('login_failure').where('subject', '=', subject).execute();
}
