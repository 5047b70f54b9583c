// Reads and acts. Reads are few, because each read of a traveller's data is recorded. No act is done twice.
import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { newActs } from '@kippu/client/acts';
import { CallError } from '@kippu/client/call-error';
import { send } from './call.ts';
import { actAfter } from './refusals.ts';
import { getSession, onSession } from '../session/session.ts';
import { useLanguage } from '../text/texts.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Refusals are not retried. Network errors are retried once.
      retry: (failures, error) => failures < 1 && error instanceof CallError && error.kind === 'network',
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 30_000,
      gcTime: 5 * 60_000,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Acts without an answer yet. Their dialogs may be closed. */
let doOnce = newActs();

let owner: string | undefined;
onSession(() => {
  const { token, staff } = getSession();
  // The session has ended, or its owner is not known yet. The previous person's data is kept until then.
  if (staff === null && token !== null) return;
  if (owner !== undefined && staff?.staffId !== owner) {
    queryClient.clear();
    doOnce = newActs();
  }
  owner = staff?.staffId;
});

/** Invalidates the answers of these calls. Those on the screen are read again. */
export const refresh = (...calls: readonly Call[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.name] })));

/** Reads a call, once `enabled`. Answers are cached by language, because they contain text from the server. */
export function useRead<C extends Call>(
  call: C,
  query: QueryOf<C>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<DataOf<C>, Error> {
  const language = useLanguage();
  return useQuery<DataOf<C>, Error>({
    queryKey: [call.name, query, language],
    queryFn: ({ signal }) => send(call, { query, signal }),
    enabled,
  });
}

/** Like useRead, for a call whose input must not appear in an address. */
export function useLook<C extends Call>(
  call: C,
  body: BodyOf<C>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<DataOf<C>, Error> {
  const language = useLanguage();
  return useQuery<DataOf<C>, Error>({
    queryKey: [call.name, body, language],
    queryFn: ({ signal }) => send(call, { body, signal }),
    enabled,
  });
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string | undefined;
}
type ItemOf<C extends Call> = DataOf<C> extends { items: readonly (infer T)[] } ? T : never;
const isPage = <T>(data: unknown): data is Page<T> =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);

export interface Pages<T> {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly T[] | undefined;
  readonly error: Error | null;
  readonly again: () => void;
  /** Whether there are more pages. `more` loads the next one. */
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly moreBusy: boolean;
}

/** Reads a paged call: the first page, and further pages on request. `query` has no cursor. */
export function usePages<C extends Call>(
  call: C,
  query: QueryOf<C>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): Pages<ItemOf<C>> {
  const language = useLanguage();
  const read = useInfiniteQuery({
    queryKey: [call.name, query, language],
    queryFn: async ({ pageParam, signal }): Promise<Page<ItemOf<C>>> => {
      const asked = pageParam === '' ? query : { ...query, cursor: pageParam };
      const data: unknown = await send(call, { query: asked, signal });
      if (!isPage<ItemOf<C>>(data)) throw new CallError('notJson', { call });
      return data;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled,
  });
  return {
    rows: read.data?.pages.flatMap(({ items }) => items),
    error: read.error,
    again: () => void (read.isFetchNextPageError ? read.fetchNextPage() : read.refetch()),
    hasMore: read.hasNextPage,
    more: () => void read.fetchNextPage(),
    moreBusy: read.isFetchingNextPage,
  };
}

interface Input<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}
export interface Act<C extends Call> {
  readonly run: (input: Input<C>) => void;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly data: DataOf<C> | undefined;
  /** Clears the error and the answer, for example when the dialog opens again. */
  readonly clear: () => void;
}

/**
 * Performs an act. `onDone` receives the answer. `changes` are the calls whose answers become stale. A second press
 * while it runs has no effect. After a lost answer, the same input is sent with the same key.
 */
export function useAct<C extends Call>(
  call: C,
  {
    onDone,
    onOvertaken,
    changes = [],
    keyOf,
  }: {
    readonly onDone?: (data: DataOf<C>) => unknown;
    /** Called when the act was refused because the data has changed, after `changes` were read again. */
    readonly onOvertaken?: () => unknown;
    readonly changes?: readonly Call[];
    /** Derives the key from the input, so that it is the same after a reload. */
    readonly keyOf?: (input: Input<C>) => Promise<string>;
  } = {},
): Act<C> {
  const act = useMutation<DataOf<C>, Error, Input<C>>({
    mutationFn: (input) =>
      doOnce(call.name, input, async (key) => send(call, { ...input, key: (await keyOf?.(input)) ?? key })),
    onSuccess: async (data) => {
      await refresh(...changes);
      await onDone?.(data);
    },
    onError: async (error) => {
      const next = actAfter(error);
      if (next === 'seen' || next === 'leave') await refresh(...changes);
      if (next === 'seen') await onOvertaken?.();
    },
  });
  return {
    run: (input) => {
      if (!act.isPending) act.mutate(input);
    },
    busy: act.isPending,
    error: act.error,
    data: act.data,
    clear: act.reset,
  };
}

/** Reports whether an act was refused because the data has changed. Nothing was done, and the data was read again. */
export const isOvertaken = (error: Error | null): boolean => actAfter(error) === 'seen';
