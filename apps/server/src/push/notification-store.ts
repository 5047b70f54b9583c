// The SQL of what travellers were notified of about their trains, and of the phones and accounts to notify.
import type { LiveLayers } from '@kippu/domain/live/live-train';
import type { RideState } from '@kippu/domain/live/ride-news';
import { serviceDateOf } from '@kippu/domain/time/service-day';
import type { PushTopic } from '@kippu/contract/values';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { advisoryLock } from '../platform/db/locks.ts';
import type { AccountTable } from '../platform/db/tables/account-tables.ts';
import type { PushSubscriptionTable } from '../platform/db/tables/push-tables.ts';
import type { ReservationTable } from '../platform/db/tables/tables.ts';
import { openDisruption, type OpenDisruption } from '../reservation/store/disruption-store.ts';

/** A reservation with what its traveller was last notified of, and one of the phones to notify; null without a phone. */
export interface RecipientRow
  extends
    Pick<
      ReservationTable,
      | 'reservation_id'
      | 'departure_id'
      | 'trip_id'
      | 'from_station'
      | 'to_station'
      | 'depart_at'
      | 'reserved_at'
    >,
    Pick<AccountTable, 'email' | 'language'> {
  readonly account_id: string;
  readonly disruption: OpenDisruption | null;
  readonly seats: readonly string[];
  /** Null before the first notification. */
  readonly told: RideState | null;
  /** Absent mails count 0. */
  readonly late_mails: number;
  readonly subscription_id: string | null;
  readonly host: string | null;
}

const seats = sql`(select coalesce(json_agg(rs.seat), '[]') from reservation_seat rs
  where rs.reservation_id = r.reservation_id)`;

/** The phones `p` of accounts with reservations `r` that subscribed to a topic with the server's present key. */
const phones = (topic: PushTopic, keyId: string) => sql`push_subscription p on p.account_id = r.account_id
  and ${topic}::text = any(p.topics) and p.key_id = ${keyId}`;

/** Names the ride of a reservation `r`. */
const ride = sql`r.departure_id || ' ' || r.from_station || ' ' || r.to_station`;
const notifiedOfRide = sql`told_ride t on t.reservation_id = r.reservation_id and t.ride = ${ride}`;

const columns = sql`r.reservation_id, r.account_id, r.departure_id, r.trip_id, r.from_station, r.to_station, r.depart_at,
  coalesce(r.changed_at, r.reserved_at) as reserved_at, a.email, a.language, ${openDisruption} as disruption, ${seats} as seats, t.told,
  coalesce(t.late_mails, 0)::int as late_mails, p.subscription_id, p.host`;

/** Lets one transaction at a time notify a train's travellers. */
export async function lockNotifying(trx: Trx, departureId: string): Promise<void> {
  await sql`select ${advisoryLock('telling', sql`${departureId}::text`)}`.execute(trx);
}

