// Queries shared by several seat screens.
import { useInfiniteQuery, useQuery, type InfiniteData, type UseQueryResult } from '@tanstack/react-query';
import type { DataOf } from '@kippu/contract/route-types';
import {
  loadChangeInfo,
  loadPlanInfo,
  loadReserveDetail,
  reserveList,
} from '@kippu/contract/routes/traveller/seat';
import type { ChangeInfo, PlanInfo, Reservation } from '@kippu/contract/calls/traveller/seat';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { seatMap, ticketTrainList } from '@kippu/contract/routes/traveller/train';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { isRefusal } from '@kippu/client/call-error';
import { isGone } from '../../app/errors/error-kinds.ts';
import { send } from '../../app/call/api.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { queryClient, queryKey, refetch, useRead, withoutGone } from '../../app/query/queries.ts';

/** Splits comma-separated ids from an address. Removes duplicates and empty ones. */
export const idsOf = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(',').filter(Boolean)),
];

/**
 * What these tickets may reserve; with `change`, what that reservation may be changed to. Refetched every `everyMs`.
 */
export function usePlan(
  ticketIds: string,
  change: string | undefined,
  everyMs?: number,
): UseQueryResult<PlanInfo | ChangeInfo, Error> {
  const again = everyMs === undefined ? {} : { refetchInterval: everyMs };
  const plan = useRead(loadPlanInfo, { ticketIds }, { enabled: !change, ...again });
  const info = useRead(
    loadChangeInfo,
    { reservationId: change ?? '' },
    { enabled: Boolean(change), ...again },
  );
  return change ? info : plan;
}

interface TrainQuery {
  readonly ticketIds: string;
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly change?: string;
}

/** Queries the whole day. Without `after` the server leaves out the trains that have departed. */
const wholeDay = ({ ticketIds, date, from, to, change }: TrainQuery) => ({
  ticketIds,
  date,
  from,
  to,
  after: `${date} 00:00:00`,
  ...(change ? { change } : {}),
});

/** How often trains and bookable days are refetched while they are on the screen. */
export const TRAINS_REFETCH_MS = 30_000;

/** The trains of a day, refetched while they are on the screen. */
export const useTrains = (query: TrainQuery): UseQueryResult<Train[], Error> =>
  useRead(ticketTrainList, wholeDay(query), { refetchInterval: TRAINS_REFETCH_MS });

/** The trains of a day, fetched once. */
export const useTrainsOf = (query: TrainQuery): UseQueryResult<Train[], Error> =>
  useRead(ticketTrainList, wholeDay(query));

/** The last known trains of a day; empty until they are loaded. */
export const useDay = (query: TrainQuery): readonly Train[] => useTrainsOf(query).data ?? [];

/** One train of a day's list. Undefined while loading; null if there is no such train or loading failed. */
export function useTrain(query: TrainQuery, departureId: string): Train | null | undefined {
  // Not isError: a refetch clears it. A screen shown for the error refetches when it mounts: an endless loop.
  const { data, isFetched } = useRead(ticketTrainList, wholeDay(query));
  if (!data) return isFetched ? null : undefined;
  return data.find((train) => train.departureId === departureId) ?? null;
}

/** The seats of a train, refetched every `everyMs` while they are on the screen. */
export function useSeatMap(
  { departureId, from, to, ticketIds, change }: RouteParams['chooseSeat'],
  everyMs?: number,
): UseQueryResult<DataOf<typeof seatMap>, Error> {
  const query = { departureId, from, to, ticketIds, ...(change ? { change } : {}) };
  return useRead(seatMap, query, everyMs === undefined ? {} : { refetchInterval: everyMs });
}

/** The account's usable tickets: for reserving seats, and to name the tickets that have one. */
export const useTickets = (): UseQueryResult<{ items: TicketSummary[] }, Error> =>
  useRead(ticketList, { tab: 'active', limit: 50 });

type Page = DataOf<typeof reserveList>;
const detailKey = (reservationId: string) => queryKey(loadReserveDetail, { reservationId });

/** A reservation as found in a loaded list, so that it opens at once and offline. */
function listedReservation(reservationId: string): Reservation | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Page> | Page>({ queryKey: [reserveList.name] });
  return lists
    .flatMap(([, list]) => (list === undefined ? [] : 'pages' in list ? list.pages : [list]))
    .flatMap((page) => page.items)
    .find((item) => item.reservationId === reservationId);
}

/** A reservation. Data from a list is shown until the server answers, and if it does not. */
export function useReservation(reservationId: string): UseQueryResult<Reservation, Error> {
  // A list loaded earlier must not restore a reservation that the server reports as gone.
  const gone = isGone(queryClient.getQueryState(detailKey(reservationId))?.error);
  const listed = gone ? undefined : listedReservation(reservationId);
  return withoutGone(
    useQuery<Reservation, Error>({
      queryKey: detailKey(reservationId),
      queryFn: ({ signal }) => send(loadReserveDetail, { body: { reservationId }, signal }),
      ...(listed ? { initialData: listed, initialDataUpdatedAt: 0 } : {}),
    }),
  );
}

interface HeldChoice {
  readonly holdId: string;
  readonly departureId: string;
  readonly seats: readonly string[];
  /** The reservation that the held seats replace. */
  readonly change: string | undefined;
}

/** Fetches the reservation that a hold became, which has the same id; null if it became none. */
async function heldBecame({ holdId, departureId, seats, change }: HeldChoice): Promise<Reservation | null> {
  try {
    const made = await send(loadReserveDetail, { body: { reservationId: change ?? holdId } });
    const asHeld =
      made.departureId === departureId &&
      made.seats.length === seats.length &&
      made.seats.every(({ seatInfo }) => seats.includes(seatInfo));
    return made.state === RESERVATION_STATE.reserved && asHeld ? made : null;
  } catch (error) {
    if (isRefusal(error, 'SEAT-0001')) return null;
    throw error;
  }
}

/**
 * Fetches what an ended hold became, while `asked` is true. The answer to a save may have been lost, and the hold may
 * have expired meanwhile. Undefined until it is known.
 */
export const useHeldBecame = (held: HeldChoice, asked: boolean): Reservation | null | undefined =>
  useQuery<Reservation | null, Error>({
    queryKey: ['heldBecame', held.holdId],
    queryFn: () => heldBecame(held),
    enabled: asked,
    staleTime: 0,
    gcTime: 0,
  }).data;

/** Upcoming or past reservations, page by page. */
export function useReservations(tab: 'upcoming' | 'past') {
  return useInfiniteQuery({
    // `paged` separates it from a single page of the same list, which has another shape.
    queryKey: [reserveList.name, { tab, paged: true }] as const,
    queryFn: ({ pageParam, signal }) =>
      send(reserveList, { query: { tab, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** Stores a reservation that was just made, changed or cancelled, and refetches the queries of seat screens. */
export function takeReservation(reservation: Reservation): void {
  queryClient.setQueryData(detailKey(reservation.reservationId), reservation);
  // The first screen must not show the old train until the list is refetched.
  const updated = (page: Page): Page => ({
    ...page,
    items: page.items.map((item) => (item.reservationId === reservation.reservationId ? reservation : item)),
  });
  queryClient.setQueriesData<InfiniteData<Page> | Page>({ queryKey: [reserveList.name] }, (list) => {
    if (list === undefined) return undefined;
    return 'pages' in list ? { ...list, pages: list.pages.map(updated) } : updated(list);
  });
  const stale = [reserveList, ticketList, ticketLoad, ticketTrainList, seatMap, loadPlanInfo, loadChangeInfo];
  void refetch(...stale);
}
