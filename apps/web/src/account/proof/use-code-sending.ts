// Sending a code by mail: when it went where, and when it may be sent again; known after a reload too.
import { resetPasswordSend, sendVerifyCode } from '@kippu/contract/account';
import { RESEND_SECONDS, VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { normaliseEmail } from '@kippu/domain/account-rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { serverNow } from '../app/server-clock.ts';
import { useNow } from '../app/use-now.ts';
import { forget, isRecord, recall, remember } from '../app/tab-memory.ts';
import { useCaptcha, type CaptchaState } from './use-captcha.ts';

type Purpose = 'registry' | 'resetPassword';
interface Sent {
  readonly email: string;
  /** Epoch milliseconds of the server's clock. */
  readonly againAt: number;
  readonly expiresAt: number;
}

export interface CodeSending {
  /** Whether a code has gone to the email typed now. */
  readonly sent: boolean;
  /** How often one was sent since the screen opened; 0 after a reload. */
  readonly justSent: number;
  /** Milliseconds until another may be asked for. */
  readonly waitMs: number;
  readonly expired: boolean;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly captcha: CaptchaState;
  readonly ask: () => void;
  /** The code is spent: forget it. */
  readonly done: () => void;
}

const keyOf = (purpose: Purpose) => `kippu.code.${purpose}`;

function recallSent(purpose: Purpose): Sent | null {
  const kept = recall(keyOf(purpose));
  if (!isRecord(kept)) return null;
  const { email, againAt, expiresAt } = kept;
  return typeof email === 'string' && typeof againAt === 'number' && typeof expiresAt === 'number'
    ? { email, againAt, expiresAt }
    : null;
}

/** Takes what the code is for and the email as typed. */
export function useCodeSending(purpose: Purpose, typedEmail: string): CodeSending {
  const email = normaliseEmail(typedEmail);
  const captcha = useCaptcha();
  const [last, setLast] = useState(() => recallSent(purpose));
  const sent = last !== null && last.email === email;
  // Seconds matter only while one waits.
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
    // Asking twice would be refused as too soon.
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
      // Sent a moment ago, perhaps from another tab or with the answer lost: that code can be typed.
      const wait = isRefusal(error, 'MFA-0031') ? (error.retryAfter ?? RESEND_SECONDS) : Infinity;
      if (wait <= RESEND_SECONDS) keep(to, wait, VERIFY_CODE_SECONDS);
    },
  });
  // The captcha's field and the countdown say these two themselves.
  const told = isRefusal(asking.error, 'imgCodeError') || (sent && isRefusal(asking.error, 'MFA-0031'));
  const waitMs = sent ? Math.max(0, last.againAt - now) : 0;
  return {
    sent,
    justSent,
    waitMs,
    expired: sent && now >= last.expiresAt,
    busy: asking.isPending,
    error: told || asking.variables !== email ? null : asking.error,
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
