// Taking seats for five minutes, those that were tapped or the best the server has, and on to confirming them.
import type { BodyOf } from '@kippu/contract/call';
import { seatHold } from '@kippu/contract/seat-hold';
import { seatMap, ticketTrainList } from '@kippu/contract/train';
import { isRefusal } from '../app/api-error.ts';
import type { RouteParams } from '../app/link-to.ts';
import { refetch, useWrite } from '../app/queries.ts';
import { navigate } from '../app/router.ts';
import { releaseHold, rememberHold } from './held-seats.ts';
import { idsOf } from './seat-queries.ts';

/** Takes the journey and what to do with the seats that were held; gives the write, and the call of it. */
export function useSeatHold(params: RouteParams['chooseSeat'], onHeld: (seats: readonly string[]) => void) {
  const hold = useWrite(seatHold, {
    onSuccess: (held, isHere) => {
      rememberHold(held, idsOf(params.ticketIds));
      // Who has left meanwhile no longer wants them, nor to be led back to them.
      if (!isHere()) return releaseHold(held.holdId);
      onHeld(held.seats);
      navigate('confirm', { ...params, holdId: held.holdId });
    },
  });
  const take = (wish: Pick<BodyOf<typeof seatHold>, 'seats' | 'auto'>) => {
    const { departureId, from, to, change } = params;
    const journey = { departureId, from, to, ticketIds: [...idsOf(params.ticketIds)] };
    hold.mutate(
      { body: { ...journey, ...(change ? { change } : {}), ...wish } },
      {
        onError: (error) =>
          void (isRefusal(error, 'SEAT-0002', 'SEAT-0003') && refetch(seatMap, ticketTrainList)),
      },
    );
  };
  return { hold, take };
}
