// Reading and writing: few looks, since each look at a traveller's data is recorded, and no act twice.
import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { actOnce, forgetActs } from './act-keys.ts';
import { CallError } from './call-error.ts';
import { send } from './call.ts';
import { getSession, onSession } from './session.ts';
import { useLanguage } from './texts.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; a short gap of the network is bridged.
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

let owner: string | undefined;
onSession(() => {
  const { token, staff } = getSession();
  // The session is over, or the server has not said yet whose it is: what was read stays for who had it.
  if (staff === null && token !== null) return;
  if (owner !== undefined && staff?.staffId !== owner) {
    queryClient.clear();
    forgetActs();
  }
  owner = staff?.staffId;
});

/** Makes what was read by these calls stale: what the screen shows of it is read again. */
export const refresh = (...calls: readonly Call[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.name] })));

/** Reads a call; without `enabled` it waits. The answer is the language's: its words come from the server. */
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

/** As useRead, of a call that looks by what may stand in no address. */
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
  /** Undefined until the first page is there. */
  readonly rows: readonly T[] | undefined;
  readonly error: Error | null;
  readonly again: () => void;
  /** Whether there are more, and what reads them. */
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly moreBusy: boolean;
}

/** Reads a call that gives pages: the first, and the following ones when asked. `query` goes without its cursor. */
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
      if (!isPage<ItemOf<C>>(data)) throw new CallError('notJson');
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

interface Wish<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}
export interface Act<C extends Call> {
  readonly run: (wish: Wish<C>) => void;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly data: DataOf<C> | undefined;
  /** Forgets the error and the answer, as when its dialog is opened anew. */
  readonly clear: () => void;
}

/**
 * Does something at the desk. `onDone` hears the answer; `changes` are the calls whose answers it makes stale. A second press
 * while it runs does nothing more; after a lost answer the same wish is the same act.
 */
export function useAct<C extends Call>(
  call: C,
  {
    onDone,
    changes = [],
    keyOf,
  }: {
    readonly onDone?: (data: DataOf<C>) => unknown;
    readonly changes?: readonly Call[];
    /** Makes the key of the wish itself, so that it is the same after a reload too. */
    readonly keyOf?: (wish: Wish<C>) => Promise<string>;
  } = {},
): Act<C> {
  const act = useMutation<DataOf<C>, Error, Wish<C>>({
    mutationFn: (wish) =>
      actOnce(call.name, wish, async (key) => send(call, { ...wish, key: (await keyOf?.(wish)) ?? key })),
    onSuccess: async (data) => {
      await refresh(...changes);
      await onDone?.(data);
    },
  });
  return {
    run: (wish) => {
      if (!act.isPending) act.mutate(wish);
    },
    busy: act.isPending,
    error: act.error,
    data: act.data,
    clear: act.reset,
  };
}
