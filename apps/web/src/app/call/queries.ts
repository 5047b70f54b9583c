// Reading and writing through TanStack Query: retries only what is safe to send again.
import {
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { useRef } from 'react';
import { ApiError } from './api-error.ts';
import { send } from './api.ts';
import { currentPlace, navigate } from './router.ts';
import { getSession, onSessionChange } from './session.ts';

const TRIES = 2;
/** What took a whole REQUEST_TIMEOUT_MS is not tried again unasked: the traveller has waited long enough. */
const retry = (failures: number, error: Error) =>
  failures < TRIES && error instanceof ApiError && (error.kind === 'network' || error.status >= 502);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const page = error instanceof ApiError && query.isActive() && error.page;
      if (!page) return;
      // Only from a screen that has nothing to show: kept tickets, codes and reservations stay in the traveller's hand.
      const shown = queryClient.getQueryCache().findAll({ type: 'active' });
      if (shown.every(({ state }) => state.data === undefined)) navigate(page, {});
    },
  }),
  defaultOptions: {
    queries: {
      retry,
      networkMode: 'always',
      // With this network mode it is off unless asked for.
      refetchOnReconnect: true,
      staleTime: 10_000,
      gcTime: 30 * 60_000,
    },
    mutations: { retry, networkMode: 'always' },
  },
});

let owner = getSession()?.member.email;
onSessionChange(() => {
  const now = getSession()?.member.email;
  // What one account saw must never be shown to the next.
  if (now !== owner) queryClient.clear();
  owner = now;
});

/** The cache key of a call's answer. */
export const queryKey = <C extends Call>(call: C, query: QueryOf<C> | Record<string, never> = {}) =>
  [call.name, query] as const;

/** Makes all cached answers of these calls stale, whatever their query. */
export const refetch = (...calls: readonly Call[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.name] })));

/** Reads a call; `enabled: false` waits. */
export function useRead<C extends Call>(
  call: C,
  query: QueryOf<C>,
  options: { enabled?: boolean; refetchInterval?: number; staleTime?: number } = {},
): UseQueryResult<DataOf<C>, Error> {
  return useQuery<DataOf<C>, Error>({
    queryKey: queryKey(call, query),
    queryFn: ({ signal }) => send(call, { query, signal }),
    ...options,
  });
}

interface Wish<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}

/**
 * Writes a call. One wish has one idempotency key until the server has answered it, also when the traveller presses
 * again after a lost answer: a retry never books, binds or transfers twice. A second tap, before the first has shown as
 * busy, waits for the first one's answer; `onSuccess` is told of it once, also after the traveller has gone on to another
 * screen: `isHere` tells whether they are still where they asked, and may be led on.
 */
export function useWrite<C extends Call>(
  call: C,
  options: { onSuccess?: (data: DataOf<C>, isHere: () => boolean) => unknown } = {},
): UseMutationResult<DataOf<C>, Error, Wish<C>> {
  const open = useRef<{ wish: string; key: string; answer?: Promise<DataOf<C>> | undefined } | null>(null);
  return useMutation<DataOf<C>, Error, Wish<C>>({
    mutationFn: (wish) => {
      const text = JSON.stringify(wish);
      if (open.current?.wish !== text) open.current = { wish: text, key: crypto.randomUUID() };
      const mine = open.current;
      const sending = async () => {
        const { address } = currentPlace();
        const data = await send(call, { ...wish, idempotencyKey: mine.key });
        await options.onSuccess?.(data, () => currentPlace().address === address);
        open.current = null;
        return data;
      };
      mine.answer ??= sending().catch((error: unknown) => {
        mine.answer = undefined;
        if (!(error instanceof ApiError) || !error.unanswered) open.current = null;
        // A refusal says that things are not as the screen shows them: another tab or device was quicker.
        if (error instanceof ApiError && (error.status === 404 || error.status === 422))
          void queryClient.invalidateQueries({ refetchType: 'active' });
        throw error;
      });
      return mine.answer;
    },
  });
}
