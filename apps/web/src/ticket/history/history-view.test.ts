// Every code of the specification has its own text, and records are grouped by day.
import { SITE_CODES } from '@kippu/contract/values';
import type { HistoryItem } from '@kippu/contract/calls/traveller/voucher';
import { expect, test } from 'vitest';
import { ticketLife } from '@kippu/words/en/app/ticket-life';
import { byDay, isForced, recordKind, recordLine } from './history-view.ts';

const item = (at: string, code = 31): HistoryItem => ({
  code,
  at,
  ticketId: 't1',
  productNameCn: '关西通票',
  productNameEn: 'Kansai Pass',
  productNameJp: '関西パス',
  productNameTC: '關西周遊券',
  productNameKr: '간사이 패스',
  stationNameCn: '京都',
  stationNameEn: 'Kyoto',
  stationNameJp: '京都',
  stationNameTc: '京都',
  stationNameKr: '교토',
  method: 'gate',
  by: 'gate',
});

test('each code has its own text', () => {
  const kinds = SITE_CODES.all.map(recordKind);
  expect(new Set(kinds).size).toBe(SITE_CODES.all.length);
  expect(kinds).not.toContain('other');
  expect(recordKind(99)).toBe('other');
});

test('only records forced by staff count as forced', () => {
  expect(SITE_CODES.all.filter(isForced)).toEqual([37, 38]);
});

test('the actor is not repeated', () => {
  expect(recordLine({ method: 'gate', by: 'gate' }, ticketLife)).toBe('Gate reader');
  expect(recordLine({ method: 'staff', by: 'staff' }, ticketLife)).toBe('Station staff');
  expect(recordLine({ method: 'scan', by: 'traveller' }, ticketLife)).toBe('By station poster');
  expect(recordLine({ method: 'gate', by: 'staff' }, ticketLife)).toBe('Gate reader\u00a0· by staff');
});

test('records around midnight in Japan are on their own days', () => {
  const days = byDay([
    item('2026-11-29 00:10:00', 32),
    item('2026-11-28 23:55:00'),
    item('2026-11-28 09:00:00', 35),
  ]);
  expect(days.map(({ date, items }) => [date, items.length])).toEqual([
    ['2026-11-29', 1],
    ['2026-11-28', 2],
  ]);
  expect(byDay([])).toEqual([]);
});
