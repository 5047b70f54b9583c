// Contradicting gate events, listed and resolved at the desk.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GateConflict } from '@kippu/contract/calls/desk/issue';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { managerHeaders, staffAtDesk } from '../../../test/staff.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const headersNow = () => managerHeaders(fixture.deps);
const list = async (query: Record<string, string> = {}): Promise<{ items: GateConflict[]; next?: string }> =>
  (await fixture.app.inject({ url: '/desk/gate-conflicts', query, headers: await headersNow() })).json().data;
const recorded = async () =>
  (
    await fixture.deps.db
      .selectFrom('staff_action')
      .select(['call', 'subject'])
      .where('call', 'in', ['deskGateConflict', 'deskGateConflicts'])
      .orderBy('action_id')
      .execute()
  ).map(({ call, subject }) => `${call} ${subject}`);
const settle = async (payload: object) =>
  fixture.app.inject({
    method: 'POST',
    url: '/desk/gate-conflicts/settle',
    payload,
    headers: await headersNow(),
  });

test('two offline gates: the desk sees both passages with station, time and ticket', async () => {
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
      ticket: { ticketId, status: 'inUse', statusWord: 'In use' },
      before: [{ gateId: a.gateId, stationId: 'kyoto', code: 31, at: '2026-04-01 09:30:00' }],
      against: {
        what: 'passage',
        gateId: a.gateId,
        stationId: 'kyoto',
        stationNameJp: '京都',
        code: 31,
        at: '2026-04-01 09:30:00',
      },
    },
  ]);
  expect(items[0]).not.toHaveProperty('settled');
  expect(await list({ stationId: 'kyoto' })).toEqual({ items: [] });
  expect((await list({ ticketId })).items).toHaveLength(1);
});

test("a conflict is resolved once, with a note that stays, and its ticket's history shows it", async () => {
  const gate = await fixture.gate();
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticketId, { code: 32 }), passage('504700000000')]);
  const [noEntry, unknown] = (await list()).items;
  expect([unknown?.kind, noEntry?.kind]).toEqual(['unknownTicket', 'noEntry']);
  expect(unknown).not.toHaveProperty('ticket');
  fixture.deps.advance(60_000);
  const settled = {
    at: '2026-04-01 09:31:00',
    by: 'desk:tester',
    byName: 'Test desk',
    note: 'Entered at Kyoto by hand',
  };
  const conflictId = noEntry?.conflictId ?? '';
  expect((await settle({ conflictId, note: settled.note })).json().data).toEqual({ ...noEntry, settled });
  fixture.deps.advance(60_000);
  // A second resolution is refused and changes nothing.
  expect((await settle({ conflictId, note: 'something else' })).json()).toMatchObject({
    code: 'DESK-0001',
    values: { at: settled.at },
  });
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
      actor: 'desk:tester',
      detail: { conflictId, conflict: 'noEntry', note: settled.note },
    },
  ]);
  const rewrite = fixture.deps.db.updateTable('gate_conflict').set({ settled_note: 'x' });
  await expect(rewrite.where('conflict_id', '=', conflictId).execute()).rejects.toThrow(/append-only/);
});

test('a note is not blank, and has no characters that reverse the text after it', async () => {
  const gate = await fixture.gate();
  await gate.events([passage('504700000000')]);
  const conflictId = (await list()).items[0]?.conflictId ?? '';
  for (const note of [' ', '\u3000\n', '\u200b', '\u3164'])
    expect((await settle({ conflictId, note })).json()).toMatchObject({
      code: 'REQ-0001',
      values: { field: 'note' },
    });
  expect((await list({ state: 'settled' })).items).toEqual([]);
  const settled = (await settle({ conflictId, note: ' \u202Ea typing error\u202C ' })).json().data.settled;
  expect(settled.note).toBe('a typing error');
});

test('viewing the conflicts of one ticket is audited like viewing the ticket; the list of all by its filter', async () => {
  const gate = await fixture.gate();
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticketId, { code: 32 }), passage('504700000000')]);
  const { items } = await list();
  expect(await recorded()).toEqual(['deskGateConflicts all']);
  const of = (kind: string) => items.find((item) => item.kind === kind);
  const ticketNo = of('noEntry')?.ticket?.ticketNo;
  expect(ticketNo).toMatch(/^\d{12}$/);
  await list({ ticketId });
  await list({ ticketId: 'nobody' });
  const counter = await staffAtDesk(fixture, 'counter');
  for (const kind of ['noEntry', 'unknownTicket'])
    await counter('GET', 'gate-conflict', { conflictId: of(kind)?.conflictId ?? '' });
  expect(await recorded()).toEqual([
    'deskGateConflicts all',
    `deskGateConflicts ${ticketNo}`,
    'deskGateConflicts nobody',
    `deskGateConflict ${ticketNo}`,
    'deskGateConflict 504700000000',
  ]);
});

const settleMany = async (payload: object) =>
  fixture.app.inject({
    method: 'POST',
    url: '/desk/gate-conflicts/settle-many',
    payload,
    headers: await headersNow(),
  });

