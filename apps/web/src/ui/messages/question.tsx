// A confirmation dialog before an action that cannot be undone.
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { Dialog } from '@kippu/ui/dialog';
import { NoticeBox } from '@kippu/ui/notice-box';

export function Question({
  title,
  children,
  yes,
  no,
  danger = false,
  disabled = false,
  busy,
  problem,
  onYes,
  onNo,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly yes: string;
  /** Set this where 'Cancel' could be read as the action itself. */
  readonly no?: string;
  readonly danger?: boolean;
  /** The action is not available yet. */
  readonly disabled?: boolean;
  /** The action is running: the dialog stays open until its result is known. */
  readonly busy: boolean;
  /** Why the action failed: text, or a box of its own. */
  readonly problem?: ReactNode;
  readonly onYes: () => void;
  readonly onNo: () => void;
}) {
  const { common } = useMessages();
  const leave = () => {
    if (!busy) onNo();
  };
  return (
    <Dialog
      title={title}
      onClose={leave}
      actions={
        <>
          {typeof problem === 'string' ? <NoticeBox tone="danger">{problem}</NoticeBox> : problem}
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onYes}>
            {yes}
          </Button>
          <Button kind="text" onClick={leave}>
            {no ?? common.cancel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
