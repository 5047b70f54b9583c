// Form fields: the label above, the hint or the error below, both read aloud with the field.
import { Eye, EyeOff } from 'lucide-react';
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
} from 'react';
import css from './field.module.css';
import { IconButton } from './button.tsx';

export interface FieldWords {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and how to correct it; shown after the field loses focus or the button is pressed. */
  readonly error?: string | undefined;
}

/**
 * Returns the id of a field and the attributes that link its texts to it. `more` is the id suffix of a further text,
 * such as a count.
 */
export function useFieldParts({ hint, error }: Pick<FieldWords, 'hint' | 'error'>, more = '') {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', more && `${id}-${more}`];
  return {
    id,
    aria: {
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    },
  };
}

/** A field with its texts; `aside` is at the other end of the label's line. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  aside,
  children,
}: FieldWords & { readonly id: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
  const named = (
    <label htmlFor={id} className={css['label']}>
      {label}
    </label>
  );
  return (
    <div className={css['field']}>
      {aside ? (
        <div className={css['top']}>
          {named}
          {aside}
        </div>
      ) : (
        named
      )}
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

export type InputProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    readonly after?: ReactNode;
    readonly ref?: Ref<HTMLInputElement>;
  };

export function TextField({ label, hint, error, after, ...input }: InputProps) {
  const { id, aria } = useFieldParts({ hint, error });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={css['row']} data-row>
        <input id={id} className={css['input']} {...aria} {...input} />
        {after}
      </div>
    </FieldFrame>
  );
}

/** A password field, hidden until the eye is pressed. `show` and `hide` are the names of the eye button. */
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
      data-inside
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

export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: FieldWords & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>) {
  const { id, aria } = useFieldParts({ hint, error });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={css['row']}>
        <select id={id} className={`${css['input']} ${css['select']}`} {...aria} {...select}>
          {children}
        </select>
      </div>
    </FieldFrame>
  );
}

/** A consent checkbox. The text is the label and may contain a link. */
export function Checkbox({
  children,
  error,
  ...input
}: { readonly children: ReactNode; readonly error?: string | undefined } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'type'
>) {
  const { id, aria } = useFieldParts({ error });
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
