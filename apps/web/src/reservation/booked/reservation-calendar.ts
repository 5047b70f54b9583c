// A reservation as a calendar file (RFC 5545), in Tokyo time whatever the phone's time zone.
import { TIME_ZONE } from '@kippu/contract/limits';

interface CalendarEvent {
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** The train does not run, so an earlier calendar entry must be removed. */
  readonly cancelled: boolean;
  /** Asia/Tokyo wall times. */
  readonly from: string;
  readonly to: string;
  /** Creation time of the file, in epoch milliseconds. */
  readonly madeAt: number;
}

const ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${TIME_ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19510909T010000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:JST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const stamp = (wall: string) => wall.replace(/[-:]/g, '').replace(' ', 'T');
const escaped = (text: string) => text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll('\n', '\\n');

/** Folds a line: at most 75 bytes per line, continued after a line break and a space, never inside a character. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    // The leading space of a continuation line counts.
    const room = parts.length === 0 ? 75 : 74;
    if (bytes.encode(part + character).length > room) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

/** Returns the text of the file, with a reminder half an hour before. */
export function calendarFile(event: CalendarEvent): string {
  const made = new Date(event.madeAt).toISOString().replace(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kippu//Seat reservation//EN',
    event.cancelled ? 'METHOD:CANCEL' : 'METHOD:PUBLISH',
    ...ZONE,
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}@kippu`,
    `DTSTAMP:${made}`,
    // The file with the higher sequence number replaces the entry in the calendar.
    `SEQUENCE:${Math.floor(event.madeAt / 60_000)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART;TZID=${TIME_ZONE}:${stamp(event.from)}`,
    `DTEND;TZID=${TIME_ZONE}:${stamp(event.to)}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.notes)}`,
    ...(event.cancelled
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-PT30M',
          `DESCRIPTION:${escaped(event.title)}`,
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
