// What the traveller does next, by the rule of the first screen: for the train that needs them first, or else with a ticket.
import { pageSettings } from '@kippu/client/page-settings';
import { nameIn } from '@kippu/contract/names';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { nextAct, type NextAct } from '@kippu/domain/reservation/next-act';
import { isCodeRead } from '@kippu/domain/rules';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Armchair, MapPin, Plus, QrCode, Ticket, TicketCheck, TrainFront } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../app/clock/use-now.ts';
import { useRead } from '../app/query/queries.ts';
import { formatMoment } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { shownTimes } from '../reservation/journey/live-times.ts';
import { useTickets } from '../reservation/journey/seat-queries.ts';
import { needOf, rideOf } from '../ticket/view/party.ts';
import { actionOf, asOf, isOver, nextWayOf, type TicketAction } from '../ticket/view/ticket-view.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import css from './chat-log.module.css';

const MINUTE_MS = 60_000;

/** `otherwise` is shown, without the title, where the phone cannot learn the traveller's tickets. */
export function NextOfTraveller({
  title,
  otherwise = null,
}: {
  readonly title?: string;
  readonly otherwise?: ReactNode;
}) {
  const now = useNow(MINUTE_MS);
  const { hasSeats } = pageSettings();
  const list = useTickets();
  const upcoming = useRead(reserveList, { tab: 'upcoming' }, { enabled: hasSeats });
  if (list.isLoading || upcoming.isLoading) return <Skeleton heights={[24, 52]} />;
  if (!list.data || (hasSeats && upcoming.isPending)) return otherwise;
  const tickets = list.data.items.map((each) => asOf(each, now)).filter((each) => !isOver(each));
  const need = needOf(upcoming.data?.items ?? [], tickets, now);
  return (
    <div className={css['next']}>
      {title !== undefined && <h3 className={css['question']}>{title}</h3>}
      {need ? (
        <OfTrain reservation={need.ride.reservation} tickets={tickets} />
      ) : (
        <OfTickets tickets={tickets} />
      )}
    </div>
  );
}

function OfTrain({
  reservation,
  tickets,
}: {
  readonly reservation: Reservation;
  readonly tickets: readonly TicketSummary[];
}) {
  const { help: words, seat } = useMessages();
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const { reservationId, trainNo } = reservation;
  return (
    <>
      <Act
        next={nextAct(rideOf(reservation, tickets, now), now)}
        reservation={reservation}
        tickets={tickets}
      />
      <ButtonLink to="reservation" params={{ reservationId }} kind="outline" icon={TrainFront}>
        {words.openReservation(
          seat.train(nameIn(reservation, 'trainName', language), trainNo),
          formatMoment(shownTimes(reservation).departAt, language),
        )}
      </ButtonLink>
    </>
  );
}

interface ActProps {
  readonly next: NextAct;
  readonly reservation: Reservation;
  readonly tickets: readonly TicketSummary[];
}

/** The act, or a sentence where nothing is to press. The ticket's own screen, or the party's, puts tickets into use. */
function Act({ next: { act, ticketIds }, reservation: { platform }, tickets }: ActProps) {
  const { travel, ticket: words, station } = useMessages();
  const [ticketId = '', ...others] = ticketIds;
  const kind = tickets.find((each) => each.ticketId === ticketId)?.kind;
  const byPhone = act === 'verify' || (act === 'exit' && kind !== undefined && !isCodeRead(kind));
  if (act === 'use')
    return (
      <>
        <NoticeBox tone="warn">{travel.notInUse(ticketIds.length)}</NoticeBox>
        <ButtonLink to={others.length > 0 ? 'party' : 'detail'} params={{ ticketId }} icon={TicketCheck}>
          {travel.putIntoUse(ticketIds.length)}
        </ButtonLink>
      </>
    );
  if (byPhone)
    return (
      <ButtonLink
        to="outInSite"
        params={{ ticketId, direction: act === 'verify' ? 'in' : 'out' }}
        icon={MapPin}
      >
        {act === 'verify' ? station.verifyIn : station.verifyOut}
      </ButtonLink>
    );
  if (act === 'show' || act === 'exit')
    return (
      <ButtonLink to="code" params={{ ticketId }} icon={QrCode}>
        {words.showCode}
      </ButtonLink>
    );
  if (act === 'board') return <p>{platform === undefined ? travel.inside : travel.goToPlatform(platform)}</p>;
  if (act === 'missed')
    return (
      <NoticeBox tone="warn" title={travel.missed}>
        {travel.missedText}
      </NoticeBox>
    );
  return null;
}

/** Without a train, a ticket in use comes before one with which a seat can be reserved, and that before one that waits. */
const ORDER: readonly TicketAction[] = ['code', 'verify', 'reserve', 'use'];

function OfTickets({ tickets }: { readonly tickets: readonly TicketSummary[] }) {
  const { help: words, ticket: ticketWords, station } = useMessages();
  const language = useLanguage();
  const acts = tickets.map((ticket) => ({ ticket, action: actionOf(ticket) }));
  const first = ORDER.flatMap((wanted) => acts.find(({ action }) => action === wanted) ?? [])[0];
  if (!first)
    return tickets.length > 0 ? (
      <p>{words.nothingNext}</p>
    ) : (
      <ButtonLink to="add" params={{}} icon={Plus}>
        {words.actions.addTicket}
      </ButtonLink>
    );
  const { ticketId } = first.ticket;
  const direction = nextWayOf(first.ticket);
  switch (first.action) {
    case 'code':
      return (
        <ButtonLink to="code" params={{ ticketId }} icon={QrCode}>
          {ticketWords.showCode}
        </ButtonLink>
      );
    case 'verify':
      return (
        <ButtonLink to="outInSite" params={{ ticketId, direction }} icon={MapPin}>
          {direction === 'in' ? station.verifyIn : station.verifyOut}
        </ButtonLink>
      );
    case 'reserve':
      return (
        <ButtonLink to="train" params={{ ticketIds: ticketId }} icon={Armchair}>
          {ticketWords.reserveSeat}
        </ButtonLink>
      );
    default:
      return (
        <ButtonLink to="detail" params={{ ticketId }} icon={Ticket}>
          {words.openTicket(nameIn(first.ticket, 'productName', language))}
        </ButtonLink>
      );
  }
}
