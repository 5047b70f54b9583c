// All SQL of accounts, their passwords, their verification codes and what deletion asks of their tickets.
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { AccountTable, VerifyCodeTable } from '../db/account-tables.ts';

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

/** Whether the account may still be given something; it can be neither deleted nor suspended until the transaction ends. */
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

/** Changes a living account; false where it was deleted or suspended meanwhile: nothing is written into what was erased. */
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

/**
 * How many of the account's tickets are still worth something, unused and in use. One past its last second counts no
 * more; a suspended one counts as what a resume makes of it.
 */
export async function countLiveTickets(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ unused: number; inUse: number }> {
  const status = sql<string>`case when status = 'suspended' then status_before_suspend else status end`;
  const lastSecond = sql<Date>`case when ${status} = 'inUse' then coalesce(abt_expire_date, use_expire_date)
    else use_expire_date end`;
  const living = await db
    .selectFrom('ticket')
    .select(status.as('state'))
    .where('account_id', '=', accountId)
    .where(lastSecond, '>', new Date(now.getTime() - 1000))
    .execute();
  const count = (state: string) => living.filter((ticket) => ticket.state === state).length;
  return { unused: count('bound'), inUse: count('inUse') };
}

/** Blanks what tells who the account was; its row stays for the bookkeeping, its email is free again. */
export async function eraseAccount(trx: Trx, accountId: string, email: string): Promise<void> {
  const blank = { email: null, username: '', fullname: '', country: '', password_hash: '' };
  await updateAccount(trx, accountId, { ...blank, status: 'deleted' });
  await trx.deleteFrom('password_history').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('verify_code').where('email', '=', email).execute();
  // The kept answers of calls hold names and tickets.
  await trx.deleteFrom('idempotency').where('account_id', '=', accountId).execute();
  // What was written to the operator may say anything, and its picture may show the screen.
  await trx.deleteFrom('feedback').where('account_id', '=', accountId).execute();
}
