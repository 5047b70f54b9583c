// The mails of the evening before: to whom, when, how often, and how they end.
import { OUR_RAILWAY } from '@kippu/domain/test/our-railway';
import { setRules } from '@kippu/domain/rules';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailRunner } from '../../../test/app-context.ts';
import type { SeatClient } from '../../../test/reservation/seat-client.ts';
import { signIn } from '../../../test/reservation/seat.ts';
import { seatServer } from '../../../test/reservation/seat-server.ts';
import { buildApp } from '../../app.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { byTimetable } from '../../platform/live/late-trains.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { devMailbox, type Mailer } from '../../platform/mail/send-mail.ts';
import { moveSeats } from '../store/move-seats-store.ts';
import { queueEveMails } from './eve-mails.ts';
import { stopAddress } from './stop-token.ts';

const TOMORROW = { departureId: 'haruka-14@2026-04-02' };
const HOUR = 3_600_000;
const server = seatServer();
let mail: Mailer;
let me: SeatClient;
let app: FastifyInstance | undefined;

beforeEach(async () => {
  mail = devMailbox(server.deps.clock);
  me = await server.enter('a0');
  setRules({ ...OUR_RAILWAY, rules: { ...OUR_RAILWAY.rules, eveMailHour: 18 } });
});
afterEach(async () => {
  await app?.close();
  app = undefined;
});
afterAll(() => setRules(OUR_RAILWAY));

const send = () => mailRunner({ ...server.deps, mail }).drain();
const reminders = (to = 'a0@example.com') =>
  (mail.mailbox?.(to) ?? []).filter(({ kind }) => kind === 'tripEve').toReversed();
/** Moves the clock to a wall time and lets a process look. Returns how many mails it queued. */
async function lookAt(wall: string): Promise<number> {
  server.deps.advance(wallToEpoch(wall) - server.deps.clock());
  const queued = await queueEveMails(server.deps);
  await send();
  return queued;
}
const ticket = (ticketId: string, change: object) =>
  server.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();
const speaks = (language: string) =>
  server.deps.db.updateTable('account').set({ language }).where('account_id', '=', 'a0').execute();
async function theReminder(): Promise<Mail> {
  const [only, ...more] = reminders();
  if (!only || more.length > 0) throw new Error('not one reminder');
  return only;
}

