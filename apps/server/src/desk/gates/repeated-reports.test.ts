// What a gate repeats when it never got the answer: its enrolment, and passages of the device's earlier gate.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { staffAtDesk } from '../../../test/staff.ts';
import { countsInHistory } from '../../ticket/record/counted-passages.ts';
import { newDevice } from '../../../test/gate/gate-device.ts';
import {
  openGateApp,
  passage,
  verdictsOf,
  type GateFixture,
  type EnrolledGate,
} from '../../../test/gate/gate.ts';

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const verdicts = (gate: EnrolledGate, events: readonly object[]) => verdictsOf(gate.events(events));
/** The passages that count in the ticket's history, by which gate. */
const counted = (ticketId: string) =>
  fixture.deps.db
    .selectFrom('ticket_event as e')
    .select(['code', 'actor'])
    .where('ticket_id', '=', ticketId)
    .where('code', 'is not', null)
    .where(countsInHistory('e'))
    .orderBy('at')
    .execute();
const close = async (gateId: string, countsUntil?: string) =>
  (await staffAtDesk(fixture, 'manager'))('POST', 'gates/close', {
    gateId,
    ...(countsUntil && { countsUntil }),
  });

describe('a device that is enrolled again and repeats what the server already has', () => {
  const journey = async (productId: string) => {
    const [ticketId = ''] = await fixture.inUse(productId);
    const certificate = await fixture.certificateFor(ticketId);
    return {
      ticketId,
      entry: passage(ticketId, { certificate, at: '2026-04-01 09:30:00' }),
      exit: passage(ticketId, { certificate, code: 32, at: '2026-04-01 09:30:00' }),
    };
  };

  test("uses up no second journey, and adds nothing to the desk's list", async () => {
    const [before, exitGate] = [
      await fixture.gate('kansai-airport', 'in'),
      await fixture.gate('kyoto', 'out'),
    ];
    const { ticketId, entry, exit } = await journey('haruka-round-kyoto');
    expect(await verdicts(before, [entry])).toEqual(['accepted']);
    expect(await verdicts(exitGate, [exit])).toEqual(['accepted']);
    await close(before.gateId);
    const now = await fixture.gate('kansai-airport', 'in');
    const exitGateNow = await fixture.gate('kyoto', 'out');
    expect(await verdicts(now, [{ ...entry, gateId: before.gateId }])).toEqual(['duplicate']);
    expect(await verdicts(exitGateNow, [{ ...exit, gateId: exitGate.gateId }])).toEqual(['duplicate']);
    expect(await fixture.passages(ticketId)).toHaveLength(2);
    expect(await fixture.conflicts()).toEqual([]);
    expect(await fixture.status(ticketId)).toBe('inUse');
  });

  test('the same for the earlier gate, when its answer comes late', async () => {
    const [before, now] = [await fixture.gate(), await fixture.gate()];
    const { ticketId, entry } = await journey('kansai-pass-2day');
    expect(await verdicts(now, [{ ...entry, gateId: before.gateId }])).toEqual(['accepted']);
    // Its own report counts instead of the one in its name.
    expect(await verdicts(before, [entry])).toEqual(['accepted']);
    expect(await verdicts(before, [entry])).toEqual(['duplicate']);
    expect(await verdicts(now, [{ ...entry, gateId: before.gateId }])).toEqual(['duplicate']);
    expect(await counted(ticketId)).toEqual([{ code: 31, actor: `staff:${before.gateId}` }]);
    expect(await fixture.conflicts()).toEqual([]);
  });

  test('of two repetitions at once one counts', async () => {
    const before = await fixture.gate();
    const both = [await fixture.gate(), await fixture.gate()];
    const { ticketId, entry } = await journey('kansai-pass-2day');
    fixture.deps.advance(3_600_000);
    const sent = await Promise.all(both.map((gate) => verdicts(gate, [{ ...entry, gateId: before.gateId }])));
    expect(sent.flat().toSorted()).toEqual(['accepted', 'duplicate']);
    expect(await counted(ticketId)).toMatchObject([{ code: 31 }]);
    expect(await fixture.conflicts()).toEqual([]);
  });

  test('leaves as many passages by hand as before', async () => {
    const [before, now] = [await fixture.gate(), await fixture.gate()];
    const [ticketId = '', other = ''] = await fixture.inUse('kansai-pass-2day', 2);
    const many = Array.from({ length: 60 }, (_, n) =>
      passage(ticketId, { code: 38, at: `2026-04-01 09:${String(n % 60).padStart(2, '0')}:30` }),
    );
    await before.events(many);
    const again = many.map((event) => ({ ...event, gateId: before.gateId }));
    const fresh = passage(other, { code: 38, at: '2026-04-01 09:30:00' });
    expect((await verdicts(now, [...again, fresh])).at(-1)).toBe('accepted');
  });

  test('is judged by the direction of the earlier gate once that is closed, for passages before the new enrolment', async () => {
    const before = await fixture.gate('kyoto', 'in');
    const { entry } = await journey('kansai-pass-2day');
    fixture.deps.advance(2_400_000);
    const open = await fixture.gate('kyoto', 'in');
    const now = await fixture.gate('kyoto', 'out');
    const named = (gateId: string, at = entry.at) => ({ ...entry, at, eventId: `${gateId} ${at}`, gateId });
    const wrongWay = async (event: object) => (await verdicts(now, [event])).includes('wrongDirection');
    expect(await wrongWay(named(before.gateId))).toBe(true);
    await close(before.gateId);
    expect(await wrongWay(named(before.gateId, '2026-04-01 09:31:00'))).toBe(false);
    // Another gate's id does not hide what this gate does itself.
    expect(await wrongWay(named(open.gateId, '2026-04-01 09:32:00'))).toBe(true);
    fixture.deps.advance(600_000);
    await close(open.gateId);
    expect(await wrongWay(named(open.gateId, '2026-04-01 09:45:00'))).toBe(true);
    expect(await wrongWay({ ...entry, eventId: 'own' })).toBe(true);
  });

  test('does not count what the earlier gate did after its end, even when that is set later', async () => {
    const [before, now] = [await fixture.gate(), await fixture.gate()];
    const { ticketId, entry } = await journey('kansai-pass-2day');
    expect(await verdicts(now, [{ ...entry, gateId: before.gateId }])).toEqual(['accepted']);
    await close(before.gateId, '2026-04-01 09:00:00');
    expect(await fixture.conflicts()).toEqual(['afterClosing']);
    const open = await fixture.deps.db
      .selectFrom('ticket_entry')
      .select('state')
      .where('ticket_id', '=', ticketId)
      .execute();
    expect(open).toEqual([{ state: 'cancelled' }]);
  });
});

