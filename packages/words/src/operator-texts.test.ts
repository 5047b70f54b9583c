// Each operator's notices, questions and terms: a strict form, a text in each language that it offers, every text in its own script.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Type, type Static, type TRecord } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { strict } from '@kippu/contract/call';
import type { Language } from '@kippu/contract/languages';
import { WireTime } from '@kippu/contract/fields';
import { slipsOf } from '../test/language-slips.ts';

const OPERATORS = fileURLToPath(new URL('../../../operators', import.meta.url));
const FOLDERS = readdirSync(OPERATORS).filter((name) => existsSync(`${OPERATORS}/${name}/operator.json`));
const Text = Type.String({ minLength: 2 });
const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });
/** The forms of the files of an operator that offers these languages. */
function formsOf(languages: readonly Language[]) {
  const inEach = <T extends ReturnType<typeof Type.String | typeof Type.Array>>(each: T) =>
    strict(Object.fromEntries(languages.map((language) => [language, each]))) as unknown as TRecord<
      '^.*$',
      T
    >;
  const NoticeFile = strict({
    noticeId: Slug,
    from: WireTime,
    until: WireTime,
    level: Type.Enum(['info', 'important']),
    once: Type.Boolean(),
    title: inEach(Text),
    body: inEach(Text),
  });
  const FaqFile = strict({
    category: Slug,
    order: Type.Optional(Type.Integer({ minimum: 1 })),
    name: inEach(Text),
    entries: Type.Array(
      strict({
        faqId: Slug,
        question: inEach(Text),
        variants: inEach(Type.Array(Text, { minItems: 2 })),
        answer: inEach(Text),
        action: Type.Optional(
          Type.Enum([
            'openNext',
            'openTickets',
            'addTicket',
            'openSeats',
            'openReservations',
            'openLateTrains',
            'openAccount',
            'openPush',
            'feedback',
          ]),
        ),
      }),
      { minItems: 1 },
    ),
  });
  return { NoticeFile, FaqFile };
}
type Forms = ReturnType<typeof formsOf>;

/** Reads all files of a folder by their form. */
function load<T extends Forms[keyof Forms]>(folder: string, schema: T): [string, Static<T>][] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const data: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
    if (!Check(schema, data)) throw new Error(`${file}: ${JSON.stringify(Errors(schema, data)[0])}`);
    return [file, data as Static<T>];
  });
}
/** Splits a Markdown text into sentences, without marks of lists, bold and headings. */
const lines = (markdown: string) =>
  markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^(- |## \d+\. |# )/, '')
        .replaceAll(/\*\* ?/g, '')
        .trim(),
    )
    .filter(Boolean);
const slips = (language: Language, text: string) => lines(text).flatMap((line) => slipsOf(language, line));

it('there are several operators', () => {
  expect(FOLDERS.length).toBeGreaterThan(1);
});

describe.each(FOLDERS)('%s', (name) => {
  const folder = `${OPERATORS}/${name}`;
  const { languages }: { languages: [Language, ...Language[]] } = JSON.parse(
    readFileSync(`${folder}/operator.json`, 'utf8'),
  );
  const [own] = languages;
  const { NoticeFile, FaqFile } = formsOf(languages);

  describe('the notices', () => {
    const notices = load(`${folder}/notices`, NoticeFile);
    it('have their id as the file name, and end after they begin', () => {
      expect(notices.length).toBeGreaterThan(0);
      for (const [file, notice] of notices) {
        expect(`${notice.noticeId}.json`).toBe(file);
        expect(notice.from < notice.until, file).toBe(true);
      }
    });
    it('are in each language offered, with the same structure', () => {
      const shape = (body: string) => body.replaceAll(/[^\n-]|(?<!\n)-/g, '');
      for (const [file, { title, body }] of notices)
        for (const language of languages) {
          expect(slips(language, `${title[language]}\n${body[language]}`)).toEqual([]);
          expect(shape(body[language] ?? ''), `${file} ${language}`).toBe(shape(body[own] ?? ''));
        }
    });
  });

  describe('the questions and answers', () => {
    const categories = load(`${folder}/faq`, FaqFile);
    const entries = categories.flatMap(([, { entries: list }]) => list);
    it('have their category as the file name, and unique ids', () => {
      for (const [file, { category }] of categories) expect(`${category}.json`).toBe(file);
      expect(entries.length).toBeGreaterThan(0);
      expect(new Set(entries.map(({ faqId }) => faqId)).size).toBe(entries.length);
    });
    it('are in each language offered, each question asked once', () => {
      for (const language of languages) {
        for (const { question, answer } of entries)
          expect(slips(language, `${question[language]}\n${answer[language]}`)).toEqual([]);
        expect(new Set(entries.map(({ question }) => question[language])).size).toBe(entries.length);
      }
    });
    it('have the same numbers in each language', () => {
      // Except clock times, which each language writes in its own way, and single digits.
      const numbers = (text: string) =>
        [...new Set(text.match(/\d{2,}/g))].filter((n) => !['00', '10', '30'].includes(n)).toSorted();
      for (const { faqId, answer } of entries)
        for (const language of languages)
          expect(numbers(answer[language] ?? ''), `${faqId} ${language}`).toEqual(numbers(answer[own] ?? ''));
    });
  });

  describe('the terms', () => {
    const terms = (language: Language) => readFileSync(`${folder}/terms/${language}.md`, 'utf8');
    it('have the same sections in the same order, two parts, no links', () => {
      const shape = (language: Language) => terms(language).match(/^(# |## \d+|- |\*\*)/gm);
      for (const language of languages) {
        expect(shape(language), language).toEqual(shape(own));
        expect(terms(language).match(/^# /gm)).toHaveLength(2);
        expect(terms(language)).not.toMatch(/\]\(|<|https?:/);
      }
    });
    it('are each in their own language', () => {
      for (const language of languages) expect(slips(language, terms(language))).toEqual([]);
    });
  });
});
