// Reads and writes through TanStack Query. Repeats only what is safe to send again.
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
import { newActs, type DoOnce } from '@kippu/client/acts';
import { CallError } from '@kippu/client/call-error';
import { errorPage, isGone } from '../errors/error-kinds.ts';
import { send } from '../call/api.ts';
import { currentPlace, navigate } from '../router/router.ts';
import { getSession, onSessionChange } from '../session/session.ts';

const TRIES = 2;
/** A timeout is not repeated by itself: the traveller has already waited REQUEST_TIMEOUT_MS. */
const retry = (failures: number, error: Error) =>
  failures < TRIES && error instanceof CallError && (error.kind === 'network' || error.status >= 502);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const page = error instanceof CallError && query.isActive() && errorPage(error);
      if (!page) return;
      // Leave the screen only if it shows nothing: kept tickets, codes and reservations must stay visible.
      const shown = queryClient.getQueryCache().findAll({ type: 'active' });
      if (shown.every(({ state }) => state.data === undefined)) navigate(page, {});
    },
  }),
  defaultOptions: {
    queries: {
      retry,
      networkMode: 'always',
      // This network mode turns it off by default.
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
  // One account's data must never be shown to another.
  if (now !== owner) queryClient.clear();
  owner = now;
});

/** The cache key of a call's answer. */
export const queryKey = <C extends Call>(call: C, query: QueryOf<C> | Record<string, never> = {}) =>
  [call.name, query] as const;

/** Makes all cached answers of these calls stale, for any query. */
export const refetch = (...calls: readonly Call[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.name] })));

/** Removes the data of a query if the server reports it as gone. */
export const withoutGone = <T>(query: UseQueryResult<T, Error>): UseQueryResult<T, Error> =>
  isGone(query.error) ? ({ ...query, data: undefined } as UseQueryResult<T, Error>) : query;

/** Reads a call; `enabled: false` waits. Data that is gone is undefined. */
export function useRead<C extends Call>(
  call: C,
  query: QueryOf<C>,
  options: { enabled?: boolean; refetchInterval?: number; staleTime?: number } = {},
): UseQueryResult<DataOf<C>, Error> {
  return withoutGone(
    useQuery<DataOf<C>, Error>({
      queryKey: queryKey(call, query),
      queryFn: ({ signal }) => send(call, { query, signal }),
      ...options,
    }),
  );
}

/** After a refused write, fetches the screen's data again: another tab or device has changed it. */
export function rereadRefused(error: unknown): void {
  if (error instanceof CallError && (error.status === 404 || error.status === 422))
    void queryClient.invalidateQueries({ refetchType: 'active' });
}

interface Input<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}

/**
 * Writes a call. Each input keeps one idempotency key until the server has answered, also when the traveller presses
 * again after a lost answer, so a retry never books, binds or transfers twice. A second tap before the button shows
 * as busy waits for the first one's answer. `onSuccess` runs once, even if the traveller has moved to another screen;
 * `isHere` returns whether they are still on the screen that made the call.
 */
export function useWrite<C extends Call>(
  call: C,
  options: { onSuccess?: (data: DataOf<C>, isHere: () => boolean) => unknown } = {},
): UseMutationResult<DataOf<C>, Error, Input<C>> {
  const doOnce = useRef<DoOnce>(null);
  return useMutation<DataOf<C>, Error, Input<C>>({
    mutationFn: (input) => {
      doOnce.current ??= newActs();
      return doOnce.current(call.name, input, async (key) => {
        const { address } = currentPlace();
        try {
          const data = await send(call, { ...input, key });
          await options.onSuccess?.(data, () => currentPlace().address === address);
          return data;
        } catch (error) {
          rereadRefused(error);
          throw error;
        }
      });
    },
  });
}
