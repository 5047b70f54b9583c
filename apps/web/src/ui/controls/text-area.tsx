// A text field of several lines. Screen readers read its label, hint, error and count.
import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import css from '@kippu/ui/field.module.css';
import own from './text-area.module.css';

export function TextArea({
  label,
  hint,
  error,
  count,
  ...area
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The length of the text, such as '12 of 2000 characters'. */
  readonly count?: string;
} & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', count ? `${id}-count` : ''];
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${css['input']} ${own['area']}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        {...area}
      />
      {error && (
        <p id={`${id}-error`} className={css['error']}>
          {error}
        </p>
      )}
      <div className={own['below']}>
        {hint && (
          <p id={`${id}-hint`} className={css['hint']}>
            {hint}
          </p>
        )}
        {count && (
          <p id={`${id}-count`} className={`${css['hint']} ${own['count']}`}>
            {count}
          </p>
        )}
      </div>
    </div>
  );
}
