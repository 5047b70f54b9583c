// Gates over HTTP: enrolment, the state they live on, and what they report.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gateState } from '@kippu/contract/gate';
import { bindGate, bindOpen } from '../http/bind-call.ts';
import { newServer } from '../http/new-server.ts';
import { timeProof } from './gate-state.ts';
import { openGateApp, passage, type GateFixture } from './gate-fixture.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const statusOf = async (ticketId: string) =>
  (
    await fixture.deps.db
      .selectFrom('ticket')
      .select('status')
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow()
  ).status;
const codesOf = async (ticketId: string) =>
  (
    await fixture.deps.db
      .selectFrom('ticket_event')
      .select(['code', 'station_id', 'method'])
      .where('ticket_id', '=', ticketId)
      .where('code', 'is not', null)
      .orderBy('at')
      .execute()
  ).map((row) => `${row.code} ${row.station_id} ${row.method}`);
const entriesOf = (ticketId: string) =>
  fixture.deps.db
    .selectFrom('ticket_entry')
    .select(['station_id', 'state', 'method'])
    .where('ticket_id', '=', ticketId)
    .orderBy('verified_at')
    .execute();
const conflicts = async () =>
  (await fixture.deps.db.selectFrom('gate_conflict').selectAll().orderBy('kind').execute()).map(
    (row) => row.kind,
  );
const suspend = async (ticketId: string, status: 'suspended' | 'inUse' = 'suspended') => {
  await fixture.deps.db.updateTable('ticket').set({ status }).where('ticket_id', '=', ticketId).execute();
  await fixture.deps.db
    .insertInto('ticket_event')
    .values({
      ticket_id: ticketId,
      kind: status === 'suspended' ? 'suspend' : 'resume',
      from_status: status === 'suspended' ? 'inUse' : 'suspended',
      to_status: status,
      actor: 'staff:test',
      at: new Date(fixture.deps.clock()),
      detail: null,
    })
    .execute();
};

test('a code enrols one gate, however it is typed, and only for a day', async () => {
  const code = await fixture.gateCode('kyoto', 'in');
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const { data } = (await fixture.enrol(typed)).json();
  expect(data).toMatchObject({ direction: 'in', station: { stationId: 'kyoto', stationNameJp: '京都' } });
  expect(Buffer.from(data.key, 'base64url')).toHaveLength(32);
  const rows = await fixture.deps.db
    .selectFrom('gate')
    .selectAll()
    .where('gate_id', '=', data.gateId)
    .execute();
  expect(JSON.stringify(rows)).not.toContain(data.key);
  expect((await fixture.enrol(code)).json().code).toBe('ACC-0004');
  expect((await fixture.enrol('WRONG')).json().code).toBe('ACC-0004');
  const late = await fixture.gateCode('kyoto');
  fixture.deps.advance(24 * 3_600_000);
  expect((await fixture.enrol(late)).json().code).toBe('ACC-0005');
});

test('of two gates that spend a code at once one gets it', async () => {
  const code = await fixture.gateCode('kyoto');
  const answers = await Promise.all([1, 2, 3].map(() => fixture.enrol(code)));
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 422, 422]);
});

test('a code is made for a station that exists, and by the desk only', async () => {
  const make = (payload: object, headers = {}) =>
    fixture.app.inject({ method: 'POST', url: '/desk/gates', payload, headers });
  expect((await make({ stationId: 'kyoto' })).statusCode).toBe(401);
  await expect(fixture.gateCode('atlantis')).rejects.toThrow();
});

test('only a gate that is still enrolled is answered', async () => {
  const gate = await fixture.gate();
  expect((await gate.state()).statusCode).toBe(200);
  for (const authorization of ['', 'Gate', 'Gate nonsense', `Bearer ${gate.key}`])
    for (const request of [
      { method: 'GET' as const, url: '/gate/state' },
      { method: 'POST' as const, url: '/gate/events', payload: { events: [passage('x')] } },
    ])
      expect(
        (await fixture.app.inject({ ...request, headers: { authorization } })).json().code,
        authorization,
      ).toBe('SES-0001');
  await fixture.deps.db
    .updateTable('gate')
    .set({ closed_at: new Date(fixture.deps.clock()) })
    .where('gate_id', '=', gate.gateId)
    .execute();
  expect((await gate.state()).json().code).toBe('SES-0001');
});

test('the state tells the time with a proof that only this gate and the server can make', async () => {
  const gate = await fixture.gate();
  const { data } = (await gate.state({ nonce: 'n-1' })).json();
  const keyHash = createHash('sha256').update(gate.key).digest('hex');
  expect(data).toMatchObject({ serverNow: fixture.deps.clock(), serverTime: '2026-04-01 09:00:00' });
  expect(data.proof).toBe(timeProof(keyHash, 'n-1', data.serverNow));
  expect(data.proof).not.toBe(timeProof(keyHash, 'n-2', data.serverNow));
  expect(data.issuerKeys).toEqual(fixture.deps.issuerKeys.publicKeys);
  expect(data.singleProducts).toContain('haruka-kix-kyoto');
  expect(data.singleProducts).not.toContain('kansai-pass-2day');
});

