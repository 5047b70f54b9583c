// A board on a screen, over hours and days: languages, the network, sleep, midnight, summer time, restarts and new versions.
import { screen } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board } from '@kippu/contract/board/departure-board';
import { setZone } from '@kippu/domain/time/zone';
import { boardWords } from '@kippu/words/board/words-of-board';
import { boardWith, pageOf, TestBoard, trainAt } from '../test/test-board.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NINE = Date.parse('2026-04-01T09:00:00+09:00');
const EN = boardWords('en');
let board: TestBoard;

const usual = (more: Partial<Board> = {}) =>
  boardWith([trainAt(NINE + 15 * MINUTE, '1'), trainAt(NINE + 45 * MINUTE, '2')], more);
const late = boardWith([
  trainAt(NINE + 30 * MINUTE, '1', {
    live: { asOf: NINE, expectedAt: NINE + 50 * MINUTE, platform: '9', words: { en: 'Strong wind' } },
  }),
  trainAt(NINE + 35 * MINUTE, '2', { live: { asOf: NINE, cut: 'train' } }),
  trainAt(NINE + 40 * MINUTE, '3', {
    cars: [
      { car: 1, seats: 40, free: 3 },
      { car: 2, seats: 0, free: 0 },
    ],
  }),
]);

beforeEach(() => {
  board = new TestBoard(NINE, usual());
});
afterEach(() => {
  board.stop();
  setZone('Asia/Tokyo');
});

test('all words turn together, language by language, every eight seconds', async () => {
  await board.start({ languages: ['ja', 'en', 'ko'] });
  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const { lang } = document.documentElement;
    seen.push(lang);
    const words = boardWords(lang);
    for (const word of [words.departures, words.platform, words.destination])
      expect(board.text).toContain(word);
    for (const other of ['ja', 'en', 'ko'].filter((each) => each !== lang))
      expect(board.text).not.toContain(boardWords(other).departures);
    await board.pass(8 * SECOND);
  }
  expect(seen).toEqual(['ja', 'en', 'ko', 'ja']);
});

test('late, another platform, cancelled, words and seats', async () => {
  board.answer = late;
  await board.start();
  const [first = '', second = '', third = ''] = board.rows;
  for (const part of ['09:30', '09:50', EN.late(20), '9', EN.newPlatform, 'Strong wind'])
    expect(first).toContain(part);
  expect(second).toContain(EN.cancelled);
  expect(third).toContain(EN.carSeats(1, 3));
  expect(third).toContain(EN.carUnreserved(2));
  expect(document.querySelector('[data-level="1"]')?.textContent).toBe('1');
});

test('a change of the server is there within half a minute, without a reload', async () => {
  await board.start();
  board.answer = usual({ alerts: [{ id: 'x', text: { en: 'Lift out of order' } }] });
  await board.pass(20 * SECOND);
  expect(screen.getByText('Lift out of order')).toBeDefined();
  expect(board.reloads).toBe(0);
});

test('without a network it goes on, says how old it is, fades to the timetable, and comes back', async () => {
  board.answer = late;
  await board.start();
  board.answer = 'lost';
  await board.pass(2 * MINUTE);
  expect(screen.getByText(EN.noConnection('09:00'))).toBeDefined();
  expect(board.rows[0]).toContain('09:50');
  await board.pass(19 * MINUTE);
  expect(screen.getByText(EN.timetableOnly('09:00'))).toBeDefined();
  expect(board.rows[0]).toContain('09:30');
  expect(board.rows[0]).not.toContain('09:50');
  expect(board.rows[0]).not.toContain('Strong wind');
  // Nothing restores a train but the server.
  expect(board.rows[1]).toContain(EN.cancelled);
  expect(board.rows[2]).not.toContain(EN.freeSeats);
  await board.pass(11 * MINUTE);
  expect(board.rows).toHaveLength(2);
  const live = { asOf: NINE + 32 * MINUTE, expectedAt: NINE + 50 * MINUTE };
  board.answer = boardWith([trainAt(NINE + 30 * MINUTE, '1', { live })]);
  await board.pass(MINUTE);
  expect(board.rows[0]).toContain('09:50');
  expect(document.querySelector('.warning')).toBeNull();
});

test('it asks less and less often while nobody answers, but at least each minute', async () => {
  await board.start();
  board.answer = 'lost';
  await board.pass(16 * SECOND);
  board.asked.length = 0;
  await board.pass(10 * MINUTE);
  expect(board.asked.length).toBeGreaterThanOrEqual(9);
  expect(board.asked.length).toBeLessThan(20);
});

test('a feed that is silent while the network is there: its delay is marked old, then it is gone', async () => {
  board.answer = late;
  await board.start();
  await board.pass(11 * MINUTE);
  expect(board.rows[0]).toContain(EN.asOf('09:00'));
  await board.pass(10 * MINUTE);
  expect(board.rows[0]).not.toContain('09:50');
  expect(board.rows[0]).toContain('Strong wind');
});

test("the answer of a hotel's network is none", async () => {
  await board.start();
  board.answer = 'portal';
  await board.pass(2 * MINUTE);
  expect(board.rows).toHaveLength(2);
  expect(screen.getByText(EN.noConnection('09:00'))).toBeDefined();
});

test('a screen with a wrong clock shows the time of the server', async () => {
  board.wallOff = -5 * HOUR;
  await board.start();
  expect(screen.getByText('09:00')).toBeDefined();
  await board.pass(3 * MINUTE);
  expect(screen.getByText('09:03')).toBeDefined();
});

