// The SQL of deliveries: which process serves an endpoint, which events wait for it, and how each try ended.
import { sql } from 'kysely';
import { topicOf } from '@kippu/contract/partner/webhook-topics';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { isShownKind, listEvents, type EventPlace, type EventRow } from '../events/event-store.ts';
import { updateEndpoint, type EndpointRow } from './endpoint-store.ts';

/** An endpoint with more waiting events gets no further ones from the log until some were accepted. */
const MAX_WAITING = 1_000;
/** The events that are taken from the log in one transaction at most. */
const TAKEN_AT_ONCE = 500;

/** A condition on endpoints `w`: the log has an event that it has not looked at. */
const HAS_NEWS = sql<boolean>`exists (
  select from partner_event e where e.partner_id = w.partner_id and e.mode = w.mode
    and (e.era, e.tx, e.event_id) > (w.era, w.tx, w.event_id)
    and (e.era < (select era from partner_event_era) or e.tx < pg_snapshot_xmin(pg_current_snapshot())))`;

/** A condition on endpoints `w`: the first event that waits of a ticket or an order may be tried. */
const isDue = (now: Date) => sql<boolean>`exists (
  select from (select distinct on (d.subject) d.due_at from webhook_delivery d where d.endpoint_id = w.endpoint_id
    order by d.subject, d.era, d.tx, d.event_id) heads where heads.due_at <= ${now}::timestamptz)`;

/** An endpoint that this process serves until its lease ends. */
export interface LeasedEndpoint extends EndpointRow {
  readonly lease: string;
}

/**
 * Takes endpoints that have something to deliver at `now`, those that work first. No other process takes them before `until`.
 * @param limit how many at most; of them `failingLimit` at most whose last try failed
 */
export async function leaseEndpoints(
  trx: Trx,
  {
    lease,
    now,
    until,
    limit,
    failingLimit,
  }: { lease: string; now: Date; until: Date; limit: number; failingLimit: number },
): Promise<LeasedEndpoint[]> {
  const part = (failing: boolean, most: number) => sql`
    (select w.endpoint_id from webhook_endpoint w join partner p using (partner_id)
      where w.state = 'open' and p.closed_at is null and w.failures ${failing ? sql`>` : sql`=`} 0
        and w.next_at <= ${now}::timestamptz and (w.leased_until is null or w.leased_until <= ${now}::timestamptz)
        and (${isDue(now)} or ${HAS_NEWS})
      order by w.next_at, w.endpoint_id limit ${most} for update of w skip locked)`;
  const take = async (failing: boolean, most: number): Promise<LeasedEndpoint[]> => {
    if (most <= 0) return [];
    const { rows } = await sql<LeasedEndpoint>`
      update webhook_endpoint set lease = ${lease}, leased_until = ${until}::timestamptz
      where endpoint_id in ${part(failing, most)}
      returning *, tx::text as tx, event_id::text as event_id`.execute(trx);
    return rows;
  };
  const working = await take(false, limit);
  return [...working, ...(await take(true, Math.min(failingLimit, limit - working.length)))];
}

/** Gives endpoints back that this process took under `lease`. */
export async function releaseEndpoint(db: Db, endpointId: string, lease: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ lease: null, leased_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('lease', '=', lease)
    .execute();
}

