import type { NoticeHead } from '@kippu/contract/calls/traveller/notice';
import { expect, test } from 'vitest';
import { marked, noticeToShow, prunedMarks, unreadNotices } from './unread.ts';

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

test('an opened notice is read', () => {
  expect(unreadNotices(LIST, ['c', 'gone']).map((n) => n.noticeId)).toEqual(['b', 'a']);
  expect(unreadNotices(LIST, [])).toEqual(LIST);
});

test('an important notice is shown over the page once, newest first, and never after it was opened', () => {
  expect(noticeToShow(LIST, [], [])?.noticeId).toBe('b');
  expect(noticeToShow(LIST, [], ['b'])?.noticeId).toBe('a');
  expect(noticeToShow(LIST, ['a'], ['b'])).toBeUndefined();
  expect(noticeToShow([notice('x', { once: true })], [], [])).toBeUndefined();
  expect(noticeToShow([notice('x', { level: 'important' })], [], [])).toBeUndefined();
});

test('read marks are unique, and those of deleted notices are dropped', () => {
  const marks = ['a', 'b'];
  expect(marked(marks, 'a')).toBe(marks);
  expect(marked(marks, 'c')).toEqual(['a', 'b', 'c']);
  expect(prunedMarks(marks, LIST)).toBe(marks);
  expect(prunedMarks(['gone', 'a'], LIST)).toEqual(['a']);
});