test('it wakes right after a sleep: the time is right at once, and it asks at once', async () => {
  await board.start();
  board.answer = 'lost';
  await board.sleep(HOUR);
  expect(screen.getByText('10:00')).toBeDefined();
  expect(board.rows).toEqual([]);
  board.answer = boardWith([trainAt(NINE + 2 * HOUR, '9')]);
  board.asked.length = 0;
  dispatchEvent(new Event('online'));
  await board.pass(1);
  expect(board.asked).toEqual(['/departures/a']);
  expect(board.rows[0]).toContain('11:00');
});

test('over midnight: trains of the next day stand below their day, and then are of today', async () => {
  const night = Date.parse('2026-04-01T23:50:00+09:00');
  board.stop();
  board = new TestBoard(night, boardWith([trainAt(night + 5 * MINUTE, '1'), trainAt(night + HOUR, '2')]));
  await board.start();
  expect(screen.getByText(EN.tomorrow)).toBeDefined();
  expect(screen.getByText(/April 1/)).toBeDefined();
  board.answer = 'lost';
  await board.pass(11 * MINUTE);
  expect(screen.queryByText(EN.tomorrow)).toBeNull();
  expect(screen.getByText(/April 2/)).toBeDefined();
  expect(screen.getByText('00:01')).toBeDefined();
  expect(board.rows).toHaveLength(1);
});

test.each([
  ['begins', '2026-03-29T00:30:00Z', ['01:30', '03:15']],
  ['ends', '2026-10-25T00:30:00Z', ['02:30', '02:15 (UTC+1)']],
])('in the night in which summer time %s', async (_which, at, [clock, next]) => {
  setZone('Europe/Berlin');
  const night = Date.parse(at);
  board.stop();
  board = new TestBoard(night, boardWith([trainAt(night + 45 * MINUTE, '1')]));
  await board.start();
  expect(document.querySelector('.clock')?.textContent).toBe(clock);
  expect(board.rows[0]).toContain(next);
  board.answer = 'lost';
  await board.pass(44 * MINUTE);
  expect(board.rows).toHaveLength(1);
  await board.pass(2 * MINUTE);
  expect(board.rows).toHaveLength(0);
});

test('after a restart without a server it shows what it had; another station has nothing of it', async () => {
  board.answer = late;
  await board.start();
  board.answer = 'lost';
  await board.pass(5 * MINUTE);
  await board.start();
  expect(board.rows[0]).toContain('09:50');
  expect(screen.getByText(EN.noConnection('09:00'))).toBeDefined();
  await board.start({ station: 'b' });
  expect(board.text).toBe(EN.connecting);
  board.stored.set('kippu.board', '{"asked":"a","board":{"trains":7}}');
  await board.start();
  expect(board.text).toBe(EN.connecting);
});

test('it loads itself again for a new version, once all of it answers', async () => {
  await board.start();
  await board.pass(11 * MINUTE);
  expect(board.reloads).toBe(0);
  board.page = pageOf('index-2.js');
  board.lostFiles = true;
  await board.pass(11 * MINUTE);
  expect(board.reloads).toBe(0);
  board.answer = 'lost';
  board.lostFiles = false;
  await board.pass(30 * MINUTE);
  expect(board.reloads).toBe(0);
  board.answer = usual();
  await board.pass(2 * MINUTE);
  expect(board.reloads).toBe(1);
});

test('an unknown station has the list of all boards, and the board when the station comes', async () => {
  board.answer = 'unknown';
  await board.start();
  await board.pass(2 * SECOND);
  expect(screen.getByText(EN.unknownStation)).toBeDefined();
  expect(screen.getByRole('link', { name: /Alpha/ }).getAttribute('href')).toBe('/board/a');
  board.answer = usual();
  await board.pass(2 * MINUTE);
  expect(board.rows).toHaveLength(2);
});

test('an hour of turns, changes and failures leaves the page no larger, and one timer', async () => {
  const alerts = [
    { id: 'x', text: { en: 'One' } },
    { id: 'y', text: { en: 'Two' } },
  ];
  const many = Array.from({ length: 80 }, (_, at) => trainAt(NINE + (at + 1) * 10 * MINUTE, String(at)));
  board.answer = boardWith(many, { alerts });
  await board.start({ languages: ['ja', 'en'] });
  const size = () => document.querySelectorAll('*').length;
  const before = size();
  for (let part = 0; part < 6; part += 1) {
    await board.pass(5 * MINUTE);
    expect(board.rows.length).toBeLessThanOrEqual(16);
    board.answer = 'lost';
    await board.pass(5 * MINUTE);
    board.answer = boardWith(many.slice(part), { alerts });
  }
  expect(size()).toBeLessThanOrEqual(before + 5);
  expect(vi.getTimerCount()).toBe(1);
  expect([...board.stored.keys()]).toEqual(['kippu.board']);
});

test('each alert has its turn, in every language before the next one', async () => {
  const alerts = ['One', 'Two'].map((en) => ({ id: en, text: { en, ja: `${en}目` } }));
  board.answer = usual({ alerts });
  await board.start({ languages: ['ja', 'en'] });
  const seen: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    seen.push(document.querySelector('.alerts .shown')?.textContent ?? '');
    await board.pass(8 * SECOND);
  }
  expect(seen).toEqual(['One目', 'One', 'Two目', 'Two', 'One目']);
});
