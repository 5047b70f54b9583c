// What several seat screens read.
import { useInfiniteQuery, useQuery, type InfiniteData, type UseQueryResult } from '@tanstack/react-query';
import type { DataOf } from '@kippu/contract/call';
import {
  loadChangeInfo,
  loadPlanInfo,
  loadReserveDetail,
  reserveList,
  RESERVATION_STATE,
  type ChangeInfo,
  type PlanInfo,
  type Reservation,
} from '@kippu/contract/seat';
import { seatMap, ticketTrainList, type Train } from '@kippu/contract/train';
import { ticketList, ticketLoad, type TicketSummary } from '@kippu/contract/ticket';
import { isRefusal } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import type { RouteParams } from '../app/link-to.ts';
import { queryClient, queryKey, refetch, useRead } from '../app/queries.ts';

/** Takes comma separated ids of an address; gives each once, none of them empty. */
export const idsOf = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(',').filter(Boolean)),
];

/** What these tickets may reserve; with `change`, what that reservation may become. Asked again every `everyMs`. */
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

/** The whole day: without `after` the server leaves out the trains that have gone. */
const wholeDay = ({ ticketIds, date, from, to, change }: TrainQuery) => ({
  ...{ ticketIds, date, from, to, after: `${date} 00:00:00` },
  ...(change ? { change } : {}),
});

/** How often trains, and the days that may be booked, are asked for anew while they are looked at. */
export const TRAINS_REFETCH_MS = 30_000;

/** The trains of a day, asked again while they are looked at. */
export const useTrains = (query: TrainQuery): UseQueryResult<Train[], Error> =>
  useRead(ticketTrainList, wholeDay(query), { refetchInterval: TRAINS_REFETCH_MS });

/** The trains of a day as last heard; none while they are not here. */
export const useDay = (query: TrainQuery): readonly Train[] =>
  useRead(ticketTrainList, wholeDay(query)).data ?? [];

/** One train of a day's list; undefined until it is here, null when there is no such train or it does not come. */
export function useTrain(query: TrainQuery, departureId: string): Train | null | undefined {
  // Not isError: a question asked anew, as by a screen that this answer brings up, would take it back, and so on for ever.
  const { data, isFetched } = useRead(ticketTrainList, wholeDay(query));
  if (!data) return isFetched ? null : undefined;
  return data.find((train) => train.departureId === departureId) ?? null;
}

/** The seats of a train, asked again every `everyMs` while they are looked at. */
export function useSeatMap(
  { departureId, from, to, ticketIds, change }: RouteParams['chooseSeat'],
  everyMs?: number,
): UseQueryResult<DataOf<typeof seatMap>, Error> {
  const query = { departureId, from, to, ticketIds, ...(change ? { change } : {}) };
  return useRead(seatMap, query, everyMs === undefined ? {} : { refetchInterval: everyMs });
}

/** The account's tickets that may still be used: what a seat may be reserved with, and names for those that hold one. */
export const useTickets = (): UseQueryResult<{ items: TicketSummary[] }, Error> =>
  useRead(ticketList, { tab: 'active', limit: 50 });

type Page = DataOf<typeof reserveList>;
const detailKey = (reservationId: string) => queryKey(loadReserveDetail, { reservationId });

/** A reservation as a list of it showed it, so that it opens at once, and without a network. */
function listedReservation(reservationId: string): Reservation | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<Page> | Page>({ queryKey: [reserveList.name] });
  return lists
    .flatMap(([, list]) => (list === undefined ? [] : 'pages' in list ? list.pages : [list]))
    .flatMap((page) => page.items)
    .find((item) => item.reservationId === reservationId);
}

/** A reservation; what a list showed of it stands until the server answers, and when it does not. */
export function useReservation(reservationId: string): UseQueryResult<Reservation, Error> {
  const listed = listedReservation(reservationId);
  return useQuery<Reservation, Error>({
    queryKey: detailKey(reservationId),
    queryFn: ({ signal }) => send(loadReserveDetail, { body: { reservationId }, signal }),
    ...(listed ? { initialData: listed, initialDataUpdatedAt: 0 } : {}),
  });
}

interface HeldChoice {
  readonly holdId: string;
  readonly departureId: string;
  readonly seats: readonly string[];
  /** The reservation that the seats were held to replace. */
  readonly change: string | undefined;
}

/** Asks for the reservation that a hold has become, which bears its id; null when it has become none. */
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
 * What a hold that is over has become, asked while `asked`: the answer to a save may have been lost, and the time to
 * confirm have run out behind it. Undefined while it is not known.
 */
export const useHeldBecame = (held: HeldChoice, asked: boolean): Reservation | null | undefined =>
  useQuery<Reservation | null, Error>({
    queryKey: ['heldBecame', held.holdId],
    queryFn: () => heldBecame(held),
    enabled: asked,
    ...{ staleTime: 0, gcTime: 0 },
  }).data;

/** Reservations to come or past, page by page. */
export function useReservations(tab: 'upcoming' | 'past') {
  return useInfiniteQuery({
    // `paged` keeps it apart from a single page of the same list, which has another shape.
    queryKey: [reserveList.name, { tab, paged: true }] as const,
    queryFn: ({ pageParam, signal }) =>
      send(reserveList, { query: { tab, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** Takes a reservation that was just made, changed or cancelled; every screen that shows seats looks again. */
export function takeReservation(reservation: Reservation): void {
  queryClient.setQueryData(detailKey(reservation.reservationId), reservation);
  // The first screen must not show the old train until the list has come anew.
  const told = (page: Page): Page => ({
    ...page,
    items: page.items.map((item) => (item.reservationId === reservation.reservationId ? reservation : item)),
  });
  queryClient.setQueriesData<InfiniteData<Page> | Page>({ queryKey: [reserveList.name] }, (list) => {
    if (list === undefined) return undefined;
    return 'pages' in list ? { ...list, pages: list.pages.map(told) } : told(list);
  });
  const stale = [reserveList, ticketList, ticketLoad, ticketTrainList, seatMap, loadPlanInfo, loadChangeInfo];
  void refetch(...stale);
}
