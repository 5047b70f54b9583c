// Writing a call whose body holds passwords.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { BodyOf, Call, DataOf } from '@kippu/contract/call';
import { useRef } from 'react';
import { ApiError } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { withFreshKey } from './encrypt-password.ts';

interface Wish<C extends Call> {
  readonly typed: string;
  readonly key: string;
  body?: BodyOf<C>;
  /** The sending under way. */
  answer?: Promise<DataOf<C>> | undefined;
}

/**
 * Takes a call and how its body is made (and encrypted) from what was typed. Encryption never gives the same text
 * twice, so the body and its idempotency key are kept together until the server has answered: pressing again after a
 * lost answer repeats the wish instead of making a second one, and a second tap waits for the first one's answer.
 */
export function useSecretWrite<C extends Call, Typed>(
  call: C,
  bodyOf: (typed: Typed) => Promise<BodyOf<C>>,
  options: { onSuccess?: (data: DataOf<C>) => unknown } = {},
): UseMutationResult<DataOf<C>, Error, Typed> {
  const open = useRef<Wish<C> | null>(null);

  const sendWish = async (wish: Wish<C>, typed: Typed): Promise<DataOf<C>> => {
    try {
      wish.body ??= await bodyOf(typed);
      const data = await send(call, { body: wish.body, idempotencyKey: wish.key });
      open.current = null;
      return data;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.unanswered) open.current = null;
      throw error;
    } finally {
      wish.answer = undefined;
    }
  };

  return useMutation<DataOf<C>, Error, Typed>({
    // A visitor's call has no key, so sending it twice could spend the code or count a second failure.
    ...(call.auth === 'guest' ? {} : { retry: false }),
    mutationFn: (typed) =>
      withFreshKey(() => {
        const text = JSON.stringify(typed);
        if (open.current?.typed !== text) open.current = { typed: text, key: crypto.randomUUID() };
        const wish = open.current;
        wish.answer ??= sendWish(wish, typed);
        return wish.answer;
      }),
    ...(options.onSuccess ? { onSuccess: options.onSuccess } : {}),
  });
}
