// The desk's hand on a train of today: its word, whom it touches, its history, and what it does to bookings of other processes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TrainChange } from '@kippu/contract/calls/desk/live';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { seatClient } from '../../../test/reservation/seat-client.ts';
import { addStaff, asking, emailOf, staffAtDesk, tryToSignIn, type AskDesk } from '../../../test/staff.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { saveLive } from '../../platform/live/live-store.ts';

const { departureId } = TRAIN_14;
const DATE = '2026-04-01';
const WORDS = { ja: '倒木のため', en: 'Because of a fallen tree' };
const MINUTE = 60_000;

let fixture: TicketFixture;
let editor: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  editor = await staffAtDesk(fixture, 'editor');
});

const run = async (id = departureId) => (await editor('GET', 'train-run', { departureId: id })).json().data;
const history = async () => (await editor('GET', 'train-run/history', { departureId })).json().data.items;
/** Changes the train as it is now. */
const change = async (asked: TrainChange, ask = editor, headers = {}) => {
  const { version } = await run();
  return (await ask('POST', 'train-run', { departureId, version, change: asked }, headers)).json();
};
const codeOf = async (asked: TrainChange) => (await change(asked)).code;
const tried = async (asked: TrainChange) => {
  return (await editor('POST', 'train-run/try', { departureId, change: asked })).json();
};
const listed = async () =>
  (await editor('GET', 'occupancy', { date: DATE }))
    .json()
    .data.trains.find((train: { departureId: string }) => train.departureId === departureId).run;
const feedSays = (layer: Omit<LiveLayer, 'asOf'> | null) =>
  inTransaction(fixture.deps.db, (trx) =>
    saveLive(trx, [{ departureId, layer: layer && { asOf: fixture.deps.clock(), ...layer } }], {
      source: 'feed',
      by: 'feed:1',
      at: new Date(fixture.deps.clock()),
    }),
  );
const NONE = { reservations: 0, travellers: 0 };

test('late, later, cancelled and restored are seen on the page and in the list', async () => {
  const planned = await run();
  expect(planned.run).toMatchObject({ runs: true, stopsOut: 0, feedIsOld: false, isPast: false });
  expect(planned.run).not.toHaveProperty('deskAge');
  const [first] = planned.expected;

  expect(await codeOf({ late: { from: first.key, minutes: 20 } })).toBe('OK');
  fixture.deps.advance(90_000);
  expect(await listed()).toMatchObject({ runs: true, lateBy: 1200, deskAge: 90 });
  expect((await listed()).departAt).toBe('2026-04-01 10:35:00');
  expect(await codeOf({ late: { from: planned.expected[1].key, minutes: 45 } })).toBe('OK');
  const later = await run();
  expect(later.expected[0].departAt).toBe(first.departAt);
  expect(later.desk.delays).toEqual([{ stop: planned.expected[1].key, seconds: 2700 }]);

  expect(await codeOf({ runs: false })).toBe('OK');
  expect(await listed()).toMatchObject({ runs: false, deskAge: 0 });
  expect(await listed()).not.toHaveProperty('lateBy');
  expect(await codeOf({ runs: null })).toBe('OK');
  expect(await listed()).toMatchObject({ runs: true, lateBy: 2700 });
  expect(await codeOf({ late: null })).toBe('OK');
  expect(await run()).toMatchObject({ run: planned.run, expected: planned.expected });
});

test('platform, stops, cars, formation and words; each is undone by itself', async () => {
  const { expected, formations } = await run();
  const [first, second] = expected;
  const [formation] = formations;
  const all: TrainChange = {
    platforms: [{ stop: first.key, platform: ' 4 ' }],
    skipped: [second.key],
    formation: formation.formationId,
    lostCars: [4],
    words: { ...WORDS, ko: ' ' },
  };
  expect(await codeOf(all)).toBe('OK');
  const changed = await run();
  expect(changed.desk).toEqual({
    platforms: [{ stop: first.key, platform: '4' }],
    skipped: [second.key],
    formation: formation.formationId,
    lostCars: [4],
    words: WORDS,
  });
  expect(changed.run).toMatchObject({ platform: '4', stopsOut: 1, lostCars: [4], runs: true });
  expect(changed.expected[1].isSkipped).toBe(true);
  const { seats } = (await editor('GET', 'departure', { departureId })).json().data;
  await change({ lostCars: null });
  expect((await run()).desk).not.toHaveProperty('lostCars');
  expect((await editor('GET', 'departure', { departureId })).json().data.seats).toBeGreaterThan(seats);
  await change({ platforms: null, skipped: null, formation: null, words: null });
  expect(await run()).not.toHaveProperty('desk');
});

