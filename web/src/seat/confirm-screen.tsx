// The last look before the seats are reserved: the train, who sits where, and how long they are held.
import { useEffect, useState } from 'react';
import { Hourglass } from 'lucide-react';
import { seatChange, seatSave, type Reservation } from '@kippu/contract/seat';
import { isRefusal } from '../app/api-error.ts';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { useErrorText } from '../app/error-text.ts';
import type { RouteParams } from '../app/link-to.ts';
import { useWrite } from '../app/queries.ts';
import { currentPlace, goBack, navigate, useParams } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { ConfirmPaper } from './confirm-paper.tsx';
import css from './confirm.module.css';
import { HoldBar } from './hold-bar.tsx';
import { takeReservation } from './seat-queries.ts';
import { forgetHold, forgetSeats, recallHold, releaseHold, type Hold } from './session-memory.ts';
import { useTimeLeft } from './use-time-left.ts';

type Params = RouteParams['confirm'];

/** The parameters name tickets, train, journey and hold; the held seats come from this tab's memory. */
export function ConfirmScreen() {
  const { ticketIds, departureId, from, to, date, holdId, change } = useParams('confirm');
  const [hold] = useState(() => (holdId ? recallHold(holdId) : undefined));
  if (!ticketIds || !departureId || !from || !to || !date || !holdId) return <NotFoundScreen />;
  const params = { ticketIds, departureId, from, to, date, holdId, ...(change ? { change } : {}) };
  return hold ? <Held params={params} hold={hold} /> : <HoldOver params={params} />;
}

/**
 * Frees the seats when the traveller goes elsewhere in the app: leaving the page cancels what is in progress. A closed
 * tab is left to the hold's own five minutes, because `pagehide` looks the same for a reload, and a reload must keep
 * the seats. Login is no leaving: it comes back here.
 */
function useReleaseOnLeave(holdId: string): void {
  useEffect(() => {
    const { address } = currentPlace();
    return () => {
      const now = currentPlace();
      if (now.address !== address && now.name !== 'login') void releaseHold(holdId);
    };
  }, [holdId]);
}

function Held({ params, hold }: { readonly params: Params; readonly hold: Hold }) {
  const { seat } = useMessages();
  const errorText = useErrorText();
  const { change, holdId } = params;
  const leftMs = useTimeLeft(hold.until);
  useReleaseOnLeave(holdId);
  const onSuccess = (reservation: Reservation) => {
    forgetHold(holdId);
    forgetSeats();
    takeReservation(reservation);
    const { reservationId } = reservation;
    navigate('reserveResult', { reservationId, ...(change ? { changed: '1' } : {}) }, { replace: true });
  };
  const save = useWrite(seatSave, { onSuccess });
  const replace = useWrite(seatChange, { onSuccess });
  const { isPending, error } = change ? replace : save;
  const reserve = () =>
    change ? replace.mutate({ body: { reservationId: change, holdId } }) : save.mutate({ body: { holdId } });
  // While the answer is on its way the server decides, not this phone's clock.
  if ((leftMs <= 0 && !isPending) || isRefusal(error, 'SEAT-0008', 'SEAT-0002'))
    return <HoldOver params={params} />;
  const count = hold.seats.length;
  return (
    <Screen
      title={change ? seat.confirmChange : seat.confirmReserve}
      leave="back"
      dock={
        <>
          <Button busy={isPending} onClick={reserve}>
            {change ? seat.changeSeats(count) : seat.reserveSeats(count)}
          </Button>
          <Button kind="text" disabled={isPending} onClick={goBack}>
            {seat.giveUp(count)}
          </Button>
        </>
      }
    >
      <div className={css['confirm']}>
        <HoldBar leftMs={leftMs} />
        {error && <NoticeBox tone="danger">{errorText(error)}</NoticeBox>}
        <ConfirmPaper params={params} seats={hold.seats} />
      </div>
    </Screen>
  );
}

/** The hold is gone: run out, given up, or made on another device. */
function HoldOver({ params }: { readonly params: Params }) {
  const { seat } = useMessages();
  const { holdId, ...choice } = params;
  useEffect(() => forgetHold(holdId), [holdId]);
  return (
    <Screen
      title={params.change ? seat.confirmChange : seat.confirmReserve}
      leave="back"
      dock={
        <Button onClick={() => navigate('chooseSeat', choice, { replace: true })}>{seat.chooseAgain}</Button>
      }
    >
      <div role="alert">
        <EmptyState icon={Hourglass} title={seat.expiredTitle}>
          {seat.expiredText}
        </EmptyState>
      </div>
    </Screen>
  );
}
