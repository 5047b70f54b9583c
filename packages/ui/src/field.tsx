// Form fields: the label above, the hint or the error below, both read aloud with the field.
import { Eye, EyeOff, X } from 'lucide-react';
import {
  useId,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
} from 'react';
import css from './field.module.css';
import { IconButton } from './button.tsx';

interface Around {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it; shown once the traveller has left the field or pressed the button. */
  readonly error?: string | undefined;
}

function useParts({ hint, error }: Pick<Around, 'hint' | 'error'>) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
  };
}

function Frame({
  id,
  label,
  hint,
  error,
  children,
}: Around & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
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

type InputProps = Around &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    readonly after?: ReactNode;
    readonly ref?: Ref<HTMLInputElement>;
  };

export function TextField({ label, hint, error, after, ...input }: InputProps) {
  const { id, aria } = useParts({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className={css['row']}>
        <input id={id} className={css['input']} {...aria} {...input} />
        {after}
      </div>
    </Frame>
  );
}

/** A password, hidden until the eye is pressed; `show` and `hide` are the eye's two names. */
export function PasswordField({
  show,
  hide,
  ...field
}: InputProps & { readonly show: string; readonly hide: string }) {
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
            label={seen ? hide : show}
            aria-pressed={seen}
            onClick={() => setSeen(!seen)}
          />
        </span>
      }
    />
  );
}

/** What is searched for, with a cross that clears it and keeps the keyboard up; `clear` is the cross's name. */
export function SearchField({
  value,
  clear,
  onText,
  ...field
}: Around & {
  readonly value: string;
  readonly clear: string;
  readonly maxLength: number;
  readonly onText: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const empty = () => {
    onText('');
    input.current?.focus();
  };
  return (
    <TextField
      {...field}
      ref={input}
      type="search"
      value={value}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => onText(event.target.value)}
      after={
        value !== '' && (
          <span className={css['inside']}>
            <IconButton icon={X} label={clear} onClick={empty} />
          </span>
        )
      }
    />
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>) {
  const { id, aria } = useParts({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className={css['row']}>
        <select id={id} className={`${css['input']} ${css['select']}`} {...aria} {...select}>
          {children}
        </select>
      </div>
    </Frame>
  );
}

/** A consent: the words are the label, a link may stand in them. */
export function Checkbox({
  children,
  error,
  ...input
}: { readonly children: ReactNode; readonly error?: string | undefined } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'type'
>) {
  const { id, aria } = useParts({ error });
  return (
    <div className={css['field']}>
      <div className={css['check']}>
        <input id={id} type="checkbox" className={css['box']} {...aria} {...input} />
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
