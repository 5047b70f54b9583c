// Keeps reservations up to date while a screen shows them: asks how their trains run, and reads them again after a change.
import { LIVE_ASK_MS } from '@kippu/contract/limits';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { liveReservations, loadReserveDetail, reserveList } from '@kippu/contract/routes/traveller/seat';
import { ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { useEffect, useRef } from 'react';
import { useNow } from '../../app/clock/use-now.ts';
import { refetch, useRead } from '../../app/query/queries.ts';
import { leavesAt } from './live-times.ts';

/** The server reports live data of trains that leave within a day. */
const AHEAD_MS = 86_400_000;

/** Asks every few seconds while the page is in sight and one of the trains leaves within a day. */
export function useLiveNews(shown: readonly Reservation[] = []): void {
  const now = useNow(60_000);
  const enabled = shown.some(
    (each) => each.state === RESERVATION_STATE.reserved && leavesAt(each) < now + AHEAD_MS,
  );
  const { data } = useRead(liveReservations, {}, { enabled, refetchInterval: LIVE_ASK_MS });
  const told = data && JSON.stringify(data);
  const before = useRef(told);
  useEffect(() => {
    if (before.current !== undefined && before.current !== told)
      void refetch(reserveList, loadReserveDetail, ticketLoad);
    before.current = told;
  }, [told]);
}

/** Does the same for a screen that has no space for this file in its first one. Renders nothing. */
export function LiveNews({ of }: { readonly of: readonly Reservation[] | undefined }): null {
  useLiveNews(of);
  return null;
}
