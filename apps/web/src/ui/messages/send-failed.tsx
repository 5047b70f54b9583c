// What a screen shows when a write failed.
import type { ClientMessage } from '@kippu/words/client-messages';
import { RotateCw } from 'lucide-react';
import { CallError } from '@kippu/client/call-error';
import { isShown } from '../../app/errors/error-kinds.ts';
import { useErrorText } from '../../app/errors/error-text.ts';
import { joinSentences } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Refused } from './refused.tsx';

interface Props {
  /** Null renders nothing. */
  readonly error: unknown;
  /** Sends the same input again. A guest's write must keep its idempotency key. */
  readonly again: () => void;
  /** A guest's write, which the server never runs twice: the text says what may have happened. */
  readonly keyed?: boolean;
  /** After a fault of the server: what did not happen, and what is still true. */
  readonly failed?: ClientMessage;
  /** Returns the text of an error, for a form with texts of its own. */
  readonly text?: (error: unknown) => string;
}

/** Shows a refusal with its next step. After a lost answer, a tap anywhere in the box sends the same again. */
export function SendFailed({ error, again, keyed = false, failed, text: own }: Props) {
  const { client, common } = useMessages();
  const language = useLanguage();
  const general = useErrorText();
  const text = own ?? general;
  if (!error) return null;
  if (!(error instanceof CallError)) return <NoticeBox tone="danger">{text(error)}</NoticeBox>;
  if (isShown(error)) return null;
  if (!error.mayPass) return <Refused error={error} text={text} />;
  const words =
    error.undecided && keyed
      ? joinSentences([text(error), client.mayBeDone], language)
      : error.status === 500 && failed
        ? client[failed]
        : text(error);
  // A tap on the button bubbles up to the box.
  return (
    <div onClick={again}>
      <NoticeBox
        tone="danger"
        action={
          <Button kind="outline" icon={RotateCw}>
            {common.retry}
          </Button>
        }
      >
        {words}
      </NoticeBox>
    </div>
  );
}
