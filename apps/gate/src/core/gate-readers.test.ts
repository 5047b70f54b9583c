// Input before a decision: scanner keys, repeated reads, the PIN, and typed numbers.
import { describe, expect, it } from 'vitest';
import { ticketNumber } from '../screens/hand-form.tsx';
import { RepeatFilter } from './repeat-filter.ts';
import { isEasyPin, newPin, NO_TRIES, PinLock, type PinTries } from '../storage/staff-pin.ts';
import { reasonText, span } from '../text/texts.ts';
import { dateAt, epochToWall } from '@kippu/domain/time/service-day';
import { secondsOf } from '../text/railway-time.ts';
import type { PressedKey } from '../reader/scanner-keys.ts';
import { WedgeReader } from '../reader/wedge-reader.ts';

describe('a USB scanner', () => {
  const plain = { code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
  const type = (reader: WedgeReader, keys: readonly (string | Partial<PressedKey>)[], from = 0, gap = 5) =>
    keys
      .map((key, at) =>
        reader.key({ ...plain, key: '', ...(typeof key === 'string' ? { key } : key) }, from + at * gap),
      )
      .find((text) => text !== null) ?? null;

  it('returns the text that ends with Enter, Tab or their control characters', () => {
    expect(type(new WedgeReader(), [...'KQ1:AB', 'Enter'])).toBe('KQ1:AB');
    expect(type(new WedgeReader(), [...'KQ1: $', 'Tab'])).toBe('KQ1: $');
    const lineFeed = { key: 'j', ctrlKey: true };
    expect(type(new WedgeReader(), [...'KQ1:AB', { key: 'm', ctrlKey: true }, lineFeed])).toBe('KQ1:AB');
    // For carriage return and line feed, the second must not begin the next code.
    const reader = new WedgeReader();
    expect(type(reader, [...'KQ1:A', 'Enter', lineFeed])).toBe('KQ1:A');
    expect(type(reader, [...'KQ1:B', 'Enter'], 50)).toBe('KQ1:B');
  });

  it('without an end key is read after a pause, and other typed text is not', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'KQ1:AB'])).toBeNull();
    expect([reader.rest(), reader.rest()]).toEqual(['KQ1:AB', null]);
    type(reader, [...'hello'], 5_000);
    expect(reader.rest()).toBeNull();
  });

  it('ignores named keys, commands and a lone Enter', () => {
    expect(type(new WedgeReader(), ['Shift', 'K', 'Shift', 'Q', 'F5', 'Enter'])).toBe('KQ');
    const commands = ['a', 'r'].map((key) => ({ key, ctrlKey: true }));
    expect(type(new WedgeReader(), [...'KQ', ...commands, { key: 'x', altKey: true }, 'Enter'])).toBe('KQ');
    expect(type(new WedgeReader(), ['Enter', 'Enter'])).toBeNull();
  });

  it('discards what was typed slowly before a scan', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'cat'], 0, 400)).toBeNull();
    expect(type(reader, [...'KQ1:X', 'Enter'], 5_000)).toBe('KQ1:X');
  });

  it('can type a whole code within one millisecond', () => {
    const text = `KQ1:${'A1 $%*+-./:'.repeat(40)}`;
    expect(type(new WedgeReader(), [...text, 'Enter'], 0, 0)).toBe(text);
  });

  it('recovers from a stuck key and reads the next code', () => {
    const reader = new WedgeReader();
    expect(type(reader, [...'x'.repeat(100_000), 'Enter'], 0, 1)).toBeNull();
    expect(type(reader, [...'KQ1:X', 'Enter'], 100_100)).toBe('KQ1:X');
  });

  it('produces no double characters on a device that handles key releases late', () => {
    const keys = [...'KQ1:A'].flatMap((key) => [{ key }, { key, repeat: true }, { key, repeat: true }]);
    expect(type(new WedgeReader(), [...keys, 'Enter', { key: 'Enter', repeat: true }])).toBe('KQ1:A');
  });

  /** Returns each character of a code as the scanner sends it: the key's position, with or without Shift. */
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
    A: '^KeyQ',
    Q: '^KeyA',
    Z: '^KeyW',
    W: '^KeyZ',
    M: '^Semicolon',
    ...Object.fromEntries([...'0123456789'].map((digit) => [digit, `^Digit${digit}`])),
    $: 'BracketRight',
    '%': '^Quote',
    '*': 'Backslash',
    '+': '^Equal',
    '-': 'Digit6',
    '.': '^Comma',
    '/': '^Period',
    ':': 'Period',
  };

  it.each([
    ['an American', american],
    ['a Japanese', japanese],
    ['a French', french],
  ])('set to %s keyboard is read correctly, whatever layout the device uses', (_, places) => {
    const keys = pressed(places);
    // Another layout, Caps Lock, and an input method that hides every key name.
    const misreadings = [() => 'q', () => '+', ({ code }: { code: string }) => code.slice(-1).toLowerCase()];
    for (const read of misreadings)
      expect(type(new WedgeReader(), [...keys.map((key) => ({ ...key, key: read(key) })), 'Enter'])).toBe(
        ALL,
      );
    const composed = keys.map((key) => ({ ...key, key: 'Process' }));
    expect(type(new WedgeReader(), [...composed, 'Enter'])).toBe(ALL);
    // Text that the device reads correctly stays unchanged, wherever its keys are.
    const right = keys.map((key, at) => ({ ...key, key: ALL[at] ?? '' }));
    expect(type(new WedgeReader(), [...right, 'Enter'])).toBe(ALL);
  });

  it('is recognised by the start of a code, so it cannot answer a question for staff', () => {
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

  it('is decided once per showing', () => {
    const filter = new RepeatFilter();
    expect([0, 100, 2_900, 5_800].map((at) => filter.isNew(first, at))).toEqual([true, false, false, false]);
    expect(filter.isNew(first, 8_900)).toBe(true);
  });

  it('after a pass, its next code is ignored; after a refusal, it is read', () => {
    const filter = new RepeatFilter();
    filter.isNew(first, 0);
    expect(filter.isNew(second, 100)).toBe(true);
    filter.opened(second);
    expect(filter.isNew(first, 200)).toBe(false);
    expect(filter.isNew('another', 300)).toBe(true);
  });

  it('beside another phone is not read again after each read of the other', () => {
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

  it('after a pass, stays the same showing for as long as it is visible', () => {
    const filter = new RepeatFilter();
    filter.isNew(first, 0);
    filter.opened(first);
    const third = `${'C'.repeat(300)}${'D'.repeat(108)}`;
    expect([filter.isNew(second, 2_000), filter.isNew(third, 4_000)]).toEqual([false, false]);
  });

  it('after a refusal, may show its next code, also after the phone beside it has passed', () => {
    const filter = new RepeatFilter();
    const refused = (end: string) => `${'R'.repeat(300)}${end.repeat(108)}`;
    for (const text of [first, refused('A')]) filter.isNew(text, 0);
    filter.opened(first);
    expect(filter.isNew(refused('B'), 100)).toBe(true);
  });
});

describe('the PIN', () => {
  it('cannot be one that is easy to guess', () => {
    for (const easy of ['1111', '0000', '1234', '4321', '98765', '12345678'])
      expect(isEasyPin(easy), easy).toBe(true);
    for (const good of ['2468', '1221', '7890', '1123', '13579']) expect(isEasyPin(good), good).toBe(false);
  });

  it('is checked, and after five wrong attempts no PIN is accepted for a minute', async () => {
    const lock = new PinLock(await newPin('2468', 1_000), NO_TRIES, () => undefined);
    expect(await lock.try('2468', 0)).toBe('right');
    for (let n = 0; n < 5; n += 1) expect(await lock.try('1111', 0)).toBe('wrong');
    expect(await lock.try('2468', 0)).toBe(60);
    expect(await lock.try('2468', 59_001)).toBe(1);
    expect(await lock.try('2468', 60_000)).toBe('right');
  });

  it('keeps its attempts through a restart, and a clock set back does not extend the wait', async () => {
    const record = await newPin('2468', 1_000);
    let stored: PinTries = NO_TRIES;
    const restarted = () => new PinLock(record, stored, (tries) => (stored = tries));
    for (let n = 0; n < 5; n += 1) {
      const cutOff = restarted().try('1111', 1_000_000);
      expect(stored).not.toEqual(NO_TRIES);
      await cutOff;
    }
    expect(await restarted().try('2468', 1_000_000)).toBe(60);
    expect(await restarted().try('2468', 0)).toBe(60);
    expect(await restarted().try('2468', 60_000)).toBe('right');
    expect(stored).toEqual(NO_TRIES);
  });

  it('counts parallel attempts, and is kept only as a hash', async () => {
    const record = await newPin('2468', 1_000);
    const lock = new PinLock(record, NO_TRIES, () => undefined);
    const answers = await Promise.all(Array.from({ length: 20 }, () => lock.try('0000', 0)));
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5);
    expect(new TextDecoder('latin1').decode(record.hash)).not.toContain('2468');
    await expect(newPin('12')).rejects.toThrow(RangeError);
    expect((await newPin('2468')).iterations).toBeGreaterThanOrEqual(600_000);
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
    expect([epochToWall(at), dateAt(at), secondsOf(epochToWall(at))]).toEqual([
      '2027-01-01 00:00:01',
      '2027-01-01',
      at / 1000,
    ]);
  }
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it('times are shown on the 24-hour clock, and another day with its date', () => {
  const used = (usedAt: string, now: string) =>
    reasonText('used', { usedAt: secondsOf(usedAt) }, secondsOf(now) * 1000);
  expect(used('2026-11-28 15:00:00', '2026-11-28 18:00:00')).toMatchObject({
    ja: '15:00に使用済みのきっぷです。係員へ',
    en: 'Already used at 15:00: ask staff',
  });
  expect(used('2027-01-01 00:30:00', '2027-01-01 00:45:00').en).toBe('Already used at 00:30: ask staff');
  // Twenty minutes ago, and last year.
  expect(used('2026-12-31 23:50:00', '2027-01-01 00:10:00').en).toBe(
    'Already used at 12-31 23:50: ask staff',
  );
});

it('spans are shown in the usual units', () => {
  expect([31, -119, 300, 7_200, 400_000].map((seconds) => span(seconds).en)).toMatchObject([
    '31 s',
    '119 s',
    '5 min',
    '2 h',
    '5 days',
  ]);
});
