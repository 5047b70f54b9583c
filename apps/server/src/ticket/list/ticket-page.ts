// Reads a page of the ticket list, and the cursor of the next page.
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import type { Db } from '../../platform/db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { isInstant, wireTime } from '../../platform/wire/wire-time.ts';
import { summaryAnswer } from '../record/ticket-answer.ts';
import { listTickets, type ListedTicket, type ListPosition } from './ticket-list-store.ts';

const DEFAULT_LIMIT = 20;

const cursorAfter = (view: ListedTicket): string =>
  cursorOf(
    view.status === 'inUse' ? 0 : view.status === 'suspended' ? 2 : 1,
    new Date(view.ends_at).getTime(),
    view.place,
  );

function positionOf(cursor: string): ListPosition {
  const [rank, endsAt, place] = placeOf(cursor, 3);
  if ((rank !== 0 && rank !== 1 && rank !== 2) || typeof place !== 'string' || place.includes('\0'))
    throw wrongCursor();
  if (!isInstant(endsAt)) throw wrongCursor();
  return { rank, endsAt, place };
}

interface PageInput {
  readonly tab: 'active' | 'past';
  readonly cursor?: string;
  readonly limit?: number;
}

/** Reads a page of the account's tickets; `now` in epoch milliseconds. Throws AppError REQ-0001 on a wrong cursor. */
export async function ticketPage(
  db: Db,
  accountId: string,
  { tab, cursor, limit = DEFAULT_LIMIT }: PageInput,
  now: number,
): Promise<{ items: TicketSummary[]; next?: string }> {
  const after = cursor === undefined ? null : positionOf(cursor);
  const views = await listTickets(db, accountId, { tab, now, after, limit: limit + 1 });
  const shown = views.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((view) => ({
      ...summaryAnswer(view, now),
      ...(view.ended_at === null ? {} : { endedAt: wireTime(view.ended_at) }),
    })),
    ...(views.length > limit && last ? { next: cursorAfter(last) } : {}),
  };
}
