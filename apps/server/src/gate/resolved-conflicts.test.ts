// A conflict that staff resolved covers the contradiction that they judged. Another one of the same kind at the same passage is open.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { managerHeaders } from '../../test/staff.ts';
import { openGateApp, passage, verdictsOf, type GateFixture } from '../../test/gate/gate.ts';
import { codeOf, type TestUser } from '../../test/ticket/ticket.ts';

const PASS = 'kansai-pass-2day';

let fixture: GateFixture;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
});

/** The ticket's open conflicts with what they contradict, by the passages' ids. */
const open = (ticketId: string) =>
  fixture.deps.db
    .selectFrom('gate_conflict')
    .select(['conflict_id', 'event_id', 'kind', 'against'])
    .where('ticket_id', '=', ticketId)
    .where('settled_at', 'is', null)
    .orderBy('event_id')
    .orderBy('against')
    .execute();
const resolveAll = async (ticketId: string) => {
  for (const { conflict_id } of await open(ticketId)) {
    const payload = { conflictId: String(conflict_id), note: 'one person' };
    const answer = fixture.app.inject({
      method: 'POST',
      url: '/desk/gate-conflicts/settle',
      payload,
      headers: await managerHeaders(fixture.deps),
    });
    expect(await codeOf(answer)).toBe('OK');
  }
};

test('a second person is a conflict, also where staff resolved that the traveller verified after the gate', async () => {
  const ticketId = await hanako.inUse(PASS);
  const [osaka, kyoto] = [await fixture.gate('osaka', 'in'), await fixture.gate('kyoto', 'in')];
  const friend = passage(ticketId, { eventId: 'friend', at: '2026-04-01 09:01:00' });
  const own = passage(ticketId, { eventId: 'own', at: '2026-04-01 09:11:00' });
  fixture.deps.advance(12 * 60_000);
  const station = { ticketId, stationId: 'kyoto', direction: 'in', method: 'manual' };
  const verified = hanako.post(`start?${new URLSearchParams(station)}`, { checked: [...CHECKLIST] });
  expect(await codeOf(verified)).toBe('OK');
  const { record_id } = await fixture.deps.db
    .selectFrom('ticket_entry')
    .select('record_id')
    .executeTakeFirstOrThrow();
  expect(await verdictsOf(kyoto.reportNow([own]))).toEqual(['sameDirection']);
  expect(await open(ticketId)).toMatchObject([{ event_id: 'own', against: `check ${record_id}` }]);
  await resolveAll(ticketId);
  fixture.deps.advance(60 * 60_000);
  expect(await verdictsOf(osaka.reportNow([friend]))).toEqual(['accepted']);
  expect(await open(ticketId)).toMatchObject([
    { event_id: 'own', kind: 'sameDirection', against: `passage ${osaka.gateId} friend` },
  ]);
});

test('a passage between two whose conflict is resolved contradicts both; what was resolved stays so', async () => {
  const ticketId = await hanako.inUse(PASS);
  const gate = await fixture.gate('kyoto', 'in');
  const entry = (eventId: string, time: string) => passage(ticketId, { eventId, at: `2026-04-01 ${time}` });
  await gate.events([entry('a', '09:30:00'), entry('c', '09:50:00')]);
  expect(await open(ticketId)).toMatchObject([{ event_id: 'c', against: `passage ${gate.gateId} a` }]);
  await resolveAll(ticketId);
  await gate.reportNow([entry('b', '09:40:00')]);
  expect(await open(ticketId)).toMatchObject([
    { event_id: 'b', against: `passage ${gate.gateId} a` },
    { event_id: 'c', against: `passage ${gate.gateId} b` },
  ]);
  await resolveAll(ticketId);
  await gate.events([entry('d', '09:55:00')]);
  expect(await open(ticketId)).toMatchObject([{ event_id: 'd', against: `passage ${gate.gateId} c` }]);
});

test('a conflict that an older release stored and staff resolved covers all of its kind at its passage; an open one does not', async () => {
  const [first, second] = [await hanako.inUse(PASS), await hanako.inUse(PASS)];
  const gate = await fixture.gate('kyoto', 'in');
  for (const ticketId of [first, second]) {
    const entry = (name: string, time: string) =>
      passage(ticketId, { eventId: `${name} ${ticketId}`, at: `2026-04-01 ${time}` });
    await gate.events([entry('a', '09:30:00'), entry('b', '09:31:00')]);
    const older = await fixture.deps.db
      .updateTable('gate_conflict')
      .set({ against: null })
      .where('ticket_id', '=', ticketId)
      .execute();
    expect(older).toMatchObject([{ numUpdatedRows: 1n }]);
    if (ticketId === first) await resolveAll(ticketId);
    await gate.reportNow([entry('between', '09:30:30')]);
  }
  const named = async (ticketId: string) => (await open(ticketId)).map(({ event_id }) => event_id);
  expect(await named(first)).toEqual([`between ${first}`]);
  expect(await named(second)).toEqual([`b ${second}`, `between ${second}`]);
});
