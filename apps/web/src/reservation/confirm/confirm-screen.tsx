// The last look before the seats are reserved: the train, who sits where, and how long they are held.
import { useCallback, useEffect, useRef } from 'react';
import { Hourglass } from 'lucide-react';
import { seatChange, seatSave, type Reservation } from '@kippu/contract/seat';
import { ApiError, isRefusal } from '../app/api-error.ts';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { useErrorText } from '../app/error-text.ts';
import type { RouteParams } from '../app/link-to.ts';
import { useWrite } from '../app/queries.ts';
import { currentPlace, goBack, navigate, useParams } from '../app/router.ts';
import { joinSentences } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { toast } from '../ui/toast.tsx';
import { ConfirmPaper } from './confirm-paper.tsx';
import css from './confirm.module.css';
import { endHold, isHeldHere, releaseHold, useHold, type Hold } from './held-seats.ts';
import { HoldBar } from './hold-bar.tsx';
import { takeReservation, useHeldBecame } from './seat-queries.ts';
import { forgetSeats } from './session-memory.ts';
import { GONE, NotToBeHad, TrainGone } from './train-gone.tsx';
import { useTimeLeft } from './use-time-left.ts';

type Params = RouteParams['confirm'];

/** The parameters name tickets, train, journey and hold; the held seats come from this phone's memory. */
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

/** The hold has become a reservation, in this tab or another: both go on to it. */
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
 * Frees the seats when the traveller goes elsewhere in the app: leaving the page cancels what is in progress. A closed
 * tab is left to the hold's own five minutes, because `pagehide` looks the same for a reload, and a reload must keep
 * the seats. Login is no leaving: it comes back here; nor is a second tab's going, the seats are the first one's. What
 * has been asked for is not taken back by leaving before the answer: then either word could come first.
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
    /** Told from the tap on, not once it is drawn: on a slow phone the traveller may have gone back by then. */
    setUnderWay: (is: boolean) => {
      underWay.current = is;
    },
    giveUp: () => {
      givenUp.current = true;
      goBack();
    },
  };
}

function Held({ params, hold }: { readonly params: Params; readonly hold: Hold }) {
  const { seat } = useMessages();
  const language = useLanguage();
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
  const unheard = error instanceof ApiError && error.unanswered;
  // While the answer is on its way, or was lost, the server decides, not this phone's clock.
  const lapsed = leftMs <= 0 && !isPending && !unheard;
  // Any answer brings the server's time, too: a clock that was set on has ended nothing.
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
  // Of a hold that has ended the screen above tells; whatever else is refused would be refused again.
  if (error instanceof ApiError && (error.status === 404 || error.status === 422) && !refused)
    return <NotToBeHad title={title} text={errorText(error)} />;
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
          <Button kind="text" disabled={isPending} onClick={giveUp}>
            {seat.giveUp(count)}
          </Button>
        </>
      }
    >
      <div className={css['confirm']}>
        {leftMs > 0 && <HoldBar leftMs={leftMs} />}
        {error && (
          <NoticeBox tone="danger">
            {joinSentences([errorText(error), ...(unheard ? [seat.unheard] : [])], language)}
          </NoticeBox>
        )}
        <ConfirmPaper params={params} seats={hold.seats} />
      </div>
    </Screen>
  );
}

interface OverProps {
  readonly params: Params;
  /** Whether this phone has seen the hold end; of one made elsewhere, or long ago, it says nothing. */
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
