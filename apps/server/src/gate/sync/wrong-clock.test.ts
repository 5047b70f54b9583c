// Reports with a wrong or invented time: recorded and shown to the desk, and no ticket's history lies in the future.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { managerHeaders } from '../../../test/staff.ts';
import {
  openGateApp,
  passage,
  verdictsOf,
  type GateFixture,
  type EnrolledGate,
} from '../../../test/gate/gate.ts';

let fixture: GateFixture;
let gate: EnrolledGate;
let ticketId: string;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  gate = await fixture.gate();
  [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  fixture.deps.advance(3_600_500);
});

const NOW = '2026-04-01 10:00:00';
const now = new Date('2026-04-01T10:00:00+09:00');
const report = (events: readonly object[]) => verdictsOf(gate.reportNow(events));
const conflicts = async () => {
  const headers = await managerHeaders(fixture.deps);
  return (await fixture.app.inject({ url: '/desk/gate-conflicts', headers })).json().data.items;
};
/** All recorded times of the ticket except those of its issue. */
const momentsOf = async () => {
  const { db } = fixture.deps;
  const events = await db
    .selectFrom('ticket_event')
    .select(['code', 'at'])
    .where('ticket_id', '=', ticketId)
    .where('code', 'is not', null)
    .orderBy('event_id')
    .execute();
  const entries = await db
    .selectFrom('ticket_entry')
    .select(['state', 'verified_at', 'closed_at'])
    .where('ticket_id', '=', ticketId)
    .execute();
  const ticket = await db
    .selectFrom('ticket')
    .select(['station_from_date', 'station_depart_date'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return { events, entries, ticket };
};

test.each([
  ['three minutes ahead', '2026-04-01 10:03:00'],
  ['a day ahead', '2026-04-02 10:00:00'],
  ['in 2100', '2100-01-01 00:00:00'],
  ['at the end of time', '9999-12-31 23:59:59'],
  ['in 1970', '1970-01-01 00:00:00'],
  ['an hour before the ticket was issued', '2026-04-01 08:00:00'],
])("an entry reported %s counts from its receipt, and the desk sees the gate's time", async (_, at) => {
  const entry = passage(ticketId, { at });
  expect(await report([entry])).toEqual(['wrongClock']);
  expect(await momentsOf()).toEqual({
    events: [{ code: 31, at: now }],
    entries: [{ state: 'open', verified_at: now, closed_at: null }],
    ticket: { station_from_date: now, station_depart_date: null },
  });
  expect(await conflicts()).toMatchObject([
    { kind: 'wrongClock', at, receivedAt: NOW, ticket: { ticketId } },
  ]);
  const { passed } = (await (await fixture.gate()).state()).json().data;
  expect(passed).toEqual([{ ticketId, direction: 'in', at: NOW, single: false, stationId: 'kyoto' }]);

  // A later repetition changes nothing, and the traveller can exit.
  fixture.deps.advance(600_000);
  expect(await report([entry, passage(ticketId, { code: 32, at: '2026-04-01 10:09:00' })])).toEqual([
    'duplicate',
    'accepted',
  ]);
  const { entries, events } = await momentsOf();
  expect(events.map((event) => event.at)).toEqual([now, new Date('2026-04-01T10:09:00+09:00')]);
  expect(entries).toMatchObject([{ state: 'passed', verified_at: now }]);
  expect((await conflicts()).map(({ kind }: { kind: string }) => kind)).toEqual(['wrongClock']);
});

test('a clock within the allowed deviation is corrected without a conflict', async () => {
  expect(await report([passage(ticketId, { at: '2026-04-01 10:02:00' })])).toEqual(['accepted']);
  const { events, ticket } = await momentsOf();
  expect([events, ticket.station_from_date]).toEqual([[{ code: 31, at: now }], now]);
});

test('passages reported ahead of time keep their order, in whatever order they are reported', async () => {
  const [entry, exit] = [
    passage(ticketId, { eventId: 'z', at: '2026-04-01 13:00:00' }),
    passage(ticketId, { eventId: 'a', code: 32, at: '2026-04-01 14:00:00' }),
  ];
  const back = passage(ticketId, { eventId: 'b', at: '2026-04-01 15:00:00' });
  expect(await report([back, exit, entry])).toEqual(['wrongClock', 'wrongClock', 'wrongClock']);
  expect((await conflicts()).map(({ kind }: { kind: string }) => kind)).toEqual(Array(3).fill('wrongClock'));
  const { entries } = await momentsOf();
  expect(entries.map(({ state }) => state).toSorted()).toEqual(['open', 'passed']);
});

test('a journey reported ahead of time uses up a ticket, and an unknown ticket is recorded too', async () => {
  const [single = ''] = await fixture.inUse('haruka-kix-kyoto');
  const at = '2030-01-01 00:00:00';
  const events = [
    passage(single, { at }),
    passage(single, { code: 32, at: '2030-01-01 01:00:00' }),
    passage('no-such-ticket', { at }),
    passage(single, { certificate: 'bm9uZQ', at }),
  ];
  expect(await report(events)).toEqual(['wrongClock', 'wrongClock', 'unknownTicket', 'forged']);
  const { db } = fixture.deps;
  const row = db.selectFrom('ticket').select('status').where('ticket_id', '=', single);
  expect((await row.executeTakeFirstOrThrow()).status).toBe('used');
  const stored = await db.selectFrom('gate_event').select(['at', 'told_at']).execute();
  expect(new Set(stored.map((each) => each.at.getTime()))).toEqual(new Set([now.getTime()]));
  expect(stored.every((each) => each.told_at !== null)).toBe(true);
});
