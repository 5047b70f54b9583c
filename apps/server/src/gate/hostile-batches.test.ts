// Batches as an enemy with a gate's key would send them, and gates that are closed while they speak.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateApp, passage, type GateFixture, type TestGate } from './gate-fixture.ts';

let fixture: GateFixture;
let gate: TestGate;
let ticketId: string;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  gate = await fixture.gate();
  [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
});

const verdicts = async (from: TestGate, events: readonly object[]) =>
  (await from.events(events)).json().data.map((each: { verdict: string }) => each.verdict);
const codes = async () => {
  const rows = await fixture.deps.db
    .selectFrom('ticket_event')
    .select('code')
    .where('ticket_id', '=', ticketId)
    .where('code', 'is not', null)
    .execute();
  return rows.map(({ code }) => code);
};

test('an event id told again with something else changes nothing, in one batch or in two', async () => {
  const entry = passage(ticketId);
  const other = { ...entry, code: 38 as const, reason: 'another' };
  expect(await verdicts(gate, [entry, other])).toEqual(['accepted', 'duplicate']);
  expect(await verdicts(gate, [other, { ...entry, ticketId: 'no-such-ticket' }])).toEqual([
    'duplicate',
    'duplicate',
  ]);
  expect(await codes()).toEqual([31]);
});

test("another gate's event ids are its own: nobody can use them up, or change what they are of", async () => {
  const other = await fixture.gate('kansai-airport');
  const entry = passage(ticketId);
  expect(await verdicts(gate, [entry])).toEqual(['accepted']);
  const exit = passage(ticketId, { eventId: entry.eventId, code: 32, at: '2026-04-01 09:50:00' });
  expect(await verdicts(other, [exit])).toEqual(['accepted']);
  expect(await codes()).toEqual([31, 32]);
  const stations = await fixture.deps.db
    .selectFrom('gate_event')
    .select(['gate_id', 'station_id'])
    .orderBy('code')
    .execute();
  expect(stations).toEqual([
    { gate_id: gate.gateId, station_id: 'kyoto' },
    { gate_id: other.gateId, station_id: 'kansai-airport' },
  ]);
});

test('nothing but the shape of the contract is taken, and no refused batch leaves a trace', async () => {
  const good = passage(ticketId);
  const bad: readonly unknown[] = [
    ...[null, 7, 'x', [], {}, [[]]],
    ...[
      { ...good, stationId: 'osaka' },
      { ...good, gateId: gate.gateId },
      { ...good, eventId: '' },
    ],
    ...[
      { ...good, eventId: 'x'.repeat(65) },
      { ...good, eventId: 'a\0b' },
      { ...good, eventId: 7 },
    ],
    ...[
      { ...good, code: '31' },
      { ...good, code: 35 },
      { ...good, code: 31.5 },
      { ...good, at: 0 },
    ],
    ...[
      { ...good, at: '2026-04-01T09:30:00' },
      { ...good, at: '2026-04-01 24:00:00' },
    ],
    ...[
      { ...good, certificate: 'a+b=' },
      { ...good, certificate: 'A'.repeat(4097) },
      { ...good, reason: 'a\0' },
    ],
    ...[
      { ...good, ticketId: ['x'] },
      { ...good, reason: 'x'.repeat(201) },
      { ...good, __proto__: null, more: 1 },
    ],
  ];
  for (const one of bad) {
    const answer = await gate.tell([good, one] as readonly object[]);
    expect([answer.statusCode, answer.json().code], JSON.stringify(one)).toEqual([400, 'REQ-0001']);
  }
  expect(await codes()).toEqual([]);
});

test('words that mean something to a database or a page are words', async () => {
  const reason = `'); drop table ticket; -- <script>alert(1)</script> \u{1f4a9} %s \\x00 \ud800`;
  const strange = [`'; --`, '__proto__', 'constructor', '\u202e\u{1f4a9}', 'null', ' '].map((eventId) =>
    passage(ticketId, { eventId, code: 37, reason }),
  );
  expect(await verdicts(gate, strange)).toEqual(Array(6).fill('accepted'));
  expect(await verdicts(gate, strange)).toEqual(Array(6).fill('duplicate'));
  for (const told of ['__proto__', `' or '1'='1`, '%', '\u{1f600}'.repeat(32)])
    expect(await verdicts(gate, [passage(told)]), told).toEqual(['conflict']);
});

test('a gate that is closed between its batches has what it told, and no more is taken', async () => {
  expect(await verdicts(gate, [passage(ticketId)])).toEqual(['accepted']);
  await fixture.deps.db
    .updateTable('gate')
    .set({ closed_at: new Date(fixture.deps.clock()) })
    .where('gate_id', '=', gate.gateId)
    .execute();
  const refused = await gate.events([passage(ticketId, { code: 32, at: '2026-04-01 09:40:00' })]);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'SES-0001']);
  expect(await codes()).toEqual([31]);
});

test('a thousand passages of one ticket are taken in order, and do not slow down as they grow', async () => {
  const batch = (from: number) =>
    Array.from({ length: 500 }, (_, n) =>
      passage(ticketId, {
        eventId: `e-${from + n}`,
        code: n % 2 === 0 ? 31 : 32,
        at: `2026-04-01 09:${String(Math.floor((from + n) / 20)).padStart(2, '0')}:${String((from + n) % 20).padStart(2, '0')}`,
      }),
    );
  for (const from of [0, 500])
    expect(new Set(await verdicts(gate, batch(from)))).toEqual(new Set(['accepted']));
  expect(await codes()).toHaveLength(1_000);
});
