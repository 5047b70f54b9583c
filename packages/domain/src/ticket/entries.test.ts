// Entries and exits: what follows what, the five minutes to the millisecond, what an exit uses up.
import { describe, expect, it } from 'vitest';
import { CHECKLIST } from '@kippu/contract/station';
import { SITE_CODES } from '@kippu/contract/ticket';
import * as entry from './ticket-entry.ts';

describe('entries and exits', () => {
  it('follow each other', () => {
    expect(entry.checkPassage('in', false)).toEqual({ ok: true });
    expect(entry.checkPassage('in', true)).toMatchObject({ code: 'TKT-0008' });
    expect(entry.checkPassage('out', true)).toEqual({ ok: true });
    expect(entry.checkPassage('out', false)).toMatchObject({ code: 'TKT-0009' });
  });

  it('show for five minutes and no longer', () => {
    const until = entry.verifiedUntil(1_000);
    expect(until).toBe(301_000);
    expect(entry.passageStateAt({ state: 'open', until }, until - 1)).toBe('open');
    expect(entry.passageStateAt({ state: 'open', until }, until)).toBe('expired');
    expect(entry.passageStateAt({ state: 'passed', until }, until)).toBe('passed');
    expect(entry.passageStateAt({ state: 'cancelled', until }, until)).toBe('cancelled');
  });

  it('bear codes of their side in the history', () => {
    expect(SITE_CODES.in).toContain(entry.VERIFIED_CODE.in);
    expect(SITE_CODES.out).toContain(entry.VERIFIED_CODE.out);
    expect([...SITE_CODES.in, ...SITE_CODES.out]).not.toContain(entry.CANCEL_ENTRY_CODE);
  });

  it('use up a one-way ticket at once, a round trip at the second exit, a pass never', () => {
    const used = (tripType: 10 | 11 | 20 | null, before: number) =>
      entry.isUsedUpByExit({ kind: tripType === null ? 'pass' : 'haruka', tripType }, before);
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
  it('wants each item, in any order, whatever else is ticked', () => {
    expect(entry.checkChecklist([...CHECKLIST].reverse())).toEqual({ ok: true });
    expect(entry.checkChecklist([...CHECKLIST, 'other'])).toEqual({ ok: true });
    for (const left of CHECKLIST)
      expect(entry.checkChecklist(CHECKLIST.filter((item) => item !== left))).toMatchObject({
        code: 'TKT-0012',
      });
    expect(entry.checkChecklist([])).toMatchObject({ code: 'TKT-0012' });
  });
});
