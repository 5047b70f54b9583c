// An area for a file from the disk: dropped on it, or chosen by pressing it.
import { FileUp } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { text, useSay } from '../../app/text/texts.ts';
import { Icon } from '@kippu/ui/icon';
import css from './file-drop.module.css';

const WORDS = {
  choose: text('ファイルを選ぶ', 'Choose a file'),
  orDrop: text('またはここにドロップ', 'or drop it here'),
  size: (kb: string) => text('{kb} kB', '{kb} kB', { kb }),
};

/**
 * `accept` is as for `<input type="file">`. `onFile` receives each chosen file, also the same file again after a
 * change.
 */
export function FileDrop({
  label,
  hint,
  accept,
  file,
  error,
  disabled = false,
  onFile,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly accept: string;
  /** The last chosen file. */
  readonly file: File | null;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
}) {
  const say = useSay();
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const first = files?.[0];
    if (first && !disabled) onFile(first);
  };
  const drag = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is && !disabled);
  };
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={css['field']}>
      <p className={css['label']} id={`${id}-label`}>
        {label}
      </p>
      <div
        className={css['area']}
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <Icon of={FileUp} size={24} />
        {file && (
          <p className={css['name']}>
            {file.name} <span>{say(WORDS.size(Math.ceil(file.size / 1000).toLocaleString('en')))}</span>
          </p>
        )}
        <p>
          <label htmlFor={id} className={css['choose']}>
            {say(WORDS.choose)}
          </label>{' '}
          {say(WORDS.orDrop)}
        </p>
        <input
          id={id}
          type="file"
          className="unseen"
          accept={accept}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => {
            take(event.target.files);
            // Otherwise choosing the same file again would cause no change event.
            event.target.value = '';
          }}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className={css['error']}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
