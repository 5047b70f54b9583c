// Notices by time and language, also for visitors; a broken file stops the start and is named.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offeredLanguages } from '@kippu/contract/languages';
import { textIn } from '@kippu/contract/names';
import { buildApp } from '../app.ts';
import { openTestDeps, type TestDeps } from '../../test/app-context.ts';
import { loadFaq } from './faq-files.ts';
import { loadTerms } from './terms-files.ts';
import { loadNotices } from './notice-files.ts';

const NOTICE = '/jtr-jwqs-app/guest/notice/info';
const FIVE = { ja: '見出し', en: 'Title', ko: '제목', 'zh-CN': '标题', 'zh-TW': '標題' };
const notice = (noticeId: string, from: string, until: string, change: object = {}) => ({
  noticeId,
  from,
  until,
  level: 'info',
  once: false,
  title: FIVE,
  body: FIVE,
  ...change,
});
let folder: string;
let deps: TestDeps;
let app: FastifyInstance;
const write = (file: string, value: unknown) =>
  writeFileSync(join(folder, file), JSON.stringify(value, null, 2));
const list = async (language = 'en', query: Record<string, string> = {}) =>
  (
    await app.inject({ url: `${NOTICE}/listSaasNotice`, query, headers: { 'accept-language': language } })
  ).json().data;
const load = (noticeId: string) => app.inject({ url: `${NOTICE}/loadSaasNotice`, query: { noticeId } });

beforeAll(async () => {
  const opened = await openTestDeps();
  folder = mkdtempSync(join(tmpdir(), 'kippu-operator-'));
  cpSync(opened.config.operatorDir, folder, { recursive: true });
  rmSync(join(folder, 'notices'), { recursive: true });
  cpSync(join(opened.config.operatorDir, 'notices'), join(folder, 'notices'), {
    recursive: true,
    filter: (file) => !file.endsWith('.json'),
  });
  // The tests' clock stands at 2026-04-01 09:00:00 in Tokyo.
  write('notices/old.json', notice('old', '2026-03-01 00:00:00', '2026-03-31 23:59:59'));
  write('notices/first.json', notice('first', '2026-03-30 10:00:00', '2026-04-01 09:00:00'));
  write(
    'notices/second.json',
    notice('second', '2026-03-31 10:00:00', '2026-05-01 00:00:00', { level: 'important', once: true }),
  );
  write('notices/third.json', notice('third', '2026-04-01 09:00:00', '2026-05-01 00:00:00'));
  write('notices/soon.json', notice('soon', '2026-04-01 09:00:01', '2026-05-01 00:00:00'));
  deps = { ...opened, config: { ...opened.config, operatorDir: folder } };
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
  rmSync(folder, { recursive: true });
});

test('a visitor sees the current notices, newest first, from their first second to their last', async () => {
  expect((await list()).map((n: { noticeId: string }) => n.noticeId)).toEqual(['third', 'second', 'first']);
  expect((await list())[1]).toEqual({
    noticeId: 'second',
    title: 'Title',
    at: '2026-03-31 10:00:00',
    level: 'important',
    once: true,
  });
  expect(
    (await list('en', { since: '2026-03-31 10:00:00' })).map((n: { noticeId: string }) => n.noticeId),
  ).toEqual(['third']);
});

test('each language gets its own texts', async () => {
  for (const language of offeredLanguages())
    expect((await list(language))[0].title).toBe(textIn(FIVE, language));
});

test('a notice names its neighbours in the list', async () => {
  const second = (await load('second')).json().data;
  expect([second.previous, second.next, second.body]).toEqual(['third', 'first', 'Title']);
  expect((await load('third')).json().data.previous).toBeUndefined();
  expect((await load('first')).json().data.next).toBeUndefined();
  for (const id of ['old', 'soon', 'nothing', '../first']) {
    const answer = await load(id);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'REQ-0005']);
  }
});

test('a second later the first has ended and the next is shown', async () => {
  deps.advance(1000);
  expect((await list()).map((n: { noticeId: string }) => n.noticeId)).toEqual(['soon', 'third', 'second']);
  deps.advance(-1000);
});

test('the phone gets the terms of each language offered, and of no other', async () => {
  for (const language of offeredLanguages()) {
    const answer = await app.inject({ url: `/operator/terms/${language}.md` });
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(answer.body).toBe(readFileSync(join(deps.config.operatorDir, 'terms', `${language}.md`), 'utf8'));
  }
  expect((await app.inject({ url: '/operator/terms/fr.md' })).statusCode).toBe(404);
  expect(() => loadTerms(folder, 'fr')).toThrow(
    /^terms.fr.md:1: the file is missing, and languages offers 'fr'/,
  );
  writeFileSync(join(folder, 'terms', 'fr.md'), '# Conditions\n\nUne partie.');
  expect(() => loadTerms(folder, 'fr')).toThrow('1 first-level headings; write two');
});

test('the phone gets the questions of one language and the names of stations', async () => {
  const answer = await app.inject({ url: '/operator/faq/zh-TW.json' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const book = answer.json();
  const places = book.categories.map(({ order }: { order: number }) => order);
  expect(places.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const entries = book.categories.flatMap((category: { entries: object[] }) => category.entries);
  expect(entries.length).toBeGreaterThanOrEqual(60);
  expect(entries.every((entry: { question: unknown }) => typeof entry.question === 'string')).toBe(true);
  expect(book.names.some((names: string[]) => names.includes('京都') && names.includes('Kyoto'))).toBe(true);
  expect((await app.inject({ url: '/operator/faq/fr.json' })).statusCode).toBe(404);
});

test('a broken file is refused with its name and line', () => {
  const broken = (file: string, value: unknown, read: (dir: string) => unknown) => {
    write(file, value);
    try {
      read(folder);
      return 'accepted';
    } catch (error) {
      return String(error);
    } finally {
      rmSync(join(folder, file));
    }
  };
  const good = notice('bad', '2026-04-01 00:00:00', '2026-04-02 00:00:00');
  const refusal = (change: object) => broken('notices/bad.json', { ...good, ...change }, loadNotices);
  expect(refusal({})).toBe('accepted');
  expect(refusal({ noticeId: 'other' })).toMatch(/notices\/bad\.json:2: .*name it as the file/);
  const asOfTheDesk = { ...good, noticeId: 'desk-1' };
  expect(broken('notices/desk-1.json', asOfTheDesk, loadNotices)).toMatch(/desk-1\.json:2: .*rename it/);
  expect(refusal({ until: '2026-03-01 00:00:00' })).toMatch(/bad\.json:4: until lies before from/);
  expect(refusal({ from: '2026-02-30 00:00:00' })).toMatch(/bad\.json:3: .*no time of the railway/);
  expect(refusal({ title: { ...FIVE, ko: '' } })).toMatch(/bad\.json:\d+: \/title\/ko/);
  expect(refusal({ surprise: 1 })).toMatch(/bad\.json/);
  const entry = {
    faqId: 'refund',
    question: FIVE,
    variants: { ja: [], en: [], ko: [], 'zh-CN': [], 'zh-TW': [] },
    answer: FIVE,
  };
  const faq = (entries: object[], category = 'zz') =>
    broken('faq/zz.json', { category, name: FIVE, entries }, loadFaq);
  expect(faq([entry])).toMatch(/zz\.json:\d+: faqId 'refund' stands twice/);
  expect(faq([{ ...entry, faqId: 'new', action: 'fly' }])).toMatch(/zz\.json:\d+: \/entries\/0\/action/);
  expect(faq([{ ...entry, faqId: 'new' }], 'other')).toMatch(/zz\.json:2: .*name it as the file/);
});
