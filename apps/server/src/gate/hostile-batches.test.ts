// Batches from an attacker with a gate's key, and gates that are closed while they report.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/database.ts';
import { besideTransaction } from '../platform/db/transaction-scope.ts';
import { lockOpenGate } from './store/gate-store.ts';
import { openGateApp, passage, type GateFixture, type EnrolledGate } from '../../test/gate/gate.ts';

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
});

const verdicts = async (from: EnrolledGate, events: readonly object[]) =>
  (await from.events(events)).json().data.map((each: { verdict: string }) => each.verdict);

test('an event id repeated with other content changes nothing, in one batch or in two', async () => {
  const entry = passage(ticketId);
  const other = { ...entry, code: 38 as const, reason: 'another' };
  expect(await verdicts(gate, [entry, other])).toEqual(['accepted', 'duplicate']);
  expect(await verdicts(gate, [other, { ...entry, ticketId: 'no-such-ticket' }])).toEqual([
    'duplicate',
    'duplicate',
  ]);
  expect(await fixture.passages(ticketId)).toEqual([31]);
});

test("event ids are separate per gate: no gate can use up or change another's", async () => {
  const other = await fixture.gate('kansai-airport');
  const entry = passage(ticketId);
  expect(await verdicts(gate, [entry])).toEqual(['accepted']);
  const exit = passage(ticketId, { eventId: entry.eventId, code: 32, at: '2026-04-01 09:50:00' });
  expect(await verdicts(other, [exit])).toEqual(['accepted']);
  expect(await fixture.passages(ticketId)).toEqual([31, 32]);
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

test("only the contract's format is accepted, and a refused batch leaves no trace", async () => {
  const good = passage(ticketId);
  const bad: readonly unknown[] = [
    null,
    7,
    'x',
    [],
    {},
    [[]],
    { ...good, stationId: 'osaka' },
    { ...good, gateId: 7 },
    { ...good, eventId: '' },
    { ...good, eventId: 'x'.repeat(65) },
    { ...good, eventId: 'a\0b' },
    { ...good, eventId: 7 },
    { ...good, code: '31' },
    { ...good, code: 35 },
    { ...good, code: 31.5 },
    { ...good, at: 0 },
    { ...good, at: '2026-04-01T09:30:00' },
    { ...good, at: '2026-04-01 9:30:00' },
    { ...good, certificate: 'a+b=' },
    { ...good, certificate: 'A'.repeat(4097) },
    { ...good, reason: 'a\0' },
    { ...good, ticketId: ['x'] },
    { ...good, reason: 'x'.repeat(201) },
    { ...good, __proto__: null, more: 1 },
  ];
  for (const one of bad) {
    const answer = await gate.reportNow([good, one] as readonly object[]);
    expect([answer.statusCode, answer.json().code], JSON.stringify(one)).toEqual([400, 'REQ-0001']);
  }
  expect(await fixture.passages(ticketId)).toEqual([]);
});

test('text with special meaning in SQL or HTML is stored as plain text', async () => {
  const reason = `'); drop table ticket; -- <script>alert(1)</script> \u{1f4a9} %s \\x00 \ud800`;
  const strange = [`'; --`, '__proto__', 'constructor', '\u202e\u{1f4a9}', 'null', ' '].map((eventId) =>
    passage(ticketId, { eventId, code: 37, reason }),
  );
  expect(await verdicts(gate, strange)).toEqual(Array(6).fill('accepted'));
  expect(await verdicts(gate, strange)).toEqual(Array(6).fill('duplicate'));
  for (const reported of ['__proto__', `' or '1'='1`, '%', '\u{1f600}'.repeat(32)])
    expect(await verdicts(gate, [passage(reported)]), reported).toEqual(['conflict']);
});

test('the reports of a gate closed between its batches stay, and no more are accepted', async () => {
  expect(await verdicts(gate, [passage(ticketId)])).toEqual(['accepted']);
  await fixture.deps.db
    .updateTable('gate')
    .set({ closed_at: new Date(fixture.deps.clock()) })
    .where('gate_id', '=', gate.gateId)
    .execute();
  const refused = await gate.events([passage(ticketId, { code: 32, at: '2026-04-01 09:40:00' })]);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'SES-0001']);
  expect(await fixture.passages(ticketId)).toEqual([31]);
});

