// What phones get, from a change of a train to the decrypted message, by a push service on this machine.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LiveLayer, LiveSource } from '@kippu/domain/live/live-train';
import { openTestDeps, type TestDeps } from '../../test/app-context.ts';
import { pushRunners, settingsFor, subscribePhone, type Wanted } from '../../test/push/push-scenario.ts';
import { PushService, claimsOf } from '../../test/push/push-service.ts';
import { LiveServer } from '../../test/reservation/live-server.ts';
import { KIX, TRAIN_14, seatClient, seedSeats } from '../../test/reservation/seat-client.ts';
import { emptyTables } from '../../test/test-database.ts';
import { reviveDead } from '../desk/mails/unsent-mail-store.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { JobReport } from '../platform/jobs/job-runner.ts';
import { newPushSender, type PushSender } from '../platform/push/send-push.ts';
import { notifyDepartures } from './notify-departures.ts';
import { TrainNotifier, type NotifyDeps } from './notify-trains.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
const MINUTE = 60_000;
const TRAIN = TRAIN_14.departureId;
let deps: TestDeps;
let server: LiveServer;
let service: PushService;
let other: PushService;
let sender: PushSender;
let reports: JobReport[];

beforeAll(async () => {
  [deps, service, other] = await Promise.all([openTestDeps(START), PushService.start(), PushService.start()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), other.stop()]);
  await deps.close();
});
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  server = await LiveServer.open(deps);
  sender = newPushSender({ ...deps, settings: settings(), contact: 'mailto:help@railway.example' });
  reports = [];
  for (const each of [service, other]) {
    each.got.length = 0;
    each.asked = 0;
    each.answer = (response) => response.writeHead(201).end();
  }
});
afterEach(async () => {
  sender.close();
  await server.close();
  expect([...service.faults, ...other.faults]).toEqual([]);
});

/** Each of the two services is one. */
const settings = () => settingsFor(deps, [service, other]);
const config = () => ({ ...deps.config, push: settings() });
const notifyDeps = (): NotifyDeps => ({ ...deps, timetable: server.timetable, config: config() });
const book = async (accountId = 'a0', ticketId = 'p1', seat = '4-4A', more: object = {}) =>
  (await seatClient(server.app, deps.db, accountId, deps.clock())).book([ticketId], [seat], more);

/** Subscribes an account's phone. */
const subscribe = (
  accountId: string,
  { at = service, ...wanted }: Wanted & { readonly at?: PushService } = {},
) => subscribePhone(deps, at, accountId, wanted);
const runners = ({ timetable }: Pick<LiveServer, 'timetable'> = server) =>
  pushRunners(deps, { timetable, settings: settings(), sender }, reports);
/** Sends all that waits and is due. */
const deliver = async () => {
  for (const runner of runners()) {
    await runner.sweep();
    await runner.drain();
  }
};
/** A source says something of train 14, its reservations follow, and its travellers are notified. */
async function say(layer: Omit<LiveLayer, 'asOf'> | null, source: LiveSource = 'desk') {
  await server.say(source, TRAIN, layer);
  await server.moveLive();
  await notifier.notify();
  await deliver();
}
let notifier: TrainNotifier;
beforeEach(() => {
  notifier = new TrainNotifier(notifyDeps());
});
const titles = (at = service) => at.got.map(({ message }) => message.title);
const late = (minutes: number) => ({ delays: { [KIX]: { depart: minutes * 60 } } });
const waiting = () => deps.db.selectFrom('job').selectAll().where('kind', 'like', 'push%').execute();

