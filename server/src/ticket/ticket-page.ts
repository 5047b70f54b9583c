// A page of the ticket list, and the cursor that names where the next one begins.
import type { TicketSummary } from '@kippu/contract/ticket';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { isInstant } from '../http/wire-time.ts';
import { summaryAnswer } from './ticket-answer.ts';
import { listTickets, type ListedTicket, type ListPosition } from './ticket-list-store.ts';

const USUAL_LIMIT = 20;

function cursorOf(view: ListedTicket): string {
  const position = [view.status === 'inUse' ? 0 : 1, new Date(view.ends_at).getTime(), view.place];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function positionOf(cursor: string): ListPosition {
  const wrong = new AppError('REQ-0001', { values: { field: 'cursor' } });
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw wrong;
  }
  if (!Array.isArray(value) || value.length !== 3) throw wrong;
  const [rank, endsAt, place]: unknown[] = value;
  if ((rank !== 0 && rank !== 1) || typeof place !== 'string' || place.includes('\0')) throw wrong;
  if (!isInstant(endsAt)) throw wrong;
  return { rank, endsAt, place };
}

interface PageWish {
  readonly tab: 'active' | 'past';
  readonly cursor?: string;
  readonly limit?: number;
}

/** Takes the account, what is asked for and now (epoch milliseconds); gives a page. Throws AppError REQ-0001. */
export async function ticketPage(
  db: Db,
  accountId: string,
  { tab, cursor, limit = USUAL_LIMIT }: PageWish,
  now: number,
): Promise<{ items: TicketSummary[]; next?: string }> {
  const after = cursor === undefined ? null : positionOf(cursor);
  const views = await listTickets(db, accountId, { tab, now, after, limit: limit + 1 });
  const shown = views.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((view) => summaryAnswer(view, now)),
    ...(views.length > limit && last ? { next: cursorOf(last) } : {}),
  };
}
