// A question over the screen: a native dialog, the focus kept inside by the browser and given back when it closes.
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { text, useSay } from '../app/texts.ts';
import { Button, type ButtonKind } from './button.tsx';
import css from './dialog.module.css';
import { TextAreaField } from './field.tsx';
import { ErrorBox } from './notice-box.tsx';

const WORDS = {
  cancel: text('やめる', 'Cancel'),
  reason: text('理由', 'Reason'),
  reasonHint: text('記録に残り、係員だけが見られます。', 'Stays in the record; only staff can read it.'),
  reasonMissing: text('理由を入力してください。', 'Please give the reason.'),
  reasonLong: (most: number) =>
    text(`理由は${most}文字以内にしてください。`, `Please keep the reason to ${most} characters.`),
};

export function Dialog({
  title,
  onClose,
  children,
  actions,
  wide = false,
}: {
  readonly title: string;
  /** Escape or a click outside. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  readonly wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // A browser would take the first button: a second Enter would say yes. A field that asks for the focus keeps it.
    if (!dialog?.querySelector(':focus:is(input, textarea, select)')) heading.current?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={`${css['dialog']} ${wide ? css['wide'] : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file picker inside that is cancelled tells of it here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
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

/**
 * Asks before an act: what it does to whom, the reason where the call takes one, and a button that names the act. It stays
 * open while the act runs and when it failed: then the same button sends the same act again.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  kind = 'danger',
  reasonMost,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** Names the act: 'Refund ticket', never 'OK'. */
  readonly confirm: string;
  readonly kind?: Extract<ButtonKind, 'primary' | 'danger'>;
  /** Asks for a reason of so many characters at most. */
  readonly reasonMost?: number;
  readonly busy: boolean;
  readonly error: unknown;
  /** Takes the reason; '' where none was asked for. */
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const trimmed = reason.trim();
  const wrong = () => {
    if (reasonMost === undefined) return undefined;
    if (trimmed === '') return say(WORDS.reasonMissing);
    return [...trimmed].length > reasonMost ? say(WORDS.reasonLong(reasonMost)) : undefined;
  };
  const press = () => {
    setTried(true);
    if (wrong() === undefined) onConfirm(trimmed);
  };
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!busy) onClose();
      }}
      actions={
        <>
          <Button kind="outline" onClick={onClose} disabled={busy}>
            {say(WORDS.cancel)}
          </Button>
          <Button kind={kind} busy={busy} onClick={press}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {reasonMost !== undefined && (
        <TextAreaField
          label={say(WORDS.reason)}
          hint={say(WORDS.reasonHint)}
          value={reason}
          onValue={setReason}
          most={reasonMost}
          error={tried ? wrong() : undefined}
          disabled={busy}
        />
      )}
      <ErrorBox error={error} />
    </Dialog>
  );
}
