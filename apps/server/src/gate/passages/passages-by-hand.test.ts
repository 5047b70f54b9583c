// Passages by hand that change nothing until the desk has checked them: without a reason, or too many.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BY_HAND } from '@kippu/contract/limits';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
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

describe('passing somebody by hand', () => {
  test.each<[string, Partial<GateEvent>]>([
    ['a forced use by number', { code: 38 }],
    ['a forced exit by number', { code: 37 }],
    ['an entry by number', { code: 31 }],
    ['an exit by number', { code: 32 }],
  ])('%s without a reason uses nothing up, and the desk sees it', async (_what, change) => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('haruka-kix-kyoto');
    const numbered = fixture.deps.db
      .selectFrom('ticket')
      .select('ticket_no')
      .where('ticket_id', '=', ticketId);
    const { ticket_no: ticketNo } = await numbered.executeTakeFirstOrThrow();
    for (const reason of [undefined, '', ' \u3000', '\u200b\u3164']) {
      const { ticketId: _id, reason: _reason, ...event } = passage('', { ...change, ticketNo });
      const sent = reason === undefined ? event : { ...event, reason };
      expect(await verdicts(gate, [sent])).toEqual(['noReason']);
    }
    expect(await fixture.passages(ticketId)).toEqual([]);
    expect(await fixture.status(ticketId)).toBe('inUse');
    expect(await fixture.conflicts(ticketId)).toEqual(Array(4).fill('noReason'));
  });

  test('neither does one that names the ticket by its id; with a certificate no reason is needed', async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('haruka-round-kyoto');
    const { reason: _, ...event } = passage(ticketId);
    expect(await verdicts(gate, [event])).toEqual(['noReason']);
    const certificate = await fixture.certificateFor(ticketId);
    expect(await verdicts(gate, [{ ...event, eventId: 'shown', certificate }])).toEqual(['accepted']);
  });

  test('the traveller reads the reason, of their own ticket only', async () => {
    const gate = await fixture.gate();
    const traveller = await fixture.traveller('by-hand');
    const ticketId = await traveller.inUse('kansai-pass-2day');
    const { reason: _, ...entry } = passage(ticketId, { at: '2026-04-01 09:01:00' });
    const shown = { ...entry, certificate: await fixture.certificateFor(ticketId) };
    await gate.events([
      shown,
      passage(ticketId, { code: 37, reason: 'phone', at: '2026-04-01 09:02:00' }),
      passage(ticketId, { code: 38, reason: '\u202Ereader\u202C\n\nbroken', at: '2026-04-01 09:03:00' }),
    ]);
    const { items } = (await traveller.get('history', { site: 'all', ticketId })).json().data;
    expect(items).toMatchObject([
      { code: 38, by: 'staff', reason: 'reader broken' },
      { code: 37, by: 'staff', reason: 'phone' },
      { code: 31, by: 'gate' },
    ]);
    expect(items[2]).not.toHaveProperty('reason');
  });

  test('a gate has a limit per hour of its own time, in whatever order it reports', async () => {
    const [gate, other] = [await fixture.gate(), await fixture.gate()];
    const tickets = await fixture.inUse('kansai-pass-2day', 2);
    const [first = '', second = ''] = tickets;
    const start = wallToEpoch('2026-04-01 09:30:00');
    const many = Array.from({ length: MAX_BY_HAND.anHour }, (_, n) =>
      passage(first, { code: n % 2 ? 32 : 31, at: epochToWall(start + n * 1000) }),
    );
    // In and out each second at one station is a conflict for the desk, and counts.
    expect(new Set(await verdicts(gate, many))).toEqual(new Set(['accepted', 'passBack']));
    const late = passage(second, { code: 38, at: '2026-04-01 10:29:00' });
    expect(await verdicts(gate, [late])).toEqual(['tooManyByHand']);
    expect(await fixture.passages(second)).toEqual([]);
    expect(await fixture.conflicts(second)).toEqual(['tooManyByHand']);
    // A repeated report counts once, and another gate has its own limit.
    expect(new Set(await verdicts(gate, many))).toEqual(new Set(['duplicate']));
    expect(await verdicts(other, [{ ...late, eventId: 'other' }])).toEqual(['accepted']);
    expect(await verdicts(gate, [passage(second, { code: 38, at: '2026-04-01 11:30:00' })])).toEqual([
      'accepted',
    ]);
    const shown = { certificate: await fixture.certificateFor(second), at: '2026-04-01 11:40:00' };
    expect(await verdicts(gate, [passage(second, shown)])).toEqual(['accepted']);
  });

  test("a gate has a limit per day of the server's time, whatever times it invents", async () => {
    const gate = await fixture.gate();
    const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
    fixture.deps.advance(48 * 3_600_000);
    const start = wallToEpoch('2026-04-01 09:30:00');
    const spread = (count: number, from: number) =>
      Array.from({ length: count }, (_, n) =>
        passage(ticketId, {
          eventId: `e-${from + n}`,
          code: n % 2 ? (32 as const) : (31 as const),
          at: epochToWall(start + (from + n) * 300_000),
        }),
      );
    expect(await verdicts(gate, spread(MAX_BY_HAND.aDay, 0))).not.toContain('tooManyByHand');
    expect(await verdicts(gate, spread(1, MAX_BY_HAND.aDay))).toEqual(['tooManyByHand']);
    fixture.deps.advance(24 * 3_600_000);
    // By then the pass has expired, which is a different conflict.
    expect(await verdicts(gate, spread(1, MAX_BY_HAND.aDay + 100))).toEqual(['expired']);
  });
});
