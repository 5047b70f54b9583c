// Finds tickets by whatever a traveller can name, as lines of a list.
import type { DataOf, QueryOf } from '@kippu/contract/call';
import type { deskAccountTickets, deskFind, TicketLine } from '@kippu/contract/calls/desk/find';
import type { Language } from '@kippu/contract/languages';
import { dateAt } from '@kippu/domain/time/service-day';
import { namesOf } from '@kippu/contract/names';
import { isExpired } from '@kippu/domain/ticket/life';
import { orderIdOf, seenId } from '@kippu/domain/text/seen-text';
import type { Db } from '../../platform/db/database.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { isInstant, wireTime } from '../../platform/wire/wire-time.ts';
import { categoryOf, lifeOf, productOf } from '../../ticket/record/ticket-answer.ts';
import { normaliseCode } from '../../ticket/issue/ticket-codes.ts';
import * as store from './find-store.ts';
import { statusWord } from '@kippu/words/server-words';

const PAGE_ITEMS = 50;
/** The maximal length of a familyOrder value: a product's id, a category, a number. */
const MAX_PLACE = 100;

/** The reader's language, and the time in epoch milliseconds. */
interface Reader {
  readonly language: Language;
  readonly now: number;
}

function lineAnswer(row: store.LineRow, { language, now }: Reader): TicketLine {
  return {
    ticketNo: row.ticket_no,
    orderId: row.order_id,
    productId: row.product_id,
    ...namesOf(productOf(row), 'productName'),
    passengerCategory: categoryOf(row),
    status: row.status,
    statusWord: statusWord(row.status, language),
    expired: isExpired(lifeOf(row), now),
    bound: row.bound,
    useExpireDate: dateAt(row.use_expire_date.getTime()),
    ...(row.abt_expire_date === null ? {} : { abtExpireDate: wireTime(row.abt_expire_date) }),
  };
}

function pageOf(rows: readonly store.LineRow[], reader: Reader, next: (last: store.LineRow) => string) {
  const last = rows.length > PAGE_ITEMS ? rows[PAGE_ITEMS - 1] : undefined;
  return {
    items: rows.slice(0, PAGE_ITEMS).map((row) => lineAnswer(row, reader)),
    ...(last ? { next: next(last) } : {}),
  };
}

/** Excludes NUL and lone surrogates, which the database refuses. */
const isPlace = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_PLACE &&
  !value.includes('\0') &&
  Buffer.from(value).toString() === value;

/** The typed text as it may be stored: numbers and codes normalised, an order's id in its usual forms. */
function searchTerms(typed: string): store.SearchTerms {
  const plain = typed.trim();
  const folded = plain.normalize('NFKC');
  // Orders of former releases have ids with other characters.
  const orderIds = new Set([plain, folded, seenId(typed), orderIdOf(typed) ?? plain]);
  return { code: normaliseCode(typed), orderIds: [...orderIds] };
}

/** Lists a page of the tickets that `q` names. Throws AppError REQ-0001 on a wrong cursor. */
export async function findTickets(
  db: Db,
  { q, cursor }: QueryOf<typeof deskFind>,
  reader: Reader,
): Promise<DataOf<typeof deskFind>> {
  const [after = null] = cursor === undefined ? [] : placeOf(cursor, 1);
  if (after !== null && !isPlace(after)) throw wrongCursor();
  const rows = await store.findLines(db, searchTerms(q), { after, limit: PAGE_ITEMS + 1 });
  return pageOf(rows, reader, ({ place }) => cursorOf(place));
}

/** The audit record's subject: a ticket's number, or the orders of several tickets; undefined when nothing was found. */
export function foundSubject({ items }: DataOf<typeof deskFind>): string | undefined {
  const [first, ...others] = items;
  if (!first || others.length === 0) return first?.ticketNo;
  return [...new Set(items.map(({ orderId }) => orderId))].join(', ');
}

function accountPlace(cursor: string): store.AccountPlace {
  const [group, endsAt, place] = placeOf(cursor, 3);
  if (group !== 0 && group !== 1 && group !== 2) throw wrongCursor();
  if (!isInstant(endsAt) || !isPlace(place)) throw wrongCursor();
  return { group, endsAt, place };
}

/** Lists a page of an account's tickets, empty for an unknown account. Throws AppError REQ-0001 on a wrong cursor. */
export async function listAccountTickets(
  db: Db,
  { accountId, cursor }: QueryOf<typeof deskAccountTickets>,
  reader: Reader,
): Promise<DataOf<typeof deskAccountTickets>> {
  const after = cursor === undefined ? null : accountPlace(cursor);
  const rows = await store.accountLines(db, accountId, { after, limit: PAGE_ITEMS + 1 });
  return pageOf(rows, reader, (row) => cursorOf(row.list_group, row.ends_at.getTime(), row.place));
}
