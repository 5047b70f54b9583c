import type { NoticeHead } from '@kippu/contract/notice';
import { expect, test } from 'vitest';
import { marked, noticeToShow, prunedMarks, unreadNotices } from './notice-read.ts';

const notice = (noticeId: string, change: Partial<NoticeHead> = {}): NoticeHead => ({
  noticeId,
  title: noticeId,
  at: '2026-11-01 10:00:00',
  level: 'info',
  once: false,
  ...change,
});
const LIST = [
  notice('c'),
  notice('b', { level: 'important', once: true }),
  notice('a', { level: 'important', once: true }),
];

test('what was opened is read', () => {
  expect(unreadNotices(LIST, ['c', 'gone']).map((n) => n.noticeId)).toEqual(['b', 'a']);
  expect(unreadNotices(LIST, [])).toEqual(LIST);
});

test('a once-only important notice is shown once, the newest first, and never after it was opened', () => {
  expect(noticeToShow(LIST, [], [])?.noticeId).toBe('b');
  expect(noticeToShow(LIST, [], ['b'])?.noticeId).toBe('a');
  expect(noticeToShow(LIST, ['a'], ['b'])).toBeUndefined();
  expect(noticeToShow([notice('x', { once: true })], [], [])).toBeUndefined();
  expect(noticeToShow([notice('x', { level: 'important' })], [], [])).toBeUndefined();
});

test('marks stay unique, and only those of notices that exist are kept', () => {
  const marks = ['a', 'b'];
  expect(marked(marks, 'a')).toBe(marks);
  expect(marked(marks, 'c')).toEqual(['a', 'b', 'c']);
  expect(prunedMarks(marks, LIST)).toBe(marks);
  expect(prunedMarks(['gone', 'a'], LIST)).toEqual(['a']);
});
