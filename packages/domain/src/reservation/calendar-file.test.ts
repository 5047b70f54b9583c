// Calendar files, read back by a reader of their own that knows only the grammar of RFC 5545.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCalendar, type Component } from '../../test/read-calendar.ts';
import { wallToEpoch } from '../time/service-day.ts';
import { setZone } from '../time/zone.ts';
import { calendarFile, type CalendarEvent } from './calendar-file.ts';

const EVENT: CalendarEvent = {
  uid: 'r-1',
  app: 'Kippu; "rail", \\ more',
  title: 'はるか25号 京都から関西空港まで、お忘れもののないようにお乗りください🚄🚄🚄',
  place: 'Kyoto, platform 30',
  notes: 'Car 4; seats 7A\n7B\\7C\r\n7D\u0007',
  from: Date.parse('2026-11-28T14:15:00+09:00'),
  to: Date.parse('2026-11-28T15:35:00+09:00'),
  isCancelled: false,
  madeAt: Date.UTC(2026, 10, 27, 3, 4, 5, 600),
  url: `https://kippu.example/#/packages/haruka/reservation?reservationId=${'0'.repeat(60)}`,
  organizer: 'no-reply@kippu.example',
};
const read = (change: Partial<CalendarEvent> = {}) => readCalendar(calendarFile({ ...EVENT, ...change }));
const eventOf = (change: Partial<CalendarEvent> = {}): Component => read(change).only('VEVENT');

beforeEach(() => setZone('Asia/Tokyo'));
afterEach(() => setZone('Asia/Tokyo'));

test('each line ends with CR LF, has at most 75 bytes, and breaks between characters', () => {
  const file = calendarFile(EVENT);
  expect(file.endsWith('\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of file.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/\p{Surrogate}/u);
  }
});

test('a reader gets all texts back', () => {
  const event = eventOf();
  expect(event.text('SUMMARY')).toBe(EVENT.title);
  expect(event.text('LOCATION')).toBe(EVENT.place);
  expect(event.text('DESCRIPTION')).toBe('Car 4; seats 7A\n7B\\7C\n7D');
  expect(event.value('URL')).toBe(EVENT.url);
  expect(event.value('ORGANIZER')).toBe('mailto:no-reply@kippu.example');
  expect(event.parameters('ORGANIZER')).toEqual({ CN: 'Kippu; rail, \\ more' });
});

test('it has what RFC 5545 requires, each once', () => {
  const calendar = read();
  expect(calendar.value('VERSION')).toBe('2.0');
  expect(calendar.text('PRODID')).toBe('-//Kippu; "rail", \\ more//Seat reservation//EN');
  expect(calendar.value('METHOD')).toBe('PUBLISH');
  const event = calendar.only('VEVENT');
  expect(event.value('UID')).toBe('r-1@kippu');
  expect(event.value('DTSTAMP')).toBe('20261127T030405Z');
  expect(event.value('STATUS')).toBe('CONFIRMED');
  const alarm = event.only('VALARM');
  expect([alarm.value('ACTION'), alarm.value('TRIGGER'), alarm.text('DESCRIPTION')]).toEqual([
    'DISPLAY',
    '-PT30M',
    EVENT.title,
  ]);
});

test('without a link and an address it has neither', () => {
  const { url: _url, organizer: _organizer, ...plain } = EVENT;
  const event = readCalendar(calendarFile(plain)).only('VEVENT');
  expect([event.has('URL'), event.has('ORGANIZER')]).toEqual([false, false]);
});

test('a cancelled entry is removed, and has no reminder', () => {
  const calendar = read({ isCancelled: true });
  const event = calendar.only('VEVENT');
  expect([calendar.value('METHOD'), event.value('STATUS')]).toEqual(['CANCEL', 'CANCELLED']);
  expect(event.value('UID')).toBe('r-1@kippu');
  expect(event.components).toEqual([]);
});

test('each later file has a higher number, which fits into 32 bits for decades', () => {
  const numberAt = (madeAt: number) => Number(eventOf({ madeAt }).value('SEQUENCE'));
  expect(numberAt(EVENT.madeAt + 1000)).toBeGreaterThan(numberAt(EVENT.madeAt));
  // Earlier versions counted minutes since 1970.
  expect(numberAt(Date.UTC(2026, 11, 1))).toBeGreaterThan(Math.floor(Date.UTC(2026, 11, 1) / 60_000));
  expect(numberAt(Date.UTC(2080, 0, 1))).toBeLessThan(2 ** 31);
});

describe('times', () => {
  test('are those of the station, with the zone', () => {
    const calendar = read();
    const event = calendar.only('VEVENT');
    expect(event.value('DTSTART')).toBe('20261128T141500');
    expect(event.parameters('DTSTART')).toEqual({ TZID: 'Asia/Tokyo' });
    expect(event.value('DTEND')).toBe('20261128T153500');
    const zone = calendar.only('VTIMEZONE');
    expect(zone.value('TZID')).toBe('Asia/Tokyo');
    const standard = zone.only('STANDARD');
    expect(standard.value('DTSTART')).toBe('19700101T000000');
    expect([standard.value('TZOFFSETFROM'), standard.value('TZOFFSETTO')]).toEqual(['+0900', '+0900']);
  });

  test('of a train at midnight are on two days', () => {
    const [from, to] = [wallToEpoch('2026-11-28 23:50:00'), wallToEpoch('2026-11-29 00:40:00')];
    const event = eventOf({ from, to });
    expect([event.value('DTSTART'), event.value('DTEND')]).toEqual(['20261128T235000', '20261129T004000']);
  });

  test.each([
    ['Europe/Zurich', '2026-03-29 01:30:00', '2026-03-29 04:30:00'],
    ['Europe/Zurich', '2026-03-29 03:30:00', '2026-03-29 05:00:00'],
    ['Europe/Zurich', '2026-07-01 08:00:00', '2026-07-01 09:00:00'],
    ['Europe/Zurich', '2026-10-25 02:30:00', '2026-10-25 04:00:00'],
    ['Europe/Zurich', '2026-10-25 02:30:00+01:00', '2026-10-25 04:00:00'],
    ['Europe/Zurich', '2026-10-25 02:30:00', '2026-10-25 02:10:00+01:00'],
    ['Europe/Zurich', '2026-12-24 20:00:00', '2026-12-25 00:10:00'],
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 03:30:00'],
    ['America/New_York', '2026-11-01 01:30:00-05:00', '2026-11-01 03:30:00'],
    ['America/St_Johns', '2026-06-01 01:30:00', '2026-06-01 03:30:00'],
    ['Australia/Lord_Howe', '2026-10-04 01:45:00', '2026-10-04 04:00:00'],
    ['Asia/Kolkata', '2026-06-01 01:30:00', '2026-06-01 03:30:00'],
    ['UTC', '2026-06-01 01:30:00', '2026-06-01 03:30:00'],
  ])('in %s, from %s to %s, are the same instants for a reader', (zone, departAt, arriveAt) => {
    setZone(zone);
    const [from, to] = [wallToEpoch(departAt), wallToEpoch(arriveAt)];
    const calendar = read({ from, to });
    expect([calendar.instant('DTSTART'), calendar.instant('DTEND')]).toEqual([from, to]);
  });
});
