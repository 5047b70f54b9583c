// Proving an email: a code is sent to it, typed here, and may be sent again after a while.
import { Mail } from 'lucide-react';
import { useEffect, useRef, type ComponentProps } from 'react';
import { formatCountdown } from '../i18n/format.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { CaptchaField } from './captcha-field.tsx';
import css from './code-step.module.css';
import { useProblemText } from './problem-text.ts';
import { CaptchaUnsolved } from './use-captcha.ts';
import type { CodeSending } from './use-code-sending.ts';

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>;

/**
 * `ready` tells whether the email may be written to, and shows what is wrong with it when not. `onAsk`: a code is on its
 * way, so that none was typed is no fault any more.
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
    if (code.value === '') onAsk();
    sending.ask();
  };
  const justSent = sending.justSent;
  useEffect(() => {
    if (justSent) field.current?.querySelector('input')?.focus();
  }, [justSent]);
  return (
    <>
      <CaptchaField captcha={sending.captcha} />
      {error && !(error instanceof CaptchaUnsolved) && <NoticeBox tone="danger">{text(error)}</NoticeBox>}
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
