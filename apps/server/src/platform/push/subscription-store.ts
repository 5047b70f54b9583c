// The SQL of phones to which messages are pushed. An account has one row for a phone, and a phone belongs to one account.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { PushSubscriptionTable } from '../db/tables/push-tables.ts';

export type PhoneRow = PushSubscriptionTable;
/** A phone of an account, as its session knows it. */
export interface PhoneOf {
  readonly accountId: string;
  readonly deviceId: string;
}

export async function findPhone(db: Db, { accountId, deviceId }: PhoneOf): Promise<PhoneRow | undefined> {
  return db
    .selectFrom('push_subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
}

/** Saves a phone instead of what was saved of it, also for another account. */
export async function savePhone(trx: Trx, row: PhoneRow): Promise<void> {
  await trx
    .deleteFrom('push_subscription')
    .where((each) =>
      each.or([
        each('endpoint_hash', '=', row.endpoint_hash),
        each.and([each('account_id', '=', row.account_id), each('device_id', '=', row.device_id)]),
      ]),
    )
    .execute();
  // Another account may save the same phone at the same moment.
  await trx
    .insertInto('push_subscription')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(row))
    .execute();
}

export async function dropPhone(trx: Trx, { accountId, deviceId }: PhoneOf): Promise<void> {
  await trx
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** Finds a subscription, of any account: for the server's own work. */
export async function findSubscription(db: Db, subscriptionId: string): Promise<PhoneRow | undefined> {
  return db
    .selectFrom('push_subscription')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
}

/** Deletes the subscription of a phone that is gone. */
export async function dropSubscription(db: Db, subscriptionId: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('subscription_id', '=', subscriptionId).execute();
}

/** Deletes the phones of an account. */
export async function dropPhones(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('push_subscription').where('account_id', '=', accountId).execute();
}

/** Deletes the phone of a session. */
export async function dropPhoneOf(trx: Trx, sessionId: string): Promise<void> {
  await sql`delete from push_subscription p using session s where s.session_id = ${sessionId}
    and p.account_id = s.account_id and p.device_id = s.device_id`.execute(trx);
}

/**
 * At a login: deletes the account's other phones, and what other accounts saved of this phone. The phone's own subscription stays, since the
 * same person has logged in again.
 */
export async function keepOnlyPhone(trx: Trx, { accountId, deviceId }: PhoneOf, now: Date): Promise<void> {
  await sql`delete from push_subscription
    where (account_id = ${accountId} and device_id <> ${deviceId})
      or (device_id = ${deviceId} and device_id <> '' and account_id <> ${accountId})`.execute(trx);
  await trx
    .updateTable('push_subscription')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .execute();
}
