// Staff write a notice, change it, and take it away: never over what somebody else changed meanwhile.
import type { BodyOf } from '@kippu/contract/call';
import { NOTICE_MOST, type DeskNotice, type deskSaveNotice } from '@kippu/contract/desk-notice';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { isWallTime, wallToEpoch } from '@kippu/domain/service-day';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { wireTime } from '../http/wire-time.ts';
import * as store from '../notice/notice-store.ts';
import { writtenAnswer, writtenIdOf } from './desk-notices.ts';

type Wish = BodyOf<typeof deskSaveNotice>;
interface Editor {
  readonly staffId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

const wrong = (field: string) => new AppError('REQ-0001', { values: { field } });

/** Text as it is kept: composed, without half characters, and without blanks around it. */
const tidy = (text: string) => Buffer.from(text).toString().normalize('NFC').replaceAll('\r\n', '\n').trim();

/** Five texts as JSON. Throws AppError REQ-0001 where one is blank, or grew too long. */
function fiveTexts(
  field: 'title' | 'body',
  given: Readonly<Record<Language, string>>,
  clean: (text: string) => string,
): string {
  const texts = LANGUAGES.map((language) => [language, clean(given[language])] as const);
  for (const [language, text] of texts)
    if (text === '' || [...text].length > NOTICE_MOST[field]) throw wrong(`${field}.${language}`);
  return JSON.stringify(Object.fromEntries(texts));
}

function instantOf(field: 'from' | 'until', wall: string): Date {
  if (!isWallTime(wall)) throw wrong(field);
  return new Date(wallToEpoch(wall));
}

/** What was wished, as it is kept. Throws AppError REQ-0001 naming the field that makes no sense. */
function contentOf({ from, until, level, once, title, body }: Wish) {
  const shown = { shown_from: instantOf('from', from), shown_until: instantOf('until', until) };
  if (shown.shown_until <= shown.shown_from) throw wrong('until');
  return {
    ...shown,
    ...{ level, once },
    title: fiveTexts('title', title, (text) => tidy(text.replace(/\p{Cc}+/gu, ' '))),
    body: fiveTexts('body', body, tidy),
  };
}

/** The notice, locked, as it was at a version. Throws AppError REQ-0005 where there is none. */
async function asItWas(
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
  return { row, refusal: new AppError('REQ-0002', { values: { by, at } }) };
}

async function answerOf(trx: Trx, noticeId: string, now: number): Promise<DeskNotice> {
  const row = await store.findNotice(trx, noticeId);
  if (!row) throw new Error('a notice that was just saved is gone');
  return writtenAnswer(row, now);
}

/** Gives the notice as it is then. Throws AppError REQ-0001, REQ-0002, REQ-0005 as the contract says. */
export async function saveNotice(trx: Trx, wish: Wish, { staffId, now }: Editor): Promise<DeskNotice> {
  const content = contentOf(wish);
  const at = new Date(now);
  const saved = { saved_at: at, saved_by: staffId };
  if (wish.noticeId === undefined) {
    const noticeId = await store.insertNotice(trx, {
      ...content,
      ...saved,
      ...{ version: 1, edition: 1, told_again_at: null, written_at: at, written_by: staffId },
      ...{ withdrawn_at: null, withdrawn_by: null },
    });
    return answerOf(trx, noticeId, now);
  }
  const { row, refusal } = await asItWas(trx, wish.noticeId, wish.version);
  if (refusal) throw refusal;
  // Nobody has read what has not come yet.
  const again = wish.tellAgain && row.shown_from <= at;
  await store.updateNotice(trx, row.notice_id, {
    ...content,
    ...saved,
    version: row.version + 1,
    ...(again ? { edition: row.edition + 1, told_again_at: at } : {}),
  });
  return answerOf(trx, row.notice_id, now);
}

/** Gives the withdrawn notice; one that was withdrawn before as it then was. Throws AppError REQ-0002, REQ-0005. */
export async function withdrawNotice(
  trx: Trx,
  { noticeId, version }: { readonly noticeId: string; readonly version: number },
  { staffId, now }: Editor,
): Promise<DeskNotice> {
  const { row, refusal } = await asItWas(trx, noticeId, version);
  if (row.withdrawn_at !== null) return writtenAnswer(row, now);
  if (refusal) throw refusal;
  await store.updateNotice(trx, row.notice_id, { withdrawn_at: new Date(now), withdrawn_by: staffId });
  return answerOf(trx, row.notice_id, now);
}
