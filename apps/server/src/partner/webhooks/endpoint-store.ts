// The SQL of partners' endpoints, as managers keep them.
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { WebhookEndpointTable } from '../../platform/db/tables/partner-tables.ts';
import type { EventPlace } from '../events/event-store.ts';

export type EndpointRow = Selectable<WebhookEndpointTable>;

/** An endpoint with what waits for it. */
export interface ListedEndpoint extends EndpointRow {
  readonly waiting: number;
  readonly waiting_since: Date | null;
  /** Since when an event that waits was tried; null where none failed. */
  readonly tried_since: Date | null;
}

/** Lists a partner's endpoints that are not closed, the oldest first. */
export async function listEndpoints(db: Db, partnerId: string): Promise<ListedEndpoint[]> {
  const { rows } = await sql<ListedEndpoint>`
    select w.*, w.tx::text as tx, w.event_id::text as event_id, d.waiting, d.waiting_since, d.tried_since
    from webhook_endpoint w cross join lateral (
      select count(*)::int as waiting, min(queued_at) as waiting_since, min(first_tried_at) as tried_since
      from webhook_delivery d
      where d.endpoint_id = w.endpoint_id) d
    where w.partner_id = ${partnerId} and w.state <> 'closed' order by w.created_at, w.endpoint_id`.execute(
    db,
  );
  return rows;
}

/** Locks an endpoint of the partner that is not closed until the transaction ends; undefined for another partner's. */
export async function lockEndpoint(
  trx: Trx,
  partnerId: string,
  endpointId: string,
): Promise<EndpointRow | undefined> {
  return trx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('partner_id', '=', partnerId)
    .where('state', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst();
}

export async function insertEndpoint(trx: Trx, row: Insertable<WebhookEndpointTable>): Promise<void> {
  await trx.insertInto('webhook_endpoint').values(row).execute();
}

export async function updateEndpoint(
  trx: Trx,
  endpointId: string,
  change: Updateable<WebhookEndpointTable>,
): Promise<void> {
  await trx.updateTable('webhook_endpoint').set(change).where('endpoint_id', '=', endpointId).execute();
}

/** Lets every waiting event be tried at once, as if it had never failed. */
export async function retryNow(trx: Trx, endpointId: string, now: Date): Promise<void> {
  const fresh = { due_at: now, first_tried_at: null, attempts: 0 };
  await trx.updateTable('webhook_delivery').set(fresh).where('endpoint_id', '=', endpointId).execute();
}

/** Forgets what waits for an endpoint. */
export async function dropDeliveries(trx: Trx, endpointId: string): Promise<void> {
  await trx.deleteFrom('webhook_delivery').where('endpoint_id', '=', endpointId).execute();
}

type Of = { readonly partnerId: string; readonly mode: string };

/**
 * Returns the place of the newest event that readers can see, where a new endpoint begins: later events are all after it. Undefined where there
 * is none.
 */
export async function newestPlace(db: Db, { partnerId, mode }: Of): Promise<EventPlace | undefined> {
  const { rows } = await sql<EventPlace>`
    select era, tx::text as tx, event_id::text as "eventId" from partner_event
    where partner_id = ${partnerId} and mode = ${mode}
      and (era < (select era from partner_event_era) or tx < pg_snapshot_xmin(pg_current_snapshot()))
    order by era desc, tx desc, event_id desc limit 1`.execute(db);
  return rows[0];
}

/** Finds the place of a partner's event by its number within an era. */
export async function findEvent(
  db: Db,
  { partnerId, mode }: Of,
  { era, eventId }: Pick<EventPlace, 'era' | 'eventId'>,
): Promise<EventPlace | undefined> {
  const { rows } = await sql<EventPlace>`
    select era, tx::text as tx, event_id::text as "eventId" from partner_event
    where partner_id = ${partnerId} and mode = ${mode} and era = ${era} and event_id = ${eventId}::bigint`.execute(
    db,
  );
  return rows[0];
}

/** Events of one time are written within this time of each other: no transaction lasts longer. */
const TRANSACTION_MS = 10 * 60_000;

/** Returns the first place of a partner's events that happened at `from` or later; undefined where there is none. */
export async function firstPlaceSince(
  db: Db,
  { partnerId, mode }: Of,
  from: Date,
): Promise<EventPlace | undefined> {
  const ofPartner = sql`partner_id = ${partnerId} and mode = ${mode}`;
  const { rows } = await sql<EventPlace>`
    with earliest as (
      select at from partner_event where ${ofPartner} and at >= ${from}::timestamptz order by at limit 1)
    select era, tx::text as tx, event_id::text as "eventId" from partner_event
    where ${ofPartner} and at >= ${from}::timestamptz
      and at <= (select at from earliest) + ${TRANSACTION_MS / 1000}::int * interval '1 second'
    order by era, tx, event_id limit 1`.execute(db);
  return rows[0];
}