test('the desk holds its fields against a feed; the others go on by the feed, which counts again when the desk is undone', async () => {
  const [first] = (await run()).expected;
  await feedSays({ runs: false, delays: { [first.key]: { depart: 300 } } });
  expect(await run()).toMatchObject({ run: { runs: false, feedAge: 0 }, feed: { runs: false } });
  await change({ runs: true });
  expect((await run()).run).toMatchObject({ runs: true, lateBy: 300 });
  await change({ late: { from: first.key, minutes: 0 } });
  await feedSays({ delays: { [first.key]: { depart: 600 } } });
  expect((await run()).run).toMatchObject({ runs: true, lateBy: 0 });
  await change({ late: null });
  expect((await run()).run).toMatchObject({ lateBy: 600 });
  fixture.deps.advance(21 * MINUTE);
  expect((await run()).run).toMatchObject({ feedIsOld: true, runs: true });
  expect((await run()).run).not.toHaveProperty('lateBy');
});

test('the second of two changes is refused with the first, which it had not seen, and nothing is lost', async () => {
  const { version, expected } = await run();
  const late = (minutes: number) => ({ late: { from: expected[0].key, minutes } });
  const ask = (asked: TrainChange) => editor('POST', 'train-run', { departureId, version, change: asked });
  const both = await Promise.all([ask(late(10)), ask(late(30))]);
  const codes = both.map((answer) => answer.json().code);
  expect(codes.toSorted()).toEqual(['DESK-0001', 'OK']);
  const refused = both.find((answer) => answer.json().code === 'DESK-0001');
  expect(refused?.json().values).toEqual({ by: 'Test editor', at: '2026-04-01 09:00:00' });
  expect((await run()).run.lateBy).toBe(codes[0] === 'OK' ? 600 : 1800);
  // A feed's change is not one of the desk.
  const seen = (await run()).version;
  await feedSays({ runs: true });
  expect((await run()).version).toBe(seen);
});

test('whom a change touches is said before, by kind, and nothing is written', async () => {
  const [hanako, taro] = [await fixture.traveller('hanako'), await fixture.traveller('taro')];
  const mine = [await hanako.bound('kansai-wide-5day'), await hanako.bound('kansai-wide-5day')];
  await hanako.book(mine, ['4-1A', '4-1B']);
  await taro.book([await taro.bound('kansai-wide-5day')], ['2-2A']);
  const { expected } = await run();
  const from = (at: number, minutes: number) => ({ late: { from: expected.at(at).key, minutes } });
  const effects = async (asked: TrainChange) => (await tried(asked)).data;

  expect(await effects({ runs: false })).toMatchObject({
    losesTrain: { reservations: 2, travellers: 3 },
    later: NONE,
    unchanged: NONE,
  });
  expect(await effects({ lostCars: [4] })).toMatchObject({
    losesSeat: { reservations: 1, travellers: 2 },
    unchanged: { reservations: 1, travellers: 1 },
  });
  expect(await effects(from(0, 20))).toMatchObject({ later: { reservations: 2, travellers: 3 } });
  expect(await effects(from(0, 0))).toMatchObject({ unchanged: { reservations: 2, travellers: 3 } });
  expect(await effects({ skipped: [expected[0].key] })).toMatchObject({
    losesTrain: { reservations: 2, travellers: 3 },
  });
  expect(await effects({ words: WORDS })).toMatchObject({ unchanged: { travellers: 3 } });
  expect(await history()).toEqual([]);

  await change({ runs: false });
  expect(await effects({ runs: null })).toMatchObject({ restored: { reservations: 2, travellers: 3 } });
  expect(await effects({ words: WORDS })).toMatchObject({ unchanged: { travellers: 3 } });
  await change({ runs: null, ...from(0, 20) });
  expect(await effects({ late: null })).toMatchObject({ earlier: { reservations: 2, travellers: 3 } });
});

