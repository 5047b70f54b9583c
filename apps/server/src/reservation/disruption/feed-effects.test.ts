// The preview of a timetable agrees with what its start then does, and the preview changes nothing.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Feed } from '../../../test/reservation/feed.ts';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());
beforeEach(() => scenario.reset());

const MORE_DAYS = 25;
const NONE = { cancelled: 0, retimed: 0, seatGone: 0, restored: 0 };

test.each<[Feed, { added?: number; gone?: number; changed?: number }]>([
  ['same', {}],
  ['tripGone', { gone: 1 }],
  ['dayRemoved', { changed: 60 }],
  ['tenLater', { changed: 1 }],
  ['hourEarlier', { changed: 1 }],
  ['noTennoji', { changed: 1 }],
  ['tennojiLonger', { changed: 1 }],
  ['noCarFour', {}],
])('%s', async (feed, trips) => {
  await scenario.who.me.book(['p1'], ['4-4A']);
  await scenario.who.me.book(['p2'], ['4-5A'], { from: 'tennoji' });
  await scenario.who.other.book(['b1'], ['5-4B']);
  const before = [await scenario.legs(), await scenario.kinds()];
  const preview = await scenario.preview(feed);
  expect([await scenario.legs(), await scenario.kinds()]).toEqual(before);
  expect(preview.trips).toEqual({ added: 0, gone: 0, changed: 0, ...trips });

  await scenario.start(feed);
  const recorded = { ...NONE };
  for (const kind of await scenario.kinds()) recorded[kind as keyof typeof NONE] += 1;
  expect(preview.reservations).toEqual(recorded);
  // A recorded disruption is not counted again.
  expect((await scenario.preview(feed)).reservations).toEqual(NONE);
});

test('a month of booked departures is previewed by statements of ten departures each', async () => {
  const { db } = scenario.deps;
  await scenario.who.me.book(['p1'], ['4-4A']);
  await sql`insert into reservation select copy.* from reservation r, generate_series(1, ${MORE_DAYS}::int) as n,
    lateral (select to_char(r.service_date::date + n, 'YYYY-MM-DD') as date) as d,
    jsonb_populate_record(r, jsonb_build_object('reservation_id', 'copy-' || n, 'service_date', date, 'departure_id', r.trip_id || '@' || date,
      'depart_at', r.depart_at + n * interval '1 day', 'arrive_at', r.arrive_at + n * interval '1 day')) as copy`.execute(
    db,
  );
  await sql`insert into reservation_seat select copy.* from reservation_seat s, generate_series(1, ${MORE_DAYS}::int) as n,
    jsonb_populate_record(s, jsonb_build_object('reservation_id', 'copy-' || n)) as copy`.execute(db);
  const departures: number[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const named = result.rows.flatMap((row) =>
        'departure_id' in row ? [String(row['departure_id'])] : [],
      );
      departures.push(new Set(named).size);
      return result;
    },
  });
  expect((await scenario.preview('tripGone', watched)).reservations).toEqual({
    ...NONE,
    cancelled: 1 + MORE_DAYS,
  });
  expect(Math.max(...departures)).toBe(10);
});

test('a timetable that reverts a change is previewed too', async () => {
  await scenario.who.me.book(['p1'], ['4-4A']);
  await scenario.start('tripGone');
  expect(await scenario.preview('same')).toEqual({
    stopped: { gaps: [], trains: [], more: 0 },
    trips: { added: 1, gone: 0, changed: 0 },
    reservations: { ...NONE, restored: 1 },
  });
});

test('a seat that was sold to another traveller is not previewed as restored', async () => {
  await scenario.who.me.book(['in'], ['4-4A'], { from: 'tennoji' });
  await scenario.start('noTennoji');
  await scenario.who.other.book(['b1'], ['4-4A']);
  await scenario.start('same');
  expect(await scenario.kinds()).toEqual(['(cancelled)', 'seatGone']);
  expect((await scenario.preview('fiveLater')).reservations).toEqual({ ...NONE, retimed: 1 });
});
