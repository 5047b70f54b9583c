// A picture over the whole screen, once to four times as wide: by two buttons, by keys, or by two taps on it.
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IMAGE_ZOOM } from '@kippu/contract/limits';
import { useMessages } from '../i18n/messages.ts';
import { IconButton } from './button.tsx';
import css from './image-preview.module.css';

interface Props {
  readonly source: string;
  readonly alt: string;
  readonly onClose: () => void;
}

/** Keeps a zoom between the least and the most. */
const withinZoom = (zoom: number): number => Math.min(IMAGE_ZOOM.max, Math.max(IMAGE_ZOOM.min, zoom));

export function ImagePreview({ source, alt, onClose }: Props) {
  const { help: words, common } = useMessages();
  const ref = useRef<HTMLDialogElement>(null);
  const [zoom, setZoom] = useState<number>(IMAGE_ZOOM.min);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // Closed before it goes, so that the focus returns to what opened it.
    return () => dialog?.close();
  }, []);
  const by = (step: number) => setZoom((old) => withinZoom(old + step));
  const keys = ({ key }: KeyboardEvent) => {
    if (key === '+') by(1);
    if (key === '-') by(-1);
  };
  return (
    <dialog
      ref={ref}
      className={css['preview']}
      aria-label={alt}
      onKeyDown={keys}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css['bar']}>
        <IconButton icon={X} label={common.close} onClick={onClose} />
        <p className={css['zoom']} role="status">
          {zoom * 100}%
        </p>
        <IconButton
          icon={ZoomOut}
          label={words.pictureSmaller}
          aria-disabled={zoom === IMAGE_ZOOM.min}
          onClick={() => by(-1)}
        />
        <IconButton
          icon={ZoomIn}
          label={words.pictureLarger}
          aria-disabled={zoom === IMAGE_ZOOM.max}
          onClick={() => by(1)}
        />
      </div>
      {/* What does not fit is scrolled to, also by keys. */}
      <div className={css['room']} role="group" aria-label={alt} tabIndex={0}>
        <img
          src={source}
          alt=""
          className={css['picture']}
          style={{ width: `${zoom * 100}%` }}
          onDoubleClick={() => setZoom(zoom === IMAGE_ZOOM.min ? 2 : IMAGE_ZOOM.min)}
        />
      </div>
    </dialog>
  );
}
