// A closed gate: every process refuses its key at once, and what it did after the given time does not count.
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { buildApp } from '../../app.ts';
import { UNKNOWN_PER_ADDRESS } from '../../gate/enrol/gate-auth.ts';
import { judgeClosedGates } from '../../gate/passages/judge-closed-gate.ts';
import { listUnjudgedGates } from '../../gate/store/gate-store.ts';
import { addBearerGate, newDevice } from '../../../test/gate/gate-device.ts';
import {
  openGateApp,
  passage,
  verdictsOf,
  type GateFixture,
  type EnrolledGate,
} from '../../../test/gate/gate.ts';
import { staffAtDesk } from '../../../test/staff.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const codeOf = (answer: { json: () => { code: string } }) => answer.json().code;
const close = async (gateId: string, countsUntil?: string) => {
  const manager = await staffAtDesk(fixture, 'manager');
  return manager('POST', 'gates/close', { gateId, ...(countsUntil === undefined ? {} : { countsUntil }) });
};
/** Stores passages as if the gate had reported them now. */
const insertMany = (gate: EnrolledGate, ticketId: string, many: number) =>
  sql`insert into gate_event
      (gate_id, event_id, ticket_id, told, station_id, code, at, received_at, certificate, reason)
    select ${gate.gateId}, 'e' || n, ${ticketId}, ${ticketId}, 'kyoto', 31,
      ${new Date(fixture.deps.clock())}::timestamptz, ${new Date(fixture.deps.clock())}::timestamptz, '', 'many'
    from generate_series(1, ${many}::int) as n`.execute(fixture.deps.db);
const verdicts = (gate: EnrolledGate, events: readonly object[]) => verdictsOf(gate.events(events));