describe('a stolen gate with a copy of another gate’s journal', () => {
  /** A used single ticket: an entry, and an exit at 09:30 that gate `own` has not reported yet. */
  const stage = async () => {
    const [ticketId = '', other = ''] = await fixture.inUse('haruka-kix-kyoto', 2);
    const [own, stolen] = [await fixture.gate('kyoto', 'out'), await fixture.gate('kyoto', 'in')];
    const entered = await fixture.gate('kansai-airport', 'in');
    const certificate = await fixture.certificateFor(ticketId);
    const shown = (code: 31 | 32, at: string) =>
      passage(ticketId, { certificate, code, at: `2026-04-01 ${at}` });
    await entered.events([shown(31, '09:10:00')]);
    const exit = shown(32, '09:30:00');
    fixture.deps.advance(wallToEpoch('2026-04-01 09:35:00') - fixture.deps.clock());
    return { ticketId, other, own, stolen, exit };
  };

  test('keeps out no report of that gate, whenever it sends its ids, and is listed if it says something else', async () => {
    const { ticketId, other, own, stolen, exit } = await stage();
    const claim = { ...exit, gateId: own.gateId, at: '2026-04-01 09:34:00' };
    expect(await verdictsOf(stolen.reportNow([claim]))).toEqual(['wrongDirection']);
    expect(await verdictsOf(own.reportNow([exit]))).toEqual(['accepted']);
    expect(await counted(ticketId)).toMatchObject([{ code: 31 }, { code: 32, actor: `staff:${own.gateId}` }]);
    expect(await fixture.conflicts(ticketId)).toEqual(['forged']);
    await close(stolen.gateId, '2026-04-01 09:32:00');
    expect(await fixture.status(ticketId)).toBe('used');
    expect(await verdictsOf(own.reportNow([exit]))).toEqual(['duplicate']);
    // Another ticket's id instead of the one that passed.
    const certificate = await fixture.certificateFor(other);
    const thief = await fixture.gate('kyoto', 'both');
    const wrong = passage(other, { certificate, code: 38, at: '2026-04-01 09:34:00' });
    expect(await verdictsOf(thief.reportNow([{ ...wrong, gateId: own.gateId }]))).toEqual(['accepted']);
    expect(await fixture.status(other)).toBe('used');
    const right = passage(ticketId, { eventId: wrong.eventId, code: 37, at: '2026-04-01 09:34:00' });
    expect(await verdictsOf(own.reportNow([right]))).toEqual(['accepted']);
    expect(await fixture.status(other)).toBe('inUse');
    expect(await fixture.conflicts(other)).toEqual(['forged']);
  });

  test('keeps out no report of the device that replaced that gate, once the stolen one is closed', async () => {
    const { ticketId, own, stolen, exit } = await stage();
    const claim = { ...exit, gateId: own.gateId, at: '2026-04-01 09:34:00' };
    await stolen.reportNow([claim]);
    fixture.deps.advance(60_000);
    const replaced = await fixture.gate('kyoto', 'out');
    expect(await verdictsOf(replaced.reportNow([{ ...exit, gateId: own.gateId }]))).toEqual(['duplicate']);
    expect(await counted(ticketId)).toMatchObject([{ code: 31 }, { actor: `staff:${stolen.gateId}` }]);
    await close(stolen.gateId, '2026-04-01 09:32:00');
    expect(await counted(ticketId)).toMatchObject([{ code: 31 }, { actor: `staff:${replaced.gateId}` }]);
    expect(await fixture.status(ticketId)).toBe('used');
    expect(await fixture.conflicts(ticketId)).toEqual(['afterClosing']);
  });

  test('is no gate that was enrolled after it', async () => {
    const { ticketId, own, exit } = await stage();
    fixture.deps.advance(60_000);
    const newer = await fixture.gate('kyoto', 'out');
    expect(await verdictsOf(own.reportNow([{ ...exit, gateId: newer.gateId }]))).toEqual(['accepted']);
    await close(newer.gateId, '2026-04-01 09:00:00');
    expect(await fixture.conflicts(ticketId)).toEqual([]);
    expect(await fixture.status(ticketId)).toBe('used');
  });
});

