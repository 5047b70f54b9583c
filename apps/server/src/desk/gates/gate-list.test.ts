// The list of gates for a manager: when each last called, and closing one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskGate } from '@kippu/contract/calls/desk/gates';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { renameStaff, staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: GateFixture;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

const list = async (query: Record<string, string> = {}): Promise<{ items: DeskGate[]; next?: string }> =>
  (await manager('GET', 'gate-list', query)).json().data;

test('lists gates by station with the minute of their last call, closed ones after open ones', async () => {
  const kyoto = await fixture.gate('kyoto', 'in');
  const airport = await fixture.gate('kansai-airport');
  expect((await list()).items).toMatchObject([
    { gateId: airport.gateId, stationId: 'kansai-airport', stationNameEn: 'Kansai-Airport' },
    { gateId: kyoto.gateId, direction: 'in', enrolledAt: '2026-04-01 09:00:00' },
  ]);
  expect((await list()).items[1]).not.toHaveProperty('heardAt');

  await kyoto.state();
  fixture.deps.advance(59_000);
  await kyoto.state();
  expect((await list({ stationId: 'kyoto' })).items).toMatchObject([{ heardAt: '2026-04-01 09:00:00' }]);
  fixture.deps.advance(1_000);
  await kyoto.state();
  const close = { gateId: airport.gateId };
  const closed = (await manager('POST', 'gates/close', close)).json().data;
  expect(closed).toMatchObject({ ...close, closedAt: '2026-04-01 09:01:00' });
  expect((await list()).items).toMatchObject([{ heardAt: '2026-04-01 09:01:00' }, closed]);
  expect((await list({ state: 'open' })).items).toHaveLength(1);
  expect((await list({ state: 'closed' })).items).toEqual([closed]);
});

test('a closed gate is refused at once; closing it again is refused, also of two at once; its closing is audited, and its passages stay', async () => {
  const gate = await fixture.gate();
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticketId)]);
  const [first, second] = await Promise.all(
    [1, 2].map(() => manager('POST', 'gates/close', { gateId: gate.gateId })),
  );
  expect([first?.json().code, second?.json().code].toSorted()).toEqual(['DESK-0006', 'OK']);
  expect((await gate.state()).json().code).toBe('SES-0001');
  expect((await gate.events([passage(ticketId, { code: 32 })])).json().code).toBe('SES-0001');
  fixture.deps.advance(60_000);
  const again = await manager('POST', 'gates/close', { gateId: gate.gateId });
  expect(again.json()).toMatchObject({ code: 'DESK-0006' });
  expect((await manager('POST', 'gates/close', { gateId: 'nobody' })).json().code).toBe('REQ-0005');
  const stored = await fixture.deps.db
    .selectFrom('staff_action')
    .select('subject')
    .where('call', '=', 'deskCloseGate')
    .where('refusal', 'is', null)
    .execute();
  expect(stored).toEqual([{ subject: gate.gateId }]);
  const passed = await fixture.deps.db.selectFrom('gate_event').select('code').execute();
  expect(passed).toEqual([{ code: 31 }]);
});

test('pages list every gate once, whatever a cursor claims', async () => {
  const at = new Date(fixture.deps.clock());
  const rows = Array.from({ length: 120 }, (_, n) => ({
    gate_id: `gate-${n}`,
    station_id: n % 3 ? 'kyoto' : 'tennoji',
    direction: 'both' as const,
    inspects: false,
    key_hash: `hash-${n}`,
    enrolled_at: at,
    closed_at: n % 4 ? null : at,
  }));
  await fixture.deps.db.insertInto('gate').values(rows).execute();
  const seen: DeskGate[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    seen.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  const made = seen.filter(({ gateId }) => gateId.startsWith('gate-'));
  expect([made.length, new Set(made.map(({ gateId }) => gateId)).size]).toEqual([120, 120]);
  const order = seen.map(({ closedAt, stationId }) => `${closedAt ? 1 : 0} ${stationId}`);
  expect(order).toEqual(order.toSorted());
  for (const place of [[], [2, 'a', 1, 'b'], [0, 'a\0', 1, 'b'], [0, 'a', -1, 'b'], [0, 1, 1, 1]]) {
    const wrong = Buffer.from(JSON.stringify(place)).toString('base64url');
    expect((await manager('GET', 'gate-list', { cursor: wrong })).json().code).toBe('REQ-0001');
  }
});

test('one conflict, resolved with the name of who did it; the counter resolves conflicts and cannot close gates', async () => {
  const counter = await staffAtDesk(fixture, 'counter');
  const gate = await fixture.gate();
  await gate.events([passage('504700000000')]);
  const [found] = (await counter('GET', 'gate-conflicts')).json().data.items;
  const { conflictId } = found;
  expect((await counter('GET', 'gate-conflict', { conflictId })).json().data).toEqual(found);
  await counter('POST', 'gate-conflicts/settle', { conflictId, note: 'a typing error' });
  const settled = { byName: 'Test counter', note: 'a typing error' };
  const shown = async () => (await counter('GET', 'gate-conflict', { conflictId })).json().data.settled;
  expect(await shown()).toMatchObject(settled);
  // A person who takes the name later did not do it.
  await renameStaff(fixture.deps, 'counter', 'Renamed since');
  expect(await shown()).toMatchObject(settled);
  expect((await counter('GET', 'gate-conflicts')).json().data.items[0].settled).toMatchObject(settled);
  expect((await counter('GET', 'gate-conflict', { conflictId: '999' })).json().code).toBe('REQ-0005');
  expect((await counter('POST', 'gates/close', { gateId: gate.gateId })).json().code).toBe('SES-0006');
  const stations = (await counter('GET', 'stations')).json().data;
  expect(stations.map(({ stationId }: { stationId: string }) => stationId)).toContain('kyoto');
});
