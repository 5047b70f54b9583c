// Shows a first password once, to be handed over.
import type { DataOf } from '@kippu/contract/route-types';
import type { deskAddStaff } from '@kippu/contract/routes/desk/staff-list';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Dialog } from '../ui/messages/dialog.tsx';
import css from './staff.module.css';

export type FirstPassword = DataOf<typeof deskAddStaff>;

const WORDS = {
  title: (name: string) => text('{name}の初回パスワード', 'First password for {name}', { name }),
  hand: text(
    '本人に直接渡してください。最初のサインインで、本人だけのものに変えます。',
    'Hand it over in person. At the first sign-in it is changed to one that nobody else knows.',
  ),
  once: text(
    '閉じると、もう表示できません。渡せなかったときは、新しい初回パスワードを出します。',
    'Once closed, it cannot be shown again. If it is lost, give a new one.',
  ),
  email: text('メールアドレス', 'Email'),
  copy: text('パスワードをコピー', 'Copy password'),
  done: text('閉じる', 'Close'),
};

export function FirstPasswordDialog({
  of: { staff, password },
  onClose,
}: {
  readonly of: FirstPassword;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Dialog
      title={say(WORDS.title(staff.name))}
      // A stray click would discard the password.
      onClose={() => undefined}
      actions={
        <>
          <CopyButton value={password}>{say(WORDS.copy)}</CopyButton>
          <Button onClick={onClose}>{say(WORDS.done)}</Button>
        </>
      }
    >
      <p className={css['password']} lang="en" translate="no">
        {password}
      </p>
      <p className={css['quiet']}>
        {say(WORDS.email)}: {staff.email}
      </p>
      <p>{say(WORDS.hand)}</p>
      <p className={css['quiet']}>{say(WORDS.once)}</p>
    </Dialog>
  );
}
