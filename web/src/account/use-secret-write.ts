// Writing a call whose body holds passwords.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { BodyOf, Call, DataOf } from '@kippu/contract/call';
import { useRef } from 'react';
import { ApiError } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { withFreshKey } from './encrypt-password.ts';

/**
 * Takes a call and how its body is made (and encrypted) from what was typed. Encryption never gives the same text
 * twice, so the body and its idempotency key are kept together until the server has answered: pressing again after a
 * lost answer repeats the wish instead of making a second one.
 */
export function useSecretWrite<C extends Call, Typed>(
  call: C,
  bodyOf: (typed: Typed) => Promise<BodyOf<C>>,
  options: { onSuccess?: (data: DataOf<C>) => unknown } = {},
): UseMutationResult<DataOf<C>, Error, Typed> {
  const open = useRef<{ wish: string; key: string; body: BodyOf<C> } | null>(null);
  return useMutation<DataOf<C>, Error, Typed>({
    // A visitor's call has no key, so sending it twice could spend the code or count a second failure.
    ...(call.auth === 'guest' ? {} : { retry: false }),
    mutationFn: (typed) =>
      withFreshKey(async () => {
        const wish = JSON.stringify(typed);
        if (open.current?.wish !== wish)
          open.current = { wish, key: crypto.randomUUID(), body: await bodyOf(typed) };
        try {
          const { body, key } = open.current;
          const data = await send(call, { body, idempotencyKey: key });
          open.current = null;
          return data;
        } catch (error) {
          if (!(error instanceof ApiError) || !error.unanswered) open.current = null;
          throw error;
        }
      }),
    ...(options.onSuccess ? { onSuccess: options.onSuccess } : {}),
  });
}
