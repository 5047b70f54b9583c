// The nights in which summer time begins and ends, by calls, in two zones: trains past midnight, the closing of a train, holds, tickets
// that end at midnight, entries and the desk. What is expected comes from Intl and the rule of GTFS, not from the code's own clock.
import { OUR_RAILWAY } from '@kippu/domain/test/our-railway';
import { setRules } from '@kippu/domain/rules';
import { setZone } from '@kippu/domain/time/zone';
import { RAILWAY_NAMES } from '@kippu/words/test/demo-railway';
import { setRailway } from '@kippu/words/railway';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serving } from '../test/app-context.ts';
import { openGateApp, passage, type GateFixture } from '../test/gate/gate.ts';
import { NIGHT_TRAINS, nightRailway } from '../test/railways/other-railway.ts';
import { staffAtDesk } from '../test/staff.ts';
import type { TestUser } from '../test/ticket/ticket.ts';
import { openSettings } from './platform/operator/files/operator-settings.ts';

const HOUR = 3_600_000;
const SECOND = 1000;
/** `changeClosesMinutes` of the railway. */
const CLOSES_MS = HOUR / 2;

/** The clock of a zone at an instant, as Intl knows it. */
function clockIn(zone: string, at: number): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat('sv-SE', options).format(at);
}
/** The instant of a clock that the zone shows once. */
function instantIn(zone: string, clock: string): number {
  const asUtc = Date.parse(`${clock.replace(' ', 'T')}Z`);
  for (let at = asUtc - 15 * HOUR; at <= asUtc + 15 * HOUR; at += HOUR)
    if (clockIn(zone, at) === clock) return at;
  throw new Error(`${zone} has no ${clock}`);
}
/** The wall time on the wire: in the second pass of a repeated hour with the offset. */
function wireIn(zone: string, at: number): string {
  const clock = clockIn(zone, at);
  if (clockIn(zone, at - HOUR) !== clock) return clock;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    at,
  );
  return clock + (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', '');
}
/** When a train of a service day leaves: GTFS counts from twelve hours before noon. */
function leavesAt(zone: string, serviceDate: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return instantIn(zone, `${serviceDate} 12:00:00`) + (hours - 12) * HOUR + minutes * 60 * SECOND;
}

interface Listed {
  readonly departureId: string;
  readonly departAt: string;
  readonly arriveAt: string;
  readonly stops: readonly { readonly arriveAt?: string; readonly departAt?: string }[];
}

let fixture: GateFixture;
let owner: TestUser;
afterEach(() => fixture.close());
afterAll(() => {
  setZone('Asia/Tokyo');
  setRules(OUR_RAILWAY);
  setRailway(RAILWAY_NAMES);
});

