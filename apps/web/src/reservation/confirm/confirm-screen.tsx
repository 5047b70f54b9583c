// The last step before seats are reserved: the train, the seat of each traveller, and the time left.
import { useCallback, useEffect, useRef } from 'react';
import { Hourglass } from 'lucide-react';
import { seatChange, seatSave } from '@kippu/contract/routes/traveller/seat';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { useErrorText } from '../../app/errors/error-text.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { useWrite } from '../../app/query/queries.ts';
import { currentPlace, goBack, navigate, useParams } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { toast } from '@kippu/ui/toast';
import { ConfirmPaper } from './confirm-paper.tsx';
import css from './confirm.module.css';
import { endHold, isHeldHere, releaseHold, useHold, type Hold } from './held-seats.ts';
import { HoldBar } from './hold-bar.tsx';
import { takeReservation, useHeldBecame } from '../journey/seat-queries.ts';
import { forgetSeats } from '../journey/session-memory.ts';
import { GONE, Unavailable, TrainGone } from '../trains/train-gone.tsx';
import { useTimeLeft } from './use-time-left.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

type Params = RouteParams['confirm'];

/** The parameters name tickets, train, journey and hold. The held seats are stored on this phone. */
export function ConfirmScreen() {
  const { ticketIds, departureId, from, to, date, holdId, change } = useParams('confirm');
  const hold = useHold(holdId ?? '');
  if (!ticketIds || !departureId || !from || !to || !date || !holdId) return <NotFoundScreen />;
  const params = { ticketIds, departureId, from, to, date, holdId, ...(change ? { change } : {}) };
  if (!hold) return <HoldOver params={params} known={false} />;
  const { ended } = hold;
  if (!ended) return <Held params={params} hold={hold} />;
  return ended.reservationId ? (
    <Reserved reservationId={ended.reservationId} change={change} />
  ) : (
    <HoldOver params={params} known />
  );
}

/** The hold has become a reservation, in this tab or another. Both tabs go to its result. */
function Reserved({
  reservationId,
  change,
}: {
  readonly reservationId: string;
  readonly change?: string | undefined;
}) {
  useEffect(() => {
    navigate('reserveResult', { reservationId, ...(change ? { changed: '1' } : {}) }, { replace: true });
  }, [reservationId, change]);
  return null;
}

/**
 * Releases the seats when the traveller leaves for another screen of the app. Closing the tab does not release them:
 * `pagehide` looks the same for a reload, which must keep the seats, and the hold expires after five minutes. Going
 * to login does not release them, because login returns here. A second tab does not either: the seats belong to the
 * first. While a request is pending, nothing is released: the two requests could arrive in either order.
 */
function useReleaseOnLeave(holdId: string) {
  const givenUp = useRef(false);
  const underWay = useRef(false);
  useEffect(() => {
    const { address } = currentPlace();
    return () => {
      const now = currentPlace();
      if (now.address === address || now.name === 'login' || underWay.current) return;
      if (isHeldHere(holdId) || givenUp.current) void releaseHold(holdId);
    };
  }, [holdId]);
  return {
    /** Set at the tap, not at the next render: on a slow phone the traveller may leave before that. */
    setUnderWay: (is: boolean) => {
      underWay.current = is;
    },
    /** Releases the seats and leaves by `leave`. */
    giveUp: (leave: () => void) => {
      givenUp.current = true;
      leave();
    },
  };
}

/** Returns the way to the reservation that stays as it is. */
const toReservation = (reservationId: string) => () =>
  navigate('reservation', { reservationId }, { replace: true });

function Held({ params, hold }: { readonly params: Params; readonly hold: Hold }) {
  const { seat } = useMessages();
  const errorText = useErrorText();
  const { change, holdId } = params;
  const leftMs = useTimeLeft(hold.endsAt);
  const take = useCallback(
    (reservation: Reservation) => {
      forgetSeats();
      takeReservation(reservation);
      endHold(holdId, reservation.reservationId);
    },
    [holdId],
  );
  const onSuccess = (reservation: Reservation, isHere: () => boolean) => {
    take(reservation);
    if (!isHere()) toast(change ? seat.changedTitle : seat.reservedTitle);
  };
  const save = useWrite(seatSave, { onSuccess });
  const replace = useWrite(seatChange, { onSuccess });
  const { isPending, error } = change ? replace : save;
  const { giveUp, setUnderWay } = useReleaseOnLeave(holdId);
  const reserve = () => {
    setUnderWay(true);
    const onSettled = () => setUnderWay(false);
    if (change) replace.mutate({ body: { reservationId: change, holdId } }, { onSettled });
    else save.mutate({ body: { holdId } }, { onSettled });
  };
  const refused = isRefusal(error, 'SEAT-0008', 'SEAT-0002');
  useEffect(() => {
    if (refused) endHold(holdId, null);
  }, [refused, holdId]);
  const unheard = error instanceof CallError && error.undecided;
  // While the request is pending or its answer was lost, the server decides whether the hold has expired, not this
  // phone's clock.
  const lapsed = leftMs <= 0 && !isPending && !unheard;
  // Every answer also brings the server's time, which corrects a phone clock that was set forward.
  const became = useHeldBecame(
    { holdId, departureId: params.departureId, seats: hold.seats, change },
    lapsed,
  );
  useEffect(() => {
    if (became) take(became);
  }, [became, take]);
  if (lapsed) return <HoldOver params={params} known />;
  const title = change ? seat.confirmChange : seat.confirmReserve;
  if (isRefusal(error, ...GONE)) return <TrainGone title={title} params={params} text={errorText(error)} />;
  // An expired hold is reported above. Any other such refusal would be repeated on a retry.
  if (error instanceof CallError && (error.status === 404 || error.status === 422) && !refused)
    return <Unavailable title={title} text={errorText(error)} />;
  const count = hold.seats.length;
  return (
    <Screen
      title={title}
      leave="back"
      dock={
        <>
          <Button busy={isPending} onClick={reserve}>
            {change ? seat.changeSeats(count) : seat.reserveSeats(count)}
          </Button>
          {change ? (
            <Button kind="text" disabled={isPending} onClick={() => giveUp(toReservation(change))}>
              {seat.keepMine(count)}
            </Button>
          ) : (
            <Button kind="text" disabled={isPending} onClick={() => giveUp(goBack)}>
              {seat.giveUp(count)}
            </Button>
          )}
        </>
      }
    >
      <div className={css['confirm']}>
        {leftMs > 0 && <HoldBar leftMs={leftMs} />}
        <SendFailed error={error} again={reserve} keyed failed={change ? 'changeFailed' : 'reserveFailed'} />
        <ConfirmPaper params={params} seats={hold.seats} />
      </div>
    </Screen>
  );
}

interface OverProps {
  readonly params: Params;
  /** Whether this phone saw the hold end. If not, no reason is shown. */
  readonly known: boolean;
}

function HoldOver({ params, known }: OverProps) {
  const { seat } = useMessages();
  const { holdId: _, ...choice } = params;
  return (
    <Screen
      title={params.change ? seat.confirmChange : seat.confirmReserve}
      leave="back"
      dock={
        <Button onClick={() => navigate('chooseSeat', choice, { replace: true })}>{seat.chooseAgain}</Button>
      }
    >
      <div role="alert">
        <EmptyState icon={Hourglass} title={known ? seat.expiredTitle : seat.unknownHoldTitle}>
          {known ? seat.expiredText : seat.unknownHoldText}
        </EmptyState>
      </div>
    </Screen>
  );
}
