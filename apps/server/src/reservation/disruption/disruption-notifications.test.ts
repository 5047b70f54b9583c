// Who is notified of a disrupted reservation, in which words and how often: by mail, by notice, at the gate.
import { offeredLanguages } from '@kippu/contract/languages';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { mailRunner, openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { devMailbox, type Mailer } from '../../platform/mail/send-mail.ts';
import { claimUnmailed } from '../store/disruption-store.ts';
import { byTimetable } from '../../platform/live/late-trains.ts';
import { moveSeats } from '../store/move-seats-store.ts';
import { newerFeed, type Feed } from '../../../test/reservation/feed.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { mailDisruptions } from './mail-disruptions.ts';
import { readCalendar } from '@kippu/domain/test/read-calendar';
import { seatClient, seedSeats, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { signIn } from '../../../test/reservation/seat.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
const NOTICE = '/jtr-jwqs-app/guest/notice/info';
const MINUTE = 60_000;
let deps: TestDeps;
let mail: Mailer;
let server: LiveServer;
let app: FastifyInstance;
let me: SeatClient;

beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
afterEach(() => server.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  mail = devMailbox(deps.clock);
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  server = await LiveServer.open(deps);
  ({ app } = server);
  me = await seatClient(app, deps.db, 'a0', deps.clock());
});

async function start(feed: Feed): Promise<void> {
  await server.publish(await newerFeed(feed, deps.config.operatorDir));
  await server.follow();
}
/** Queues the mails that are due and sends them. Returns how many were queued. */
async function sendMails(): Promise<number> {
  const queued = await mailDisruptions({ ...deps, timetable: server.timetable });
  await mailRunner({ ...deps, mail }).drain();
  return queued;
}
/** The mails about disruptions; those about one's own acts are another test's. */
const mailsTo = (to: string) => (mail.mailbox?.(to) ?? []).filter(({ kind }) => kind === 'disruption');
const speaks = (language: string) =>
  deps.db.updateTable('account').set({ language }).where('account_id', '=', 'a0').execute();

describe('mails', () => {
  test.each(offeredLanguages())('in %s: the train, the day, what changed, what to do', async (language) => {
    await speaks(language);
    const id = await me.book(['in'], ['4-4A']);
    await start('tenLater');
    expect(await sendMails()).toBe(1);
    const [sent] = mailsTo('a0@example.com');
    const { subject, text } = sent ?? { subject: '', text: '' };
    expect(subject).toContain('14');
    for (const part of ['10:15', '10:25', '11:35', '4A', `reservationId=${id}`]) expect(text).toContain(part);
    expect(text).not.toMatch(/[{}]|undefined/);
    const day = { ja: '4月1日', en: '1 April', ko: '4월 1일', 'zh-CN': '4月1日', 'zh-TW': '4月1日' }[
      language
    ];
    expect(text).toContain(day);
  });

  test('a train that is moved, cancelled and restored changes one calendar entry, each time by a later file', async () => {
    const id = await me.book(['in'], ['4-4A']);
    const entries = [];
    for (const feed of ['tenLater', 'tripGone', 'same'] as const) {
      deps.advance(MINUTE);
      await start(feed);
      await sendMails();
      const [{ calendars = [] } = {}] = mailsTo('a0@example.com');
      const calendar = readCalendar(calendars[0]?.text ?? '');
      const event = calendar.only('VEVENT');
      expect(event.value('UID')).toBe(`${id}@kippu`);
      entries.push({
        method: calendar.value('METHOD'),
        from: event.value('DTSTART'),
        at: Number(event.value('SEQUENCE')),
      });
    }
    expect(entries.map(({ method }) => method)).toEqual(['PUBLISH', 'CANCEL', 'PUBLISH']);
    expect([entries[0]?.from, entries[2]?.from]).toEqual(['20260401T102500', '20260401T101500']);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(new Set(entries.map(({ at }) => at)).size).toBe(3);
  });

  test('one mail for each traveller and disruption, however often the mailer runs', async () => {
    await me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    const other = await seatClient(app, deps.db, 'a1', deps.clock());
    await other.book(['b1'], ['4-5A']);
    await start('tripGone');
    const sent = await Promise.all([sendMails(), sendMails(), sendMails()]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(2);
    await start('tripGone');
    deps.advance(10 * MINUTE);
    expect(await sendMails()).toBe(0);
    for (const to of ['a0@example.com', 'a1@example.com']) expect(mailsTo(to)).toHaveLength(1);
  });

  test('every traveller is mailed even when a process ends after recording, or before the mail is queued', async () => {
    await me.book(['in'], ['4-4A']);
    await start('tripGone');
    // A process claims the disruption and ends.
    const claim = { now: deps.clock(), lapse: 5 * MINUTE, limit: 20 };
    await inTransaction(deps.db, (trx) => claimUnmailed(trx, claim));
    await start('tripGone');
    expect(await sendMails()).toBe(0);
    deps.advance(6 * MINUTE);
    expect(await sendMails()).toBe(1);
    expect(mailsTo('a0@example.com')).toHaveLength(1);
  });

  test('a newer disruption replaces the mail that still waits for the relay', async () => {
    await me.book(['in'], ['4-4A']);
    await start('tripGone');
    expect(await mailDisruptions({ ...deps, timetable: server.timetable })).toBe(1);
    await start('tenLater');
    expect(await sendMails()).toBe(1);
    expect(mailsTo('a0@example.com').map(({ text }) => text)).toEqual([expect.stringContaining('10:25')]);
  });

  test('no mail is sent about an outdated change: changed again, put back, moved or cancelled in between', async () => {
    await me.book(['in'], ['4-4A']);
    await start('tripGone');
    await start('tenLater');
    expect(await sendMails()).toBe(1);
    expect(mailsTo('a0@example.com')[0]?.text).toContain('10:25');
    const id = await me.book(['out'], ['4-4A'], {
      departureId: 'haruka-13@2026-04-02',
      from: 'kyoto',
      to: 'kansai-airport',
    });
    expect(id).not.toMatch(/^SEAT/);
    await start('noCarFour');
    await me.post('seatCancel', { reservationId: id });
    expect(await sendMails()).toBe(1);
    expect(mailsTo('a0@example.com')).toHaveLength(2);
  });

  test('after a transfer the new owner is notified', async () => {
    await me.book(['p1'], ['4-4A']);
    await start('tripGone');
    expect(await sendMails()).toBe(1);
    await inTransaction(deps.db, (trx) =>
      moveSeats(
        trx,
        { ticketIds: ['p1'], from: 'a0', to: 'a1', moment: byTimetable(deps.clock()) },
        () => 'split',
      ),
    );
    expect(await sendMails()).toBe(1);
    expect(mailsTo('a1@example.com')).toHaveLength(1);
  });
});

describe('notices', () => {
  const list = async (accountId: string | null, language = 'en') => {
    const headers = accountId === null ? {} : await signIn(deps.db, accountId, deps.clock());
    const answer = await app.inject({
      url: `${NOTICE}/listSaasNotice`,
      headers: { ...headers, 'accept-language': language },
    });
    return (answer.json().data as { noticeId: string; title: string; once: boolean; level: string }[]).filter(
      ({ title }) => title.includes('14'),
    );
  };

  test('only the traveller’s own, marked important, shown once, in the reader’s language', async () => {
    await me.book(['in'], ['4-4A']);
    await start('tripGone');
    for (const language of offeredLanguages()) {
      const [own, ...more] = await list('a0', language);
      expect(own).toMatchObject({ level: 'important', once: true });
      expect(more).toEqual([]);
    }
    expect((await list('a0', 'en'))[0]?.title).toMatch(/cancelled/);
    expect(await list('a1')).toEqual([]);
    expect(await list(null)).toEqual([]);
  });

  test('only the owner reads them; an expired token is refused, not treated as a visitor', async () => {
    await me.book(['in'], ['4-4A']);
    await start('tenLater');
    const noticeId = (await list('a0'))[0]?.noticeId ?? '';
    const load = async (headers: object) =>
      app.inject({
        url: `${NOTICE}/loadSaasNotice`,
        query: { noticeId },
        headers: { 'accept-language': 'en', ...headers },
      });
    const own = (await load(await signIn(deps.db, 'a0', deps.clock()))).json();
    expect(own.data.body).toMatch(/10:15[\s\S]*10:25/);
    expect((await load(await signIn(deps.db, 'a1', deps.clock()))).json().code).toBe('REQ-0005');
    expect((await load({})).json().code).toBe('REQ-0005');
    const old = await signIn(deps.db, 'a0', deps.clock());
    deps.advance(31 * MINUTE);
    expect((await load(old)).statusCode).toBe(498);
  });

  test('are gone once the traveller has moved or cancelled', async () => {
    const id = await me.book(['in'], ['4-4A']);
    await start('tripGone');
    await me.post('seatCancel', { reservationId: id });
    expect(await list('a0')).toEqual([]);
  });
});
