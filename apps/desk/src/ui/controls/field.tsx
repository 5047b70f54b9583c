// Form fields: the label above, the error and the hint below, all read aloud with the field. Values are text, as typed.
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { text, useSay } from '../app/texts.ts';
import { IconButton } from './button.tsx';
import css from './field.module.css';

const WORDS = {
  optional: text('任意', 'optional'),
  show: text('パスワードを表示', 'Show password'),
  hide: text('パスワードを隠す', 'Hide password'),
  tokyo: text('日本時間', 'Japan time'),
  left: (used: number, most: number) => text(`${used} / ${most}文字`, `${used} / ${most} characters`),
};

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: ReactNode;
  /** What is wrong with it, and how to put it right. */
  readonly error?: string | undefined;
  /** Said beside the label; what must be filled in is the rule. */
  readonly optional?: boolean;
  readonly disabled?: boolean;
}

function useParts({ hint, error }: Pick<FieldProps, 'hint' | 'error'>, more = '') {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', more && `${id}-${more}`];
  return {
    id,
    aria: {
      id,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    },
  };
}

function Frame({
  id,
  label,
  hint,
  error,
  optional = false,
  aside,
  children,
}: Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'> & {
  readonly id: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const say = useSay();
  return (
    <div className={css['field']}>
      <div className={css['top']}>
        <label htmlFor={id} className={css['label']}>
          {label}
          {optional && <span className={css['optional']}> {say(WORDS.optional)}</span>}
        </label>
        {aside}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} className={css['error']}>
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className={css['hint']}>
          {hint}
        </div>
      )}
    </div>
  );
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange' | keyof FieldProps>;
type InputProps = FieldProps & Native & { readonly after?: ReactNode; readonly ref?: Ref<HTMLInputElement> };

export function TextField({ label, value, onValue, hint, error, optional, after, ...input }: InputProps) {
  const { id, aria } = useParts({ hint, error });
  return (
    <Frame {...{ id, label, hint, error }} optional={optional ?? false}>
      <div className={css['row']}>
        <input
          {...aria}
          className={css['input']}
          autoComplete="off"
          {...input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
        {after}
      </div>
    </Frame>
  );
}

/** Hidden until the eye is pressed. */
export function PasswordField(field: InputProps) {
  const say = useSay();
  const [seen, setSeen] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={seen ? 'text' : 'password'}
      after={
        <span className={css['inside']}>
          <IconButton
            icon={seen ? EyeOff : Eye}
            label={say(seen ? WORDS.hide : WORDS.show)}
            aria-pressed={seen}
            onClick={() => setSeen(!seen)}
          />
        </span>
      }
    />
  );
}

/** Whole numbers, typed as digits: a wheel over it changes nothing by accident. */
export function NumberField({ onValue, ...field }: Omit<InputProps, 'type' | 'inputMode'>) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      onValue={(typed) => onValue(typed.normalize('NFKC').replace(/\D/g, ''))}
    />
  );
}

/** A day 'YYYY-MM-DD', or ''. */
export function DateField(field: Omit<InputProps, 'type'>) {
  return <TextField {...field} type="date" />;
}

/** Japan's wall time 'YYYY-MM-DD HH:mm:ss', or '', whatever the browser's zone: nothing is converted. */
export function DateTimeField({ label, value, onValue, ...field }: Omit<InputProps, 'type'>) {
  const say = useSay();
  return (
    <TextField
      {...field}
      label={`${label} (${say(WORDS.tokyo)})`}
      type="datetime-local"
      value={value.slice(0, 16).replace(' ', 'T')}
      onValue={(typed) => onValue(typed === '' ? '' : `${typed.slice(0, 16).replace('T', ' ')}:00`)}
    />
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SelectField({
  label,
  value,
  onValue,
  hint,
  error,
  optional,
  disabled,
  choices,
}: FieldProps & { readonly choices: readonly Choice[] }) {
  const { id, aria } = useParts({ hint, error });
  return (
    <Frame {...{ id, label, hint, error }} optional={optional ?? false}>
      <select
        {...aria}
        className={`${css['input']} ${css['select']}`}
        value={value}
        disabled={disabled}
        onChange={(event) => onValue(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** Longer text. With `most`, its length stands beside the label. */
export function TextAreaField({
  label,
  value,
  onValue,
  hint,
  error,
  optional,
  disabled,
  most,
  rows = 3,
  lang,
}: FieldProps & { readonly most?: number; readonly rows?: number; readonly lang?: string }) {
  const say = useSay();
  const { id, aria } = useParts({ hint, error }, most === undefined ? '' : 'count');
  const used = [...value].length;
  return (
    <Frame
      {...{ id, label, hint, error }}
      optional={optional ?? false}
      aside={
        most !== undefined && (
          <span id={`${id}-count`} className={css['count']} data-over={used > most || undefined}>
            {say(WORDS.left(used, most))}
          </span>
        )
      }
    >
      <textarea
        {...aria}
        className={`${css['input']} ${css['area']}`}
        rows={rows}
        value={value}
        disabled={disabled}
        lang={lang}
        onChange={(event) => onValue(event.target.value)}
      />
    </Frame>
  );
}

export function Checkbox({
  children,
  checked,
  onChecked,
  error,
  disabled,
}: {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}) {
  const { id, aria } = useParts({ error });
  return (
    <div className={css['field']}>
      <div className={css['check']}>
        <input
          {...aria}
          type="checkbox"
          className={css['box']}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChecked(event.target.checked)}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error && (
        <p id={`${id}-error`} className={css['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
