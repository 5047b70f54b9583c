// Formats moments, trains and seats in mails as the app does. Wire times are the railway's wall time, so no zone is applied.
import type { Language } from '@kippu/contract/languages';
import { fillWords } from '@kippu/words/error-words';
import { mailWords } from '@kippu/words/server-words';
import { appName, zoneName } from '@kippu/words/railway';
import { clockOfWall } from '@kippu/domain/time/service-day';
import { parseSeat } from '@kippu/domain/reservation/seat-name';

/** British order for English: weekday, day, month. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);
type Kind = 'day' | 'date';
const YEAR: Readonly<Record<Kind, Intl.DateTimeFormatOptions>> = { day: {}, date: { year: 'numeric' } };

/** By kind and language. A booking's mail formats several days, and a formatter costs more than all of them. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(kind: Kind, language: Language): Intl.DateTimeFormat {
  const key = `${kind} ${language}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
    ...YEAR[kind],
  });
  formats.set(key, made);
  return made;
}

function dayAs(kind: Kind, wire: string, language: Language): string {
  const format = formatOf(kind, language);
  const day = format.format(new Date(`${wire.slice(0, 10)}T00:00:00Z`)).replaceAll(',', '');
  // As in the app: a weekday in brackets, which CLDR does not have in Chinese, and no space before it in Korean.
  return day
    .replace(/日([周週][日一二三四五六])$/, '日($1)')
    .replace(/일 \(?([일월화수목금토])\)?$/, '일($1)');
}

/** Formats a wire date or time as 'Tue 1 December' or '12月1日(周二)'. */
export const dayIn = (wire: string, language: Language): string => dayAs('day', wire, language);

/** Formats a wire time as '14:15', the same in every language. */
export const clockOf = clockOfWall;

/** Formats a wire time as 'Tue 1 December 2026, 14:15', for a mail that may be read much later. */
export const momentIn = (wire: string, language: Language): string =>
  `${dayAs('date', wire, language)}${/^(ja|ko|zh)\b/.test(language) ? ' ' : ', '}${clockOf(wire)}`;

/** Formats a wire time as 'Tue 1 December 2026, 14:15 (Central European time)', for readers in another zone. */
export const zonedMomentIn = (wire: string, language: Language): string =>
  fillWords(mailWords(language).zoned, { moment: momentIn(wire, language), zone: zoneName(language) });

/** Fills the places of a mail's text. `{app}` needs no value. */
export const fillMail = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  fillWords(text, { app: appName(), ...values });

/** Formats a train by its name in the language and its number: 'EXPRESS 62', 'いそかぜ62号'. */
export const trainIn = (name: string, no: string, language: Language): string =>
  mailWords(language).journey.train(name, no);

/** Formats seats such as '4-1A' as the app does, each car once: 'car 4, 1A, 1B'. Other texts stay as they are. */
export function seatsIn(seats: readonly string[], language: Language): string {
  const words = mailWords(language).journey;
  let before = 0;
  return seats
    .map((text) => {
      const seat = parseSeat(text);
      if (!seat) return text;
      const place = `${seat.row}${seat.letter}`;
      const named = seat.car === before ? place : `${words.car(seat.car)}${place}`;
      before = seat.car;
      return named;
    })
    .join(words.betweenSeats);
}