test('what is said before is what happens to the reservations', async () => {
  const [hanako, taro] = [await fixture.traveller('hanako'), await fixture.traveller('taro')];
  await hanako.book([await hanako.bound('kansai-wide-5day')], ['4-1A']);
  await taro.book([await taro.bound('kansai-wide-5day')], ['2-2A']);
  const server = await LiveServer.open(fixture.deps);
  try {
    const kinds = { losesTrain: 'cancelled', losesSeat: 'seatGone', restored: 'restored' } as const;
    const changes: TrainChange[] = [
      { lostCars: [4] },
      { lostCars: null },
      { runs: false },
      { runs: null },
      { skipped: [TRAIN_14.to] },
      { skipped: [] },
    ];
    for (const each of changes) {
      const { data } = await tried(each);
      const before = await fixture.deps.db.selectFrom('disruption').select('disruption_id').execute();
      await change(each);
      await server.timetable.refresh();
      await server.moveLive();
      const known = before.map(({ disruption_id }) => disruption_id);
      const all = await fixture.deps.db.selectFrom('disruption').select(['disruption_id', 'kind']).execute();
      const found = all.filter(({ disruption_id }) => !known.includes(disruption_id)).map(({ kind }) => kind);
      const said = Object.entries(kinds).flatMap(([kind, disruption]) =>
        Array.from({ length: data[kind].reservations }, () => disruption),
      );
      expect(found.toSorted(), JSON.stringify(each)).toEqual(said.toSorted());
      expect(said.length, JSON.stringify(each)).toBeGreaterThan(0);
    }
  } finally {
    await server.close();
  }
});

test('the history says who changed what, the newest first; a feed that repeats itself changes nothing', async () => {
  const [first] = (await run()).expected;
  await feedSays({ delays: { [first.key]: { depart: 60 } } });
  await feedSays({ delays: { [first.key]: { depart: 60 } } });
  await change({ late: { from: first.key, minutes: 20 } });
  fixture.deps.advance(MINUTE);
  await change({ runs: false });
  await change({ late: null, runs: null });
  const stop = first.key;
  expect(await history()).toEqual([
    { at: '2026-04-01 09:01:00', source: 'desk', by: 'Test editor', said: {}, undone: ['runs', 'delays'] },
    { at: '2026-04-01 09:01:00', source: 'desk', by: 'Test editor', said: { runs: false }, undone: [] },
    {
      at: '2026-04-01 09:00:00',
      source: 'desk',
      by: 'Test editor',
      said: { delays: [{ stop, seconds: 1200 }] },
      undone: [],
    },
    {
      at: '2026-04-01 09:00:00',
      source: 'feed',
      by: '1',
      said: { delays: [{ stop, seconds: 60 }] },
      undone: [],
    },
  ]);
});

test('counter staff read, and change and try nothing; a manager may; a sales system may not', async () => {
  const counter = await staffAtDesk(fixture, 'counter');
  const manager = await staffAtDesk(fixture, 'manager');
  const late: TrainChange = { runs: false };
  for (const path of ['train-run', 'train-run/history'])
    expect((await counter('GET', path, { departureId })).json().code).toBe('OK');
  expect((await change(late, counter)).code).toBe('SES-0006');
  const tryIt = await counter('POST', 'train-run/try', { departureId, change: late });
  expect(tryIt.json().code).toBe('SES-0006');
  const key = { authorization: `ApiKey ${fixture.deps.config.deskApiKey ?? ''}` };
  const bySales = await fixture.app.inject({
    method: 'POST',
    url: '/desk/train-run',
    headers: key,
    payload: { departureId, version: '0', change: late },
  });
  expect(bySales.json().code).toBe('SES-0006');
  expect((await run()).run.runs).toBe(true);
  expect((await change(late, manager)).code).toBe('OK');
});

test('every change is in the record; a retry with its key is one change', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { departureId, version: '0', change: { runs: false } };
  const first = await editor('POST', 'train-run', body, headers);
  const again = await editor('POST', 'train-run', body, headers);
  expect(again.json()).toEqual(first.json());
  expect(await history()).toHaveLength(1);
  expect(await codeOf({ skipped: ['nowhere'] })).toBe('DESK-0009');
  const rows = fixture.deps.db
    .selectFrom('staff_action')
    .select(['call', 'subject', 'refusal'])
    .where('call', '=', 'deskChangeTrain')
    .orderBy('action_id');
  expect(await rows.execute()).toEqual([
    { call: 'deskChangeTrain', subject: departureId, refusal: null },
    { call: 'deskChangeTrain', subject: departureId, refusal: 'DESK-0009' },
  ]);
});

