// What gates did that does not fit, as the desk lists and settles it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GateConflict } from '@kippu/contract/desk';
import { openGateApp, passage, type GateFixture } from '../gate/gate-fixture.ts';
import { TEST_DESK_KEY } from '../http/test-deps.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const headers = { authorization: `ApiKey ${TEST_DESK_KEY}` };
const list = async (query: Record<string, string> = {}): Promise<{ items: GateConflict[]; next?: string }> =>
  (await fixture.app.inject({ url: '/desk/gate-conflicts', query, headers })).json().data;
const settle = (payload: object) =>
  fixture.app.inject({ method: 'POST', url: '/desk/gate-conflicts/settle', payload, headers });

test('two gates without a network: the desk sees both passages, where, when, and whose ticket it is', async () => {
  const [a, b] = [await fixture.gate('kyoto'), await fixture.gate('kansai-airport')];
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await a.events([passage(ticketId)]);
  const late = passage(ticketId, { at: '2026-04-01 09:45:00' });
  await b.events([late]);
  const { items, next } = await list();
  expect(next).toBeUndefined();
  expect(items).toMatchObject([
    {
      kind: 'sameDirection',
      gateId: b.gateId,
      eventId: late.eventId,
      stationId: 'kansai-airport',
      stationNameJp: '関西空港',
      code: 31,
      at: '2026-04-01 09:45:00',
      receivedAt: '2026-04-01 09:45:00',
      told: ticketId,
      ticket: { ticketId, status: 'inUse', statusWord: '使用中' },
      before: [{ gateId: a.gateId, stationId: 'kyoto', code: 31, at: '2026-04-01 09:30:00' }],
    },
  ]);
  expect(items[0]).not.toHaveProperty('settled');
  expect(await list({ stationId: 'kyoto' })).toEqual({ items: [] });
  expect((await list({ ticketId })).items).toHaveLength(1);
});

test('a conflict is settled once, with a note that stays, and the history of its ticket says so', async () => {
  const gate = await fixture.gate();
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticketId, { code: 32 }), passage('504700000000')]);
  const [noEntry, unknown] = (await list()).items;
  expect([unknown?.kind, noEntry?.kind]).toEqual(['unknownTicket', 'noEntry']);
  expect(unknown).not.toHaveProperty('ticket');
  fixture.deps.advance(60_000);
  const settled = { at: '2026-04-01 09:31:00', by: 'desk:api-key', note: 'Entered at Kyoto by hand' };
  const conflictId = noEntry?.conflictId ?? '';
  expect((await settle({ conflictId, note: settled.note })).json().data).toEqual({ ...noEntry, settled });
  fixture.deps.advance(60_000);
  // Whoever settles it at the same time is told what was found out already.
  expect((await settle({ conflictId, note: 'something else' })).json().data).toMatchObject({ settled });
  expect((await list()).items.map(({ kind }) => kind)).toEqual(['unknownTicket', 'noEntry']);
  expect((await list({ state: 'open' })).items).toEqual([unknown]);
  expect((await list({ state: 'settled' })).items).toMatchObject([{ conflictId, settled }]);
  const written = await fixture.deps.db
    .selectFrom('ticket_event')
    .select(['ticket_id', 'actor', 'detail'])
    .where('kind', '=', 'settleConflict')
    .execute();
  expect(written).toEqual([
    {
      ticket_id: ticketId,
      actor: 'desk:api-key',
      detail: { conflictId, conflict: 'noEntry', note: settled.note },
    },
  ]);
  const rewrite = fixture.deps.db.updateTable('gate_conflict').set({ settled_note: 'x' });
  await expect(rewrite.where('conflict_id', '=', conflictId).execute()).rejects.toThrow(/append-only/);
});

test('pages follow one another through the open ones and then the settled ones, each once', async () => {
  const gate = await fixture.gate();
  await gate.events(Array.from({ length: 120 }, (_, n) => passage(`no-ticket-${n}`)));
  const first = await list();
  for (const { conflictId } of first.items.slice(0, 20)) await settle({ conflictId, note: 'a typing error' });
  const seen: GateConflict[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    seen.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  expect(new Set(seen.map(({ conflictId }) => conflictId)).size).toBe(120);
  expect(seen.map(({ settled }) => settled !== undefined)).toEqual([
    ...Array<boolean>(100).fill(false),
    ...Array<boolean>(20).fill(true),
  ]);
});

test('only the desk is answered, and what it asks must make sense', async () => {
  const anonymous = await fixture.app.inject({ url: '/desk/gate-conflicts' });
  expect(anonymous.json().code).toBe('SES-0001');
  const ask = async (query: Record<string, string>) =>
    (await fixture.app.inject({ url: '/desk/gate-conflicts', query, headers })).json().code;
  expect(await ask({ cursor: 'x1' })).toBe('REQ-0001');
  expect(await ask({ state: 'none' })).toBe('REQ-0001');
  expect((await settle({ conflictId: '1', note: 'nothing' })).json().code).toBe('REQ-0005');
  for (const body of [{ conflictId: '1', note: '' }, { conflictId: '1e3', note: 'x' }, { note: 'x' }])
    expect((await settle(body)).json().code).toBe('REQ-0001');
});