describe('a closed gate', () => {
  test('is refused at once by every process, whatever it signs', async () => {
    const other = await buildApp(fixture.deps);
    const gate = await fixture.gate();
    const key = await addBearerGate(fixture.deps.db, fixture.deps.clock(), { gateId: 'old-gate' });
    const state = { method: 'GET', url: '/gate/state' } as const;
    const ask = async () =>
      Promise.all(
        [fixture.app, other].flatMap((app) => [
          app.inject({ ...state, headers: gate.device.headers(state, { keyId: gate.gateId }) }),
          app.inject({ ...state, headers: { authorization: `Gate ${key}` } }),
        ]),
      );
    expect((await ask()).map(codeOf)).toEqual(Array(4).fill('OK'));
    await close(gate.gateId);
    await close('old-gate');
    expect((await ask()).map(codeOf)).toEqual(Array(4).fill('SES-0001'));
    await other.close();
  });

  test('is refused when its call was still arriving', async () => {
    await fixture.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => undefined);
    const { port } = fixture.app.server.address() as AddressInfo;
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    for (const [url, body] of [
      ['/gate/events', { events: [passage(ticketId, { at: '2026-04-01 09:00:00' })] }],
      ['/gate/decide', { text: 'x' }],
    ] as const) {
      const gate = await fixture.gate();
      const text = JSON.stringify(body);
      const headers = {
        ...gate.device.headers({ method: 'POST', url, body }, { keyId: gate.gateId }),
        'content-length': String(Buffer.byteLength(text)),
      };
      const answered = new Promise<number>((resolve, reject) => {
        const sending = httpRequest({ port, method: 'POST', path: url, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sending.on('error', reject);
        sending.write(text.slice(0, 5), () => {
          // Its first bytes have arrived, so it was accepted as an open gate.
          const lastSeen = async () =>
            (
              await fixture.deps.db
                .selectFrom('gate')
                .select('heard_at')
                .where('gate_id', '=', gate.gateId)
                .executeTakeFirstOrThrow()
            ).heard_at;
          void (async () => {
            await expect.poll(lastSeen, { timeout: 60_000 }).not.toBeNull();
            await close(gate.gateId);
            sending.end(text.slice(5));
          })().catch(reject);
        });
      });
      expect(await answered, url).toBe(401);
    }
    expect(await fixture.deps.db.selectFrom('gate_event').selectAll().execute()).toEqual([]);
  });

  test("loses its own call limit: its calls count as a stranger's", async () => {
    const gate = await fixture.gate();
    const remoteAddress = '198.51.100.9';
    const state = { method: 'GET', url: '/gate/state' } as const;
    expect(codeOf(await gate.call(state, { remoteAddress }))).toBe('OK');
    await close(gate.gateId);
    const codes: string[] = [];
    for (let n = 0; n < UNKNOWN_PER_ADDRESS.max + 2; n += 1)
      codes.push(codeOf(await gate.call(state, { remoteAddress })));
    expect(codes[0]).toBe('SES-0001');
    expect(codes.at(-1)).toBe('REQ-0004');
  });
});

describe('a gate that was closed', () => {
  test('counts until the given time: later passages that it had reported are set aside', async () => {
    const [gate, other] = [await fixture.gate(), await fixture.gate('osaka')];
    const [before = '', after = ''] = await fixture.inUse('kansai-pass-2day', 2);
    await gate.events([passage(before, { at: '2026-04-01 09:30:00' })]);
    await gate.events([passage(after, { at: '2026-04-01 10:00:01' })]);
    const closed = (await close(gate.gateId, '2026-04-01 10:00:00')).json().data;
    expect(closed).toMatchObject({ closedAt: '2026-04-01 10:00:01', countsUntil: '2026-04-01 10:00:00' });
    expect([await fixture.conflicts(before), await fixture.conflicts(after)]).toEqual([[], ['afterClosing']]);
    const entries = await fixture.deps.db
      .selectFrom('ticket_entry')
      .select(['ticket_id', 'state'])
      .where('method', '=', 'gate')
      .execute();
    expect(entries.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      { ticket_id: after, state: 'cancelled' },
      { ticket_id: before, state: 'open' },
    ]);
    // Other gates and the server's own decisions no longer use it.
    const { passed: known } = (await other.state()).json().data;
    expect(known.map(({ ticketId }: { ticketId: string }) => ticketId)).toEqual([before]);
    const later = passage(after, { at: '2026-04-01 10:30:00' });
    expect(await verdicts(other, [later])).toEqual(['accepted']);
    expect(await fixture.conflicts(after)).toEqual(['afterClosing']);
  });

  test('a ticket that it used up has its former status again', async () => {
    const [gate, exit] = [await fixture.gate('kansai-airport'), await fixture.gate('kyoto')];
    const [ticket = ''] = await fixture.inUse('haruka-kix-kyoto');
    await gate.events([passage(ticket, { at: '2026-04-01 09:30:00' })]);
    await exit.events([passage(ticket, { code: 32, at: '2026-04-01 10:00:01' })]);
    expect(await fixture.status(ticket)).toBe('used');
    await close(exit.gateId, '2026-04-01 10:00:00');
    expect(await fixture.conflicts(ticket)).toEqual(['afterClosing']);
    expect(await fixture.status(ticket)).toBe('inUse');
  });

  test('can get an earlier end, never a later one', async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    await gate.events([passage(ticketId, { at: '2026-04-01 09:30:00' })]);
    const until = async (time?: string) => (await close(gate.gateId, time)).json().data.countsUntil;
    expect(await until()).toBe('2026-04-01 09:30:00');
    expect(await fixture.conflicts(ticketId)).toEqual([]);
    expect(await until('2026-04-01 09:10:00')).toBe('2026-04-01 09:10:00');
    expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
    const gone = { at: '2026-04-01 09:30:00', until: '2026-04-01 09:10:00' };
    for (const time of ['2026-04-01 09:20:00', '2026-04-01 09:10:00', undefined])
      expect((await close(gate.gateId, time)).json()).toMatchObject({ code: 'DESK-0006', values: gone });
    for (const { gateId } of [gate, await fixture.gate()]) {
      expect(codeOf(await close(gateId, '2026-04-01 09:31:00'))).toBe('DESK-0007');
      expect(codeOf(await close(gateId, '2099-01-01 00:00:00'))).toBe('DESK-0007');
    }
    expect(await until('2026-04-01 09:09:59')).toBe('2026-04-01 09:09:59');
    expect((await close(gate.gateId, '2026-02-30 09:20:00')).json().code).toBe('REQ-0001');
  });

  test('enrolled again at its station, reports the rest: earlier passages count, later ones are set aside', async () => {
    const gate = await fixture.gate();
    const [before = '', after = '', exit = ''] = await fixture.inUse('haruka-round-kyoto', 3);
    fixture.deps.advance(wallToEpoch('2026-04-01 12:00:00') - fixture.deps.clock());
    await close(gate.gateId, '2026-04-01 10:00:00');
    const { gateId } = gate;
    const [newGate, elsewhere] = [await fixture.gate('kyoto'), await fixture.gate('osaka')];
    expect(
      await verdicts(newGate, [
        passage(before, { gateId, at: '2026-04-01 10:00:00' }),
        passage(after, { gateId, at: '2026-04-01 10:00:01', code: 38 }),
        // An impossible time counts as now, which is later.
        passage(exit, { gateId, at: '2026-04-01 12:30:00', code: 38 }),
      ]),
    ).toEqual(['accepted', 'afterClosing', 'afterClosing']);
    expect([
      await fixture.passages(before),
      await fixture.passages(after),
      await fixture.passages(exit),
    ]).toEqual([[31], [], []]);
    expect(await fixture.status(after)).toBe('inUse');
    // Its own passages are not another gate's, and an open gate has no end.
    expect(await verdicts(newGate, [passage(after, { at: '2026-04-01 12:10:00' })])).toEqual(['accepted']);
    const open = passage(exit, { gateId: elsewhere.gateId, at: '2026-04-01 12:11:00' });
    expect(await verdicts(newGate, [open])).toEqual(['accepted']);
  });

  test('a device that is enrolled again has other keys, and the earlier ones are refused', async () => {
    const gate = await fixture.gate();
    await close(gate.gateId);
    const device = newDevice(() => fixture.deps.clock());
    expect((await fixture.enrol(await fixture.gateCode('kyoto'), device)).statusCode).toBe(200);
    expect((await gate.state()).json().code).toBe('SES-0001');
  });

  test('lists what it sent later for a time before, as somebody may have invented it', async () => {
    const gate = await fixture.gate();
    const [honest = '', backdated = '', later = ''] = await fixture.inUse('kansai-pass-2day', 3);
    await gate.events([passage(honest, { at: '2026-04-01 09:30:00' })]);
    fixture.deps.advance(wallToEpoch('2026-04-01 11:00:00') - fixture.deps.clock());
    await gate.reportNow([
      passage(backdated, { at: '2026-04-01 09:31:00' }),
      passage(later, { at: '2026-04-01 10:30:00' }),
    ]);
    await close(gate.gateId, '2026-04-01 10:00:00');
    const listed = await Promise.all([honest, backdated, later].map(fixture.conflicts));
    expect(listed).toEqual([[], ['reportedLate'], ['afterClosing']]);
    expect(await fixture.passages(backdated)).toEqual([31]);
    await close(gate.gateId, '2026-04-01 10:00:00');
    expect(await Promise.all([honest, backdated, later].map(fixture.conflicts))).toEqual(listed);
  });

  test('is judged anew when it is closed as of an earlier time, however long after the first closing', async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    const MANY = 700;
    fixture.deps.advance(wallToEpoch('2026-04-01 10:00:00') - fixture.deps.clock());
    await insertMany(gate, ticketId, MANY);
    const judging = {
      db: fixture.deps.db,
      clock: () => fixture.deps.clock(),
      rules: fixture.deps.operator.settings.rules,
    };
    expect(codeOf(await close(gate.gateId))).toBe('OK');
    await judgeClosedGates(judging);
    expect(await fixture.conflicts(ticketId)).toEqual([]);
    fixture.deps.advance(8 * 24 * 3_600_000);
    // Nothing was left, so that the gate is not looked at any more.
    await judgeClosedGates(judging);
    expect(await listUnjudgedGates(fixture.deps.db)).toEqual([]);
    expect(codeOf(await close(gate.gateId, '2026-04-01 09:00:00'))).toBe('OK');
    // What the process that closed it did not judge, because it ended, another one does.
    await judgeClosedGates(judging);
    expect(await fixture.conflicts(ticketId)).toEqual(Array(MANY).fill('afterClosing'));
    expect((await listUnjudgedGates(fixture.deps.db)).map(({ gate_id }) => gate_id)).toEqual([gate.gateId]);
  });

  test('closed as of an earlier time, lists each passage once', async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    fixture.deps.advance(wallToEpoch('2026-04-01 11:00:00') - fixture.deps.clock());
    await gate.reportNow([passage(ticketId, { at: '2026-04-01 09:31:00' })]);
    await close(gate.gateId, '2026-04-01 10:00:00');
    expect(await fixture.conflicts(ticketId)).toEqual(['reportedLate']);
    await close(gate.gateId, '2026-04-01 09:30:00');
    expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
  });

  test('closes at once however much it reported, and all of it is judged', async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    const MANY = 7_500;
    fixture.deps.advance(wallToEpoch('2026-04-01 10:00:00') - fixture.deps.clock());
    await insertMany(gate, ticketId, MANY);
    const certificate = await fixture.certificateFor(ticketId);
    const last = passage(ticketId, { certificate, at: '2026-04-01 10:00:00' });
    expect((await gate.events([last])).statusCode).toBe(200);
    const closed = await close(gate.gateId, '2026-04-01 09:00:00');
    expect(closed.statusCode).toBe(200);
    const countConflicts = async () => (await fixture.conflicts(ticketId)).length;
    await expect.poll(countConflicts, { timeout: 60_000 }).toBe(MANY + 1);
    expect(new Set(await fixture.conflicts(ticketId))).toEqual(new Set(['afterClosing']));
    const open = fixture.deps.db.selectFrom('ticket_entry').select('record_id').where('state', '=', 'open');
    expect(await open.execute()).toEqual([]);
  });
});
