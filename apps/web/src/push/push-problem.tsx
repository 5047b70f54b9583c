// Why messages could not be switched on or off, with the button that tries again.
import { RotateCw } from 'lucide-react';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { SendFailed } from '../ui/messages/send-failed.tsx';
import type { Push } from './use-push.ts';

/**
 * Renders nothing while nothing has failed.
 * @param again does the same once more
 */
export function PushProblem({
  push: { phoneError, save, stop },
  again,
}: {
  readonly push: Push;
  readonly again: () => void;
}) {
  const { push: words, common } = useMessages();
  if (phoneError)
    return (
      <NoticeBox
        tone="danger"
        action={
          <Button kind="outline" icon={RotateCw} onClick={again}>
            {common.retry}
          </Button>
        }
      >
        {words.noSubscription}
      </NoticeBox>
    );
  return <SendFailed error={save.error ?? stop.error} again={again} keyed />;
}
