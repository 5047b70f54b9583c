// The picture of characters that the server asks for after too many tries.
import { checkCaptcha, genCaptcha } from '@kippu/contract/account';
import type { DataOf } from '@kippu/contract/call';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { useMessages } from '../i18n/messages.ts';
import { useProblemText } from './problem-text.ts';

/** Thrown when the answer is missing or wrong; the field has told so already. */
export class CaptchaUnsolved extends Error {}

export interface CaptchaState {
  readonly asked: boolean;
  readonly picture: DataOf<typeof genCaptcha> | undefined;
  readonly loading: boolean;
  readonly answer: string;
  readonly problem: string | undefined;
  readonly type: (answer: string) => void;
  /** Fetches another picture, with sound when it is to be heard. */
  readonly renew: (audio: boolean) => void;
  /** Gives what a call's body needs of it: nothing while none is asked for. Throws CaptchaUnsolved. */
  readonly pass: () => Promise<{ captchaPass?: string }>;
  /** To be told of every failure of the call: the server may ask for a picture now, and a used one is void. */
  readonly callFailed: (error: unknown) => void;
  readonly callSucceeded: () => void;
}

/** Gives the captcha of one form. */
export function useCaptcha(): CaptchaState {
  const { client } = useMessages();
  const text = useProblemText();
  const [asked, setAsked] = useState(false);
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
  const failure = refused ?? fetching.error;
  return {
    asked,
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
    pass: async () => {
      if (!asked) return {};
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
    },
    callFailed: (error) => {
      if (error instanceof CaptchaUnsolved) return;
      if (isRefusal(error, 'imgCodeError')) {
        setRefused(asked ? error : null);
        setAsked(true);
        renew(false);
      } else if (isRefusal(error, 'MFA-0011', 'MFA-0012')) {
        // Locked: no answer helps, and once the time is over none may be needed.
        setAsked(false);
        setAnswer('');
      } else if (asked) renew(picture?.audio !== undefined);
    },
    callSucceeded: () => {
      setAsked(false);
      setAnswer('');
    },
  };
}
