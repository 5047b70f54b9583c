// A reservation as a calendar file (RFC 5545). Times are in UTC, which every calendar shows in the phone's zone, so the file
// needs no table of a zone's changes.
import { appName } from '@kippu/words/railway';

interface CalendarEvent {
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** The train does not run, so an earlier calendar entry must be removed. */
  readonly cancelled: boolean;
  /** Departure and arrival, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Creation time of the file, in epoch milliseconds. */
  readonly madeAt: number;
}

const stamp = (epochMs: number) => new Date(epochMs).toISOString().replace(/[-:]|\.\d+/g, '');
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
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(appName())}//Seat reservation//EN`,
    event.cancelled ? 'METHOD:CANCEL' : 'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}@kippu`,
    `DTSTAMP:${stamp(event.madeAt)}`,
    // The file with the higher sequence number replaces the entry in the calendar.
    `SEQUENCE:${Math.floor(event.madeAt / 60_000)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART:${stamp(event.from)}`,
    `DTEND:${stamp(event.to)}`,
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
