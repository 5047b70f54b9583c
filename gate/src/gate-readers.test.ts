// What comes before deciding: a scanner's keys, a phone's repeats, the PIN, numbers typed by hand.
import { describe, expect, it } from 'vitest';
import { ticketNumber } from './hand-form.tsx';
import { RepeatFilter } from './repeat-filter.ts';
import { newPin, PinLock } from './staff-pin.ts';
import { reasonText, span } from './texts.ts';
import { dateOf, secondsOf, wallOf } from './tokyo-time.ts';
import { WedgeReader } from './wedge-reader.ts';

describe('a USB scanner', () => {
  const type = (reader: WedgeReader, keys: readonly string[], from = 0, gap = 5) =>
    keys.map((key, at) => reader.key(key, from + at * gap)).find((text) => text !== null) ?? null;

  it('gives the text that Enter or Tab ends', () => {
    expect(type(new WedgeReader(), [...'KQ1:AB', 'Enter'])).toBe('KQ1:AB');
    expect(type(new WedgeReader(), [...'KQ1: $', 'Tab'])).toBe('KQ1: $');
  });

  it('ignores keys with names, and a lone Enter', () => {
    expect(type(new WedgeReader(), ['Shift', 'K', 'Shift', 'Q', 'Process', 'F5', 'Enter'])).toBe('KQ');
    expect(type(new WedgeReader(), ['Enter', 'Enter'])).toBeNull();
  });

  it('forgets what was typed slowly before a scan', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'cat'], 0, 400)).toBeNull();
    expect(type(reader, [...'KQ1:X', 'Enter'], 5_000)).toBe('KQ1:X');
  });

  it('outlives a stuck key and reads the next code', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'x'.repeat(100_000), 'Enter'], 0, 1)).toBeNull();
    expect(type(reader, [...'KQ1:X', 'Enter'], 100_100)).toBe('KQ1:X');
  });
});

describe('a phone before the camera', () => {
  const codes = ['A', 'B'].map((end) => `${'C'.repeat(300)}${end.repeat(108)}`);
  const [first = '', second = ''] = codes;

  it('is decided once a showing', () => {
    const filter = new RepeatFilter();
    expect([0, 100, 2_900, 5_800].map((at) => filter.isNew(first, at))).toEqual([true, false, false, false]);
    expect(filter.isNew(first, 8_900)).toBe(true);
  });

  it('that passed is not read again by its next code, but one that was refused is', () => {
    const filter = new RepeatFilter();
    filter.isNew(first, 0);
    expect(filter.isNew(second, 100)).toBe(true);
    filter.opened(second);
    expect(filter.isNew(first, 200)).toBe(false);
    expect(filter.isNew('another', 300)).toBe(true);
  });

  it('beside another one is not taken for new each time the other was read', () => {
    const filter = new RepeatFilter();
    expect([first, 'another', first, 'another'].map((text, at) => filter.isNew(text, at))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    filter.opened(first);
    expect([second, 'another'].map((text) => filter.isNew(text, 1_000))).toEqual([false, false]);
    expect(filter.isNew('another', 4_000)).toBe(true);
  });
});

describe('the PIN', () => {
  it('is right or wrong, and after five wrong ones waits a minute, also for the right one', async () => {
    const lock = new PinLock(await newPin('2468', 1_000));
    expect(await lock.try('2468', 0)).toBe('right');
    for (let n = 0; n < 5; n += 1) expect(await lock.try('1111', 0)).toBe('wrong');
    expect(await lock.try('2468', 0)).toBe(60);
    expect(await lock.try('2468', 59_001)).toBe(1);
    expect(await lock.try('2468', 60_000)).toBe('right');
  });

  it('is counted when guesses come at once, and kept only as a hash', async () => {
    const record = await newPin('2468', 1_000);
    const lock = new PinLock(record);
    const answers = await Promise.all(Array.from({ length: 20 }, () => lock.try('0000', 0)));
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5);
    expect(new TextDecoder('latin1').decode(record.hash)).not.toContain('2468');
    await expect(newPin('12')).rejects.toThrow(RangeError);
  });
});

it('a ticket number is read from any keyboard', () => {
  expect(ticketNumber('２６１１-２８００ ００１７')).toBe('261128000017');
  expect([ticketNumber(''), ticketNumber('12'), ticketNumber('<script>')]).toEqual([null, null, null]);
});

it('times are Tokyo wall time in any zone', () => {
  const zone = process.env['TZ'];
  for (const tz of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
    process.env['TZ'] = tz;
    const at = Date.parse('2026-12-31T15:00:01Z');
    expect([wallOf(at), dateOf(at), secondsOf(wallOf(at))]).toEqual([
      '2027-01-01 00:00:01',
      '2027-01-01',
      at / 1000,
    ]);
  }
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it('afternoons and the hour after midnight are told on 24 hours, another day with its date', () => {
  const used = (usedAt: string, now: string) =>
    reasonText('used', { usedAt: secondsOf(usedAt) }, secondsOf(now) * 1000);
  expect(used('2026-11-28 15:00:00', '2026-11-28 18:00:00')).toEqual({
    ja: '15:00に使用済みのきっぷです',
    en: 'Already used at 15:00',
  });
  expect(used('2027-01-01 00:30:00', '2027-01-01 00:45:00').en).toBe('Already used at 00:30');
  // Twenty minutes ago, and last year.
  expect(used('2026-12-31 23:50:00', '2027-01-01 00:10:00').en).toBe('Already used at 12-31 23:50');
});

it('spans are said as people say them', () => {
  expect([31, -119, 300, 7_200, 400_000].map((seconds) => span(seconds).en)).toEqual([
    '31 s',
    '119 s',
    '5 min',
    '2 h',
    '5 days',
  ]);
});
