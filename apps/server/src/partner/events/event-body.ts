// An event as partners read it, in the feed and in webhooks alike.
import { epochToIso } from '@kippu/domain/time/service-day';
import { cursorOf } from '../../platform/wire/page-cursor.ts';
import type { EventRow } from './event-store.ts';

export interface EventBody {
  /** Names the place after this event, for a reader of the feed. */
  readonly cursor: string;
  /** Such as `ticket.bind`. New kinds may be added. */
  readonly kind: string;
  readonly orderId: string;
  readonly ticketId?: string;
  /** RFC 3339, with the railway's offset. */
  readonly at: string;
  readonly data: Record<string, string | number | boolean>;
}

/** What a partner may know of its ticket: its status, and its seats. At which station a traveller was stays with the railway. */
function dataOf({ data }: EventRow): EventBody['data'] {
  const shown = Object.entries(data).filter(
    (entry): entry is [string, string | number | boolean] =>
      entry[0] !== 'stationId' &&
      entry[0] !== 'code' &&
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return Object.fromEntries(shown);
}

/** Returns an event as partners read it. */
export const eventBody = (row: EventRow): EventBody => ({
  cursor: cursorOf(row.era, row.tx, row.eventId),
  kind: row.kind,
  orderId: row.order_id,
  ...(row.ticket_id === null ? {} : { ticketId: row.ticket_id }),
  at: epochToIso(row.at.getTime()),
  data: dataOf(row),
});