/** Lists a departure's active reservations, one row for each phone that subscribed to changes, by their ids. */
export async function listRecipients(db: Db, departureId: string, keyId: string): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from reservation r join account a on a.account_id = r.account_id and a.status = 'active'
      left join ${notifiedOfRide} left join ${phones('change', keyId)}
    where r.service_date = ${serviceDateOf(departureId)} and r.departure_id = ${departureId} and r.state = 1
    order by r.reservation_id`.execute(db);
  return rows;
}

/** Of departures, lists those with active reservations. */
export async function listReserved(db: Db, departureIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ departure_id: string }>`
    select w.departure_id from unnest(${departureIds.map(serviceDateOf)}::text[], ${[...departureIds]}::text[])
      as w(service_date, departure_id)
    where exists (select from reservation r
      where r.service_date = w.service_date and r.departure_id = w.departure_id and r.state = 1)`.execute(db);
  return rows.map(({ departure_id }) => departure_id);
}

/** Lists the departures with a disruption whose travellers were not notified yet. */
export async function listUnnotified(db: Db): Promise<string[]> {
  const { rows } = await sql<{ departure_id: string }>`
    select distinct r.departure_id from disruption d join reservation r using (reservation_id)
    where d.settled_at is null and d.told_at is null`.execute(db);
  return rows.map(({ departure_id }) => departure_id);
}

/** What a traveller was notified of. */
export interface Notified {
  readonly reservationId: string;
  readonly told: RideState;
  readonly lateMails: number;
}

export async function saveNotified(trx: Trx, notified: readonly Notified[]): Promise<void> {
  if (notified.length === 0) return;
  await sql`
    insert into told_ride as t (reservation_id, ride, departs_at, told, late_mails)
    select r.reservation_id, ${ride}, r.depart_at, w.told, w."lateMails"
    from json_to_recordset(${JSON.stringify(notified)}::json) as w("reservationId" text, told jsonb, "lateMails" int)
      join reservation r on r.reservation_id = w."reservationId"
    on conflict (reservation_id) do update set ride = excluded.ride, departs_at = excluded.departs_at,
      told = excluded.told, late_mails = excluded.late_mails,
      departure_told_at = case when t.ride = excluded.ride then t.departure_told_at end`.execute(trx);
}

/** Marks the open disruptions of a departure's reservations as notified. Skips those that another transaction is changing: they are notified of in the next round. */
export async function markDisruptionsNotified(trx: Trx, departureId: string, now: Date): Promise<void> {
  await sql`update disruption set told_at = ${now}::timestamptz where disruption_id in (
    select d.disruption_id from disruption d join reservation r on r.reservation_id = d.reservation_id
    where r.service_date = ${serviceDateOf(departureId)} and r.departure_id = ${departureId}
      and d.settled_at is null and d.told_at is null
    for update of d skip locked)`.execute(trx);
}

/** What the database says of a train now. */
export interface NewestTrain extends LiveLayers {
  /** The newest timetable. */
  readonly generation: number;
  /** The number of the train's last change; 0 before the first. */
  readonly version: number;
}

export async function findNewestTrain(trx: Trx, departureId: string): Promise<NewestTrain> {
  const { rows } = await sql<NewestTrain>`
    select coalesce((select max(generation) from timetable), 0)::int as generation,
      coalesce(l.version, 0)::int as version, l.feed, l.desk
    from (select ${departureId}::text as id) as asked left join live_train l on l.departure_id = asked.id`.execute(
    trx,
  );
  return rows[0] ?? { generation: 0, version: 0, feed: null, desk: null };
}

/** A reservation whose train leaves soon, and a phone to notify. */
export type LeavingRow = RecipientRow & { readonly subscription_id: string; readonly host: string };

/**
 * Lists reservations that leave by the timetable between two moments and whose travellers were not notified yet, one row for each phone that
 * subscribed to departures, the soonest first.
 */
export async function listLeaving(
  db: Db,
  { from, to, keyId, limit }: { from: Date; to: Date; keyId: string; limit: number },
): Promise<LeavingRow[]> {
  // The phones first: each has few reservations.
  const { rows } = await sql<LeavingRow>`
    select ${columns} from push_subscription p
      join account a on a.account_id = p.account_id and a.status = 'active'
      join reservation r on r.account_id = p.account_id
      left join ${notifiedOfRide}
    where 'departure' = any(p.topics) and p.key_id = ${keyId} and r.state = 1
      and r.depart_at > ${from}::timestamptz and r.depart_at <= ${to}::timestamptz and t.departure_told_at is null
    order by r.depart_at, r.reservation_id limit ${limit}::int`.execute(db);
  return rows;
}

/** Claims the departures of reservations. Returns those that no other process claimed before. */
export async function claimDepartures(
  trx: Trx,
  reservationIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ reservation_id: string }>`
    insert into told_ride as t (reservation_id, ride, departs_at, departure_told_at)
    select r.reservation_id, ${ride}, r.depart_at, ${now}::timestamptz from reservation r
    where r.reservation_id = any(${[...reservationIds]}::text[]) order by r.reservation_id
    on conflict (reservation_id) do update set ride = excluded.ride, departs_at = excluded.departs_at,
      departure_told_at = excluded.departure_told_at, told = case when t.ride = excluded.ride then t.told end,
      late_mails = case when t.ride = excluded.ride then t.late_mails else 0 end
      where t.ride <> excluded.ride or t.departure_told_at is null
    returning reservation_id`.execute(trx);
  return new Set(rows.map(({ reservation_id }) => reservation_id));
}

/** Finds the active reservation of a message that is about to be sent to one of its account's phones. */
export async function findRecipient(
  db: Db,
  reservationId: string,
  subscriptionId: string,
): Promise<RecipientRow | undefined> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from reservation r join account a on a.account_id = r.account_id and a.status = 'active'
      join push_subscription p on p.account_id = r.account_id and p.subscription_id = ${subscriptionId}
      left join ${notifiedOfRide}
    where r.reservation_id = ${reservationId} and r.state = 1`.execute(db);
  return rows[0];
}

/** Finds the phones of an account that subscribed to a topic. */
export async function listPhones(
  db: Db,
  accountId: string,
  topic: PushTopic,
  keyId: string,
): Promise<Pick<PushSubscriptionTable, 'subscription_id' | 'host'>[]> {
  return db
    .selectFrom('push_subscription')
    .select(['subscription_id', 'host'])
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where(sql<boolean>`${topic}::text = any(topics)`)
    .execute();
}
