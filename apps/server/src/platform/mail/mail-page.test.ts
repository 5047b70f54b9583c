// The HTML form of mails: all text escaped, addresses as links with words, the code large.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/words/languages';
import { aMail } from '../../../test/mails.ts';
import { mailPage, USUAL_COLORS } from './mail-page.ts';

const ORIGIN = 'https://kippu.example';
const page = (text: string, change = {}) =>
  mailPage(aMail('hanako@example.jp', { text, ...change }), undefined);
const bodyOf = (html: string) => /<h1[\s\S]*<\/h1>([\s\S]*?)<\/div>/.exec(html)?.[1] ?? '';
/** The words that a reader sees, one space between them. */
const seen = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test.each(LANGUAGES)('says its language: %s', (language) => {
  expect(page('a', { language })).toContain(`<html lang="${language}">`);
});

test('escapes what travellers and operators wrote', () => {
  const html = page('<img src=x onerror=alert(1)> & "b"', { subject: '</title><script>' });
  expect(html).not.toMatch(/<img|<script/);
  expect(seen(bodyOf(html))).toContain('&#60;img');
});

test('shows an address as a button with words, and never as text', () => {
  const html = page(`Log in:\n${ORIGIN}\n\nBye`);
  expect(html).toContain(`href="${ORIGIN}"`);
  expect(seen(bodyOf(html))).toBe('Log in: Open Kippu Bye');
});

test('names a button by the line that introduces its address', () => {
  const address = `${ORIGIN}/#/packages/haruka/reservation?reservationId=1&a=2`;
  const html = bodyOf(page(`Your reservation: ${address}`));
  expect(seen(html)).toBe('Your reservation');
  expect(html).toContain(`href="${ORIGIN}/#/packages/haruka/reservation?reservationId=1&#38;a=2"`);
});

test('shows a code large', () => {
  expect(bodyOf(page('Your code: 123456', { code: '123456' }))).toMatch(
    /<strong style="[^"]*32px[^"]*">123456<\/strong>/,
  );
});

test('keeps the paragraphs and lines of the text', () => {
  const html = bodyOf(page('one\ntwo\n\nthree'));
  expect(html.match(/<p /g)).toHaveLength(2);
  expect(html).toMatch(/one<br>\s*two/);
});

/** Grounds and their texts of the usual colours, light and dark. */
const PALETTES = Object.values(USUAL_COLORS).map(({ accent, onAccent, hero, onHero }) => [
  accent,
  onAccent,
  hero,
  onHero,
]);

test('has the operator’s colours in light and dark, and none of the usual ones', () => {
  const of = (letter: string) => ({
    accent: `#${letter}00000`,
    accentPressed: '#000000',
    onAccent: `#${letter}11111`,
    accentSoft: '#000000',
    hero: `#${letter}22222`,
    onHero: `#${letter}33333`,
    onHeroSoft: '#000000',
  });
  const mail = aMail('hanako@example.jp', { text: `Log in:\n${ORIGIN}`, language: 'en' });
  const html = mailPage(mail, { light: of('a'), dark: of('b') });
  for (const letter of ['a', 'b']) {
    const { accent, onAccent, hero, onHero } = of(letter);
    expect(html).toMatch(new RegExp(`background:${accent}(!important)?;color:${onAccent}`));
    expect(html).toMatch(new RegExp(`background:${hero}(!important)?;color:${onHero}`));
  }
  const usual = PALETTES.flat().filter((color) => color !== '#ffffff');
  expect(usual.filter((color) => html.includes(color))).toEqual([]);
});

test('the usual colours are those of the pages', () => {
  const css = readFileSync(
    join(import.meta.dirname, '../../../../../packages/ui/src/styles/tokens.css'),
    'utf8',
  );
  const sheets = css.split(":root[data-appearance='dark']");
  const roles = ['accent', 'on-accent', 'hero', 'on-hero'];
  const shown = sheets.map((sheet) =>
    roles.map((role) => new RegExp(`--${role}: (#[0-9a-f]{6})`).exec(sheet)?.[1]),
  );
  expect(PALETTES).toEqual(shown);
});
