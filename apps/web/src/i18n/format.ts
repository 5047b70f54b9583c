// Formats dates and times for each language. Wire times are the railway's wall time, so no time zone is applied.
import type { Language } from '@kippu/contract/languages';
import { clockOfWall } from '@kippu/domain/time/service-day';

/** Whether the language is written with spaces between words. */
const hasSpaces = (language: Language): boolean => !/^(ja|zh)\b/.test(language);
/** Whether a comma separates a date from its time, and the parts of a list. Korean puts a space after a date. */
const isWestern = (language: Language): boolean => hasSpaces(language) && !/^ko\b/.test(language);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the moment whose UTC fields are the date of a wire date or time. */
const asUtc = (wire: string): Date => new Date(`${wire.slice(0, 10)}T00:00:00Z`);

function format(language: Language, kind: string, options: Intl.DateTimeFormatOptions, wire: string): string {
  const key = `${language} ${kind}`;
  let made = formats.get(key);
  if (!made) {
    // British order for English: weekday, day, month, as on the railway's own boards.
    const locale = language === 'en' ? 'en-GB' : language;
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formats.set(key, made);
  }
  return onOneLine(asWritten(made.format(asUtc(wire)).replace(/,/g, '')), language);
}

/**
 * Prevents line breaks within a date, such as '28 / Nov' at a space or '11 / 月30日' without one. A date with a year
 * may be wider than a line of large text, so a break before the weekday's bracket is allowed.
 */
const onOneLine = (day: string, language: Language): string =>
  hasSpaces(language)
    ? day.replaceAll(' ', '\u00a0')
    : day
        .replace(/\d+|\D/g, '\u2060$&')
        .slice(1)
        .replace(/(年.*)\u2060\(/, '$1(');

/** Adds a space before the weekday in Chinese, as in Japanese, where CLDR has none, and removes it in Korean. */
const asWritten = (day: string): string =>
  day.replace(/日([周週][日一二三四五六])$/, '日($1)').replace(/일 \((.)\)$/, '일($1)');

/** Formats a wire date or time as 'Sun 29 Nov', 'So. 29. Nov.' or '11月29日(日)'. */
export const formatDay = (wire: string, language: Language): string =>
  format(language, 'day', { weekday: 'short', day: 'numeric', month: 'short' }, wire);
/** Formats a wire date or time as 'Sun 29 Nov 2026'. */
export const formatDate = (wire: string, language: Language): string =>
  format(language, 'date', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, wire);
/** Formats the weekday of a wire date or time as 'Sun' or '日'. */
export const formatWeekday = (wire: string, language: Language): string =>
  format(language, 'weekday', { weekday: 'short' }, wire);
/** Returns the day of the month of a wire date or time: '29'. */
export const formatDayNumber = (wire: string): string => String(Number(wire.slice(8, 10)));
/** Formats the month of a wire date or time as 'Nov' or '11月'. */
export const formatMonth = (wire: string, language: Language): string =>
  format(language, 'month', { month: 'short' }, wire);
/** Formats a wire time as '14:15' in every language, as on boards and tickets. */
export const formatTime = clockOfWall;
/** Formats a wire time as 'Sun 29 Nov, 23:59'. A line may break between the date and the time. */
export const formatMoment = (wire: string, language: Language): string =>
  `${formatDay(wire, language)}${isWestern(language) ? ', ' : ' '}${formatTime(wire)}`;
/** Formats milliseconds as '4:38'; negative values count as 0. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
/** Joins '7A' and '7B' as the language writes a list. Korean uses commas, because CLDR's '및' is too formal. */
export const formatList = (items: readonly string[], language: Language): string =>
  language === 'ko'
    ? formatUnits(items, language)
    : new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' }).format(items);
/** Returns the separator between two units where space is limited. */
export const betweenUnits = (language: Language): string => (hasSpaces(language) ? ', ' : '、');
/** Returns the separator between lists whose items are separated by commas. */
export const betweenLists = (language: Language): string => (isWestern(language) ? '; ' : ' / ');
/** Joins items as 'A, B', without a word between, where space is limited. */
export const formatUnits = (items: readonly string[], language: Language): string =>
  items.join(betweenUnits(language));
/** Joins whole sentences. Japanese and Chinese put no space between them. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences.join(hasSpaces(language) ? ' ' : '');
/** The characters of an email that fit on one line of a question on the smallest phone. */
const EMAIL_LINE = 24;
/** Formats an email for a sentence. It does not break at hyphens; one longer than a line breaks before its '@'. */
export function wholeEmail(email: string): string {
  if (email.indexOf('@') > EMAIL_LINE) return email;
  const held = email.replaceAll('-', '\u2060-\u2060');
  return email.length > EMAIL_LINE ? held.replace('@', '\u200b@') : held;
}
/** Formats a ticket number in groups of four digits. */
export const groupedNumber = (no: string): string => no.replace(/(.{4})(?=.)/g, '$1 ');