describe('a message', () => {
  test('is encrypted for the phone, signed by the server, and says what to do', async () => {
    const id = await book();
    await subscribe('a0');
    await say(late(12));
    const [got] = service.got;
    expect(got?.message).toEqual({
      title: 'HARUKA 14 is 12 min late',
      body: 'It is expected to leave Kansai-Airport at 10:27. Look at the app again before you go.',
      tag: got?.headers['topic'],
      path: `/packages/haruka/reservation?reservationId=${id}`,
      at: deps.clock(),
    });
    expect(got?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      ttl: String(87 * 60),
    });
    expect(got?.headers['topic']).toMatch(/^[\w-]{24}$/);
    // Its size does not reveal its text.
    expect(got?.bytes).toBe(86 + 512 + 16);
    const { aud, exp, sub, key } = await claimsOf(String(got?.headers.authorization));
    expect({ aud, sub, key }).toEqual({
      aud: `http://${service.host}`,
      sub: 'mailto:help@railway.example',
      key: deps.pushKeys.current.publicKey,
    });
    expect(exp * 1000 - deps.clock()).toBe(12 * 3_600_000);
  });

  test('is not readable in the queue, and leaves nothing behind', async () => {
    await book();
    await subscribe('a0');
    await server.say('desk', TRAIN, late(12));
    await notifier.notify();
    const [job] = await waiting();
    expect(JSON.stringify(job)).not.toMatch(/HARUKA|haruka|127\.0\.0\.1\/push/);
    await deliver();
    expect(await waiting()).toEqual([]);
  });

  test('is in the language of the phone', async () => {
    await book();
    await subscribe('a0', { language: 'ja' });
    await say({ runs: false });
    expect(service.got[0]?.message).toMatchObject({ title: 'はるか14号は運休です' });
  });
});

describe('a change', () => {
  beforeEach(async () => {
    await book();
    await subscribe('a0');
  });

  test('is sent once each: late, later, cancelled, restored, on time', async () => {
    for (const layer of [late(4), late(5), late(5), late(8), late(10), { runs: false }, null, null])
      await say(layer);
    expect(titles()).toEqual([
      'HARUKA 14 is 5 min late',
      'HARUKA 14 is 10 min late',
      'HARUKA 14 is cancelled',
      'HARUKA 14 runs again',
    ]);
    await say(late(10));
    await say({ delays: { [KIX]: { depart: 0 } } });
    expect(titles().slice(4)).toEqual(['HARUKA 14 is 10 min late', 'HARUKA 14 is on time again']);
  });

  test('of cars that takes the seat is sent, and of the platform', async () => {
    await say({ lostCars: [4] });
    await say({ platforms: { [KIX]: '9' } });
    await say({ platforms: { [KIX]: '1' } });
    expect(titles().slice(0, 1)).toEqual(['Your seat on HARUKA 14 is gone']);
    expect(titles().slice(1)).toContain('HARUKA 14: now platform 1');
  });

  test('that a feed no longer says because it fell silent is no news', async () => {
    await say(late(10), 'feed');
    deps.advance(16 * MINUTE);
    await server.timetable.refresh();
    await notifier.notify();
    await deliver();
    expect(titles()).toEqual(['HARUKA 14 is 10 min late']);
  });

  test('is sent by one of two processes; one with an older view of the train sends nothing', async () => {
    const second = await LiveServer.open(deps);
    const behind = new TrainNotifier({ ...notifyDeps(), timetable: second.timetable });
    await server.say('desk', TRAIN, late(10));
    await Promise.all([notifier.notify(), new TrainNotifier(notifyDeps()).notify()]);
    await behind.notify();
    await deliver();
    expect(titles()).toEqual(['HARUKA 14 is 10 min late']);
    await second.timetable.refresh();
    await behind.notify();
    await Promise.all([...runners(), ...runners(second)].map((runner) => runner.drain()));
    expect(titles()).toHaveLength(1);
    await second.close();
  });

  test('of a train that has left is not sent, nor of a reservation that was cancelled meanwhile', async () => {
    await server.say('desk', TRAIN, late(10));
    await notifier.notify();
    expect(await waiting()).toHaveLength(1);
    await deps.db.updateTable('reservation').set({ state: 2 }).execute();
    await deliver();
    expect(service.asked).toBe(0);
    await deps.db.updateTable('reservation').set({ state: 1 }).execute();
    // It is 10:30, and the train has left at 10:25.
    deps.advance(90 * MINUTE);
    await say(late(10));
    await say({ ...late(10), platforms: { [KIX]: '1' } });
    expect(service.asked).toBe(0);
  });

  test('says how the train runs when the message is sent', async () => {
    await server.say('desk', TRAIN, late(10));
    await notifier.notify();
    await server.say('desk', TRAIN, late(14));
    await deliver();
    expect(titles()).toEqual(['HARUKA 14 is 14 min late']);
    await say(late(20));
    await server.say('desk', TRAIN, late(26));
    await notifier.notify();
    // Back on time before it was sent: the newer message replaces it.
    await server.say('desk', TRAIN, { delays: { [KIX]: { depart: 0 } } });
    await notifier.notify();
    expect(await waiting()).toHaveLength(1);
    await deliver();
    expect(titles().slice(1)).toEqual(['HARUKA 14 is 20 min late', 'HARUKA 14 is on time again']);
  });

  test('that a traveller knew when they booked is not sent', async () => {
    await say(late(10));
    deps.advance(MINUTE);
    await book('a1', 'b1', '4-4B');
    await subscribe('a1');
    await say({ ...late(10), words: { en: 'A tree' } });
    expect(titles()).toEqual(['HARUKA 14 is 10 min late']);
    await say(late(20));
    expect(titles()).toHaveLength(3);
  });

  test('is not sent to phones that did not subscribe to it', async () => {
    await subscribe('a0', { topics: ['received'] });
    await say(late(10));
    expect(service.asked).toBe(0);
  });
});

