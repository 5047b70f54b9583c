// Gates over HTTP: enrolment, the state they need, and what they report.
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gateState } from '@kippu/contract/calls/gate/gate';
import { bindGate } from '../platform/calls/bind-gate.ts';
import { bindOpen } from '../platform/calls/bind-open.ts';
import { randomToken } from '../session/session.ts';
import { newServer } from '../platform/http/new-server.ts';
import { managerHeaders } from '../../test/staff.ts';
import { timeProof } from './sync/gate-state.ts';
import { openGateApp, passage, type GateFixture } from '../../test/gate/gate.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

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

test('a code enrols one gate, however it is typed, within a day', async () => {
  const code = await fixture.gateCode('kyoto', 'in');
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const { data } = (await fixture.enrol(typed)).json();
  expect(data).toMatchObject({ direction: 'in', station: { stationId: 'kyoto', stationNameJp: '京都' } });
  expect(Object.keys(data).toSorted()).toEqual(['direction', 'gateId', 'station']);
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

test('a code is made for an existing station, and by the desk only', async () => {
  const make = (payload: object, headers = {}) =>
    fixture.app.inject({ method: 'POST', url: '/desk/gates', payload, headers });
  expect((await make({ stationId: 'kyoto' })).statusCode).toBe(401);
  await expect(fixture.gateCode('atlantis')).rejects.toThrow();
  // The direction must be given; there is no default.
  const key = await managerHeaders(fixture.deps);
  expect((await make({ stationId: 'kyoto' }, key)).json().code).toBe('REQ-0001');
  for (const direction of ['in', 'out', 'both'])
    expect((await make({ stationId: 'kyoto', direction }, key)).json().code).toBe('OK');
});

test('only an enrolled gate is answered', async () => {
  const gate = await fixture.gate();
  expect((await gate.state()).statusCode).toBe(200);
  for (const authorization of ['', 'Gate', 'Gate nonsense', `Bearer ${randomToken()}`])
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

test('the state has the time, with the proof that old gates check', async () => {
  const gate = await fixture.gate();
  const { data } = (await gate.state({ nonce: 'n-1' })).json();
  const secret = Buffer.from(gate.device.answerKey, 'base64url');
  expect(data).toMatchObject({ serverNow: fixture.deps.clock(), serverTime: '2026-04-01 09:00:00' });
  expect(data.proof).toBe(timeProof(secret, 'n-1', data.serverNow));
  expect(data.proof).not.toBe(timeProof(secret, 'n-2', data.serverNow));
  expect(data.issuerKeys).toEqual(fixture.deps.issuerKeys.publicKeys);
  expect(data.singleProducts).toContain('haruka-kix-kyoto');
  expect(data.singleProducts).not.toContain('kansai-pass-2day');
});

test('the state lists revocations since a time, each ticket once, with its last one', async () => {
  const gate = await fixture.gate();
  const [first = '', second = ''] = await fixture.inUse('kansai-pass-2day', 2);
  await suspend(first);
  fixture.deps.advance(600_000);
  await suspend(first, 'inUse');
  await suspend(first);
  await suspend(second);
  const revokedSince = async (since?: string) =>
    (await gate.state(since === undefined ? {} : { since })).json().data.revoked;
  expect(await revokedSince()).toHaveLength(2);
  expect(await revokedSince()).toContainEqual({ ticketId: first, at: '2026-04-01 09:10:00' });
  // A revocation that was committed late is sent twice rather than never.
  expect(await revokedSince('2026-04-01 09:11:00')).toHaveLength(2);
  expect(await revokedSince('2026-04-01 09:13:00')).toEqual([]);
  // A time before all of them is as none: a gate that was away for long gets what a new one needs.
  expect(await revokedSince('1990-01-01 00:00:00')).toEqual(await revokedSince());
  expect((await gate.state({ since: '2026-02-30 00:00:00' })).json().code).toBe('REQ-0001');
});

test('an entry and an exit are recorded, and the exit uses up a one-way ticket', async () => {
  const [gate, other] = [await fixture.gate('kansai-airport'), await fixture.gate('kyoto')];
  const [ticket = ''] = await fixture.inUse('haruka-kix-kyoto');
  const entry = passage(ticket);
  expect((await gate.events([entry])).json().data).toEqual([{ eventId: entry.eventId, verdict: 'accepted' }]);
  expect(await entriesOf(ticket)).toEqual([{ station_id: 'kansai-airport', state: 'open', method: 'gate' }]);
  expect(await fixture.status(ticket)).toBe('inUse');
  await other.events([passage(ticket, { code: 32, at: '2026-04-01 11:00:00' })]);
  expect(await entriesOf(ticket)).toMatchObject([{ state: 'passed' }]);
  expect(await fixture.status(ticket)).toBe('used');
  expect(await codesOf(ticket)).toEqual(['31 kansai-airport gate', '32 kyoto gate']);
  expect(await fixture.conflicts()).toEqual([]);
  const { passed } = (await gate.state()).json().data;
  expect(passed).toEqual([
    { ticketId: ticket, direction: 'out', at: '2026-04-01 11:00:00', single: true, stationId: 'kyoto' },
  ]);
});

test('a round trip ends with its second exit, a pass with none', async () => {
  for (const [product, stationId, after] of [
    ['haruka-round-kyoto', 'kyoto', 'used'],
    ['kansai-pass-2day', 'kyoto', 'inUse'],
    ['city-day-qr', 'osaka', 'inUse'],
  ] as const) {
    await fixture.reset();
    const gate = await fixture.gate(stationId);
    const [ticket = ''] = await fixture.inUse(product);
    await gate.events([passage(ticket), passage(ticket, { code: 32, at: '2026-04-01 10:00:00' })]);
    expect(await fixture.status(ticket)).toBe('inUse');
    await gate.events([
      passage(ticket, { at: '2026-04-01 12:00:00' }),
      passage(ticket, { code: 32, at: '2026-04-01 13:00:00' }),
    ]);
    expect(await fixture.status(ticket), product).toBe(after);
    expect(await fixture.conflicts()).toEqual([]);
  }
});

test('a repeated batch changes nothing', async () => {
  const gate = await fixture.gate();
  const [ticket = ''] = await fixture.inUse('haruka-round-kyoto');
  const batch = [passage(ticket), passage(ticket, { code: 32, at: '2026-04-01 10:00:00' })];
  const twice = await Promise.all([gate.events(batch), gate.events([...batch, batch[0] ?? {}])]);
  expect(twice.flatMap((answer) => answer.json().data).filter((v) => v.verdict === 'accepted')).toHaveLength(
    2,
  );
  const again = (await gate.events(batch)).json().data;
  expect(again.map((v: { verdict: string }) => v.verdict)).toEqual(['duplicate', 'duplicate']);
  expect(await codesOf(ticket)).toHaveLength(2);
});

test('contradicting reports of two offline gates are recorded and shown to the desk, until the missing exit arrives', async () => {
  const [a, b] = [await fixture.gate('kyoto'), await fixture.gate('osaka')];
  const [ticket = ''] = await fixture.inUse('kansai-pass-2day');
  await a.events([passage(ticket)]);
  const late = passage(ticket, { at: '2026-04-01 10:30:00' });
  expect((await b.events([late])).json().data).toEqual([
    { eventId: late.eventId, verdict: 'conflict', reason: 'sameDirection' },
  ]);
  expect(await codesOf(ticket)).toHaveLength(2);
  expect(await fixture.conflicts()).toEqual(['sameDirection']);
  await b.events([passage(ticket, { code: 32, at: '2026-04-01 10:00:00' })]);
  expect(await fixture.conflicts()).toEqual([]);
});

test('a conflict that the desk resolved stays resolved', async () => {
  const gate = await fixture.gate();
  const [ticket = ''] = await fixture.inUse('kansai-pass-2day');
  await gate.events([passage(ticket), passage(ticket, { at: '2026-04-01 09:40:00' })]);
  const settled_at = new Date(fixture.deps.clock());
  await fixture.deps.db.updateTable('gate_conflict').set({ settled_at, settled_by: 'staff:1' }).execute();
  await gate.events([passage(ticket, { code: 32, at: '2026-04-01 09:50:00' })]);
  const rows = await fixture.deps.db.selectFrom('gate_conflict').selectAll().execute();
  expect(rows).toMatchObject([{ kind: 'sameDirection', settled_by: 'staff:1' }]);
});

test('a passage after a revocation is recorded with a flag, one before it without', async () => {
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

test('staff force an exit and a use, also by number, and the history shows it', async () => {
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
  expect(await fixture.status(single)).toBe('used');
  const { actor, detail } = await fixture.deps.db
    .selectFrom('ticket_event')
    .select(['actor', 'detail'])
    .where('code', '=', 38)
    .executeTakeFirstOrThrow();
  expect([actor, detail]).toMatchObject([`staff:${gate.gateId}`, { reason: 'phone broken' }]);
});

test('a passage of an unknown ticket is recorded for the desk; only an unreadable event is refused', async () => {
  const gate = await fixture.gate();
  const { ticketId: _, ...nameless } = passage('x');
  const batch = [passage('no-such-ticket'), nameless, passage('x', { at: '2026-02-30 09:00:00' })];
  const answer = await gate.events(batch);
  expect(answer.json().data).toMatchObject([
    { verdict: 'conflict', reason: 'unknownTicket' },
    { verdict: 'refused', reason: 'unreadable' },
    { verdict: 'refused', reason: 'unreadable' },
  ]);
  expect(await fixture.conflicts()).toEqual(['unknownTicket']);
  // One event that the database cannot store must not lose the rest of the batch.
  const strange = [
    ...[
      '0000-01-01 00:00:00',
      '0001-01-01 00:00:00',
      '2026-04-01 24:00:00',
      '2026-04-01 23:59:60',
      '2026-13-01 09:00:00',
    ].map((at) => ({ at })),
    { eventId: 'x\ud800' },
  ];
  const mixed = await gate.events([...strange.map((change) => passage('x', change)), passage('x')]);
  expect(mixed.json().data.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    ...strange.map(() => 'refused'),
    'conflict',
  ]);
  const many = Array.from({ length: 501 }, () => passage('x'));
  for (const events of [[], many, [{ ...passage('x'), code: 33 }], [{ ...passage('x'), more: 1 }]])
    expect((await gate.events(events)).json().code).toBe('REQ-0001');
});

test('a call is bound with the credential it requires', async () => {
  const app = await newServer(fixture.deps);
  const never = () => Promise.reject(new Error('bound'));
  const steps = { authenticate: never, checkedBody: (_: unknown, body: Readable) => body, prove: () => null };
  expect(() => bindOpen(app, fixture.deps, gateState, never)).toThrow(/credential/);
  expect(() => bindGate(app, fixture.deps, { ...gateState, auth: 'open' }, steps, never)).toThrow(/no gate/);
  await app.close();
});
