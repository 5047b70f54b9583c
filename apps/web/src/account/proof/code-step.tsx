// Proves an email: sends a code to it, has a field for the code, and can send it again after a wait.
import { Mail } from 'lucide-react';
import { useEffect, useRef, type ComponentProps } from 'react';
import { formatCountdown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '@kippu/ui/field';
import { CaptchaField } from './captcha-field.tsx';
import css from './code-step.module.css';
import { useProblemText } from '../form/problem-text.ts';
import { CaptchaUnsolved } from './use-captcha.ts';
import type { CodeSending } from './use-code-sending.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>;

/**
 * `ready` returns whether a code may be sent to the email, and shows the email's problem if not. `onAsk` runs when a
 * code is requested, so that a field that is still empty does not count as a problem.
 */
export function CodeStep({
  sending,
  email,
  code,
  ready,
  onAsk,
}: {
  readonly sending: CodeSending;
  readonly email: string;
  readonly code: TextProps;
  readonly ready: () => boolean;
  readonly onAsk: () => void;
}) {
  const { account: words } = useMessages();
  const text = useProblemText();
  const field = useRef<HTMLDivElement>(null);
  const { sent, waitMs, expired, error } = sending;
  const ask = () => {
    if (!ready()) return;
    onAsk();
    sending.ask();
  };
  const justSent = sending.justSent;
  useEffect(() => {
    if (justSent) field.current?.querySelector('input')?.focus();
  }, [justSent]);
  return (
    <>
      <CaptchaField
        captcha={sending.captcha}
        why={words.checkCodeWhy}
        button={sent ? words.sendAgain : words.sendCode}
      />
      {!(error instanceof CaptchaUnsolved) && <SendFailed error={error} again={ask} text={text} />}
      {sent ? (
        <div ref={field} className={css['step']}>
          <TextField
            label={words.codeLabel}
            hint={expired ? undefined : words.codeSent(email)}
            {...code}
            error={expired ? words.codeExpired : code.error}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
            maxLength={16}
          />
          {waitMs > 0 ? (
            <p className={css['wait']}>{words.sendAgainIn(formatCountdown(waitMs))}</p>
          ) : (
            <Button kind="text" icon={Mail} busy={sending.busy} onClick={ask}>
              {words.sendAgain}
            </Button>
          )}
        </div>
      ) : (
        <div className={css['step']}>
          <Button
            kind="outline"
            icon={Mail}
            busy={sending.busy}
            onClick={ask}
            data-wrong={code.error ? '' : undefined}
          >
            {words.sendCode}
          </Button>
          {code.error && <p className={css['error']}>{words.codeFirst}</p>}
        </div>
      )}
    </>
  );
}