test.each([
  ['haruka-14', '09:00', '2026-04-01', /^It does not run .* to take another train free of charge\.$/],
  ['haruka-60', '22:00', '2026-04-02', /^No other train leaves on that day\. Choose one on another day/],
  ['haruka-60', '22:00', '2026-04-01', /^No later train leaves before your ticket ends\. Please ask/],
])(
  'the message that %s is cancelled at %s, for a ticket until %s, offers a train that there is',
  async (trip, time, ends, body) => {
    deps.advance(Date.parse(`2026-04-01T${time}:00+09:00`) - deps.clock());
    await deps.db
      .updateTable('ticket')
      .set({ status: 'inUse', abt_expire_date: new Date(`${ends}T23:59:59+09:00`) })
      .where('ticket_id', '=', 'p1')
      .execute();
    const departureId = `${trip}@2026-04-01`;
    await book('a0', 'p1', '4-4A', { departureId });
    await subscribe('a0');
    // Only the train before it would still be open in the evening.
    await server.say('desk', 'haruka-62@2026-04-01', { runs: false });
    await server.say('desk', departureId, { runs: false });
    await server.moveLive();
    await notifier.notify();
    await deliver();
    expect(service.got[0]?.message.body).toMatch(body);
  },
);

describe('quiet hours', () => {
  const NIGHT = { from: '08:00', to: '12:00' };
  test('hold what can wait, and not what is urgent', async () => {
    await book();
    await subscribe('a0', { quiet: NIGHT });
    // Train 14 leaves in an hour and a quarter.
    await say(late(10));
    expect(titles()).toHaveLength(1);
  });
  test('drop a message about a train that leaves later', async () => {
    await book('a0', 'p1', '4-4A', { departureId: 'haruka-38@2026-04-01' });
    await subscribe('a0', { quiet: NIGHT });
    await server.say('desk', 'haruka-38@2026-04-01', { runs: false });
    await server.moveLive();
    await notifier.notify();
    await deliver();
    expect(service.asked).toBe(0);
    expect(await waiting()).toEqual([]);
  });
});

describe('a departure', () => {
  test('is sent half an hour before, once, with platform and seat', async () => {
    await book();
    await subscribe('a0');
    deps.advance(44 * MINUTE);
    expect(await notifyDepartures(notifyDeps())).toBe(0);
    deps.advance(MINUTE);
    const queued = await Promise.all([notifyDepartures(notifyDeps()), notifyDepartures(notifyDeps())]);
    expect(queued.toSorted()).toEqual([0, 1]);
    await deliver();
    expect(service.got.map(({ message }) => [message.title, message.body])).toEqual([
      ['HARUKA 14 leaves at 10:15', expect.stringMatching(/Your seat: car 4, 4A\.$/)],
    ]);
  });
  test('of a late train is sent half an hour before it leaves', async () => {
    await book();
    await subscribe('a0', { topics: ['departure'] });
    await server.say('desk', TRAIN, late(20));
    deps.advance(45 * MINUTE);
    expect(await notifyDepartures(notifyDeps())).toBe(0);
    deps.advance(20 * MINUTE);
    expect(await notifyDepartures(notifyDeps())).toBe(1);
  });
  test('is not sent for a cancelled train, nor for one that was booked a moment ago', async () => {
    await book();
    await subscribe('a0');
    await server.say('desk', TRAIN, { runs: false });
    deps.advance(45 * MINUTE);
    expect(await notifyDepartures(notifyDeps())).toBe(0);
    await server.say('desk', TRAIN, null);
    deps.advance(10 * MINUTE);
    await book('a1', 'b1', '4-4B');
    await subscribe('a1');
    expect(await notifyDepartures(notifyDeps())).toBe(1);
  });
});

