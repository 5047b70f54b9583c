// Two or three choices side by side. They are radio buttons, so arrow keys work.
import { useId } from 'react';
import css from './segmented.module.css';

export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={css['set']}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css['option']}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={css['face']}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