test('what does not fit the train is refused', async () => {
  const keys: string[] = (await run()).expected.map(({ key }: { key: string }) => key);
  const from = keys[0] ?? '';
  expect(await codeOf({ late: { from: 'nowhere', minutes: 5 } })).toBe('DESK-0009');
  expect(await codeOf({ platforms: [{ stop: '__proto__', platform: '1' }] })).toBe('DESK-0009');
  expect(await codeOf({ skipped: keys.slice(1) })).toBe('DESK-0012');
  expect(await codeOf({ formation: 'constructor' })).toBe('DESK-0010');
  expect(await codeOf({ lostCars: [77] })).toBe('DESK-0011');
  for (const wrong of [
    { late: { from, minutes: 601 } },
    { late: { from, minutes: -1 } },
    { late: { from, minutes: 1.5 } },
    { platforms: [{ stop: from, platform: '\u200B' }] },
    { platforms: [{ stop: from, platform: '12345678901234567' }] },
    { platforms: [] },
    {
      platforms: [
        { stop: from, platform: '1' },
        { stop: from, platform: '2' },
      ],
    },
    { lostCars: [1, 1] },
    { skipped: [from, from] },
    { lostCars: [0] },
    { words: { ja: '倒木' } },
    { words: { ja: '倒木', en: '\u200B' } },
    { words: { ...WORDS, fr: 'Un arbre' } },
    { words: { ...WORDS, en: 'x'.repeat(201) } },
    { other: 1 },
  ])
    expect(await codeOf(wrong as TrainChange), JSON.stringify(wrong)).toBe('REQ-0001');
  expect(await history()).toEqual([]);
});

test('trains that do not exist and trains that have arrived are refused, an hour after they are expected', async () => {
  const of = (id: string) => ({ departureId: id, version: '0', change: { runs: false } });
  for (const id of ['haruka-14', '@', '__proto__@2026-04-01', 'haruka-14@2026-02-30', '🚄@2026-04-01']) {
    for (const path of ['train-run', 'train-run/history'])
      expect((await editor('GET', path, { departureId: id })).json().code).toBe('SEAT-0013');
    expect((await editor('POST', 'train-run', of(id))).json().code).toBe('SEAT-0013');
    const tryIt = { departureId: id, change: { runs: false } };
    expect((await editor('POST', 'train-run/try', tryIt)).json().code).toBe('SEAT-0013');
  }
  const { run: planned, expected } = await run();
  const arrives = Date.parse(`${planned.arriveAt.replace(' ', 'T')}+09:00`);
  const goTo = async (at: number) => {
    fixture.deps.advance(at - fixture.deps.clock());
    const { token } = (await tryToSignIn(fixture, emailOf('editor'))).json().data;
    editor = asking(fixture, token);
  };
  await goTo(arrives + 60 * MINUTE);
  expect(await codeOf({ late: { from: expected[0].key, minutes: 30 } })).toBe('OK');
  await goTo(arrives + 90 * MINUTE);
  expect(await codeOf({ runs: false })).toBe('OK');
  await goTo(arrives + 90 * MINUTE + 1000);
  expect((await run()).run).toMatchObject({ isPast: true, runs: false });
  expect(await codeOf({ runs: null })).toBe('DESK-0008');
});

test('a train that the desk cancels here is not sold there, though that process has not looked yet', async () => {
  const traveller = await fixture.traveller('hanako');
  // The fixture's own process has another timetable than the two, with which it would add no ticket.
  const ticketId = await traveller.bound('kansai-wide-5day');
  const [here, there] = [await LiveServer.open(fixture.deps), await LiveServer.open(fixture.deps)];
  try {
    const client = await seatClient(there.app, fixture.deps.db, traveller.accountId, fixture.deps.clock());
    await addStaff(fixture.deps, 'manager');
    const { token } = (await tryToSignIn({ ...fixture, app: here.app }, emailOf('manager'))).json().data;
    const ask = asking({ app: here.app }, token);
    const { data } = (
      await ask('POST', 'train-run', { departureId, version: '0', change: { runs: false } })
    ).json();
    expect(data.run.runs).toBe(false);
    expect(await client.hold([ticketId], ['4-1A'])).toBe('SEAT-0015');
    await ask('POST', 'train-run', { departureId, version: data.version, change: { runs: null } });
    expect(await client.hold([ticketId], ['4-1A'])).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    await here.close();
    await there.close();
  }
});
