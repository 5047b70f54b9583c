// Staff write, change and withdraw notices, and never overwrite another editor's change.
import type { BodyOf } from '@kippu/contract/call';
import { offeredLanguages, writtenLanguages } from '@kippu/contract/languages';
import type { ByLanguage } from '@kippu/contract/names';
import { MAX_NOTICE } from '@kippu/contract/limits';
import type { DeskNotice, deskSaveNotice } from '@kippu/contract/calls/desk/notices';
import { isSeen, seenLine, seenText } from '@kippu/domain/text/seen-text';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import * as store from '../../notice/notice-store.ts';
import { writtenAnswer, writtenIdOf } from './desk-notices.ts';

type Input = BodyOf<typeof deskSaveNotice>;
interface Editor {
  readonly staffId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

const wrong = (field: string) => new AppError('REQ-0001', { values: { field } });

/** Normalises a text: removes invisible characters and uses one kind of line end. */
const normaliseText = (text: string) => seenText(text.replaceAll('\r\n', '\n'));

/** Returns the texts that are written. Throws AppError REQ-0001 when one is blank, too long, or in a language that is not offered. */
function textsOf(field: 'title' | 'body', given: ByLanguage, clean: (text: string) => string): ByLanguage {
  const other = Object.keys(given).find((language) => !offeredLanguages().includes(language));
  if (other !== undefined) throw wrong(`${field}.${other}`);
  const texts = Object.entries(given).map(([language, text]) => [language, clean(text)] as const);
  for (const [language, text] of texts)
    if (!isSeen(text) || [...text].length > MAX_NOTICE[field]) throw wrong(`${field}.${language}`);
  return Object.fromEntries(texts);
}

/** Throws AppError REQ-0001 when a title or a text is missing in a language that must be written, or in which the other is written. */
function requireWhole(title: ByLanguage, body: ByLanguage): void {
  for (const language of new Set([...writtenLanguages(), ...Object.keys(title), ...Object.keys(body)])) {
    if (!Object.hasOwn(title, language)) throw wrong(`title.${language}`);
    if (!Object.hasOwn(body, language)) throw wrong(`body.${language}`);
  }
}

/** The input as it is stored. Throws AppError REQ-0001 with the name of an invalid field. */
function contentOf({ from, until, level, once, ...given }: Input) {
  const shown = { shown_from: new Date(wallToEpoch(from)), shown_until: new Date(wallToEpoch(until)) };
  if (shown.shown_until <= shown.shown_from) throw wrong('until');
  const [title, body] = [textsOf('title', given.title, seenLine), textsOf('body', given.body, normaliseText)];
  requireWhole(title, body);
  return { ...shown, level, once, title: JSON.stringify(title), body: JSON.stringify(body) };
}

/** Locks a notice and compares its version. Throws AppError REQ-0005 when there is none. */
async function lockVersion(
  trx: Trx,
  noticeId: string,
  version: number | undefined,
): Promise<{ readonly row: store.NoticeRow; readonly refusal?: AppError }> {
  const written = writtenIdOf(noticeId);
  const row = written === undefined ? undefined : await store.lockNotice(trx, written);
  if (!row) throw new AppError('REQ-0005');
  if (row.withdrawn_at === null && row.version === version) return { row };
  const by = row.withdrawn_name ?? row.saved_name;
  const at = wireTime(row.withdrawn_at ?? row.saved_at);
  return { row, refusal: new AppError('DESK-0001', { values: { by, at } }) };
}

async function answerOf(trx: Trx, noticeId: string, now: number): Promise<DeskNotice> {
  const row = await store.findNotice(trx, noticeId);
  if (!row) throw new Error('a notice that was just saved is gone');
  return writtenAnswer(row, now);
}

/** Saves a notice and returns it. Throws AppError REQ-0001, DESK-0001, REQ-0005 as the contract says. */
export async function saveNotice(trx: Trx, input: Input, { staffId, now }: Editor): Promise<DeskNotice> {
  const content = contentOf(input);
  const at = new Date(now);
  const saved = { saved_at: at, saved_by: staffId };
  if (input.noticeId === undefined) {
    const noticeId = await store.insertNotice(trx, {
      ...content,
      ...saved,
      version: 1,
      edition: 1,
      told_again_at: null,
      written_at: at,
      written_by: staffId,
      withdrawn_at: null,
      withdrawn_by: null,
    });
    return answerOf(trx, noticeId, now);
  }
  const { row, refusal } = await lockVersion(trx, input.noticeId, input.version);
  if (refusal) throw refusal;
  // A notice that has not begun was read by no traveller.
  const again = input.tellAgain && row.shown_from <= at;
  await store.updateNotice(trx, row.notice_id, {
    ...content,
    ...saved,
    version: row.version + 1,
    ...(again ? { edition: row.edition + 1, told_again_at: at } : {}),
  });
  return answerOf(trx, row.notice_id, now);
}

/** Withdraws a notice and returns it. One that is already withdrawn stays unchanged. Throws AppError DESK-0001, REQ-0005. */
export async function withdrawNotice(
  trx: Trx,
  { noticeId, version }: { readonly noticeId: string; readonly version: number },
  { staffId, now }: Editor,
): Promise<DeskNotice> {
  const { row, refusal } = await lockVersion(trx, noticeId, version);
  if (row.withdrawn_at !== null) return writtenAnswer(row, now);
  if (refusal) throw refusal;
  await store.updateNotice(trx, row.notice_id, { withdrawn_at: new Date(now), withdrawn_by: staffId });
  return answerOf(trx, row.notice_id, now);
}
