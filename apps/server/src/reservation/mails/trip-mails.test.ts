// What a traveller is mailed of a reservation, a change and a cancellation: once, in the traveller's language, with the calendar file.
import { offeredLanguages } from '@kippu/contract/languages';
import { readCalendar } from '@kippu/domain/test/read-calendar';
import { beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/words/languages';
import { saysOtherTerm } from '@kippu/words/test/language-slips';
import { mailRunner } from '../../../test/app-context.ts';
import { RESERVATION } from '../../../test/reservation/reservation.ts';
import type { SeatClient } from '../../../test/reservation/seat-client.ts';
import { seatServer } from '../../../test/reservation/seat-server.ts';
import { devMailbox, type Mailer } from '../../platform/mail/send-mail.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { moveSeats } from '../store/move-seats-store.ts';
import { byTimetable } from '../../platform/live/late-trains.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { bookedText, cancelledText, eveText } from './trip-mail-text.ts';

const LATER = { departureId: 'haruka-18@2026-04-01' };
const MINUTE = 60_000;
const server = seatServer();
let mail: Mailer;
let me: SeatClient;

beforeEach(async () => {
  mail = devMailbox(server.deps.clock);
  me = await server.enter('a0');
});

const send = () => mailRunner({ ...server.deps, mail }).drain();
const mailed = () => (mail.mailbox?.('a0@example.com') ?? []).toReversed();
/** Sends what waits. Returns the mails that this sent. */
async function newMails(): Promise<Mail[]> {
  const before = mailed().length;
  await send();
  return mailed().slice(before);
}
async function theMail(): Promise<Mail> {
  const [only, ...more] = await newMails();
  if (!only || more.length > 0) throw new Error('not one mail');
  return only;
}
function entryOf({ calendars = [] }: Mail) {
  const [file, ...more] = calendars;
  if (!file || more.length > 0) throw new Error('not one calendar file');
  const calendar = readCalendar(file.text);
  const event = calendar.only('VEVENT');
  expect(calendar.value('METHOD')).toBe(file.method);
  return {
    name: file.name,
    method: file.method,
    uid: event.value('UID'),
    sequence: Number(event.value('SEQUENCE')),
    from: event.value('DTSTART'),
    to: event.value('DTEND'),
    seats: event.text('DESCRIPTION'),
    event,
  };
}
async function change(id: string, ticketIds: string[], seats: string[], more = {}) {
  const holdId = await me.hold(ticketIds, seats, { change: id, ...more });
  return me.post('seatChange', { reservationId: id, holdId });
}
const speaks = (language: string) =>
  server.deps.db.updateTable('account').set({ language }).where('account_id', '=', 'a0').execute();

describe('a reservation', () => {
  test.each(offeredLanguages())('is mailed in %s, with its calendar entry', async (language) => {
    await speaks(language);
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    const sent = await theMail();
    expect(sent).toMatchObject({ kind: 'reserved', to: 'a0@example.com', language });
    for (const part of ['10:15', '11:35', '4A', '4B', '2026', `reservationId=${id}`])
      expect(sent.text).toContain(part);
    expect(`${sent.subject}\n${sent.text}`).not.toMatch(/[{}]|undefined/);
    const entry = entryOf(sent);
    expect(entry).toMatchObject({
      method: 'PUBLISH',
      uid: `${id}@kippu`,
      from: '20260401T101500',
      to: '20260401T113500',
    });
    const kyoto = { ja: '京都', en: 'Kyoto', ko: '교토', 'zh-CN': '京都', 'zh-TW': '京都' }[language];
    expect(entry.event.text('SUMMARY')).toContain(kyoto);
    expect(entry.event.only('VALARM').text('DESCRIPTION')).toContain(kyoto);
  });

  test('is mailed once, however often it is saved and whoever sends', async () => {
    const holdId = await me.hold(['in'], ['4-4A']);
    await me.post('seatSave', { holdId });
    await me.post('seatSave', { holdId });
    await Promise.all([send(), send(), send()]);
    await me.post('seatSave', { holdId });
    await send();
    expect(mailed()).toHaveLength(1);
  });

  test('that is refused is not mailed', async () => {
    const holdId = await me.hold(['in'], ['4-4A']);
    server.deps.advance(6 * MINUTE);
    expect((await me.post('seatSave', { holdId })).code).toBe('SEAT-0008');
    expect(await newMails()).toEqual([]);
  });

  test('that was given away before its mail is not mailed to the giver', async () => {
    await me.book(['in'], ['4-4A']);
    const transfer = { ticketIds: ['in'], from: 'a0', to: 'a1', moment: byTimetable(server.deps.clock()) };
    await inTransaction(server.deps.db, (trx) => moveSeats(trx, transfer, () => 'new'));
    await send();
    expect(mailed()).toEqual([]);
    expect(mail.mailbox?.()).toEqual([]);
  });

  test('of an account that is gone, or of a train that has left, is not mailed', async () => {
    await me.book(['in'], ['4-4A']);
    server.deps.advance(3 * 60 * MINUTE);
    expect(await newMails()).toEqual([]);
  });
});

describe('a change', () => {
  test('is mailed, and changes the same entry', async () => {
    const id = await me.book(['in'], ['4-4A']);
    const first = entryOf(await theMail());
    server.deps.advance(2_000);
    expect((await change(id, ['in'], ['4-2B'], LATER)).code).toBe('OK');
    const sent = await theMail();
    expect(sent.kind).toBe('reservationChanged');
    const entry = entryOf(sent);
    expect(entry).toMatchObject({ method: 'PUBLISH', uid: first.uid, from: '20260401T111500' });
    expect(entry.seats).toContain('2B');
    expect(entry.sequence).toBeGreaterThan(first.sequence);
  });

  test('before the first mail was sent is one mail, of how it is now', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await change(id, ['in'], ['4-2B'], LATER);
    const sent = await theMail();
    expect(sent.kind).toBe('reservationChanged');
    expect(sent.text).toContain('11:15');
  });
});

