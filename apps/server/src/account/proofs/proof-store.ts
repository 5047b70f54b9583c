// SQL of captchas and of the one-time passes that prove a solved captcha or a mailed code.
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { CaptchaTable, OneTimePassTable } from '../db/account-tables.ts';

export type PassKind = OneTimePassTable['kind'];
type PassRow = Omit<OneTimePassTable, 'tries'> & { readonly tries: number };

/** Forgets those that ended by `end`, but for those in other hands: nobody waits for a stranger's, nor two for each other's. */
async function forget(trx: Trx, table: 'captcha' | 'one_time_pass', end: Date): Promise<void> {
  await sql`delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)}
    where expires_at <= ${end}::timestamptz for update skip locked)`.execute(trx);
}

/** Keeps a captcha and forgets the expired ones. */
export async function insertCaptcha(trx: Trx, captcha: CaptchaTable, now: Date): Promise<void> {
  await forget(trx, 'captcha', now);
  await trx.insertInto('captcha').values(captcha).execute();
}

/** Takes a captcha away, right or wrong: it serves once. */
export async function takeCaptcha(trx: Trx, captchaId: string): Promise<CaptchaTable | undefined> {
  return trx.deleteFrom('captcha').where('captcha_id', '=', captchaId).returningAll().executeTakeFirst();
}

/** Keeps a pass and forgets the expired ones of its kind. */
export async function insertPass(trx: Trx, pass: Omit<PassRow, 'tries'>, now: Date): Promise<void> {
  // An expired reset pass stays an hour, to be told from one that never was.
  await forget(trx, 'one_time_pass', new Date(now.getTime() - 3_600_000));
  await trx.insertInto('one_time_pass').values(pass).execute();
}

/** Takes a pass away; undefined when another call was first. */
export async function takePass(trx: Trx, passHash: string, kind: PassKind): Promise<PassRow | undefined> {
  return trx
    .deleteFrom('one_time_pass')
    .where('pass_hash', '=', passHash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
}

/** Counts a try with the pass and gives it as it is then. */
export async function countPassTry(trx: Trx, passHash: string, kind: PassKind): Promise<PassRow | undefined> {
  return trx
    .updateTable('one_time_pass')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('pass_hash', '=', passHash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
}

/** A changed password voids what was handed out to change it. */
export async function deletePassesOf(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('one_time_pass').where('account_id', '=', accountId).execute();
}