test('many conflicts are resolved with one reason, each recorded; those resolved before stay as they were', async () => {
  const gate = await fixture.gate();
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticketId, { code: 32 }), passage('504700000000'), passage('504700000001')]);
  const conflictIds = (await list()).items.map((each) => each.conflictId);
  const first = conflictIds.at(-1) ?? '';
  await settle({ conflictId: first, note: 'a typing error' });
  const answer = await settleMany({ conflictIds: [...conflictIds, '999'], note: ' The gate was stolen. ' });
  expect(answer.json().data).toEqual({ settled: 2, left: 1, unknown: ['999'], more: false });
  const notes = (await list()).items.map(({ conflictId, settled }) => [conflictId, settled?.note]);
  expect(new Map(notes as [string, string][])).toEqual(
    new Map(conflictIds.map((id) => [id, id === first ? 'a typing error' : 'The gate was stolen.'])),
  );
  const acts = await fixture.deps.db
    .selectFrom('staff_action')
    .select('subject')
    .where('call', '=', 'deskSettleGateConflict')
    .execute();
  expect(acts.map(({ subject }) => subject ?? '').toSorted()).toEqual(conflictIds.toSorted());
  const history = fixture.deps.db.selectFrom('ticket_event').select(['ticket_id', 'detail']);
  expect(await history.where('kind', '=', 'settleConflict').execute()).toMatchObject([
    { ticket_id: ticketId, detail: { conflict: 'noEntry', note: 'The gate was stolen.' } },
  ]);
});

test("a gate's open conflicts are resolved 500 at a time, the oldest first, up to the newest that staff saw", async () => {
  const [stolen, other] = [await fixture.gate(), await fixture.gate()];
  const named = (n: number) => passage(`no-ticket-${n}`);
  await stolen.events(Array.from({ length: 500 }, (_, n) => named(n)));
  fixture.deps.advance(25 * 3_600_000);
  await stolen.reportNow([named(500)]);
  const [seen] = (await list({ gateId: stolen.gateId })).items;
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await stolen.reportNow([named(501)]);
  await other.events([passage(ticketId, { code: 32, at: '2026-04-02 12:00:00' })]);
  const gate = { gateId: stolen.gateId, upTo: seen?.conflictId ?? '' };
  const run = async (more: object = {}) =>
    (await settleMany({ gate: { ...gate, ...more }, note: 'stolen' })).json().data;
  expect(await run({ kind: 'noEntry' })).toEqual({ settled: 0, left: 0, more: false });
  expect(await run()).toEqual({ settled: 500, left: 0, more: true });
  expect(await run()).toEqual({ settled: 1, left: 0, more: false });
  expect((await list({ state: 'open' })).items.map(({ told, kind }) => [told, kind])).toEqual([
    [ticketId, 'noEntry'],
    ['no-ticket-501', 'unknownTicket'],
  ]);
  expect((await list({ state: 'open', kind: 'noEntry' })).items).toHaveLength(1);
});

test('an act on many names either conflicts or a gate, and a reason', async () => {
  const gate = { gateId: 'g', upTo: '1' };
  for (const body of [
    { note: 'x' },
    { conflictIds: ['1'], gate, note: 'x' },
    { conflictIds: ['1'], note: ' ' },
    { conflictIds: ['1', '1'], note: 'x' },
    { conflictIds: Array.from({ length: 501 }, (_, n) => `${n}`), note: 'x' },
  ])
    expect((await settleMany(body)).json().code).toBe('REQ-0001');
});

test('pages list the open conflicts and then the resolved ones, each once', async () => {
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

test('only the desk is answered, and a malformed query is refused', async () => {
  const anonymous = await fixture.app.inject({ url: '/desk/gate-conflicts' });
  expect(anonymous.json().code).toBe('SES-0001');
  const ask = async (query: Record<string, string>) =>
    (await fixture.app.inject({ url: '/desk/gate-conflicts', query, headers: await headersNow() })).json()
      .code;
  expect(await ask({ cursor: 'x1' })).toBe('REQ-0001');
  expect(await ask({ state: 'none' })).toBe('REQ-0001');
  expect((await settle({ conflictId: '1', note: 'nothing' })).json().code).toBe('REQ-0005');
  for (const body of [{ conflictId: '1', note: '' }, { conflictId: '1e3', note: 'x' }, { note: 'x' }])
    expect((await settle(body)).json().code).toBe('REQ-0001');
});

test.each([
  [
    'a verification on the phone',
    'check record',
    { what: 'verification', stationId: 'kyoto', direction: 'in', at: '2026-04-01 09:40:00' },
  ],
  [
    'a handover',
    `handover ${Date.parse('2026-04-01T09:50:00+09:00')}`,
    { what: 'handover', at: '2026-04-01 09:50:00' },
  ],
  ['nothing but itself', '', undefined],
  ['a conflict of an older release', null, undefined],
  ['an event that is no longer there', 'passage gate-x event-x', undefined],
])('a conflict says that it contradicts %s', async (_name, against, expected) => {
  const gate = await fixture.gate();
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticketId, { code: 32 })]);
  const { db } = fixture.deps;
  const at = new Date('2026-04-01T09:40:00+09:00');
  await db
    .insertInto('ticket_entry')
    .values({
      record_id: 'record',
      ticket_id: ticketId,
      station_id: 'kyoto',
      direction: 'in',
      method: 'manual',
      state: 'open',
      verified_at: at,
      verified_until: at,
      closed_at: null,
    })
    .execute();
  await db.updateTable('gate_conflict').set({ against }).execute();
  const [conflict] = (await list()).items;
  if (expected) expect(conflict?.against).toMatchObject(expected);
  else expect(conflict).not.toHaveProperty('against');
});