describe('a cancellation', () => {
  test('is mailed, and removes the entry', async () => {
    const id = await me.book(['in'], ['4-4A']);
    const first = entryOf(await theMail());
    server.deps.advance(2_000);
    await me.post('seatCancel', { reservationId: id });
    const sent = await theMail();
    expect(sent.kind).toBe('reservationCancelled');
    expect(sent.text).toContain('4A');
    const entry = entryOf(sent);
    expect(entry).toMatchObject({ method: 'CANCEL', uid: first.uid });
    expect(entry.sequence).toBeGreaterThan(first.sequence);
    expect(entry.event.components).toEqual([]);
  });

  test('of some seats leaves the entry with the others', async () => {
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    const first = entryOf(await theMail());
    server.deps.advance(2_000);
    await me.post('seatCancel', { reservationId: id, ticketIds: ['p1'] });
    const entry = entryOf(await theMail());
    expect(entry).toMatchObject({ method: 'PUBLISH', uid: first.uid });
    expect(entry.seats).toContain('4B');
    expect(entry.seats).not.toContain('4A');
  });

  test('of some seats and then of the rest, in one breath, removes the entry', async () => {
    const id = await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    await me.post('seatCancel', { reservationId: id, ticketIds: ['p1'] });
    await me.post('seatCancel', { reservationId: id });
    const sent = await newMails();
    const files = sent.flatMap(({ calendars = [] }) => calendars);
    expect(sent).toHaveLength(2);
    expect(files.map(({ method }) => method)).toEqual(['CANCEL']);
  });
});

test.each(LANGUAGES)('the texts call things as the app does, in %s', (language) => {
  const address = 'https://kippu.example/#/r';
  const ticket = { product: { productName: 'P', productNameEn: 'P' }, ticketNo: '1234' };
  const needs = ['waiting', 'inUse', 'suspended'] as const;
  const until = '2026-12-31 23:59:59';
  const mails = [
    bookedText('reserved', RESERVATION, { language, address }),
    bookedText('changed', RESERVATION, { language, address }),
    cancelledText(RESERVATION, { language, rest: undefined }),
    cancelledText(RESERVATION, { language, rest: RESERVATION }),
    cancelledText(RESERVATION, { language, rest: undefined, isReplaced: true }),
    eveText(
      RESERVATION,
      needs.map((each) => ({ ...ticket, needs: each, until })),
      { language, address },
    ),
  ];
  for (const { subject, text } of mails) {
    expect(saysOtherTerm(language, `${subject}\n${text}`), text).toBe(false);
    expect(text, 'a wire time').not.toMatch(/\d{4}-\d\d-\d\d|:\d\d:\d\d/);
    expect(`${subject}\n${text}`, 'an unfilled place').not.toMatch(/[{}]|undefined/);
    expect(text, 'an empty line too many').not.toMatch(/\n{3}/);
  }
});
