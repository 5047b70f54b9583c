// The bookable days on one strip. They are radio buttons, so the arrow keys move and one is always selected.
import { useEffect, useId, useRef } from 'react';
import { formatDate, formatDayNumber, formatMonth, formatWeekday } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import css from './date-strip.module.css';

interface Props {
  readonly dates: readonly string[];
  readonly value: string;
  readonly today: string;
  readonly onChange: (date: string) => void;
}

export function DateStrip({ dates, value, today, onChange }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const name = useId();
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`label:has([value='${value}'])`);
    if (!chosen || !strip.current) return;
    // Sideways only: scrollIntoView would also move the page.
    strip.current.scrollTo({ left: chosen.offsetLeft - 16 - chosen.offsetWidth });
  }, [value]);
  return (
    <fieldset ref={strip} className={css['strip']}>
      <legend className="unseen">{seat.date}</legend>
      {dates.map((date, index) => (
        <label key={date} className={css['day']}>
          <input
            type="radio"
            className="unseen"
            name={name}
            value={date}
            checked={date === value}
            onChange={() => onChange(date)}
            aria-label={formatDate(date, language)}
          />
          <span className={css['face']}>
            <span className={css['weekday']}>
              {date === today ? seat.today : formatWeekday(date, language)}
            </span>
            <span className={css['number']}>{formatDayNumber(date)}</span>
            <span className={css['month']}>
              {index === 0 || date.endsWith('-01') ? formatMonth(date, language) : ''}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