test('revocations are told since a time, each ticket once, with its last', async () => {
  const gate = await fixture.gate();
  const [first = '', second = ''] = await fixture.inUse('kansai-pass-2day', 2);
  await suspend(first);
  fixture.deps.advance(600_000);
  await suspend(first, 'inUse');
  await suspend(first);
  await suspend(second);
  const told = async (since?: string) =>
    (await gate.state(since === undefined ? {} : { since })).json().data.revoked;
  expect(await told()).toHaveLength(2);
  expect(await told()).toContainEqual({ ticketId: first, at: '2026-04-01 09:10:00' });
  // What was committed late is told twice rather than never.
  expect(await told('2026-04-01 09:11:00')).toHaveLength(2);
  expect(await told('2026-04-01 09:13:00')).toEqual([]);
  expect((await gate.state({ since: '2026-02-30 00:00:00' })).json().code).toBe('REQ-0001');
});

test('an entry and an exit are kept, and the exit uses up a one-way ticket', async () => {
  const [gate, other] = [await fixture.gate('kansai-airport'), await fixture.gate('kyoto')];
  const [ticket = ''] = await fixture.inUse('haruka-kix-kyoto');
  const entry = passage(ticket);
  expect((await gate.events([entry])).json().data).toEqual([{ eventId: entry.eventId, verdict: 'accepted' }]);
  expect(await entriesOf(ticket)).toEqual([{ station_id: 'kansai-airport', state: 'open', method: 'gate' }]);
  expect(await statusOf(ticket)).toBe('inUse');
  await other.events([passage(ticket, { code: 32, at: '2026-04-01 11:00:00' })]);
  expect(await entriesOf(ticket)).toMatchObject([{ state: 'passed' }]);
  expect(await statusOf(ticket)).toBe('used');
  expect(await codesOf(ticket)).toEqual(['31 kansai-airport gate', '32 kyoto gate']);
  expect(await conflicts()).toEqual([]);
  const { passed } = (await gate.state()).json().data;
  expect(passed).toEqual([{ ticketId: ticket, direction: 'out', at: '2026-04-01 11:00:00', single: true }]);
});

test('a round trip ends with its second exit, a pass with none', async () => {
  for (const [product, after] of [
    ['haruka-round-kyoto', 'used'],
    ['kansai-pass-2day', 'inUse'],
    ['city-day-qr', 'inUse'],
  ] as const) {
    await fixture.reset();
    const gate = await fixture.gate();
    const [ticket = ''] = await fixture.inUse(product);
    await gate.events([passage(ticket), passage(ticket, { code: 32, at: '2026-04-01 10:00:00' })]);
    expect(await statusOf(ticket)).toBe('inUse');
    await gate.events([
      passage(ticket, { at: '2026-04-01 12:00:00' }),
      passage(ticket, { code: 32, at: '2026-04-01 13:00:00' }),
    ]);
    expect(await statusOf(ticket), product).toBe(after);
    expect(await conflicts()).toEqual([]);
  }
});

test('a batch that is sent again changes nothing', async () => {
  const gate = await fixture.gate();
  const [ticket = ''] = await fixture.inUse('haruka-kix-kyoto');
  const batch = [passage(ticket), passage(ticket, { code: 32, at: '2026-04-01 10:00:00' })];
  const twice = await Promise.all([gate.events(batch), gate.events([...batch, batch[0] ?? {}])]);
  expect(twice.flatMap((answer) => answer.json().data).filter((v) => v.verdict === 'accepted')).toHaveLength(
    2,
  );
  const again = (await gate.events(batch)).json().data;
  expect(again.map((v: { verdict: string }) => v.verdict)).toEqual(['duplicate', 'duplicate']);
  expect(await codesOf(ticket)).toHaveLength(2);
});

test('what two offline gates did is recorded and shown to the desk, until the missing exit arrives', async () => {
  const [a, b] = [await fixture.gate('kyoto'), await fixture.gate('osaka')];
  const [ticket = ''] = await fixture.inUse('kansai-pass-2day');
  await a.events([passage(ticket)]);
  const late = passage(ticket, { at: '2026-04-01 10:30:00' });
  expect((await b.events([late])).json().data).toEqual([
    { eventId: late.eventId, verdict: 'conflict', reason: 'sameDirection' },
  ]);
  expect(await codesOf(ticket)).toHaveLength(2);
  expect(await conflicts()).toEqual(['sameDirection']);
  await b.events([passage(ticket, { code: 32, at: '2026-04-01 10:00:00' })]);
  expect(await conflicts()).toEqual([]);
});

