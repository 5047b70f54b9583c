// A notice draft: when it can be saved, whether readers are notified again, and what stays on the device.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import {
  copies,
  following,
  draftOf,
  isSame,
  keepDraft,
  keptDraft,
  newDraft,
  periodFault,
  notifiesAgain,
  textState,
  unfinished,
  writtenTexts,
} from './notice-draft.ts';

const five = (words: string) => ({
  ja: `${words} ja`,
  en: `${words} en`,
  ko: `${words} ko`,
  'zh-CN': `${words} cn`,
  'zh-TW': `${words} tw`,
});
const notice: DeskNotice = {
  noticeId: 'desk-1',
  source: 'desk',
  state: 'shown',
  level: 'important',
  once: true,
  version: 1,
  from: '2026-12-01 00:00:00',
  until: '2026-12-02 23:59:59',
  title: five('t'),
  body: five('b'),
};
const draft = draftOf(notice);

test('a new draft starts at the current minute in Tokyo, lasts a week, and has no text yet', () => {
  const fresh = newDraft(Date.parse('2026-12-30T23:59:30+09:00'));
  expect([fresh.from, fresh.until]).toEqual(['2026-12-30 23:59:00', '2027-01-06 23:59:59']);
  expect(unfinished(fresh)).toEqual(['ja', 'en']);
  expect(following(fresh)).toEqual(['ko', 'zh-CN', 'zh-TW']);
  expect(periodFault(fresh)).toBeUndefined();
});

test('a text that is partial, blank or too long in one language is not finished', () => {
  expect(unfinished(draft)).toEqual([]);
  const odd = {
    ...draft,
    title: { ...draft.title, ko: ' ', en: '🚄'.repeat(120), 'zh-TW': 'x'.repeat(121) },
    body: { ...draft.body, ja: '' },
  };
  expect(unfinished(odd)).toEqual(['ja', 'ko', 'zh-TW']);
  expect([textState(odd, 'ko'), textState(newDraft(0), 'ja')]).toEqual(['part', 'empty']);
  const copied = { ...draft, body: { ...draft.body, ko: ` ${draft.body.ja}` } };
  expect([copies(draft), copies(copied)]).toEqual([[], ['ja', 'ko']]);
});

test('it can be saved in the first two languages; another one is written whole or not at all', () => {
  const without = (texts: typeof draft.title) => ({ ...texts, ko: '', 'zh-TW': ' ' });
  const two = { ...draft, title: without(draft.title), body: without(draft.body) };
  expect([unfinished(two), following(two)]).toEqual([[], ['ko', 'zh-TW']]);
  expect(Object.keys(writtenTexts(two.title))).toEqual(['ja', 'en', 'zh-CN']);
  const part = { ...two, title: { ...two.title, ko: 'x' } };
  expect([unfinished(part), following(part)]).toEqual([['ko'], ['zh-TW']]);
  expect(unfinished({ ...two, title: { ...two.title, en: '' }, body: { ...two.body, en: '' } })).toEqual([
    'en',
  ]);
  // Readers of the fallback are not notified again when the text follows in another language.
  const before = { ...notice, title: writtenTexts(two.title), body: writtenTexts(two.body) };
  expect(notifiesAgain(draft, before)).toBe(false);
  expect(notifiesAgain({ ...draft, body: { ...draft.body, en: 'new' } }, before)).toBe(true);
});

test('it must end after it begins, at times that exist', () => {
  expect(periodFault({ ...draft, from: '' })).toBe('from');
  expect(periodFault({ ...draft, until: '2026-02-30 10:00:00' })).toBe('until');
  expect(periodFault({ ...draft, until: draft.from })).toBe('order');
});

test('an important notice with a new text notifies its readers again, unless staff chose otherwise', () => {
  const other = { ...draft, title: { ...draft.title, ko: 'new' } };
  expect(notifiesAgain(draft, notice)).toBe(false);
  expect(notifiesAgain({ ...draft, until: '2027-01-01 00:00:00' }, notice)).toBe(false);
  expect(notifiesAgain(other, notice)).toBe(true);
  expect(notifiesAgain({ ...other, level: 'info' }, notice)).toBe(false);
  expect(notifiesAgain({ ...other, tellAgain: false }, notice)).toBe(false);
  expect(notifiesAgain({ ...draft, tellAgain: true }, notice)).toBe(true);
  expect(notifiesAgain({ ...other, tellAgain: true }, { ...notice, state: 'coming' })).toBe(false);
  expect(notifiesAgain(other, null)).toBe(false);
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is kept for its author, and an unreadable draft is ignored', () => {
  keepDraft('s1', 'desk-1', { draft, version: 3 });
  const stored = keptDraft('s1', 'desk-1');
  expect(stored).toEqual({ draft, version: 3 });
  expect(isSame(stored?.draft ?? newDraft(0), draft)).toBe(true);
  expect(keptDraft('s2', 'desk-1')).toBeUndefined();
  expect(keptDraft('s1', 'new')).toBeUndefined();
  for (const junk of [
    '{',
    'null',
    '{"draft":{}}',
    JSON.stringify({ draft: { ...draft, title: { ja: 'x' } } }),
  ]) {
    localStorage.setItem('kippu-desk.notice.s1.desk-1', junk);
    expect(keptDraft('s1', 'desk-1')).toBeUndefined();
  }
  keepDraft('s1', 'desk-1', null);
  expect(localStorage.getItem('kippu-desk.notice.s1.desk-1')).toBeNull();
});
