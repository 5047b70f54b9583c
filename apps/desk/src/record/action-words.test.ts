// The record has a text for each act at the desk.
import { expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { actionWord, hasActionWord, subjectHref } from './action-words.ts';

const CALLS = ALL_CALLS.filter(({ path }) => path.startsWith('/desk/')).map(({ name }) => name);

test('each desk call has a text in both languages, and no two are the same', () => {
  expect(CALLS).toContain('deskSignIn');
  expect(CALLS.filter((call) => !hasActionWord(call))).toEqual([]);
  for (const language of ['ja', 'en'] as const) {
    const words = CALLS.map((call) => actionWord(call)[language]);
    expect(words.filter((word, at) => word === '' || words.indexOf(word) !== at)).toEqual([]);
  }
});

test('an unknown call, and one named like an inherited property, is shown by its name', () => {
  for (const call of ['deskTomorrow', 'constructor', '__proto__'])
    expect(actionWord(call)).toEqual({ ja: call, en: call, de: call });
});

test('a subject with a page links to it', () => {
  expect(subjectHref('deskTicket', '504712345678')).toBe('#/tickets/504712345678');
  expect(subjectHref('deskChangeTicket', 'a-ticket-id')).toBeUndefined();
  expect(subjectHref('deskTickets', 'A&B 1')).toBe('#/tickets?order=A%26B+1');
  expect(subjectHref('deskGateConflict', '504712345678')).toBe('#/tickets/504712345678');
  expect(subjectHref('deskSettleGateConflict', '17')).toBe('#/gates/17');
  expect(subjectHref('deskCloseGate', 'x')).toBeUndefined();
});
