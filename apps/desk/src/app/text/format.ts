// Formats times, amounts and counts for staff. Times from the server are the railway's wall time, so no time zone is applied.
import { pageSettings } from '@kippu/client/page-settings';
import { clockOfWall } from '@kippu/domain/time/service-day';
import { formatMoney } from '@kippu/domain/text/money';
import type { Language } from '@kippu/contract/languages';
import { useLanguage } from './texts.ts';

/** British order for English: weekday, day, month. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);
/** Whether a comma separates a date from its time. */
const isWestern = (language: Language): boolean => !/^(ja|ko|zh)\b/.test(language);
const made = new Map<string, Intl.DateTimeFormat>();

function written(language: Language, options: Intl.DateTimeFormatOptions, wire: string): string {
  const key = language + JSON.stringify(options);
  const format =
    made.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' });
  made.set(key, format);
  return format.format(new Date(`${wire.slice(0, 10)}T00:00:00Z`)).replaceAll(',', '');
}

/** Formats a date or time as 'Sun 29 Nov 2026' or '2026年11月29日(日)'. */
export const dayText = (wire: string, language: Language): string =>
  written(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, wire);

/** Formats a month 'YYYY-MM' as 'November 2026' or '2026年11月'. */
const monthText = (month: string, language: Language): string =>
  written(language, { month: 'long', year: 'numeric' }, `${month}-01`);

/** Formats a date or time as '29 Nov 2026' or '2026/11/29', for tables. */
export const dateText = (wire: string, language: Language): string =>
  written(
    language,
    {
      day: language === 'ja' ? '2-digit' : 'numeric',
      month: language === 'ja' ? '2-digit' : 'short',
      year: 'numeric',
    },
    wire,
  );

/** Formats a time as 'Sun 29 Nov 2026, 14:15' or '2026年11月29日(日) 14:15'. */
export const momentText = (wire: string, language: Language): string =>
  `${dayText(wire, language)}${isWestern(language) ? ',' : ''} ${clockOfWall(wire)}`;

/** Formats a time as '29 Nov 2026, 14:15' or '2026/11/29 14:15', for tables. */
export const shortMomentText = (wire: string, language: Language): string =>
  `${dateText(wire, language)}${isWestern(language) ? ',' : ''} ${clockOfWall(wire)}`;

/** Formats a count as '1,880' or '1.880'. */
const countText = (count: number, language: Language): string => count.toLocaleString(localeOf(language));

/** The functions above for the screen's language: `const { moment, money } = useFormat()`. */
export function useFormat() {
  const language = useLanguage();
  return {
    day: (wire: string) => dayText(wire, language),
    date: (wire: string) => dateText(wire, language),
    month: (month: string) => monthText(month, language),
    time: clockOfWall,
    moment: (wire: string) => momentText(wire, language),
    shortMoment: (wire: string) => shortMomentText(wire, language),
    count: (count: number) => countText(count, language),
    money: (hundredths: number) => formatMoney(hundredths, pageSettings().currency, language),
  };
}
