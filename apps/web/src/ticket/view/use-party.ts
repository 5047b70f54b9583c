// The tickets of a reservation, also those that have left the list of usable ones.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { useQueries } from '@tanstack/react-query';
import { send } from '../../app/call/api.ts';
import { queryKey } from '../../app/query/queries.ts';

/** Returns the tickets of the reservation, those that the list does not show too, and whether some are still loading. `listed` is undefined until the list is known. */
export function useParty({ seats }: Reservation, listed: readonly TicketSummary[] | undefined) {
  const known = (ticketId: string) => listed?.some((each) => each.ticketId === ticketId);
  const missing = !listed ? [] : seats.map(({ ticketId }) => ticketId).filter((ticketId) => !known(ticketId));
  const loaded = useQueries({
    queries: missing.map((ticketId) => ({
      queryKey: queryKey(ticketLoad, { ticketId }),
      queryFn: ({ signal }: { signal: AbortSignal }) => send(ticketLoad, { query: { ticketId }, signal }),
    })),
  });
  return {
    party: [...(listed ?? []), ...loaded.flatMap(({ data }) => data ?? [])],
    isLoading: !listed || loaded.some(({ isPending }) => isPending),
  };
}
