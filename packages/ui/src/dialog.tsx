// A question over the screen: a native dialog at the thumb's height, with the focus kept inside by the browser.
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './dialog.module.css';
import { useFresh } from './use-fresh.ts';

export function Dialog({
  title,
  onClose,
  children,
  actions,
}: {
  readonly title: string;
  /** Escape, the phone's back gesture on dialogs, or a tap outside. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const fresh = useFresh();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // A browser would take the first button: a long text would open at its end, and a second Enter say yes.
    heading.current?.focus();
    // Closed before it goes, so that the focus returns to what opened it.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={css['dialog']}
      aria-labelledby={id}
      {...fresh}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={css['sheet']}>
        <h2 id={id} className={css['title']} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {children && <div className={css['text']}>{children}</div>}
        <div className={css['actions']}>{actions}</div>
      </div>
    </dialog>
  );
}
