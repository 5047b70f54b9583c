// The desk's form fields. Their values are text as typed, and optional fields are marked.
import * as ui from '@kippu/ui/field';
import shared from '@kippu/ui/field.module.css';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { zoneName } from '@kippu/words/railway';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import css from './field.module.css';

const WORDS = {
  optional: text('任意', 'optional'),
  show: text('パスワードを表示', 'Show password'),
  hide: text('パスワードを隠す', 'Hide password'),
  left: (used: number, max: number) => text('{used} / {max}文字', '{used} / {max} characters', { used, max }),
};

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: ReactNode;
  /** What is wrong, and how to correct it. */
  readonly error?: string | undefined;
  /** Shown beside the label of an optional field. Fields are required by default. */
  readonly optional?: boolean;
  readonly disabled?: boolean;
}

/** The label, with a mark for an optional field. */
function useLabel(label: string, optional = false): ReactNode {
  const say = useSay();
  return (
    <>
      {label}
      {optional && <span className={css['optional']}> {say(WORDS.optional)}</span>}
    </>
  );
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange' | keyof FieldProps>;
type InputProps = FieldProps & Native & { readonly after?: ReactNode; readonly ref?: Ref<HTMLInputElement> };

export function TextField({ label, onValue, optional, ...field }: InputProps) {
  return (
    <ui.TextField
      autoComplete="off"
      {...field}
      label={useLabel(label, optional)}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

/** A password field. The text is hidden until the eye button is pressed. */
export function PasswordField({ label, onValue, optional, ...field }: InputProps) {
  const say = useSay();
  return (
    <ui.PasswordField
      autoComplete="off"
      {...field}
      label={useLabel(label, optional)}
      show={say(WORDS.show)}
      hide={say(WORDS.hide)}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

/** A whole number, typed as digits. The mouse wheel does not change it. */
export function NumberField({ onValue, ...field }: Omit<InputProps, 'type' | 'inputMode'>) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      onValue={(typed) => onValue(typed.normalize('NFKC').replace(/\D/g, ''))}
    />
  );
}

/** An amount in the currency's main unit, such as '1200' or '12.50'. */
export function MoneyField({ onValue, ...field }: Omit<InputProps, 'type' | 'inputMode'>) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      onValue={(typed) => onValue(typed.normalize('NFKC').replace(/[^\d.]/g, ''))}
    />
  );
}

/** A date 'YYYY-MM-DD', or ''. */
export function DateField(field: Omit<InputProps, 'type'>) {
  return <TextField {...field} type="date" />;
}

/** A wall time of the railway 'YYYY-MM-DD HH:mm:ss', or ''. It is not converted to the browser's time zone. */
export function DateTimeField({ label, value, onValue, ...field }: Omit<InputProps, 'type'>) {
  const zone = zoneName(useLanguage());
  return (
    <TextField
      {...field}
      label={`${label} (${zone})`}
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
  onValue,
  optional,
  choices,
  ...field
}: FieldProps & { readonly choices: readonly Choice[] }) {
  return (
    <ui.SelectField
      {...field}
      label={useLabel(label, optional)}
      onChange={(event) => onValue(event.target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </ui.SelectField>
  );
}

/** A longer text. With `maxLength`, its length is shown beside the label. */
export function TextAreaField({
  label,
  value,
  onValue,
  hint,
  error,
  optional,
  disabled,
  maxLength,
  rows = 3,
  lang,
}: FieldProps & { readonly maxLength?: number; readonly rows?: number; readonly lang?: string }) {
  const say = useSay();
  const { id, aria } = ui.useFieldParts({ hint, error }, maxLength === undefined ? '' : 'count');
  const used = [...value].length;
  return (
    <ui.FieldFrame
      id={id}
      label={useLabel(label, optional)}
      hint={hint}
      error={error}
      aside={
        maxLength !== undefined && (
          <span id={`${id}-count`} className={css['count']} data-over={used > maxLength || undefined}>
            {say(WORDS.left(used, maxLength))}
          </span>
        )
      }
    >
      <textarea
        id={id}
        {...aria}
        className={`${shared['input']} ${css['area']}`}
        rows={rows}
        value={value}
        disabled={disabled}
        lang={lang}
        onChange={(event) => onValue(event.target.value)}
      />
    </ui.FieldFrame>
  );
}

export function Checkbox({
  onChecked,
  ...box
}: {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}) {
  return <ui.Checkbox {...box} onChange={(event) => onChecked(event.target.checked)} />;
}
