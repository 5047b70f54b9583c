// Times, amounts and counts as staff read them. Wire times are Japan's wall time already, so no zone is applied.
import { useLanguage, type DeskLanguage } from './texts.ts';

const LOCALES: Readonly<Record<DeskLanguage, string>> = { ja: 'ja-JP', en: 'en-GB' };
const made = new Map<string, Intl.DateTimeFormat>();

function written(language: DeskLanguage, options: Intl.DateTimeFormatOptions, wire: string): string {
  const key = language + JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
  made.set(key, format);
  return format.format(new Date(`${wire.slice(0, 10)}T00:00:00Z`)).replaceAll(',', '');
}

/** Takes a wire date or time; gives 'Sun 29 Nov 2026', '2026年11月29日(日)'. */
export const dayText = (wire: string, language: DeskLanguage): string =>
  written(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, wire);

/** Takes a wire date or time; gives '29 Nov 2026', '2026/11/29', for a table. */
export const dateText = (wire: string, language: DeskLanguage): string =>
  written(
    language,
    {
      day: language === 'ja' ? '2-digit' : 'numeric',
      month: language === 'ja' ? '2-digit' : 'short',
      year: 'numeric',
    },
    wire,
  );

/** Takes a wire time; gives '14:15'. */
export const timeText = (wire: string): string => wire.slice(11, 16);

/** Takes a wire time; gives 'Sun 29 Nov 2026, 14:15', '2026年11月29日(日) 14:15'. */
export const momentText = (wire: string, language: DeskLanguage): string =>
  `${dayText(wire, language)}${language === 'en' ? ',' : ''} ${timeText(wire)}`;

/** Takes a wire time; gives '29 Nov 2026, 14:15', '2026/11/29 14:15', for a table. */
export const shortMomentText = (wire: string, language: DeskLanguage): string =>
  `${dateText(wire, language)}${language === 'en' ? ',' : ''} ${timeText(wire)}`;

/** Takes a count; gives '1,880'. */
export const countText = (count: number): string => count.toLocaleString('en');

/** Takes hundredths of a yen; gives '¥1,880', '1,880円'. */
export function yenText(hundredths: number, language: DeskLanguage): string {
  const yen = countText(hundredths / 100);
  return language === 'ja' ? `${yen}円` : `¥${yen}`;
}

/** The same in the language of the screen: `const { moment, yen } = useFormat()`. */
export function useFormat() {
  const language = useLanguage();
  return {
    day: (wire: string) => dayText(wire, language),
    date: (wire: string) => dateText(wire, language),
    time: timeText,
    moment: (wire: string) => momentText(wire, language),
    shortMoment: (wire: string) => shortMomentText(wire, language),
    count: countText,
    yen: (hundredths: number) => yenText(hundredths, language),
  };
}
