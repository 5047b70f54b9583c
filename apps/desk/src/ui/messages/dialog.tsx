// The desk's dialogs.
import { useState, type ReactNode } from 'react';
import { actAfter } from '../../app/call/refusals.ts';
import { text, useSay } from '../../app/text/texts.ts';
import { Button, type ButtonKind } from '@kippu/ui/button';
import { Dialog as AnyDialog } from '@kippu/ui/dialog';
import { TextAreaField } from '../controls/field.tsx';
import { InDialog } from './next-act.tsx';
import { ErrorBox } from './error-box.tsx';

const WORDS = {
  cancel: text('やめる', 'Cancel'),
  goBack: text('戻る', 'Go back'),
  reason: text('理由', 'Reason'),
  reasonHint: text('記録に残り、係員だけが見られます。', 'Stays in the record; only staff can read it.'),
  reasonMissing: text('理由を入力してください。', 'Please give the reason.'),
  reasonLong: (max: number) =>
    text('理由は{max}文字以内にしてください。', 'Please keep the reason to {max} characters.', { max }),
};

/** The shared dialog for the desk. An error in it uses the dialog's own buttons. */
export function Dialog({ children, actions, ...dialog }: Parameters<typeof AnyDialog>[0]) {
  return (
    <AnyDialog place="middle" {...dialog} actions={<InDialog value={true}>{actions}</InDialog>}>
      {children && <InDialog value={true}>{children}</InDialog>}
    </AnyDialog>
  );
}

/** Reports whether an act was refused permanently. Its dialog can then only be closed. */
export const isRefusedForGood = (error: unknown): boolean => {
  const act = actAfter(error);
  return act === 'leave' || act === 'list' || act === 'start';
};

/** The only button of a dialog whose act was refused permanently. */
export function WayOut({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  return <Button onClick={onClose}>{say(WORDS.goBack)}</Button>;
}

/**
 * Asks for confirmation of an act: its effect, the reason if the call takes one, and a button that names the act. The
 * dialog stays open while the act runs and after it failed. The same button then sends the act again, unless the
 * refusal is permanent.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  dismiss,
  kind = 'destroy',
  maxReasonLength,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** The text of the button: 'Refund ticket', never 'OK'. */
  readonly confirm: string;
  /** The text of the button that does nothing, where 'Cancel' could be taken for the act. */
  readonly dismiss?: string | undefined;
  readonly kind?: Extract<ButtonKind, 'primary' | 'destroy'>;
  /** Asks for a reason of at most this many characters. */
  readonly maxReasonLength?: number;
  readonly busy: boolean;
  readonly error: unknown;
  /** Receives the reason, or '' without one. */
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const trimmed = reason.trim();
  const ended = isRefusedForGood(error);
  const wrong = () => {
    if (maxReasonLength === undefined) return undefined;
    if (trimmed === '') return say(WORDS.reasonMissing);
    return [...trimmed].length > maxReasonLength ? say(WORDS.reasonLong(maxReasonLength)) : undefined;
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
        ended ? (
          <WayOut onClose={onClose} />
        ) : (
          <>
            <Button kind="outline" onClick={onClose} disabled={busy}>
              {dismiss ?? say(WORDS.cancel)}
            </Button>
            <Button kind={kind} busy={busy} onClick={press}>
              {confirm}
            </Button>
          </>
        )
      }
    >
      {!ended && children}
      {maxReasonLength !== undefined && !ended && (
        <TextAreaField
          label={say(WORDS.reason)}
          hint={say(WORDS.reasonHint)}
          value={reason}
          onValue={setReason}
          maxLength={maxReasonLength}
          error={tried ? wrong() : undefined}
          disabled={busy}
        />
      )}
      <ErrorBox error={error} />
    </Dialog>
  );
}
