// A picture to go along: chosen, shown as it will be sent, taken out again.
import { ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { ImagePreview } from '../ui/image-preview.tsx';
import css from './feedback.module.css';
import { shrinkPicture } from './shrink-picture.ts';

export function PictureField({
  picture,
  onChange,
}: {
  /** A data URI; '' without one. */
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
    // The same file must be choosable again after it was removed.
    event.target.value = '';
    if (!file) return;
    setState('busy');
    try {
      onChange(await shrinkPicture(file));
      setState('ready');
    } catch {
      // Whatever the browser could not open is told as that; the reason would help nobody.
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
