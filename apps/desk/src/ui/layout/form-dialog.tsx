// A form in a dialog.
import { Button } from '@kippu/ui/button';
import type { ReactNode } from 'react';
import { text, useSay } from '../../app/text/texts.ts';
import { Dialog, isRefusedForGood, WayOut } from '../messages/dialog.tsx';
import { Form } from './page.tsx';

const CANCEL = text('やめる', 'Cancel');

/** A dialog with a form. It stays open while its act runs. After a permanent refusal it can only be closed. */
export function FormDialog({
  title,
  lead,
  children,
  after,
  submit,
  act: { busy, error },
  shown,
  onSubmit,
  onClose,
}: {
  readonly title: string;
  /** Content above the form. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Content below the form. */
  readonly after?: ReactNode;
  /** The text of the submit button. */
  readonly submit: string;
  readonly act: { readonly busy: boolean; readonly error: unknown };
  /** Whether the error is already shown at its field. */
  readonly shown: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!busy) onClose();
      }}
      actions={null}
    >
      {lead}
      <Form
        onSubmit={onSubmit}
        error={shown ? null : error}
        actions={
          isRefusedForGood(error) ? (
            <WayOut onClose={onClose} />
          ) : (
            <>
              <Button type="submit" busy={busy}>
                {submit}
              </Button>
              <Button kind="outline" onClick={onClose} disabled={busy}>
                {say(CANCEL)}
              </Button>
            </>
          )
        }
      >
        {children}
      </Form>
      {after}
    </Dialog>
  );
}
