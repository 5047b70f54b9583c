// From which hour on the day's trains are shown: a native list behind one quiet word.
import { ChevronDown } from 'lucide-react';
import { useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import css from './start-hour.module.css';

interface Props {
  readonly hours: readonly string[];
  /** '12:00'; '' for any. */
  readonly value: string;
  readonly onChange: (hour: string) => void;
}

export function StartHour({ hours, value, onChange }: Props) {
  const { seat } = useMessages();
  const inWords = (hour: string) => (hour ? seat.fromTime(hour) : seat.anyTime);
  return (
    // As in the journey card: the select lies unseen over its own answer, so that it may be as large as a thumb.
    <label className={css['hour']}>
      <span aria-hidden="true">{inWords(value)}</span>
      <Icon of={ChevronDown} size={16} />
      <select
        className={css['select']}
        aria-label={seat.leaving}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {['', ...hours].map((hour) => (
          <option key={hour} value={hour}>
            {inWords(hour)}
          </option>
        ))}
      </select>
    </label>
  );
}
