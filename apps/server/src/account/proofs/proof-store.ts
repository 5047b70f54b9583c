// SQL of captchas and of the one-time passes that prove a solved captcha or a mailed code.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { CaptchaTable, OneTimePassTable } from '../../platform/db/tables/account-tables.ts';

export type PassKind = OneTimePassTable['kind'];
type PassRow = Omit<OneTimePassTable, 'tries'> & { readonly tries: number };

/** Deletes rows that expired by `end`. Skips locked rows, so that it never waits for another transaction. */
async function deleteExpired(trx: Trx, table: 'captcha' | 'one_time_pass', end: Date): Promise<void> {
  await sql`delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)}
    where expires_at <= ${end}::timestamptz for update skip locked)`.execute(trx);
}

/** Inserts a captcha and deletes expired ones. */
export async function insertCaptcha(trx: Trx, captcha: CaptchaTable, now: Date): Promise<void> {
  await deleteExpired(trx, 'captcha', now);
  await trx.insertInto('captcha').values(captcha).execute();
}

/** Deletes and returns a captcha. It can be answered once, right or wrong. */
export async function takeCaptcha(trx: Trx, captchaId: string): Promise<CaptchaTable | undefined> {
  return trx.deleteFrom('captcha').where('captcha_id', '=', captchaId).returningAll().executeTakeFirst();
}

/** Inserts a pass and deletes expired ones. */
export async function insertPass(trx: Trx, pass: Omit<PassRow, 'tries'>, now: Date): Promise<void> {
  // An expired reset pass stays for an hour, so that it is reported as expired and not as unknown.
  await deleteExpired(trx, 'one_time_pass', new Date(now.getTime() - 3_600_000));
  await trx.insertInto('one_time_pass').values(pass).execute();
}

/** Deletes and returns a pass; undefined when another call was first. */
export async function takePass(trx: Trx, passHash: string, kind: PassKind): Promise<PassRow | undefined> {
  return trx
    .deleteFrom('one_time_pass')
    .where('pass_hash', '=', passHash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
}

/** Counts a try with the pass and returns the updated row. */
export async function countPassTry(trx: Trx, passHash: string, kind: PassKind): Promise<PassRow | undefined> {
  return trx
    .updateTable('one_time_pass')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('pass_hash', '=', passHash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the account's passes, because its password changed. */
export async function deletePassesOf(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('one_time_pass').where('account_id', '=', accountId).execute();
}
