// Reads and writes through TanStack Query. Repeats only what is safe to send again.
import {
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { BodyOf, DataOf, KnownRoute, QueryOf } from '@kippu/contract/route-types';
import type { Route } from '@kippu/contract/route';
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
export const queryKey = <R extends KnownRoute>(route: R, query: QueryOf<R> | Record<string, never> = {}) =>
  [route.name, query] as const;

/** Makes all cached answers of these calls stale, for any query. */
export const refetch = (...routes: readonly Route[]): Promise<unknown> =>
  Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route.name] })));

/** Removes the data of a query if the server reports it as gone. */
export const withoutGone = <T>(query: UseQueryResult<T, Error>): UseQueryResult<T, Error> =>
  isGone(query.error) ? ({ ...query, data: undefined } as UseQueryResult<T, Error>) : query;

/** Reads a call; `enabled: false` waits. Data that is gone is undefined. */
export function useRead<R extends KnownRoute>(
  route: R,
  query: QueryOf<R>,
  options: { enabled?: boolean; refetchInterval?: number; staleTime?: number } = {},
): UseQueryResult<DataOf<R>, Error> {
  return withoutGone(
    useQuery<DataOf<R>, Error>({
      queryKey: queryKey(route, query),
      queryFn: ({ signal }) => send(route, { query, signal }),
      ...options,
    }),
  );
}

/** After a refused write, fetches the screen's data again: another tab or device has changed it. */
export function rereadRefused(error: unknown): void {
  if (error instanceof CallError && (error.status === 404 || error.status === 422))
    void queryClient.invalidateQueries({ refetchType: 'active' });
}

interface Input<R extends KnownRoute> {
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
}

/**
 * Writes a call. Each input keeps one idempotency key until the server has answered, also when the traveller presses
 * again after a lost answer, so a retry never books, binds or transfers twice. A second tap before the button shows
 * as busy waits for the first one's answer. `onSuccess` runs once, even if the traveller has moved to another screen;
 * `isHere` returns whether they are still on the screen that made the call.
 */
export function useWrite<R extends KnownRoute>(
  route: R,
  options: { onSuccess?: (data: DataOf<R>, isHere: () => boolean) => unknown } = {},
): UseMutationResult<DataOf<R>, Error, Input<R>> {
  const doOnce = useRef<DoOnce>(null);
  return useMutation<DataOf<R>, Error, Input<R>>({
    mutationFn: (input) => {
      doOnce.current ??= newActs();
      return doOnce.current(route.name, input, async (key) => {
        const { address } = currentPlace();
        try {
          const data = await send(route, { ...input, key });
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
