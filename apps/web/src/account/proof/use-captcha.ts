// The captcha that the server requires after too many tries: work by the device, or a picture of characters.
import { checkCaptcha, genCaptcha } from '@kippu/contract/routes/traveller/account';
import type { DataOf } from '@kippu/contract/route-types';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { send } from '../../app/call/api.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useProblemText } from '../form/problem-text.ts';
import { useWork, type Work } from './use-work.ts';

/** Thrown when the captcha is not solved. The field already shows the problem. */
export class CaptchaUnsolved extends Error {}

export interface CaptchaState {
  readonly asked: boolean;
  /** How often a captcha was requested. The field takes the focus at each change. */
  readonly times: number;
  readonly method: 'work' | 'picture';
  /** The progress of the device's work. */
  readonly work: Work['state'];
  readonly picture: DataOf<typeof genCaptcha> | undefined;
  readonly loading: boolean;
  readonly answer: string;
  readonly problem: string | undefined;
  readonly type: (answer: string) => void;
  /** Fetches another picture, with its sound if `audio` is true. */
  readonly renew: (audio: boolean) => void;
  /** Switches between the device's work and the picture. */
  readonly choose: (method: 'work' | 'picture') => void;
  /**
   * Returns the captcha's part of a call's body; empty when none is necessary. Throws CaptchaUnsolved, or CallError
   * if the network fails.
   */
  readonly pass: () => Promise<{ captchaPass?: string }>;
  /** Must be called for each failure of the call: the server may now require a captcha, and a used one is void. */
  readonly callFailed: (error: unknown) => void;
  readonly callSucceeded: () => void;
}

/** Manages the captcha of one form. */
export function useCaptcha(): CaptchaState {
  const { client } = useMessages();
  const text = useProblemText();
  const work = useWork();
  const [asked, setAsked] = useState(false);
  const [times, setTimes] = useState(0);
  const [method, setMethod] = useState<'work' | 'picture'>('work');
  const [answer, setAnswer] = useState('');
  const [refused, setRefused] = useState<unknown>(null);
  const [empty, setEmpty] = useState(false);
  const fetching = useMutation({
    mutationFn: (audio: boolean) => send(genCaptcha, { query: audio ? { audio } : {} }),
  });
  const picture = fetching.data;
  const renew = (audio: boolean) => {
    setAnswer('');
    fetching.mutate(audio);
  };
  const choose = (next: 'work' | 'picture') => {
    setMethod(next);
    setRefused(null);
    setEmpty(false);
    if (next === 'work') work.start();
    else renew(false);
  };
  const byWork = async () => {
    try {
      return await work.pass();
    } catch (error) {
      // No network: the next press tries again. For any other error, offer the picture.
      if (error instanceof CallError && error.unanswered) throw error;
      choose('picture');
      throw new CaptchaUnsolved();
    }
  };
  const byPicture = async () => {
    if (!picture || answer.trim() === '') {
      setEmpty(true);
      throw new CaptchaUnsolved();
    }
    try {
      return await send(checkCaptcha, { body: { captchaId: picture.captchaId, answer: answer.trim() } });
    } catch (error) {
      if (!isRefusal(error, 'imgCodeError', 'MFA-0023', 'MFA-0024')) throw error;
      setRefused(error);
      renew(picture.audio !== undefined);
      throw new CaptchaUnsolved();
    }
  };
  const failure = fetching.error ?? refused;
  return {
    asked,
    times,
    method,
    work: work.state,
    picture,
    loading: fetching.isPending,
    answer,
    problem: empty ? client.captchaEmpty : failure ? text(failure) : undefined,
    type: (typed) => {
      setAnswer(typed);
      setEmpty(false);
      setRefused(null);
    },
    renew: (audio) => {
      setRefused(null);
      setEmpty(false);
      renew(audio);
    },
    choose,
    pass: async () => (asked ? (method === 'work' ? byWork() : byPicture()) : {}),
    callFailed: (error) => {
      if (error instanceof CaptchaUnsolved) return;
      if (isRefusal(error, 'imgCodeError')) {
        setAsked(true);
        setTimes((count) => count + 1);
        setRefused(asked && method === 'picture' ? error : null);
        if (method === 'work') work.start();
        else renew(false);
      } else if (isRefusal(error, 'MFA-0011')) {
        // The account is locked, so no answer helps. After the lock no captcha may be necessary.
        setAsked(false);
        setAnswer('');
      } else if (asked) {
        if (method === 'work') work.start();
        else renew(picture?.audio !== undefined);
      }
    },
    callSucceeded: () => {
      setAsked(false);
      setAnswer('');
    },
  };
}
