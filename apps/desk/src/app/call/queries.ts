// Reads and acts. Reads are few, because each read of a traveller's data is recorded. No act is done twice.
import {
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { BodyOf, DataOf, KnownRoute, QueryOf } from '@kippu/contract/route-types';
import type { Route } from '@kippu/contract/route';
import { newActs } from '@kippu/client/acts';
import { CallError } from '@kippu/client/call-error';
import { send } from './call.ts';
import { OwnWrites } from './own-writes.ts';
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
let ownWrites = new OwnWrites();
let pressOnce = newActs();

let owner: string | undefined;
onSession(() => {
  const { token, staff } = getSession();
  // The session has ended, or its owner is not known yet. The previous person's data is kept until then.
  if (staff === null && token !== null) return;
  if (owner !== undefined && staff?.staffId !== owner) {
    queryClient.clear();
    doOnce = newActs();
    ownWrites = new OwnWrites();
    pressOnce = newActs();
  }
  owner = staff?.staffId;
});

/** Invalidates the answers of these calls. Those on the screen are read again. */
export const refresh = (...routes: readonly Route[]): Promise<unknown> =>
  Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route.name] })));

interface ReadOptions<R extends KnownRoute> {
  readonly enabled?: boolean;
  /** After how many milliseconds an answer is read again; false for never. */
  readonly againAfter?: (answer: DataOf<R>) => number | false;
}

/** Reads a call, once `enabled`. Answers are cached by language, because they contain text from the server. */
export function useRead<R extends KnownRoute>(
  route: R,
  query: QueryOf<R>,
  { enabled = true, againAfter }: ReadOptions<R> = {},
): UseQueryResult<DataOf<R>, Error> {
  const language = useLanguage();
  return useQuery<DataOf<R>, Error>({
    queryKey: [route.name, query, language],
    queryFn: ({ signal }) => send(route, { query, signal }),
    enabled,
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : (againAfter?.(data) ?? false)),
  });
}

/** Like useRead, for a call whose input must not appear in an address. */
export function useLook<R extends KnownRoute>(
  route: R,
  body: BodyOf<R>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<DataOf<R>, Error> {
  const language = useLanguage();
  return useQuery<DataOf<R>, Error>({
    queryKey: [route.name, body, language],
    queryFn: ({ signal }) => send(route, { body, signal }),
    enabled,
  });
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string | undefined;
}
type ItemOf<R extends KnownRoute> = DataOf<R> extends { items: readonly (infer T)[] } ? T : never;
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
export function usePages<R extends KnownRoute>(
  route: R,
  query: QueryOf<R>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): Pages<ItemOf<R>> {
  const language = useLanguage();
  const read = useInfiniteQuery({
    queryKey: [route.name, query, language],
    queryFn: async ({ pageParam, signal }): Promise<Page<ItemOf<R>>> => {
      const asked = pageParam === '' ? query : { ...query, cursor: pageParam };
      const data: unknown = await send(route, { query: asked, signal });
      if (!isPage<ItemOf<R>>(data)) throw new CallError('notJson', { call: route });
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

interface Input<R extends KnownRoute> {
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
}
export interface Act<R extends KnownRoute> {
  readonly run: (input: Input<R>) => void;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly data: DataOf<R> | undefined;
  /** Clears the error and the answer, for example when the dialog opens again. */
  readonly clear: () => void;
}

/** A thing that several acts of a page change, and the version that an answer has of it. */
interface ChangedThing<T> {
  /** Such as 'train ic-14@2026-04-01'. */
  readonly thing: string;
  readonly versionOf: (data: T) => string | number;
}

/**
 * Performs an act. `onDone` receives the answer. `changes` are the calls whose answers become stale. A second press
 * while it runs has no effect. After a lost answer, the same input is sent with the same key.
 */
export function useAct<R extends KnownRoute>(
  route: R,
  {
    onDone,
    onOvertaken,
    changes = [],
    changed,
    keyOf,
  }: {
    readonly onDone?: (data: DataOf<R>) => unknown;
    /** Called when the act was refused because the data has changed, after `changes` were read again. */
    readonly onOvertaken?: () => unknown;
    readonly changes?: readonly Route[];
    /** The act waits for earlier ones on the same thing, and is made over the version that they have made. */
    readonly changed?: ChangedThing<DataOf<R>>;
    /** Derives the key from the input, so that it is the same after a reload. */
    readonly keyOf?: (input: Input<R>) => Promise<string>;
  } = {},
): Act<R> {
  const act = useMutation<DataOf<R>, Error, Input<R>>({
    mutationFn: (input) => {
      const run = (sent: Input<R>) =>
        doOnce(route.name, sent, async (key) => send(route, { ...sent, key: (await keyOf?.(sent)) ?? key }));
      if (!changed) return run(input);
      const { thing, versionOf } = changed;
      const sendBody = (body: BodyOf<R> | undefined) =>
        run({ ...input, ...(body === undefined ? {} : { body }) });
      // Two presses before the button shows as busy are one act, and do not wait for each other.
      return pressOnce(route.name, input, () =>
        ownWrites.inTurn(thing, input.body, { run: sendBody, versionOf }),
      );
    },
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