describe('a device that did not get the answer to its enrolment', () => {
  test('gets the same answer again with the same keys', async () => {
    const code = await fixture.gateCode('kyoto', 'in');
    const device = newDevice(fixture.deps.clock);
    const first = (await fixture.enrol(code, device)).json();
    expect(first.code).toBe('OK');
    fixture.deps.advance(3_600_000);
    const again = (await fixture.enrol(code.toLowerCase(), device)).json();
    expect(again).toEqual(first);
    // Neither another device gets it, nor this one with another answer key.
    expect((await fixture.enrol(code)).json().code).toBe('ACC-0004');
    const other = { ...device, answerKey: newDevice(fixture.deps.clock).answerKey };
    expect((await fixture.enrol(code, other)).json().code).toBe('ACC-0004');
  });

  test('gets one answer when it asks several times at once', async () => {
    const code = await fixture.gateCode('kyoto');
    const device = newDevice(fixture.deps.clock);
    const answers = await Promise.all([1, 2, 3].map(() => fixture.enrol(code, device)));
    expect(new Set(answers.map((answer) => answer.json().data?.gateId)).size).toBe(1);
  });

  test('gets none once the code is a day old, or the gate was closed', async () => {
    const [late, closed] = [newDevice(fixture.deps.clock), newDevice(fixture.deps.clock)];
    const [lateCode, closedCode] = [await fixture.gateCode('kyoto'), await fixture.gateCode('kyoto')];
    await fixture.enrol(lateCode, late);
    const { gateId } = (await fixture.enrol(closedCode, closed)).json().data;
    await close(gateId);
    expect((await fixture.enrol(closedCode, closed)).json().code).toBe('ACC-0004');
    fixture.deps.advance(24 * 3_600_000);
    expect((await fixture.enrol(lateCode, late)).json().code).toBe('ACC-0005');
  });
});