describe('the evening before', () => {
  test('from the hour on, one mail says the train, the seats and what each ticket needs', async () => {
    await speaks('en');
    await me.book(['p1', 'p2', 'p3'], ['4-4A', '4-4B', '4-4C'], TOMORROW);
    await ticket('p2', { status: 'inUse', abt_expire_date: new Date(wallToEpoch('2026-04-02 23:59:59')) });
    await ticket('p3', { status: 'suspended', status_before_suspend: 'bound' });
    expect(await lookAt('2026-04-01 17:59:59')).toBe(0);
    expect(await lookAt('2026-04-01 18:00:00')).toBe(1);
    const { subject, text } = await theReminder();
    expect(subject).toBe('Thu 2 April, 10:15: HARUKA 14 from Kansai-Airport');
    for (const part of [
      'Kyoto',
      'car 4, 4A, 4B, 4C',
      'no-p1): not in use yet',
      'no-p2): in use, valid until Thu 2 April 2026, 23:59',
      'no-p3): suspended',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/[{}]|undefined/);
  });

  test('is mailed once, by however many processes, and not again on later looks', async () => {
    await me.book(['in'], ['4-4A'], TOMORROW);
    server.deps.advance(9 * HOUR);
    const queued = await Promise.all([1, 2, 3].map(() => queueEveMails(server.deps)));
    expect(queued.reduce((sum, each) => sum + each, 0)).toBe(1);
    await Promise.all([send(), send(), send()]);
    expect(await lookAt('2026-04-01 23:59:00')).toBe(0);
    expect(reminders()).toHaveLength(1);
  });

  test('is that of the new day after a change', async () => {
    const id = await me.book(['in'], ['4-4A'], TOMORROW);
    await lookAt('2026-04-01 18:00:00');
    me = await server.enter('a0');
    const later = { departureId: 'haruka-14@2026-04-03' };
    const holdId = await me.hold(['in'], ['4-4A'], { change: id, ...later });
    expect((await me.post('seatChange', { reservationId: id, holdId })).code).toBe('OK');
    expect(await lookAt('2026-04-02 18:00:00')).toBe(1);
    expect(reminders()).toHaveLength(2);
    expect(reminders()[1]?.text).toContain('4月3日');
  });

  test('is not mailed of what was booked since the hour: that was mailed just now', async () => {
    server.deps.advance(9 * HOUR + 60_000);
    me = await server.enter('a0');
    await me.book(['in'], ['4-4A'], TOMORROW);
    expect(await lookAt('2026-04-01 20:00:00')).toBe(0);
  });

  test('of a train of the service day that leaves after midnight is the evening of the day before it leaves', async () => {
    const id = await me.book(['in'], ['4-4A'], TOMORROW);
    // As if train 14 of the service day 2 April left ten minutes after midnight.
    const at = {
      depart_at: new Date(wallToEpoch('2026-04-03 00:10:00')),
      arrive_at: new Date(wallToEpoch('2026-04-03 01:20:00')),
    };
    await server.deps.db.updateTable('reservation').set(at).where('reservation_id', '=', id).execute();
    expect(await queueEveMails({ ...server.deps, clock: () => wallToEpoch('2026-04-01 21:00:00') })).toBe(0);
    expect(await queueEveMails({ ...server.deps, clock: () => wallToEpoch('2026-04-02 21:00:00') })).toBe(1);
  });

  test.each(['cancelled', 'given away', 'changed', 'deleted', 'switched off'])(
    'is not mailed of a trip that was %s after it was queued',
    async (fate) => {
      const { db, clock } = server.deps;
      const id = await me.book(['in'], ['4-4A'], TOMORROW);
      server.deps.advance(9 * HOUR);
      me = await server.enter('a0');
      expect(await queueEveMails(server.deps)).toBe(1);
      const fates: Readonly<Record<string, () => Promise<unknown>>> = {
        cancelled: () => me.post('seatCancel', { reservationId: id }),
        'given away': () =>
          inTransaction(db, (trx) =>
            moveSeats(
              trx,
              { ticketIds: ['in'], from: 'a0', to: 'a1', moment: byTimetable(clock()) },
              () => 'new',
            ),
          ),
        changed: async () => {
          const holdId = await me.hold(['in'], ['4-4A'], { change: id, departureId: 'haruka-14@2026-04-05' });
          return me.post('seatChange', { reservationId: id, holdId });
        },
        deleted: () =>
          db
            .updateTable('account')
            .set({ status: 'deleted', email: null })
            .where('account_id', '=', 'a0')
            .execute(),
        'switched off': () =>
          db.updateTable('account').set({ eve_mails: false }).where('account_id', '=', 'a0').execute(),
      };
      await fates[fate]?.();
      await send();
      expect((mail.mailbox?.() ?? []).filter(({ kind }) => kind === 'tripEve')).toEqual([]);
    },
  );

  test('is never mailed by a railway without an hour', async () => {
    const { eveMailHour: _hour, ...rules } = OUR_RAILWAY.rules;
    setRules({ ...OUR_RAILWAY, rules });
    await me.book(['in'], ['4-4A'], TOMORROW);
    expect(await lookAt('2026-04-01 19:00:00')).toBe(0);
  });
});

describe('ending them', () => {
  const ended = async () => {
    const rows = await server.deps.db
      .selectFrom('account')
      .select(['account_id', 'eve_mails'])
      .orderBy('account_id')
      .execute();
    return rows.filter((row) => !row.eve_mails).map((row) => row.account_id);
  };
  const open = async () => (app ??= await buildApp(server.deps));
  const pathOf = (address: string) => address.slice(new URL(address).origin.length);

  test('a mail program ends them by one request without a cookie, for this account only', async () => {
    await me.book(['in'], ['4-4A'], TOMORROW);
    await lookAt('2026-04-01 18:00:00');
    const { unsubscribe } = await theReminder();
    const url = pathOf(unsubscribe?.url ?? '');
    expect(decodeURIComponent(url)).not.toMatch(/a0|example\.com/);
    const answer = await (
      await open()
    ).inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(200);
    expect(await ended()).toEqual(['a0']);
    await me.book(['p1'], ['4-5A'], TOMORROW);
    expect(await lookAt('2026-04-01 19:00:00')).toBe(0);
  });

  test('also in the other form, and twice', async () => {
    const url = pathOf(stopAddress(server.deps, 'a1'));
    const form =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const post = async () => (await open()).inject({ method: 'POST', url, payload: form, headers });
    const answers = [await post(), await post()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await ended()).toEqual(['a1']);
  });

  test('opening the link asks, in the account’s language, and ends nothing', async () => {
    const answer = await (await open()).inject(pathOf(stopAddress(server.deps, 'a0')));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).toContain('<html lang="ja">');
    expect(answer.body).toContain('前日のお知らせを止めますか');
    expect(answer.body).not.toMatch(/a0@example|Traveller/);
    expect(await ended()).toEqual([]);
  });

  test('a token that was changed, or that another secret made, does nothing', async () => {
    const url = pathOf(stopAddress(server.deps, 'a0'));
    const other = pathOf(stopAddress({ ...server.deps, keys: { mac: () => '00'.repeat(32) } }, 'a0'));
    const headers = { 'accept-language': 'en' };
    for (const wrong of [
      `${url.slice(0, -4)}AAAA`,
      other,
      '/mails/stop',
      '/mails/stop?token=a0',
      `/mails/stop?token=${'a'.repeat(2000)}`,
    ])
      for (const method of ['GET', 'POST'] as const) {
        const answer = await (await open()).inject({ method, url: wrong, headers });
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toContain('This link no longer works');
      }
    expect(await ended()).toEqual([]);
  });

  test('a large body is refused', async () => {
    const answer = await (
      await open()
    ).inject({
      method: 'POST',
      url: pathOf(stopAddress(server.deps, 'a0')),
      payload: 'a'.repeat(2000),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(413);
    expect(await ended()).toEqual([]);
  });

  test('the account switches them off and on', async () => {
    const { deps } = server;
    const headers = await signIn(deps.db, 'a0', deps.clock());
    const save = async (eveMails: boolean) => {
      const url = '/jtr-jwqs-app/guest/member/info/updateInfo';
      const answer = await (await open()).inject({ method: 'PUT', url, headers, payload: { eveMails } });
      return (answer.json() as { data: { eveMails?: boolean } }).data.eveMails;
    };
    expect(await save(false)).toBe(false);
    expect(await ended()).toEqual(['a0']);
    expect(await save(true)).toBe(true);
    expect(await ended()).toEqual([]);
  });
});
