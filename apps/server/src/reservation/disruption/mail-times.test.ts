// Times in mails: 24-hour clock, after midnight, with the day where it changes. Trains and seats are named as in the app.
import { expect, test } from 'vitest';
import { LANGUAGES } from '@kippu/words/languages';
import { seatsIn } from '../../platform/mail/mail-format.ts';
import { seatLines } from '../../transfer/transfer-mails.ts';
import { disruptionTexts } from './disruption-texts.ts';
import { RESERVATION, RETIMED } from '../../../test/reservation/reservation.ts';

test.each(LANGUAGES)('a train at 15:00 that leaves at 00:30 on New Year, in %s', (language) => {
  const { facts } = disruptionTexts(RESERVATION, RETIMED, language);
  const [booked = '', now = ''] = facts;
  expect(booked).toContain('kix 15:00 → kyoto 16:20');
  expect(now).toContain('kix 00:30 → kyoto 12:05');
  const day = new Map([
    ['de', /1\. Januar/],
    ['en', /1 January/],
    ['ko', /1월 1일/],
  ]);
  expect(now).toMatch(day.get(language) ?? /1月1日/);
});

test.each([
  ['ja', '2027年1月1日(金) 00:30 · はるか62号 · kix → kyoto · 4号車 1A'],
  ['de', 'Fr. 1. Januar 2027, 00:30 · HARUKA 62 · kix → kyoto · Wagen 4, 1A'],
  ['en', 'Fri 1 January 2027, 00:30 · HARUKA 62 · kix → kyoto · car 4, 1A'],
  ['ko', '2027년 1월 1일(금) 00:30 · 하루카 62호 · kix → kyoto · 4호차 1A'],
  ['zh-CN', '2027年1月1日(周五) 00:30 · HARUKA 62号 · kix → kyoto · 4号车 1A'],
  ['zh-TW', '2027年1月1日(週五) 00:30 · HARUKA 62號 · kix → kyoto · 4號車 1A'],
] as const)('the seat that goes along with a ticket, at 00:30, in %s', (language, line) => {
  expect(seatLines({ language, ticketIds: ['t'], reservations: [RESERVATION] })).toEqual([line]);
});

test('seats of two cars, each car named once', () => {
  expect(seatsIn(['4-1A', '4-1B', '5-12C'], 'zh-CN')).toBe('4号车 1A、1B、5号车 12C');
});

test.each(LANGUAGES)('a train that runs without the stop is not called cancelled, in %s', (language) => {
  const live = { asOf: '2026-12-31 09:00:00', isOld: false, runs: false, hasLeft: false };
  const cancelled = { ...RETIMED, kind: 'cancelled' } as const;
  const textsOf = (cut: 'train' | 'from' | 'to') =>
    disruptionTexts({ ...RESERVATION, live: { ...live, cut } }, cancelled, language);
  const whole = disruptionTexts(RESERVATION, cancelled, language);
  expect(textsOf('train')).toEqual(whole);
  // It names the stop that is left out.
  expect({ ...textsOf('from'), what: '' }).toEqual({ ...textsOf('to'), what: '' });
  expect(textsOf('from').what).not.toBe(textsOf('to').what);
  expect(textsOf('to').title).not.toBe(whole.title);
  expect(textsOf('to').what).not.toBe(whole.what);
  expect(textsOf('to').next).toBe(whole.next);
});

test.each(LANGUAGES)('a restored train that is late is not said to run as booked, in %s', (language) => {
  const live = { asOf: '2026-12-31 09:00:00', isOld: false, runs: true, hasLeft: false };
  const restored = { ...RETIMED, kind: 'restored' } as const;
  const textsOf = (expectedDepartAt: string) =>
    disruptionTexts({ ...RESERVATION, live: { ...live, expectedDepartAt } }, restored, language);
  const planned = disruptionTexts(RESERVATION, restored, language);
  expect(textsOf(RESERVATION.departAt)).toEqual(planned);
  const late = textsOf(RESERVATION.departAt.replace('00:30', '00:40'));
  for (const part of ['title', 'what', 'next'] as const) expect(late[part]).not.toBe(planned[part]);
});
