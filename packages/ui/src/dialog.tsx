// A question over the screen in a native dialog. The browser keeps the focus inside and restores it on closing.
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './dialog.module.css';
import { useFresh } from './use-fresh.ts';

/**
 * `bottom` is in reach of the thumb; its buttons ignore a tap that was meant for what was there before. `middle` and
 * `wide` are centred for a desk screen, and a field with autofocus keeps the focus.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  place = 'bottom',
}: {
  readonly title: string;
  /** Escape, the phone's back gesture on dialogs, or a press outside. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  readonly place?: 'bottom' | 'middle' | 'wide';
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const fresh = useFresh();
  const heading = useRef<HTMLHeadingElement>(null);
  const atDesk = place !== 'bottom';
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    const keeps = atDesk && dialog?.querySelector(':focus:is(input, textarea, select)');
    // The browser would focus the first button: a long text would open at its end, and a second Enter would confirm.
    if (!keeps) heading.current?.focus();
    // Closed before it is removed, so that the focus returns to the element that opened it.
    return () => dialog?.close();
  }, [atDesk]);
  const onOutside = ({ target, currentTarget }: { target: EventTarget; currentTarget: EventTarget }) => {
    if (target === currentTarget) onClose();
  };
  return (
    <dialog
      ref={ref}
      className={`${css['dialog']} ${css[place]}`}
      aria-labelledby={id}
      {...(atDesk ? { onPointerDown: onOutside } : { ...fresh, onClick: onOutside })}
      onCancel={(event) => {
        // The cancel event of a file picker inside bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
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
