// Entries and exits: their order, the five minutes to the millisecond, and when an exit uses up a ticket.
import { describe, expect, it } from 'vitest';
import { CHECKLIST, SITE_CODES } from '@kippu/contract/values';
import * as entry from './entries.ts';

describe('entries and exits', () => {
  it('alternate', () => {
    expect(entry.checkPassage('in', false)).toEqual({ ok: true });
    expect(entry.checkPassage('in', true)).toMatchObject({ code: 'TKT-0008' });
    expect(entry.checkPassage('out', true)).toEqual({ ok: true });
    expect(entry.checkPassage('out', false)).toMatchObject({ code: 'TKT-0009' });
  });

  it('are refused at a station passed a moment ago, in either direction, to the millisecond', () => {
    const refused = { ok: false, code: 'TKT-0021', values: { minutes: 10 } };
    expect(entry.checkPassBack(null, 1_000, 10)).toEqual({ ok: true });
    expect(entry.checkPassBack(1_000, 1_000, 10)).toEqual(refused);
    expect(entry.checkPassBack(1_000, 600_999, 10)).toEqual(refused);
    expect(entry.checkPassBack(1_000, 601_000, 10)).toEqual({ ok: true });
    // A clock that was set back.
    expect(entry.checkPassBack(1_000, 500, 10)).toEqual(refused);
    expect(entry.checkPassBack(1_000, 1_000, 0)).toEqual({ ok: true });
  });

  it('allow an exit until four hours after the validity if the entry was made within it', () => {
    const [end, hours] = [1_000_000_000, 4 * 3_600_000];
    expect(entry.exitUntil(end, end - 86_400_000)).toBe(end + hours);
    expect(entry.exitUntil(end, end + 999)).toBe(end + hours);
    expect(entry.exitUntil(end, end + 1_000)).toBeNull();
    expect(entry.exitUntil(end + 999, end)).toBe(end + 999 + hours);
    expect(entry.exitUntil(end, null)).toBeNull();
  });

  it('show for exactly five minutes', () => {
    const until = entry.verifiedUntil(1_000);
    expect(until).toBe(301_000);
    expect(entry.passageStateAt({ state: 'open', until }, until - 1)).toBe('open');
    expect(entry.passageStateAt({ state: 'open', until }, until)).toBe('expired');
    expect(entry.passageStateAt({ state: 'passed', until }, until)).toBe('passed');
    expect(entry.passageStateAt({ state: 'cancelled', until }, until)).toBe('cancelled');
  });

  it('may be cancelled within the operator’s minutes and times a day', () => {
    const rules = { cancelMinutes: 10, cancelsPerDay: 2 };
    expect(entry.cancellableUntil(1_000, 0, rules)).toBe(601_000);
    expect(entry.cancellableUntil(1_000, 1, rules)).toBe(601_000);
    expect(entry.cancellableUntil(1_000, 2, rules)).toBeNull();
    expect(entry.cancellableUntil(1_000, 0, { ...rules, cancelsPerDay: 0 })).toBeNull();
  });

  it('end a journey by a gate exit, a verified exit, or an act of staff', () => {
    expect(entry.JOURNEY_ENDS).toEqual([32, 36, 37, 38]);
  });

  it('have the codes of their direction in the history', () => {
    expect(SITE_CODES.in).toContain(entry.VERIFIED_CODE.in);
    expect(SITE_CODES.out).toContain(entry.VERIFIED_CODE.out);
    expect([...SITE_CODES.in, ...SITE_CODES.out]).not.toContain(entry.CANCEL_ENTRY_CODE);
  });

  it('use up a one-way ticket at once, a round trip at the second exit, a pass never', () => {
    const used = (tripType: 10 | 11 | 20 | null, before: number) =>
      entry.isUsedUpByExit({ tripType }, before);
    expect([used(10, 0), used(11, 0), used(20, 0), used(20, 1), used(20, 5)]).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    expect([used(null, 0), used(null, 9)]).toEqual([false, false]);
  });
});

describe('the checklist', () => {
  it('requires each item, in any order, with or without others', () => {
    expect(entry.checkChecklist([...CHECKLIST].reverse())).toEqual({ ok: true });
    expect(entry.checkChecklist([...CHECKLIST, 'other'])).toEqual({ ok: true });
    for (const left of CHECKLIST)
      expect(entry.checkChecklist(CHECKLIST.filter((item) => item !== left))).toMatchObject({
        code: 'TKT-0012',
      });
    expect(entry.checkChecklist([])).toMatchObject({ code: 'TKT-0012' });
  });
});
