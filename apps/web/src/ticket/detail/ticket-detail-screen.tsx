// One ticket in full: what it is, what it can do now, its seats, and every number staff may ask for.
import { isExchanged, isForJourneys } from '@kippu/domain/rules';
import { nameIn } from '@kippu/contract/names';
import { pageSettings } from '@kippu/client/page-settings';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { Armchair, MapPin, QrCode, Stamp } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Paper } from '../../ui/layout/paper.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { wholeWords } from '../../ui/text/whole-words.ts';
import { StatusLabel } from '../view/ticket-card.tsx';
import { toUseToday } from '../view/party.ts';
import css from './ticket-detail.module.css';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketReservations } from './ticket-reservations.tsx';
import { WaitingLink } from './waiting-link.tsx';
import { TicketLinks } from './ticket-links.tsx';
import {
  actionOf,
  asOf,
  dateLine,
  isUsable,
  isVerified,
  journeysOf,
  nextWayOf,
  labelOf,
  showsCode,
  type TicketAction,
} from '../view/ticket-view.ts';
import { PurchaseScreen } from '../purchase/purchase-screen.tsx';
import { UseTickets } from '../view/use-tickets.tsx';

export function TicketDetailScreen() {
  const { ticketId = '', view } = useParams('detail');
  return view === 'purchase' ? <PurchaseScreen ticketId={ticketId} /> : <TicketScreen ticketId={ticketId} />;
}

function TicketScreen({ ticketId }: { readonly ticketId: string }) {
  const { ticket: words } = useMessages();
  const query = useRead(ticketLoad, { ticketId });
  const now = useNow(60_000);
  const upcoming = useRead(reserveList, { tab: 'upcoming' }, { enabled: pageSettings().hasSeats });
  const toUse =
    query.data !== undefined && toUseToday(upcoming.data?.items ?? [], [query.data], now).has(ticketId);
  return (
    <Screen
      title={words.detailTitle}
      leave="back"
      dock={query.data && <Actions ticket={asOf(query.data, now)} toUse={toUse} />}
    >
      <Loaded query={query} skeleton={[180, 96, 240]}>
        {(ticket) => <Detail ticket={asOf(ticket, now)} />}
      </Loaded>
    </Screen>
  );
}

function Detail({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, ticketLife, errors } = useMessages();
  const language = useLanguage();
  // An expired ticket needs no usage notes.
  const notes = ticket.expired ? '' : nameIn(ticket, 'notes', language);
  return (
    <>
      <Paper
        punched={ticket.status === 'inUse'}
        faded={ticket.expired}
        stub={
          <div className={css['stub']}>
            <strong>{words.category[ticket.passengerCategory]}</strong>
            <span>{dateLine(ticket, words, language)}</span>
          </div>
        }
      >
        <StatusLabel label={labelOf(ticket)} />
        <h2 className={css['name']}>{nameIn(ticket, 'productName', language)}</h2>
        {isForJourneys(ticket.kind) &&
          journeysOf(ticket).map(({ from, to }) => (
            <p key={from.stationId} className={css['journey']}>
              {nameIn(from, 'stationName', language)} {ticket.tripType === 20 ? '⇄' : '→'}{' '}
              {nameIn(to, 'stationName', language)}
            </p>
          ))}
        {ticket.entry && (
          <p className={css['entry']}>{words.entryOpen(formatMoment(ticket.entry.at, language))}</p>
        )}
      </Paper>
      {ticket.waitingLink && <WaitingLink ticketId={ticket.ticketId} until={ticket.waitingLink.until} />}
      {ticket.status === 'suspended' && <NoticeBox tone="warn">{errors['TKT-0007']}</NoticeBox>}
      {(ticket.status === 'void' || ticket.status === 'disused') && (
        <NoticeBox tone="warn">{ticketLife.unavailableText}</NoticeBox>
      )}
      {ticket.sections.length > 0 && <TicketReservations ticket={ticket} />}
      {notes && (
        <Group title={words.notes}>
          <p>{wholeWords(notes, language)}</p>
        </Group>
      )}
      <TicketLinks ticket={ticket} />
      <TicketFacts ticket={ticket} />
    </>
  );
}

function Actions({ ticket, toUse }: { readonly ticket: Ticket; readonly toUse: boolean }) {
  const { ticket: words, ticketLife, station } = useMessages();
  const { ticketId } = ticket;
  if (isExchanged(ticket.kind))
    return (
      <ButtonLink
        to="voucherDetail"
        params={{ ticketId }}
        icon={Stamp}
        kind={ticket.expired ? 'outline' : 'primary'}
      >
        {ticket.expired ? ticketLife.voucherExchange : ticketLife.toExchange}
      </ButtonLink>
    );
  const code = showsCode(ticket);
  const usable = isUsable(ticket);
  const verified = isVerified(ticket);
  if (!code && !verified && !usable && !ticket.reservable) return null;
  const direction = nextWayOf(ticket);
  // The act that comes first is the filled button, as on the ticket's card.
  const first = toUse ? 'use' : actionOf(ticket);
  const look = (action: TicketAction) => (action === first ? 'primary' : 'outline');
  const use = usable && <UseNow key="use" ticketId={ticketId} kind={look('use')} />;
  const reserve = ticket.reservable && (
    <ButtonLink
      key="reserve"
      to="train"
      params={{ ticketIds: ticketId }}
      icon={Armchair}
      kind={look('reserve')}
    >
      {words.reserveSeat}
    </ButtonLink>
  );
  return (
    <>
      {code && (
        <ButtonLink to="code" params={{ ticketId }} icon={QrCode}>
          {words.showCode}
        </ButtonLink>
      )}
      {verified && (
        <ButtonLink to="outInSite" params={{ ticketId, direction }} icon={MapPin}>
          {direction === 'in' ? station.verifyIn : station.verifyOut}
        </ButtonLink>
      )}
      {first === 'reserve' ? [reserve, use] : [use, reserve]}
    </>
  );
}

function UseNow({ ticketId, kind }: { readonly ticketId: string; readonly kind: 'primary' | 'outline' }) {
  const { ticket: words } = useMessages();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setAsking(true)}>
        {words.useNow}
      </Button>
      {asking && <UseTickets ticketIds={[ticketId]} onClose={() => setAsking(false)} />}
    </>
  );
}
