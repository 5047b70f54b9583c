// Dates and times as a reader of each language writes them. Wire times are Tokyo wall time already, so no zone is applied.
import type { Language } from '@kippu/contract/limits';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Takes a wire date or time; gives the moment whose UTC fields are that wall time. */
const asUtc = (wire: string): Date =>
  new Date(wire.length === 10 ? `${wire}T00:00:00Z` : `${wire.replace(' ', 'T')}Z`);

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
 * A date that no line breaks: not '28 / Nov' at its spaces, nor '11 / 月30日' where a script has none. With its year it may
 * be wider than a line of large text: the weekday's bracket may begin the next one.
 */
const onOneLine = (day: string, language: Language): string =>
  language === 'en' || language === 'ko'
    ? day.replaceAll(' ', '\u00a0')
    : day
        .replace(/\d+|\D/g, '\u2060$&')
        .slice(1)
        .replace(/(年.*)\u2060\(/, '$1(');

/** Sets a weekday apart from its date as in Japanese, which CLDR does not do in Chinese, and closes it up in Korean. */
const asWritten = (day: string): string =>
  day.replace(/日([周週][日一二三四五六])$/, '日($1)').replace(/일 \((.)\)$/, '일($1)');

/** 'Sun 29 Nov', '11月29日(日)'. Takes a wire date or time. */
export const formatDay = (wire: string, language: Language): string =>
  format(language, 'day', { weekday: 'short', day: 'numeric', month: 'short' }, wire);
/** 'Sun 29 Nov 2026'. */
export const formatDate = (wire: string, language: Language): string =>
  format(language, 'date', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, wire);
/** 'Sun', '日'. */
export const formatWeekday = (wire: string, language: Language): string =>
  format(language, 'weekday', { weekday: 'short' }, wire);
/** '29': the day of the month alone. */
export const formatDayNumber = (wire: string): string => String(Number(wire.slice(8, 10)));
/** 'Nov', '11月'. */
export const formatMonth = (wire: string, language: Language): string =>
  format(language, 'month', { month: 'short' }, wire);
/** '14:15', the same in every language, as on boards and tickets. Takes a wire time. */
export const formatTime = (wire: string): string => wire.slice(11, 16);
/** 'Sun 29 Nov, 23:59': a line may end between the two. */
export const formatMoment = (wire: string, language: Language): string =>
  `${formatDay(wire, language)}${language === 'en' ? ', ' : ' '}${formatTime(wire)}`;
/** Takes milliseconds, negative as 0; gives '4:38'. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
/** '7A', '7B' joined as the language lists things; Koreans read commas, where CLDR would put a stiff '및'. */
export const formatList = (items: readonly string[], language: Language): string =>
  language === 'ko'
    ? formatUnits(items, language)
    : new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' }).format(items);
/** What stands between two units in a tight place. */
export const betweenUnits = (language: Language): string =>
  language === 'en' || language === 'ko' ? ', ' : '、';
/** 'A, B' without a word between, for tight places. */
export const formatUnits = (items: readonly string[], language: Language): string =>
  items.join(betweenUnits(language));
/** Whole sentences one after the other; Japanese and Chinese put no space between them. */
export const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === 'en' || language === 'ko' ? ' ' : '');
/** How many letters of an email fit on one line of a question on the smallest phone. */
const EMAIL_LINE = 24;
/** An email for a sentence: not broken at its hyphens; one longer than a line breaks before its '@' instead. */
export function wholeEmail(email: string): string {
  if (email.indexOf('@') > EMAIL_LINE) return email;
  const held = email.replaceAll('-', '\u2060-\u2060');
  return email.length > EMAIL_LINE ? held.replace('@', '\u200b@') : held;
}
/** A ticket number in groups of four, as people read it out. */
export const groupedNumber = (no: string): string => no.replace(/(.{4})(?=.)/g, '$1 ');
