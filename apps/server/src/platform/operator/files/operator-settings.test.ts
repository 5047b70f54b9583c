// operator.json and the icons: what is refused, and in which words.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faintColors } from './operator-colors.ts';
import { FileFaults } from './operator-files.ts';
import { readIcons } from './operator-icons.ts';
import { readSettings } from './operator-settings.ts';

const OURS = join(import.meta.dirname, '../../../../../../operators/kansai');
const own = JSON.parse(readFileSync(join(OURS, 'operator.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;
const reading = (changes: object) => () => {
  const faults = new FileFaults();
  const files = { 'operator.json': JSON.stringify({ ...own, ...changes }, null, 2) };
  const settings = readSettings(files, faults);
  faults.throwIfAny();
  if (!settings) throw new Error('not read');
  return settings;
};
const SWISS = {
  accent: '#8a1c12',
  accentPressed: '#6f150d',
  onAccent: '#ffffff',
  accentSoft: '#fbe7e3',
  hero: '#5c120b',
  onHero: '#ffffff',
  onHeroSoft: '#f4cfc9',
};
const DARK = {
  ...SWISS,
  accent: '#ffb4a8',
  accentPressed: '#ffd0c8',
  onAccent: '#43100b',
  accentSoft: '#4a211c',
};

test('names need a text in each language offered', () => {
  expect(reading({})().appName).toBe('Kippu');
  expect(reading({ tagline: { ja: '鉄道', en: 'Rail' } })).toThrow(/tagline has no text in 'ko'/);
  expect(reading({ zoneName: {} })).toThrow(/zoneName has no text in 'ja'/);
  expect(
    reading({ languages: ['en'], tagline: { en: 'Rail' }, zoneName: { en: 'Here' } })().languages,
  ).toEqual(['en']);
});

test('an unknown field is refused by its name', () => {
  expect(reading({ colour: 'red' })).toThrow(
    /^operator.json:\d+: the file has the unknown field 'colour'; remove it, or correct its name$/,
  );
  const { kinds } = reading({})();
  expect(reading({ kinds: [{ ...kinds[0], title: 'Ticket' }] })).toThrow(
    /^operator.json:\d+: \/kinds\/0 has the unknown field 'title'/,
  );
});

test('kinds, classes and directions have words in each language and stand once; all faults are named', () => {
  const { kinds, classes, directions } = reading({})();
  const [first, ...others] = kinds;
  const faulty = reading({
    kinds: [{ ...first, words: { ja: 'きっぷ' } }, ...others, others[0]],
    classes: [...classes, { ...classes[0] }],
    directions: { ...directions, inbound: directions.outbound },
  });
  expect(faulty).toThrow(/'qr' have no 'en'/);
  expect(faulty).toThrow(/kind 'haruka' stands twice/);
  expect(faulty).toThrow(/class 'ordinary' stands twice/);
  expect(faulty).toThrow(/both directions have the end 'airport'/);
  expect(reading({ rules: {} })).toThrow(/rules must have required properties/);
});

test('colours in which text cannot be read are refused with their contrast', () => {
  expect(reading({ colors: { light: SWISS, dark: DARK } })().colors?.light).toEqual(SWISS);
  expect(reading({ colors: { light: { ...SWISS, accent: '#dddddd' }, dark: DARK } })).toThrow(
    /colors.light cannot be read: accent #dddddd on #f4f1e9 has 1.2 of 4.5/,
  );
  expect(reading({ colors: { light: SWISS, dark: SWISS } })).toThrow(/colors.dark cannot be read/);
  expect(reading({ colors: { light: { ...SWISS, accent: 'red' }, dark: DARK } })).toThrow(
    '/colors/light/accent',
  );
});

test('the grounds of the check are those of the pages', () => {
  const css = readFileSync(join(OURS, '../../packages/ui/src/styles/tokens.css'), 'utf8');
  const [light = '', dark = ''] = css.split(":root[data-appearance='dark']");
  const groundOf = (sheet: string, role: string) =>
    new RegExp(`--${role}: (#[0-9a-f]{6})`).exec(sheet)?.[1] ?? '';
  for (const [appearance, sheet] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const role of ['page', 'stock', 'tray']) {
      const ground = groundOf(sheet, role);
      expect(faintColors(appearance, { ...SWISS, accent: ground }).join()).toContain(
        `on ${ground} has 1 of 4.5`,
      );
    }
});

test('an icon that is missing, of another size or no PNG is refused by its name', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kippu-icons-'));
  try {
    expect(() => readIcons(dir)).toThrow(/^icons.icon-192.png:1: the icon is missing/);
    mkdirSync(join(dir, 'icons'));
    cpSync(join(OURS, 'icons'), join(dir, 'icons'), { recursive: true });
    const usual = [
      'icon.svg',
      'icon-192.png',
      'icon-512.png',
      'icon-maskable-512.png',
      'apple-touch-icon.png',
    ];
    const names = () => readIcons(dir).map(({ name }) => name);
    expect(names()).toEqual([...usual, 'badge-96.png']);
    cpSync(join(OURS, 'icons/icon-192.png'), join(dir, 'icons/badge-96.png'));
    expect(names).toThrow('not a PNG of 96 by 96 pixels');
    rmSync(join(dir, 'icons/badge-96.png'));
    expect(names()).toEqual(usual);
    cpSync(join(OURS, 'icons/icon-192.png'), join(dir, 'icons/icon-512.png'));
    expect(() => readIcons(dir)).toThrow('not a PNG of 512 by 512 pixels');
    writeFileSync(join(dir, 'icons/icon-192.png'), 'no picture');
    expect(() => readIcons(dir)).toThrow('not a PNG of 192 by 192 pixels');
  } finally {
    rmSync(dir, { recursive: true });
  }
});
