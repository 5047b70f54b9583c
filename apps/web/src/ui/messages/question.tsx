// A yes or no over the screen, asked once before what cannot be taken back.
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { NoticeBox } from './notice-box.tsx';

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
  /** Where 'Cancel' could be taken for the deed itself. */
  readonly no?: string;
  readonly danger?: boolean;
  /** There is nothing yet to say yes to. */
  readonly disabled?: boolean;
  /** The answer is on its way: it stays open until what came of it is known. */
  readonly busy: boolean;
  /** Why the yes had no effect, in words. */
  readonly problem?: string | null;
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
          {problem && <NoticeBox tone="danger">{problem}</NoticeBox>}
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
