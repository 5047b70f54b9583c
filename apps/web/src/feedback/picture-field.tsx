// An optional picture: chosen, shown as it will be sent, and removable.
import { ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ImagePreview } from '../ui/text/image-preview.tsx';
import css from './feedback.module.css';
import { shrinkPicture } from './shrink-picture.ts';

export function PictureField({
  picture,
  onChange,
}: {
  /** A data URI, or ''. */
  readonly picture: string;
  readonly onChange: (picture: string) => void;
}) {
  const { help: words } = useMessages();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const [open, setOpen] = useState(false);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allow the same file to be chosen again after it was removed.
    event.target.value = '';
    if (!file) return;
    setState('busy');
    try {
      onChange(await shrinkPicture(file));
      setState('ready');
    } catch {
      // The browser could not open the file. The exact reason would not help the traveller.
      setState('failed');
    }
  };
  return (
    <div className={css['group']} role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className={css['label']}>
        {words.picture}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="unseen"
        tabIndex={-1}
        aria-label={words.pictureAdd}
        onChange={(event) => void choose(event)}
      />
      {picture ? (
        <figure className={css['figure']}>
          <button
            type="button"
            className={css['open']}
            aria-label={words.pictureOpen}
            onClick={() => setOpen(true)}
          >
            <img src={picture} alt={words.pictureAlt} className={css['picture']} />
          </button>
          {open && <ImagePreview source={picture} alt={words.pictureAlt} onClose={() => setOpen(false)} />}
          <Button kind="text" icon={X} onClick={() => onChange('')}>
            {words.pictureRemove}
          </Button>
        </figure>
      ) : (
        <Button
          kind="outline"
          icon={ImagePlus}
          busy={state === 'busy'}
          onClick={() => input.current?.click()}
        >
          {state === 'busy' ? words.pictureBusy : words.pictureAdd}
        </Button>
      )}
      {state === 'failed' ? (
        <p className={css['error']} role="alert">
          {words.pictureFailed}
        </p>
      ) : (
        !picture && <p className={css['hint']}>{words.pictureHint}</p>
      )}
    </div>
  );
}
