// A mutation for calls whose body holds passwords.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { BodyOf, DataOf, KnownRoute } from '@kippu/contract/route-types';
import { useRef } from 'react';
import { CallError } from '@kippu/client/call-error';
import { send } from '../../app/call/api.ts';
import { rereadRefused } from '../../app/query/queries.ts';
import { withFreshKey } from './encrypt-password.ts';

interface Input<R extends KnownRoute> {
  readonly typed: string;
  readonly key: string;
  body?: BodyOf<R>;
  /** The request in progress. */
  answer?: Promise<DataOf<R>> | undefined;
}

/**
 * `bodyOf` encrypts the typed values. Encryption never gives the same text twice, so the body and its idempotency
 * key are kept together until the server has answered. A press after a lost answer repeats the same input, and a
 * second tap waits for the first one's answer.
 */
export function useSecretWrite<R extends KnownRoute, Typed>(
  route: R,
  bodyOf: (typed: Typed) => Promise<BodyOf<R>>,
  options: { onSuccess?: (data: DataOf<R>) => unknown } = {},
): UseMutationResult<DataOf<R>, Error, Typed> {
  const open = useRef<Input<R> | null>(null);

  const sendInput = async (input: Input<R>, typed: Typed): Promise<DataOf<R>> => {
    try {
      const body = (input.body ??= await bodyOf(typed));
      const data = await send(route, { body, key: input.key });
      open.current = null;
      return data;
    } catch (error) {
      if (!(error instanceof CallError) || !error.undecided) open.current = null;
      if (route.auth === 'guest') rereadRefused(error);
      throw error;
    } finally {
      input.answer = undefined;
    }
  };

  return useMutation<DataOf<R>, Error, Typed>({
    // A visitor's call has no key, so a repetition could use up the code or count as a second failure.
    ...(route.auth === 'guest' ? {} : { retry: false }),
    mutationFn: (typed) =>
      withFreshKey(() => {
        const text = JSON.stringify(typed);
        if (open.current?.typed !== text) open.current = { typed: text, key: crypto.randomUUID() };
        const input = open.current;
        input.answer ??= sendInput(input, typed);
        return input.answer;
      }),
    ...(options.onSuccess ? { onSuccess: options.onSuccess } : {}),
  });
}
