// Holds seats for five minutes, chosen by the traveller or by the server, and goes on to confirm them.
import type { BodyOf } from '@kippu/contract/route-types';
import { seatHold } from '@kippu/contract/routes/traveller/seat-hold';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useWrite } from '../../app/query/queries.ts';
import { navigate } from '../../app/router/router.ts';
import { releaseHold, rememberHold } from './held-seats.ts';
import { idsOf } from '../journey/seat-queries.ts';

/**
 * Returns the mutation, a function that holds seats, and one that repeats the last request. `onHeld` receives the
 * held seats.
 */
export function useSeatHold(params: RouteParams['chooseSeat'], onHeld: (seats: readonly string[]) => void) {
  const hold = useWrite(seatHold, {
    onSuccess: (held, isHere) => {
      rememberHold(held, idsOf(params.ticketIds));
      // A traveller who has left meanwhile no longer wants the seats and must not be led back.
      if (!isHere()) return releaseHold(held.holdId);
      onHeld(held.seats);
      navigate('confirm', { ...params, holdId: held.holdId });
    },
  });
  const take = (input: Pick<BodyOf<typeof seatHold>, 'seats' | 'auto'>) => {
    const { departureId, from, to, change } = params;
    const journey = { departureId, from, to, ticketIds: [...idsOf(params.ticketIds)] };
    hold.mutate({ body: { ...journey, ...(change ? { change } : {}), ...input } });
  };
  /** Repeats the last request under the same key. */
  const again = () => {
    if (hold.variables) hold.mutate(hold.variables);
  };
  return { hold, take, again };
}
