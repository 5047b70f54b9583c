// A reservation as a calendar file (RFC 5545): one writer for the app and for mails. Times are the railway's wall times with the table of its zone, so
// every calendar shows them as the station's clock does.
import { epochToWall } from '../time/service-day.ts';
import { changesAround, type OffsetChange } from '../time/zone-changes.ts';
import { offsetAt, zoneName } from '../time/zone.ts';

/** Calendars keep an entry's number in 32 bits. Seconds since then fit until 2088, and are more than any number that earlier versions wrote. */
const NUMBERED_SINCE = Date.UTC(2020, 0, 1);
const MAX_LINE_BYTES = 75;
/** How long before departure the calendar reminds: time to be at the station. */
const REMINDER = '-PT30M';

export interface CalendarEvent {
  /** The reservation's id. The files of one reservation change one entry. */
  readonly uid: string;
  /** The app's name. */
  readonly app: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** An earlier entry must be removed: the train does not run, or the reservation was cancelled. */
  readonly isCancelled: boolean;
  /** Departure and arrival, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** When the file is made, in epoch milliseconds: of two files the later one counts. */
  readonly madeAt: number;
  /** Where the reservation is shown. */
  readonly url?: string;
  /** The address that mails come from. In a mail, calendars expect one. */
  readonly organizer?: string;
}

const two = (n: number) => String(n).padStart(2, '0');
const stamp = (epochMs: number) => new Date(epochMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
/** As `stamp`, of a wall time. */
const local = (asUtcMs: number) => stamp(asUtcMs).slice(0, -1);
const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** The bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Folds a line: at most 75 bytes per line, continued after a line break and a space, never inside a character. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = bytesOf(character);
    if (bytes + size > MAX_LINE_BYTES) {
      text += '\r\n ';
      // The space counts.
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}

function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** An offset of the zone, from a wall time of the offset before on. */
const observance = ({ at, before, after }: OffsetChange): string[] => {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local(at + before)}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `END:${kind}`,
  ];
};

/** The table of the zone, as far as the event needs it. */
function zoneTable(from: number, to: number): string[] {
  const changes = changesAround(from, to);
  const offset = offsetAt(from);
  // What holds before the first change that is known.
  const always: OffsetChange = { at: -offset, before: offset, after: offset };
  const known = changes.some(({ at }) => at <= from) ? changes : [always, ...changes];
  return ['BEGIN:VTIMEZONE', `TZID:${zoneName()}`, ...known.flatMap(observance), 'END:VTIMEZONE'];
}

/** Whether the time is in the second pass of the hour that the end of summer time repeats: a calendar would take it for the first. */
const isRepeated = (epochMs: number): boolean => epochToWall(epochMs).length > 'YYYY-MM-DD HH:mm:ss'.length;

/** The zone's table and the event's times in it; in UTC where the railway's clock is ambiguous. */
function timesOf({ from, to }: CalendarEvent): { readonly zone: string[]; readonly times: string[] } {
  if (isRepeated(from) || isRepeated(to))
    return { zone: [], times: [`DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`] };
  const at = (epochMs: number) => `;TZID=${zoneName()}:${local(epochMs + offsetAt(epochMs))}`;
  return { zone: zoneTable(from, to), times: [`DTSTART${at(from)}`, `DTEND${at(to)}`] };
}

/** PUBLISH, not REQUEST: nobody is invited, so calendars must not ask the traveller to answer (RFC 5546). */
export const calendarMethod = ({ isCancelled }: Pick<CalendarEvent, 'isCancelled'>): 'PUBLISH' | 'CANCEL' =>
  isCancelled ? 'CANCEL' : 'PUBLISH';

/** Returns the text of the file, with a reminder half an hour before departure. Throws Error before setZone. */
export function calendarFile(event: CalendarEvent): string {
  const { app, url, organizer, isCancelled, madeAt } = event;
  const { zone, times } = timesOf(event);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(app)}//Seat reservation//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${calendarMethod(event)}`,
    ...zone,
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}@kippu`,
    `DTSTAMP:${stamp(madeAt)}`,
    `SEQUENCE:${Math.max(0, Math.floor((madeAt - NUMBERED_SINCE) / 1000))}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...times,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.notes)}`,
    ...(organizer === undefined
      ? []
      : [`ORGANIZER;CN="${app.replaceAll(/["\p{Cc}]/gu, '')}":mailto:${organizer}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    ...(isCancelled
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `TRIGGER:${REMINDER}`,
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
