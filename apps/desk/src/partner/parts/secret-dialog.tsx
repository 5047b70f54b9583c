// Shows a new key or secret, once.
import { Button } from '@kippu/ui/button';
import { text, useSay, type Text } from '../../app/text/texts.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import css from './partner.module.css';

const WORDS = {
  done: text('閉じる', 'Done'),
  once: text(
    '閉じると、もう表示できません。安全な方法で相手に渡してください。',
    'Once closed, it cannot be shown again. Hand it over in a safe way.',
  ),
};

export function SecretDialog({
  title,
  copy,
  secret,
  onClose,
}: {
  readonly title: Text;
  /** The button that copies it. */
  readonly copy: Text;
  readonly secret: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Dialog
      title={say(title)}
      // A stray click would discard the secret.
      onClose={() => undefined}
      actions={
        <>
          <CopyButton value={secret}>{say(copy)}</CopyButton>
          <Button onClick={onClose}>{say(WORDS.done)}</Button>
        </>
      }
    >
      <p className={css['secret']} lang="en" translate="no">
        {secret}
      </p>
      <p>{say(WORDS.once)}</p>
    </Dialog>
  );
}
