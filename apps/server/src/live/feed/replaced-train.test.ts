// A train that a feed replaces for one day under its own number: the same train, at other times, for the desk, the app and the reservation.
import { expect, test } from 'vitest';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import type { DataOf } from '@kippu/contract/call';
import { FeedServer } from '../../../test/live/feed-server.ts';
import { feedBytes, timeOf, update } from '../../../test/live/small-railway.ts';
import { eachLiveMorning } from '../../../test/reservation/live-morning.ts';
import { TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { addStaff, asking, emailOf, tryToSignIn } from '../../../test/staff.ts';
import { FeedPoller } from './poll-feeds.ts';

const REPLACEMENT = 5;
const LATER = 25 * 60;
const morning = eachLiveMorning();

test('25 minutes late, replaced: it is late, nobody loses it, and it can still be booked', async () => {
  const { deps, server, client } = morning;
  const reservationId = await client.book(['p1'], ['4-4A']);
  const feed = await FeedServer.open();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const poller = new FeedPoller(
    { db: deps.db, clock: deps.clock, timetable: server.timetable, isPaused: () => false, log },
    { urls: [feed.url], everyMs: 15_000, headers: {}, mayBeAbsent: false },
  );
  const { stops = [] } = server.timetable.current.operator.trips.get('haruka-14') ?? {};
  const clock = (seconds: number) =>
    [seconds / 3600, (seconds / 60) % 60, seconds % 60]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':');
  feed.serve(
    feedBytes(
      [
        update(
          { tripId: 'haruka-14', startDate: '20260401', scheduleRelationship: REPLACEMENT },
          stops.map(({ stationId, arrive, depart }) => ({
            stopId: stationId,
            arrival: { time: timeOf(clock(arrive + LATER)) },
            departure: { time: timeOf(clock(depart + LATER)) },
          })),
        ),
      ],
      deps.clock(),
    ),
  );
  await poller.look();
  await poller.idle();
  await poller.stop();
  await feed.close();
  await server.timetable.refresh();
  expect(await server.moveLive()).toBe(0);

  await addStaff(deps, 'editor');
  const signedIn = await tryToSignIn({ app: server.app, deps }, emailOf('editor'));
  const desk = asking(server, signedIn.json().data.token);
  const { data: seen } = (await desk('GET', 'train-run', { departureId: TRAIN_14.departureId })).json();
  expect(seen.run).toMatchObject({ runs: true, lateBy: LATER, stopsOut: 0 });

  const { data: mine } = await client.post('loadReserveDetail', { reservationId });
  expect(mine).toMatchObject({
    departAt: '2026-04-01 10:15:00',
    live: { runs: true, expectedDepartAt: '2026-04-01 10:40:00' },
  });
  expect(mine).not.toHaveProperty('disruption');

  const { data } = await client.get('ticketTrainList', {
    ticketIds: 'p2',
    date: '2026-04-01',
    from: TRAIN_14.from,
    to: TRAIN_14.to,
  });
  const listed = (data as DataOf<typeof ticketTrainList>).filter(({ trainNo }) => trainNo === '14');
  expect(listed).toMatchObject([{ selectable: true, live: { expectedDepartAt: '2026-04-01 10:40:00' } }]);
  expect(await client.book(['p2'], ['4-4A'])).toBe('SEAT-0008');
});
