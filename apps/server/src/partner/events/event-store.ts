// The SQL of partners' events. A trigger puts each in its place; readers see only those that no running transaction can still precede.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { PartnerEventTable, PartnerOrderTable } from '../../platform/db/tables/partner-tables.ts';
import { jsonText } from '../../platform/db/json-text.ts';

export interface NewEvent {
  readonly order: Pick<PartnerOrderTable, 'order_id' | 'partner_id' | 'mode'>;
  /** Absent for an event of the whole order. */
  readonly ticketId?: string;
  readonly kind: string;
  /** Ids and numbers, no personal data. */
  readonly data?: Record<string, unknown>;
}

/** Adds events in the transaction of their act, which holds the lock of the order or the ticket. `now` in epoch milliseconds. */
export async function addEvents(trx: Trx, events: readonly NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('partner_event')
    .values(
      events.map(({ order, ticketId, kind, data = {} }) => ({
        partner_id: order.partner_id,
        mode: order.mode,
        order_id: order.order_id,
        ticket_id: ticketId ?? null,
        subject: ticketId ?? order.order_id,
        kind,
        data: jsonText(data),
        at: new Date(now),
      })),
    )
    .execute();
}

/** The place of an event among all: what a cursor names. */
export interface EventPlace {
  readonly era: number;
  readonly tx: string;
  readonly eventId: string;
}
export type EventRow = Pick<PartnerEventTable, 'order_id' | 'ticket_id' | 'kind' | 'at'> &
  EventPlace & { readonly data: Record<string, unknown> };

interface EventPage {
  readonly after: EventPlace | undefined;
  readonly limit: number;
  /** Only what partners may know: what becomes of the order and the ticket, not where the traveller was. */
  readonly isShown?: boolean;
}

/** The events of tickets that change their status or their owner, and passages, which are shown without their station. */
const SHOWN_TICKET_EVENTS = [
  ...['issue', 'bind', 'use', 'finish', 'reopen', 'transfer', 'expire'],
  ...['entry', 'exit', 'gateExit', 'forcedExit', 'forcedUse'],
  ...['suspend', 'resume', 'refund', 'void', 'disuse', 'reissue'],
].map((kind) => `ticket.${kind}`);
const SHOWN_GROUPS = ['order.', 'seat.'];

/** Whether partners get events of the kind. */
export const isShownKind = (kind: string): boolean =>
  SHOWN_TICKET_EVENTS.includes(kind) || SHOWN_GROUPS.some((group) => kind.startsWith(group));

/** Lists at most `limit` events of a partner after a place, in their order; from the first one without a place. */
export async function listEvents(
  db: Db,
  { partnerId, mode }: { readonly partnerId: string; readonly mode: string },
  { after, limit, isShown = false }: EventPage,
): Promise<EventRow[]> {
  const later = after
    ? sql`and (era, tx, event_id) > (${after.era}::int, ${after.tx}::xid8, ${after.eventId}::bigint)`
    : sql``;
  const { rows } = await sql<EventRow>`
    select era, tx::text as tx, event_id::text as "eventId", order_id, ticket_id, kind, data, at from partner_event
    where partner_id = ${partnerId} and mode = ${mode} ${later}
      ${isShown ? sql`and (kind like 'order.%' or kind like 'seat.%' or kind = any(${SHOWN_TICKET_EVENTS}::text[]))` : sql``}
      and (era < (select era from partner_event_era) or tx < pg_snapshot_xmin(pg_current_snapshot()))
    order by era, tx, event_id limit ${limit}`.execute(db);
  return rows;
}
