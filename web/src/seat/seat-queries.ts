// What several seat screens read.
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  loadChangeInfo,
  loadPlanInfo,
  loadReserveDetail,
  reserveList,
  seatMap,
  ticketTrainList,
  type ChangeInfo,
  type PlanInfo,
  type Reservation,
  type Train,
} from '@kippu/contract/seat';
import { ticketList, ticketLoad, type TicketSummary } from '@kippu/contract/ticket';
import { send } from '../app/api.ts';
import { queryClient, queryKey, refetch, useRead } from '../app/queries.ts';
import { keepReservation, keepUpcoming, keptReservation, keptReservations } from './kept-reservations.ts';

/** Takes comma separated ids of an address; gives them, none of them empty. */
export const idsOf = (text: string | undefined): readonly string[] => (text ?? '').split(',').filter(Boolean);

/** What these tickets may reserve; with `change`, what that reservation may become. */
export function usePlan(
  ticketIds: string,
  change: string | undefined,
): UseQueryResult<PlanInfo | ChangeInfo, Error> {
  const plan = useRead(loadPlanInfo, { ticketIds }, { enabled: !change });
  const info = useRead(loadChangeInfo, { reservationId: change ?? '' }, { enabled: Boolean(change) });
  return change ? info : plan;
}

export interface TrainQuery {
  readonly ticketIds: string;
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly change?: string;
}

/** The whole day: without `after` the server leaves out the trains that have gone. */
const wholeDay = (query: TrainQuery) => ({ ...query, after: `${query.date} 00:00:00` });

/** The trains of a day, asked again every 30 seconds while they are looked at. */
export const useTrains = (query: TrainQuery): UseQueryResult<Train[], Error> =>
  useRead(ticketTrainList, wholeDay(query), { refetchInterval: 30_000 });

/** One train of a day's list; undefined until it is here, null when there is no such train or it does not come. */
export function useTrain(query: TrainQuery, departureId: string): Train | null | undefined {
  const { data, isError } = useRead(ticketTrainList, wholeDay(query));
  if (!data) return isError ? null : undefined;
  return data.find((train) => train.departureId === departureId) ?? null;
}

/** The account's tickets that may still be used: what a seat may be reserved with, and names for those that hold one. */
export const useTickets = (): UseQueryResult<{ items: TicketSummary[] }, Error> =>
  useRead(ticketList, { tab: 'active', limit: 50 });

const detailKey = (reservationId: string) => queryKey(loadReserveDetail, { reservationId });

/** A reservation; what the phone keeps is shown until the server answers, and if it does not. */
export function useReservation(reservationId: string): UseQueryResult<Reservation, Error> {
  const kept = keptReservation(reservationId);
  return useQuery<Reservation, Error>({
    queryKey: detailKey(reservationId),
    queryFn: async ({ signal }) => {
      const reservation = await send(loadReserveDetail, { body: { reservationId }, signal });
      keepReservation(reservation);
      return reservation;
    },
    ...(kept ? { initialData: kept, initialDataUpdatedAt: 0 } : {}),
  });
}

/** Reservations to come or past, page by page. */
export function useReservations(tab: 'upcoming' | 'past') {
  const kept = tab === 'upcoming' ? keptReservations() : [];
  return useInfiniteQuery({
    queryKey: queryKey(reserveList, { tab }),
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam ? { cursor: pageParam } : {};
      const page = await send(reserveList, { query: { tab, ...cursor }, signal });
      if (tab === 'upcoming' && !pageParam) keepUpcoming(page.items);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    ...(kept.length > 0
      ? { initialData: { pages: [{ items: [...kept] }], pageParams: [''] }, initialDataUpdatedAt: 0 }
      : {}),
  });
}

/** Takes a reservation that was just made, changed or cancelled; every screen that shows seats looks again. */
export function takeReservation(reservation: Reservation): void {
  keepReservation(reservation);
  queryClient.setQueryData(detailKey(reservation.reservationId), reservation);
  const stale = [reserveList, ticketList, ticketLoad, ticketTrainList, seatMap, loadPlanInfo, loadChangeInfo];
  void refetch(...stale);
}
