// A search field.
import { IconButton } from '@kippu/ui/button';
import { TextField, type FieldWords } from '@kippu/ui/field';
import css from '@kippu/ui/field.module.css';
import { X } from 'lucide-react';
import { useRef } from 'react';

/** A search field with a button that clears it and keeps the keyboard open. `clear` is the button's name. */
export function SearchField({
  value,
  clear,
  onText,
  ...field
}: FieldWords & {
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
      data-inside={value !== '' || undefined}
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