/** Locks an endpoint that is still served under the lease, and open. */
async function lockServed(trx: Trx, endpointId: string, lease: string): Promise<EndpointRow | undefined> {
  return trx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .select([sql<string>`tx::text`.as('tx'), sql<string>`event_id::text`.as('event_id')])
    .where('endpoint_id', '=', endpointId)
    .where('lease', '=', lease)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Takes the events of the log that the endpoint wants, and moves its place behind them. Returns whether there may be more.
 */
export function takeNews(db: Db, { endpoint_id: id, lease }: LeasedEndpoint, now: Date): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const endpoint = await lockServed(trx, id, lease);
    if (!endpoint) return false;
    const { rows: counted } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from webhook_delivery where endpoint_id = ${id}`.execute(trx);
    const limit = Math.min(TAKEN_AT_ONCE, MAX_WAITING - (counted[0]?.waiting ?? 0));
    if (limit <= 0) return false;
    const after = { era: endpoint.era, tx: endpoint.tx, eventId: endpoint.event_id };
    const of = { partnerId: endpoint.partner_id, mode: endpoint.mode };
    const events = await listEvents(trx, of, { after, limit });
    const last = events.at(-1);
    if (!last) return false;
    const wanted = events.filter(({ kind }) => {
      const topic = topicOf(kind);
      const isChosen = topic !== undefined && endpoint.topics.includes(topic);
      return isShownKind(kind) && (endpoint.topics.length === 0 || isChosen);
    });
    if (wanted.length > 0)
      await trx
        .insertInto('webhook_delivery')
        .values(
          wanted.map(({ era, tx, eventId, ticket_id, order_id }) => ({
            endpoint_id: id,
            era,
            tx,
            event_id: eventId,
            subject: ticket_id ?? order_id,
            queued_at: now,
            first_tried_at: null,
            due_at: now,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await updateEndpoint(trx, id, { era: last.era, tx: last.tx, event_id: last.eventId });
    return events.length === limit;
  });
}

/** An event that waits to be tried. */
export interface Waiting extends EventRow {
  /** How often it was tried. */
  readonly attempts: number;
  readonly first_tried_at: Date | null;
}

/**
 * Lists the events of the endpoint that may be tried at `now`: of each ticket and each order the first one that waits, those that were tried least first.
 */
export async function listDue(db: Db, endpointId: string, now: Date, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select e.era, e.tx::text as tx, e.event_id::text as "eventId", e.order_id, e.ticket_id, e.kind, e.data, e.at,
      d.attempts, d.first_tried_at
    from (select distinct on (subject) * from webhook_delivery where endpoint_id = ${endpointId}
        order by subject, era, tx, event_id) d
      join partner_event e on e.event_id = d.event_id
    where d.due_at <= ${now}::timestamptz order by d.attempts, d.era, d.tx, d.event_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

const ofEvent = (endpointId: string, { era, tx, eventId }: EventPlace) =>
  sql<boolean>`endpoint_id = ${endpointId} and era = ${era}::int and tx = ${tx}::xid8 and event_id = ${eventId}::bigint`;

/** Stores that an event was accepted. After failures all that waits is tried at once. */
export function recordAccepted(db: Db, endpointId: string, event: EventPlace, now: Date): Promise<void> {
  return inTransaction(db, async (trx) => {
    const endpoint = await trx
      .selectFrom('webhook_endpoint')
      .select('failures')
      .where('endpoint_id', '=', endpointId)
      .forUpdate()
      .executeTakeFirst();
    await sql`delete from webhook_delivery where ${ofEvent(endpointId, event)}`.execute(trx);
    await updateEndpoint(trx, endpointId, {
      failures: 0,
      failing_since: null,
      next_at: now,
      delivered_at: now,
    });
    if ((endpoint?.failures ?? 0) >= PROBED_AFTER)
      await sql`update webhook_delivery set due_at = ${now}::timestamptz
        where endpoint_id = ${endpointId} and due_at > ${now}::timestamptz`.execute(trx);
  });
}

/** After so many failures in a row, an endpoint as a whole waits, and is tried with one event at a time. */
export const PROBED_AFTER = 3;

/** Stores that a try failed. Returns the endpoint as it is then; undefined where it is not open any more. `lockServed` has no part: another process may serve it. */
export async function recordFailed(
  trx: Trx,
  endpointId: string,
  event: EventPlace,
  failure: {
    readonly reason: string;
    readonly now: Date;
    /** When the event, by its tries, and the endpoint, by its failures in a row, are tried again. */
    readonly eventAt: (attempts: number) => Date;
    readonly endpointAt: (failures: number) => Date;
  },
): Promise<{ readonly endpoint: EndpointRow; readonly triedSince: Date } | undefined> {
  const { reason, now } = failure;
  const endpoint = await trx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return undefined;
  const { rows } = await sql<{ attempts: number; first_tried_at: Date }>`
    update webhook_delivery set attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, ${now}::timestamptz)
    where ${ofEvent(endpointId, event)} returning attempts, first_tried_at`.execute(trx);
  const tried = rows[0];
  // A replay has taken it away meanwhile.
  if (!tried) return undefined;
  await sql`update webhook_delivery set due_at = ${failure.eventAt(tried.attempts)}::timestamptz
    where ${ofEvent(endpointId, event)}`.execute(trx);
  const failures = endpoint.failures + 1;
  const since = endpoint.failing_since ?? now;
  const next = failures >= PROBED_AFTER ? failure.endpointAt(failures) : endpoint.next_at;
  await updateEndpoint(trx, endpointId, { failures, failing_since: since, next_at: next, reason });
  const triedSince = tried.first_tried_at < since ? tried.first_tried_at : since;
  return { endpoint: { ...endpoint, failures, failing_since: since }, triedSince };
}

/** What webhooks of open partners hold, for metrics. */
export interface WebhookState {
  readonly waiting: number;
  /** For how many seconds the oldest event of an open endpoint has waited to be accepted. */
  readonly oldestSeconds: number;
  readonly disabled: number;
}

/** Returns what waits. `now` in epoch milliseconds. */
export async function webhookState(db: Db, now: number): Promise<WebhookState> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null; disabled: number }>`
    with served as (
      select w.endpoint_id, w.state, w.failures from webhook_endpoint w join partner p using (partner_id)
      where p.closed_at is null)
    select (select count(*)::int from webhook_delivery d join served w using (endpoint_id)
        where w.state = 'open') as waiting,
      (select min(d.queued_at) from webhook_delivery d join served w using (endpoint_id)
        where w.state = 'open' and w.failures < ${sql.lit(PROBED_AFTER)}) as oldest,
      (select count(*)::int from served where state = 'disabled') as disabled`.execute(db);
  const { waiting = 0, oldest = null, disabled = 0 } = rows[0] ?? {};
  return {
    waiting,
    oldestSeconds: oldest === null ? 0 : Math.max(0, Math.round((now - oldest.getTime()) / 1000)),
    disabled,
  };
}