describe('a push service', () => {
  beforeEach(async () => {
    await book();
    await subscribe('a0');
  });
  const refuse = (status: number, headers: Record<string, string> = {}, at = service) => {
    at.answer = (response) => response.writeHead(status, headers).end();
  };

  test.each([404, 410])('that answers %i is never asked again for the phone', async (status) => {
    refuse(status);
    await say(late(10));
    expect(await deps.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
    await say(late(20));
    expect(service.asked).toBe(1);
  });

  test('that asks to wait is asked again then', async () => {
    refuse(429, { 'retry-after': '90' });
    await say(late(10));
    service.answer = (response) => response.writeHead(201).end();
    deps.advance(89_000);
    await deliver();
    expect(service.asked).toBe(1);
    deps.advance(1_000);
    await deliver();
    expect(titles()).toEqual(['HARUKA 14 is 10 min late']);
  });

  test('that is down gets one try at a time, and the other service goes on', async () => {
    refuse(503, { 'retry-after': '120' });
    await book('a1', 'b1', '4-4B');
    await subscribe('a1', { at: other });
    await say(late(10));
    expect([service.asked, titles(other)]).toEqual([1, ['HARUKA 14 is 10 min late']]);
    expect(reports.map(({ event, kind }) => [event, kind])).toEqual([['outage', `push ${service.host}`]]);
    service.answer = (response) => response.writeHead(201).end();
    deps.advance(119_000);
    await deliver();
    expect(service.asked).toBe(1);
    deps.advance(1_000);
    await deliver();
    expect(titles()).toEqual(['HARUKA 14 is 10 min late']);
  });

  test.each([400, 401, 403, 413])('that answers %i gets the message once', async (status) => {
    refuse(status);
    await say(late(10));
    deps.advance(MINUTE);
    await deliver();
    expect(service.asked).toBe(1);
    expect(reports).toMatchObject([{ event: 'buried', reason: `answered ${status}` }]);
  });

  test('that refuses a message may be sent it again until the train has left', async () => {
    const again = async () => {
      const [dead] = await waiting();
      const now = new Date(deps.clock());
      return inTransaction(deps.db, (trx) => reviveDead(trx, dead?.job_id ?? '', now));
    };
    refuse(413);
    await say(late(10));
    service.answer = (response) => response.writeHead(201).end();
    await server.say('desk', TRAIN, late(14));
    expect(await again()).toBe(true);
    await deliver();
    expect(titles()).toEqual(['HARUKA 14 is 14 min late']);
    refuse(413);
    await say(late(20));
    deps.advance(3 * 60 * MINUTE);
    expect(await again()).toBe(false);
    await deliver();
    expect(await waiting()).toEqual([]);
    expect(service.asked).toBe(3);
  });

  test('is not followed to another address', async () => {
    refuse(307, { location: `http://${other.host}/push/a0` });
    await say(late(10));
    expect([service.asked, other.asked]).toEqual([1, 0]);
    expect(reports).toMatchObject([{ reason: 'answered 307' }]);
  });

  test('with an endless answer is cut off, and its status counts', async () => {
    service.answer = (response) => {
      response.writeHead(201);
      const part = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await say(late(10));
    expect(await waiting()).toEqual([]);
    expect(reports).toEqual([]);
  });
});

describe('mail', () => {
  const sent = async () =>
    (
      await deps.db
        .selectFrom('job')
        .select(['job_key', 'job_id', 'payload'])
        .where('kind', '=', 'mail')
        .execute()
    )
      .filter(({ job_key: key }) => key?.startsWith('late:'))
      .map(({ job_id: id, payload }) => (deps.queue.open(id, payload) as { subject: string }).subject);

  test('is sent about a long delay where nothing is pushed, once for each quarter of an hour', async () => {
    await book();
    await say(late(14));
    expect(await sent()).toEqual([]);
    await say(late(15));
    expect(await sent()).toEqual(['はるか14号は約15分遅れています']);
    await deps.db.deleteFrom('job').execute();
    await say(late(29));
    expect(await sent()).toEqual([]);
    await say(late(31));
    expect(await sent()).toEqual(['はるか14号は約31分遅れています']);
  });

  test('is not sent where changes are pushed', async () => {
    await book();
    await subscribe('a0');
    await say(late(40));
    expect(await sent()).toEqual([]);
    expect(titles()).toHaveLength(1);
  });
});