test('a thousand passages of one ticket are recorded in order, without slowing down', async () => {
  const certificate = await fixture.certificateFor(ticketId);
  const gates = [gate, ...(await Promise.all(Array.from({ length: 9 }, () => fixture.gate())))];
  const batch = (from: number) =>
    Array.from({ length: 100 }, (_, n) =>
      passage(ticketId, {
        certificate,
        code: n % 2 === 0 ? 31 : 32,
        at: `2026-04-01 09:${String(Math.floor((from + n) / 20)).padStart(2, '0')}:${String((from + n) % 20).padStart(2, '0')}`,
      }),
    );
  const all: string[] = [];
  for (const [index, each] of gates.entries()) all.push(...(await verdicts(each, batch(index * 100))));
  // In and out every three seconds at one station: all but the first are pass-backs, and still recorded.
  expect(all).toEqual(['accepted', ...Array(999).fill('conflict')]);
  expect(await fixture.passages(ticketId)).toHaveLength(1_000);
});

test('500 set-aside events a day are stored for one gate; counted passages always are', async () => {
  const other = await fixture.gate();
  const unknown = (count: number) => Array.from({ length: count }, () => passage('no-such-ticket'));
  const forged = passage(ticketId, { certificate: 'AAAA' });
  expect(await verdicts(gate, unknown(300))).toEqual(Array(300).fill('conflict'));
  const answers = await verdicts(gate, [
    ...unknown(250),
    forged,
    passage(ticketId, { certificate: await fixture.certificateFor(ticketId) }),
  ]);
  expect(answers.filter((each: string) => each === 'conflict')).toHaveLength(200);
  expect(answers.slice(-2)).toEqual(['refused', 'accepted']);
  const kept = fixture.deps.db.selectFrom('gate_event').select('event_id').where('gate_id', '=', gate.gateId);
  expect(await kept.execute()).toHaveLength(501);
  expect((await gate.reportNow([forged])).json().data).toEqual([
    { eventId: forged.eventId, verdict: 'refused', reason: 'tooMany' },
  ]);
  expect(await verdicts(other, unknown(1))).toEqual(['conflict']);
  fixture.deps.advance(24 * 3_600_000 + 1000);
  expect(await verdicts(gate, [forged])).toEqual(['conflict']);
});

test('beyond a hundred passages a day, a gate’s reports of one ticket are refused; those of other tickets count', async () => {
  const [other = ''] = await fixture.inUse('kansai-pass-2day');
  const certificate = await fixture.certificateFor(ticketId);
  const entry = (second = 0) =>
    passage(ticketId, {
      certificate,
      at: `2026-04-01 09:3${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`,
    });
  const entries = Array.from({ length: 120 }, (_, second) => entry(second));
  const first = await verdicts(gate, [...entries, passage(other)]);
  expect(first.slice(98)).toEqual(['conflict', 'conflict', ...Array(20).fill('refused'), 'accepted']);
  expect(await verdicts(gate, [entries[0] ?? {}, entry(), passage(other, { code: 32 })])).toEqual([
    'duplicate',
    'refused',
    'conflict',
  ]);
  expect(await fixture.passages(ticketId)).toHaveLength(100);
  const elsewhere = await fixture.gate('kansai-airport');
  expect(await verdicts(elsewhere, [entry()])).not.toContain('refused');
  fixture.deps.advance(24 * 3_600_000 + 1000);
  expect(await verdicts(gate, [entry()])).not.toContain('refused');
});

// The embedded database has one connection, so nothing waits for a row there.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'of the batches that a gate sends at once, three wait for its row; the others are refused and hold no connection',
  async () => {
    const answers: number[] = [];
    const send = async () => {
      answers.push((await gate.reportNow([passage(ticketId)])).statusCode);
    };
    const sent = await inTransaction(fixture.deps.db, async (trx) => {
      await lockOpenGate(trx, gate.gateId);
      const all = besideTransaction(() => Array.from({ length: 12 }, send));
      await expect.poll(() => answers.length).toBe(9);
      expect(new Set(answers)).toEqual(new Set([429]));
      return { all };
    });
    await Promise.all(sent.all);
    expect(answers.slice(9)).toEqual([200, 200, 200]);
  },
);
