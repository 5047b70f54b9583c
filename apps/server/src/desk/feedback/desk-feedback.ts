// Travellers' messages as staff read them, and what staff did about them.
import type { BodyOf, DataOf, QueryOf } from '@kippu/contract/call';
import type { DeskFeedback, deskFeedbackList, deskHandleFeedback } from '@kippu/contract/calls/desk/feedback';
import type { Db, Trx } from '../../platform/db/database.ts';
import * as store from './desk-feedback-store.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { requireText } from '../../platform/wire/require-text.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { isInstant, wireTime } from '../../platform/wire/wire-time.ts';

const PAGE_ITEMS = 50;
/** Characters of a text in the list. */
const BEGINNING = 80;
const MAX_ACTS = 100;

const headOf = (row: store.FeedbackHeadRow) => ({
  feedbackId: row.feedback_id,
  at: wireTime(row.created_at),
  topic: row.topic,
  language: row.language,
  ...(row.ticket_no === null ? {} : { ticketNo: row.ticket_no }),
  hasPicture: row.has_picture,
  ...(row.by_visitor ? { byVisitor: true as const } : {}),
  handled: row.handled,
});

function positionOf(cursor: string): store.FeedbackPosition {
  const [at, feedbackId] = placeOf(cursor, 2);
  if (!isInstant(at) || typeof feedbackId !== 'string') throw wrongCursor();
  return { at: new Date(at), feedbackId };
}

/** Lists a page of messages, the newest first. Throws AppError REQ-0001 on a wrong cursor. */
export async function listDeskFeedback(
  db: Db,
  { state, topic, withTicket = false, cursor }: QueryOf<typeof deskFeedbackList>,
): Promise<DataOf<typeof deskFeedbackList>> {
  const filter = { handled: state === undefined ? undefined : state === 'handled', topic, withTicket };
  const after = cursor === undefined ? null : positionOf(cursor);
  const input = { after, limit: PAGE_ITEMS + 1, beginning: BEGINNING };
  const rows = await store.listFeedback(db, filter, input);
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({ ...headOf(row), beginning: row.body.replace(/\s+/g, ' ') })),
    ...(rows.length > PAGE_ITEMS && last
      ? { next: cursorOf(last.created_at.getTime(), last.feedback_id) }
      : {}),
  };
}

/** Loads a message. Throws AppError REQ-0005 when there is none; it may have been deleted with its writer's account. */
export async function loadDeskFeedback(db: Db, feedbackId: string): Promise<DeskFeedback> {
  const row = await store.findFeedback(db, feedbackId);
  if (!row) throw new AppError('REQ-0005');
  const acts = await store.listFeedbackActs(db, feedbackId, MAX_ACTS);
  return {
    ...headOf(row),
    text: row.body,
    version: await store.readFeedbackVersion(db, feedbackId),
    acts: acts.map(({ at, handled, note, name }) => ({ at: wireTime(at), by: name, handled, note })),
  };
}

/** Loads its picture as a data URI. Throws AppError REQ-0005 when there is none. */
export async function loadFeedbackPicture(db: Db, feedbackId: string): Promise<string> {
  const { picture, picture_type } = (await store.findFeedbackPicture(db, feedbackId)) ?? {};
  if (!picture || !picture_type) throw new AppError('REQ-0005');
  return `data:image/${picture_type};base64,${Buffer.from(picture).toString('base64')}`;
}

/** Loads its writer's email. Throws AppError REQ-0005 when there is none. */
export async function loadFeedbackWriter(db: Db, feedbackId: string): Promise<string> {
  const email = await store.findFeedbackWriter(db, feedbackId);
  if (!email) throw new AppError('REQ-0005');
  return email;
}

/**
 * Marks a message as handled, or opens it again, in the name of `staffId` at `now` (epoch milliseconds). Throws AppError REQ-0001
 * on a blank note, REQ-0005 when there is no such message, DESK-0001 when it changed since `version`.
 */
export async function handleFeedback(
  trx: Trx,
  { feedbackId, version, handled, note }: BodyOf<typeof deskHandleFeedback>,
  { staffId, now }: { readonly staffId: string; readonly now: number },
): Promise<DataOf<typeof deskHandleFeedback>> {
  const words = requireText('note', note);
  const before = await store.lockFeedback(trx, feedbackId);
  if (before === undefined) throw new AppError('REQ-0005');
  if (before === handled || version !== (await store.readFeedbackVersion(trx, feedbackId)))
    throw new AppError('DESK-0001');
  await store.saveFeedbackAct(trx, feedbackId, { at: new Date(now), staffId, handled, note: words });
  return { feedbackId, handled };
}
