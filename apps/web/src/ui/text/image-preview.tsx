// A picture over the whole screen, zoomed from one to four times by two buttons, by keys, or by a double tap.
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IMAGE_ZOOM } from '@kippu/contract/limits';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '@kippu/ui/button';
import css from './image-preview.module.css';

interface Props {
  readonly source: string;
  readonly alt: string;
  readonly onClose: () => void;
}

/** Limits a zoom to the allowed range. */
const withinZoom = (zoom: number): number => Math.min(IMAGE_ZOOM.max, Math.max(IMAGE_ZOOM.min, zoom));

export function ImagePreview({ source, alt, onClose }: Props) {
  const { help: words, common } = useMessages();
  const ref = useRef<HTMLDialogElement>(null);
  const [zoom, setZoom] = useState<number>(IMAGE_ZOOM.min);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // Close the dialog before it is removed, so that the focus returns to the element that opened it.
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
      {/* The part that does not fit can be scrolled to, also with keys. */}
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
