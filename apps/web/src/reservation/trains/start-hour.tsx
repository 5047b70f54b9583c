// Selects the hour from which the day's trains are shown, with a native list.
import { ChevronDown } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
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
    // As in the journey card, the select lies invisibly over the value, which gives a large touch target.
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
