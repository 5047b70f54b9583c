// Sends a code by mail. The time and address survive a reload, and with them the time when it may be sent again.
import { resetPasswordSend, sendVerifyCode } from '@kippu/contract/routes/traveller/account';
import { RESEND_SECONDS, VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { send } from '../../app/call/api.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { forget, isRecord, recall, remember } from '../../app/storage/tab-memory.ts';
import { useCaptcha, type CaptchaState } from './use-captcha.ts';

type Purpose = 'registry' | 'resetPassword';
interface Sent {
  readonly email: string;
  /** Epoch milliseconds of the server's clock. */
  readonly againAt: number;
  readonly expiresAt: number;
}

export interface CodeSending {
  /** Whether a code was sent to the email as typed now. */
  readonly sent: boolean;
  /** How often a code was sent since the screen opened; 0 after a reload. */
  readonly justSent: number;
  /** Milliseconds until another code may be requested. */
  readonly waitMs: number;
  readonly expired: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly captcha: CaptchaState;
  readonly ask: () => void;
  /** Forgets the code after it was used. */
  readonly done: () => void;
}

const keyOf = (purpose: Purpose) => `kippu.code.${purpose}`;

function recallSent(purpose: Purpose): Sent | null {
  const stored = recall(keyOf(purpose));
  if (!isRecord(stored)) return null;
  const { email, againAt, expiresAt } = stored;
  return typeof email === 'string' && typeof againAt === 'number' && typeof expiresAt === 'number'
    ? { email, againAt, expiresAt }
    : null;
}

/** Whether this tab has sent a code for this purpose to the typed email. */
export const isCodeSent = (purpose: Purpose, typedEmail: string): boolean =>
  recallSent(purpose)?.email === normaliseEmail(typedEmail);

/** Manages the sending of codes for this purpose to the typed email. */
export function useCodeSending(purpose: Purpose, typedEmail: string): CodeSending {
  const email = normaliseEmail(typedEmail);
  const captcha = useCaptcha();
  const [last, setLast] = useState(() => recallSent(purpose));
  const sent = last !== null && last.email === email;
  // Seconds matter only while the countdown runs.
  const now = useNow(sent ? 1000 : 60_000);
  const [justSent, setJustSent] = useState(0);
  const keep = (to: string, resendAfter: number, expiresIn: number) => {
    const at = serverNow();
    const fresh = { email: to, againAt: at + resendAfter * 1000, expiresAt: at + expiresIn * 1000 };
    remember(keyOf(purpose), fresh);
    setLast(fresh);
    setJustSent((times) => times + 1);
  };
  const asking = useMutation({
    // The server refuses a second request as too soon.
    retry: false,
    mutationFn: async (to: string) => {
      const pass = await captcha.pass();
      return purpose === 'registry'
        ? send(sendVerifyCode, { body: { email: to, purpose, ...pass } })
        : send(resetPasswordSend, { body: { email: to, ...pass } });
    },
    onSuccess: ({ resendAfter, expiresIn }, to) => {
      captcha.callSucceeded();
      keep(to, resendAfter, expiresIn);
    },
    onError: (error, to) => {
      captcha.callFailed(error);
      // A code was sent a moment ago, by another tab or with a lost answer. The traveller can type that code.
      const wait = isRefusal(error, 'MFA-0031') ? (error.retryAfter ?? RESEND_SECONDS) : Infinity;
      if (wait <= RESEND_SECONDS) keep(to, wait, VERIFY_CODE_SECONDS);
    },
  });
  // The captcha's field and the countdown already show these two refusals.
  const isShownElsewhere =
    isRefusal(asking.error, 'imgCodeError') || (sent && isRefusal(asking.error, 'MFA-0031'));
  const waitMs = sent ? Math.max(0, last.againAt - now) : 0;
  return {
    sent,
    justSent,
    waitMs,
    expired: sent && now >= last.expiresAt,
    busy: asking.isPending,
    error: isShownElsewhere || asking.variables !== email ? null : asking.error,
    captcha,
    ask: () => {
      if (!asking.isPending) asking.mutate(email);
    },
    done: () => {
      forget(keyOf(purpose));
      setLast(null);
    },
  };
}