describe.each([
  ['Europe/Zurich', '2026-03-28', '2026-03-29', '2026-03-30', 23],
  ['Europe/Zurich', '2026-10-24', '2026-10-25', '2026-10-26', 25],
  ['America/New_York', '2026-03-07', '2026-03-08', '2026-03-09', 23],
  ['America/New_York', '2026-10-31', '2026-11-01', '2026-11-02', 25],
])('%s, the night after %s', (zone, eve, day, next, hours) => {
  const departures = NIGHT_TRAINS.map(([trip, leaves]) => ({
    departureId: `${trip}@${eve}`,
    at: leavesAt(zone, eve, leaves),
  }));
  const moveTo = async (at: number) => {
    fixture.deps.advance(at - fixture.deps.clock());
    await owner.signIn();
  };
  const read = async (call: string, query: Record<string, string>) => {
    const url = `/jtr-jwqs-app/guest/seat/info/${call}?${new URLSearchParams(query)}`;
    return (await fixture.app.inject({ url, headers: { authorization: owner.authorization() } })).json().data;
  };

  beforeEach(async () => {
    const { operator, texts } = await nightRailway(zone);
    fixture = await openGateApp({ operator, timetable: serving(operator) });
    openSettings(texts);
    fixture.deps.advance(instantIn(zone, `${eve} 09:00:00`) - fixture.deps.clock());
    owner = await fixture.traveller('owner', 'en');
  });
  /** Sells a ticket of the season to the owner, who adds it. */
  const bound = async (productId: string): Promise<string> => {
    const [ticket] = await fixture.issue(productId, 1, { useExpireDate: next });
    await owner.post('bind', { link: ticket?.link });
    return ticket?.ticketId ?? '';
  };
  const inUse = async (productId: string): Promise<string> => {
    const ticketId = await bound(productId);
    await owner.post('use', { ticketId });
    return ticketId;
  };

  test('its trains are listed at their instants, those past midnight first, and at the desk', async () => {
    const ticketIds = await bound('three-days');
    const listed: Listed[] = await read('ticketTrainList', { ticketIds, from: 'low', to: 'top', date: day });
    const byDay = ['t1', 't3'].map((trip) => `${trip}@${day}`);
    expect(listed.map(({ departureId }) => departureId)).toEqual([
      ...departures.map(({ departureId }) => departureId),
      ...byDay,
    ]);
    expect(listed.slice(0, departures.length).map(({ departAt }) => departAt)).toEqual(
      departures.map(({ at }) => wireIn(zone, at)),
    );
    // The train of the morning, after the change.
    expect(listed.find(({ departureId }) => departureId === `t1@${day}`)?.departAt).toBe(`${day} 08:00:00`);
    for (const { departAt, arriveAt, stops } of listed)
      expect([stops.at(0)?.departAt, stops.at(-1)?.arriveAt]).toEqual([departAt, arriveAt]);
    const desk = await staffAtDesk(fixture, 'manager');
    const shown = async (date: string) =>
      (await desk('GET', 'occupancy', { date }))
        .json()
        .data.trains.map(({ departureId, stops }: Listed) => [departureId, stops.at(0)?.departAt]);
    expect(await shown(eve)).toEqual(
      expect.arrayContaining(departures.map(({ departureId, at }) => [departureId, wireIn(zone, at)])),
    );
    expect(await shown(day)).toEqual(expect.arrayContaining([[`t1@${day}`, `${day} 08:00:00`]]));
  });

  test.each(departures)(
    '$departureId is sold until half an hour before it leaves, and not a second longer',
    async ({ departureId, at }) => {
      const [first, second] = [await bound('three-days'), await bound('three-days')];
      const hold = async (ticketId: string) =>
        (
          await owner.seat('seatHold', {
            ticketIds: [ticketId],
            departureId,
            from: 'low',
            to: 'top',
            auto: { prefer: 'window' },
          })
        ).json();
      await moveTo(at - CLOSES_MS);
      const held = await hold(first);
      expect(held.code).toBe('OK');
      expect(held.data.expiresAt).toBe(wireIn(zone, at - CLOSES_MS + 120 * SECOND));
      const saved = (await owner.seat('seatSave', { holdId: held.data.holdId })).json();
      expect(saved.data).toMatchObject({ departureId, departAt: wireIn(zone, at) });
      await moveTo(at - CLOSES_MS + SECOND);
      expect((await hold(second)).code).toBe('SEAT-0005');
      const { items } = await read('reserveList', { tab: 'upcoming' });
      expect(items).toEqual([expect.objectContaining({ departAt: wireIn(zone, at) })]);
      await moveTo(at + HOUR);
      expect((await read('reserveList', { tab: 'upcoming' })).items).toEqual([]);
    },
  );

  test('a ticket for one day is good for the whole day, of 23 hours or 25', async () => {
    const midnight = instantIn(zone, `${day} 00:00:00`);
    const ends = instantIn(zone, `${next} 00:00:00`);
    expect(ends - midnight).toBe(hours * HOUR);
    await moveTo(midnight);
    const ticketId = await inUse('any-way');
    expect(await owner.load(ticketId)).toMatchObject({ abtExpireDate: `${day} 23:59:59`, expired: false });
    await moveTo(ends - SECOND);
    expect(await owner.load(ticketId)).toMatchObject({ expired: false });
    await moveTo(ends);
    expect(await owner.load(ticketId)).toMatchObject({ expired: true });
  });

  test('an entry in the night stands in the history at its instant', async () => {
    const ticketId = await inUse('three-days');
    const gate = await fixture.gate('low');
    const at = (departures.at(-1)?.at ?? 0) - 10 * 60 * SECOND;
    const entry = passage(ticketId, { at: wireIn(zone, at) });
    expect((await gate.events([entry])).json()).toMatchObject({ code: 'OK' });
    expect(fixture.deps.clock()).toBe(at);
    await owner.signIn();
    const { items } = (await owner.get('history', { ticketId, site: 'all' })).json().data;
    expect(items).toEqual([expect.objectContaining({ at: wireIn(zone, at) })]);
    expect((await owner.load(ticketId)).entry).toMatchObject({ at: wireIn(zone, at) });
  });
});