test('a conflict that the desk has settled stays settled', async () => {
  const gate = await fixture.gate();
  const [ticket = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticket), passage(ticket, { at: '2026-04-01 09:40:00' })]);
  const settled_at = new Date(fixture.deps.clock());
  await fixture.deps.db.updateTable('gate_conflict').set({ settled_at, settled_by: 'staff:1' }).execute();
  await gate.events([passage(ticket, { code: 32, at: '2026-04-01 09:50:00' })]);
  const rows = await fixture.deps.db.selectFrom('gate_conflict').selectAll().execute();
  expect(rows).toMatchObject([{ kind: 'sameDirection', settled_by: 'staff:1' }]);
});

test('a ticket revoked meanwhile is recorded with a flag, one revoked later without', async () => {
  const gate = await fixture.gate();
  const [early = '', later = ''] = await fixture.inUse('kansai-pass-2day', 2);
  await suspend(early);
  expect((await gate.events([passage(early)])).json().data).toMatchObject([
    { verdict: 'conflict', reason: 'revoked' },
  ]);
  fixture.deps.advance(3_600_000);
  await suspend(later);
  expect((await gate.events([passage(later)])).json().data).toMatchObject([{ verdict: 'accepted' }]);
  await suspend(early, 'inUse');
  fixture.deps.advance(3_600_000);
  const resumed = passage(early, { code: 32, at: '2026-04-01 10:30:00' });
  expect((await gate.events([resumed])).json().data).toMatchObject([{ verdict: 'accepted' }]);
});

test('staff force an exit and a use, by number too, and it says so', async () => {
  const gate = await fixture.gate();
  const [pass = '', single = ''] = [
    ...(await fixture.inUse('kansai-pass-2day')),
    ...(await fixture.inUse('haruka-kix-kyoto')),
  ];
  const { ticket_no: ticketNo } = await fixture.deps.db
    .selectFrom('ticket')
    .select('ticket_no')
    .where('ticket_id', '=', single)
    .executeTakeFirstOrThrow();
  await gate.events([passage(pass), passage(pass, { code: 37, at: '2026-04-01 10:00:00', reason: 'lost' })]);
  expect(await entriesOf(pass)).toMatchObject([{ state: 'passed' }]);
  const { ticketId: _, ...byNumber } = passage('', { ticketNo, code: 38, reason: 'phone broken' });
  expect((await gate.events([byNumber])).json().data).toMatchObject([{ verdict: 'accepted' }]);
  expect(await statusOf(single)).toBe('used');
  const { actor, detail } = await fixture.deps.db
    .selectFrom('ticket_event')
    .select(['actor', 'detail'])
    .where('code', '=', 38)
    .executeTakeFirstOrThrow();
  expect([actor, detail]).toMatchObject([`staff:${gate.gateId}`, { reason: 'phone broken' }]);
});

test('a ticket nobody knows is kept for the desk; only what cannot be read is refused', async () => {
  const gate = await fixture.gate();
  const { ticketId: _, ...nameless } = passage('x');
  const batch = [passage('no-such-ticket'), nameless, passage('x', { at: '2026-02-30 09:00:00' })];
  const answer = await gate.events(batch);
  expect(answer.json().data).toMatchObject([
    { verdict: 'conflict', reason: 'unknownTicket' },
    { verdict: 'refused' },
    { verdict: 'refused' },
  ]);
  expect(await conflicts()).toEqual(['unknownTicket']);
  // What the database cannot keep as it is told must not cost the rest of the batch.
  const strange = [{ at: '0000-01-01 00:00:00' }, { at: '0001-01-01 00:00:00' }, { eventId: 'x\ud800' }];
  const mixed = await gate.events([...strange.map((change) => passage('x', change)), passage('x')]);
  expect(mixed.json().data.map((told: { verdict: string }) => told.verdict)).toEqual([
    ...strange.map(() => 'refused'),
    'conflict',
  ]);
  const many = Array.from({ length: 501 }, () => passage('x'));
  for (const events of [[], many, [{ ...passage('x'), code: 33 }], [{ ...passage('x'), more: 1 }]])
    expect((await gate.events(events)).json().code).toBe('REQ-0001');
});

test('a call is bound with the credential it asks for', async () => {
  const app = await newServer(fixture.deps);
  const never = () => Promise.reject(new Error('bound'));
  expect(() => bindOpen(app, fixture.deps, gateState, never)).toThrow(/credential/);
  expect(() => bindGate(app, fixture.deps, { ...gateState, auth: 'open' }, never, never)).toThrow(/no gate/);
  await app.close();
});
