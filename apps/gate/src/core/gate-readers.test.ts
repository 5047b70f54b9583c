// What comes before deciding: a scanner's keys, a phone's repeats, the PIN, numbers typed by hand.
import { describe, expect, it } from 'vitest';
import { ticketNumber } from './hand-form.tsx';
import { RepeatFilter } from './repeat-filter.ts';
import { newPin, NO_TRIES, PinLock, type PinTries } from './staff-pin.ts';
import { reasonText, span } from './texts.ts';
import { dateOf, secondsOf, wallOf } from './tokyo-time.ts';
import type { PressedKey } from './scanner-keys.ts';
import { WedgeReader } from './wedge-reader.ts';

describe('a USB scanner', () => {
  const plain = { code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
  const type = (reader: WedgeReader, keys: readonly (string | Partial<PressedKey>)[], from = 0, gap = 5) =>
    keys
      .map((key, at) =>
        reader.key({ ...plain, key: '', ...(typeof key === 'string' ? { key } : key) }, from + at * gap),
      )
      .find((text) => text !== null) ?? null;

  it('gives the text that Enter or Tab ends, or the control characters they are', () => {
    expect(type(new WedgeReader(), [...'KQ1:AB', 'Enter'])).toBe('KQ1:AB');
    expect(type(new WedgeReader(), [...'KQ1: $', 'Tab'])).toBe('KQ1: $');
    const lineFeed = { key: 'j', ctrlKey: true };
    expect(type(new WedgeReader(), [...'KQ1:AB', { key: 'm', ctrlKey: true }, lineFeed])).toBe('KQ1:AB');
    // Carriage return and line feed: the second must not begin the next code.
    const reader = new WedgeReader();
    expect(type(reader, [...'KQ1:A', 'Enter', lineFeed])).toBe('KQ1:A');
    expect(type(reader, [...'KQ1:B', 'Enter'], 50)).toBe('KQ1:B');
  });

  it('that ends with no key at all is read once it rests, and nothing else that was typed is', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'KQ1:AB'])).toBeNull();
    expect([reader.rest(), reader.rest()]).toEqual(['KQ1:AB', null]);
    type(reader, [...'hello'], 5_000);
    expect(reader.rest()).toBeNull();
  });

  it('ignores keys with names, commands, and a lone Enter', () => {
    expect(type(new WedgeReader(), ['Shift', 'K', 'Shift', 'Q', 'F5', 'Enter'])).toBe('KQ');
    const commands = ['a', 'r'].map((key) => ({ key, ctrlKey: true }));
    expect(type(new WedgeReader(), [...'KQ', ...commands, { key: 'x', altKey: true }, 'Enter'])).toBe('KQ');
    expect(type(new WedgeReader(), ['Enter', 'Enter'])).toBeNull();
  });

  it('forgets what was typed slowly before a scan', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'cat'], 0, 400)).toBeNull();
    expect(type(reader, [...'KQ1:X', 'Enter'], 5_000)).toBe('KQ1:X');
  });

  it('types a whole code within one millisecond', () => {
    const text = `KQ1:${'A1 $%*+-./:'.repeat(40)}`;
    expect(type(new WedgeReader(), [...text, 'Enter'], 0, 0)).toBe(text);
  });

  it('outlives a stuck key and reads the next code', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'x'.repeat(100_000), 'Enter'], 0, 1)).toBeNull();
    expect(type(reader, [...'KQ1:X', 'Enter'], 100_100)).toBe('KQ1:X');
  });

  it('is not doubled by a device that sees a key let go too late', () => {
    const keys = [...'KQ1:A'].flatMap((key) => [{ key }, { key, repeat: true }, { key, repeat: true }]);
    expect(type(new WedgeReader(), [...keys, 'Enter', { key: 'Enter', repeat: true }])).toBe('KQ1:A');
  });

  /** Every character of a code, as a scanner set to that keyboard presses it: the place of its key, with Shift or without. */
  const ALL = 'KQ1:ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:';
  const LETTER = /[A-Z]/;
  const pressed = (places: Record<string, string>) =>
    [...ALL].map((character) => {
      const own = places[character];
      const place = own ?? (LETTER.test(character) ? `^Key${character}` : `Digit${character}`);
      return { code: place.replace('^', ''), shiftKey: place.startsWith('^') };
    });
  const [space, minus, dot, slash] = [
    { ' ': 'Space' },
    { '-': 'Minus' },
    { '.': 'Period' },
    { '/': 'Slash' },
  ];
  const common = { ...space, ...minus, ...dot, ...slash, $: '^Digit4', '%': '^Digit5' };
  const american = { ...common, '*': '^Digit8', '+': '^Equal', ':': '^Semicolon' };
  const japanese = { ...common, '*': '^Quote', '+': '^Semicolon', ':': 'Quote' };
  const french = {
    ...space,
    ...{ A: '^KeyQ', Q: '^KeyA', Z: '^KeyW', W: '^KeyZ', M: '^Semicolon' },
    ...Object.fromEntries([...'0123456789'].map((digit) => [digit, `^Digit${digit}`])),
    ...{ $: 'BracketRight', '%': '^Quote', '*': 'Backslash', '+': '^Equal' },
    ...{ '-': 'Digit6', '.': '^Comma', '/': '^Period', ':': 'Period' },
  };

  it.each([
    ['an American', american],
    ['a Japanese', japanese],
    ['a French', french],
  ])('set to %s keyboard is understood whatever the device takes its keys for', (_, places) => {
    const keys = pressed(places);
    // Another layout, Caps Lock, and an input method that swallows every name.
    const misreadings = [() => 'q', () => '+', ({ code }: { code: string }) => code.slice(-1).toLowerCase()];
    for (const read of misreadings)
      expect(type(new WedgeReader(), [...keys.map((key) => ({ ...key, key: read(key) })), 'Enter'])).toBe(
        ALL,
      );
    const composed = keys.map((key) => ({ ...key, key: 'Process' }));
    expect(type(new WedgeReader(), [...composed, 'Enter'])).toBe(ALL);
    // What the device reads rightly stays as it is, wherever its keys are.
    const right = keys.map((key, at) => ({ ...key, key: ALL[at] ?? '' }));
    expect(type(new WedgeReader(), [...right, 'Enter'])).toBe(ALL);
  });

  it('is known by how its code begins, so that it answers no question to staff', () => {
    const reader = new WedgeReader();
    type(reader, [...'KQ1']);
    expect(reader.isCode).toBe(false);
    type(reader, [':'], 20);
    expect(reader.isCode).toBe(true);
    type(reader, ['Enter'], 25);
    expect(reader.isCode).toBe(false);
    type(reader, [...'261128000017', 'Enter'], 2_000);
    expect(reader.isCode).toBe(false);
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
    const lock = new PinLock(await newPin('2468', 1_000), NO_TRIES, () => undefined);
    expect(await lock.try('2468', 0)).toBe('right');
    for (let n = 0; n < 5; n += 1) expect(await lock.try('1111', 0)).toBe('wrong');
    expect(await lock.try('2468', 0)).toBe(60);
    expect(await lock.try('2468', 59_001)).toBe(1);
    expect(await lock.try('2468', 60_000)).toBe('right');
  });

  it('is not forgotten by a restart in the middle of a try, and a clock set back locks out for no longer', async () => {
    const record = await newPin('2468', 1_000);
    let kept: PinTries = NO_TRIES;
    const restarted = () => new PinLock(record, kept, (tries) => (kept = tries));
    for (let n = 0; n < 5; n += 1) {
      const cutOff = restarted().try('1111', 1_000_000);
      expect(kept).not.toEqual(NO_TRIES);
      await cutOff;
    }
    expect(await restarted().try('2468', 1_000_000)).toBe(60);
    expect(await restarted().try('2468', 0)).toBe(60);
    expect(await restarted().try('2468', 60_000)).toBe('right');
    expect(kept).toEqual(NO_TRIES);
  });

  it('is counted when guesses come at once, and kept only as a hash', async () => {
    const record = await newPin('2468', 1_000);
    const lock = new PinLock(record, NO_TRIES, () => undefined);
    const answers = await Promise.all(Array.from({ length: 20 }, () => lock.try('0000', 0)));
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5);
    expect(new TextDecoder('latin1').decode(record.hash)).not.toContain('2468');
    await expect(newPin('12')).rejects.toThrow(RangeError);
  });
});

it('a ticket number is read from any keyboard', () => {
  expect(ticketNumber('２６１１-２８００ ００１７')).toBe('261128000017');
  expect(['', '12', '<script>', '261128000017KQ1', 'kq1261128000017'].map(ticketNumber)).toEqual(
    Array(5).fill(null),
  );
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
