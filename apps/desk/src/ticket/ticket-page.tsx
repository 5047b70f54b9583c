// One ticket: its main facts, the possible acts, and its events.
import { pageSettings } from '@kippu/client/page-settings';
import { kindWord } from '@kippu/client/operator-words';
import { useState } from 'react';
import { deskTicket } from '@kippu/contract/routes/desk/ticket';
import type { ChangedTicket, DeskTicket } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { useRead } from '../app/call/queries.ts';
import { isGone } from '../app/call/refusals.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Facts } from '../ui/layout/facts.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { Card, Columns, Page } from '../ui/layout/page.tsx';
import { Reissued } from './reissued.tsx';
import css from './ticket.module.css';
import { ReserveButton, SeatButtons } from './seat-acts.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketHistory } from './ticket-history.tsx';
import { TicketState } from './ticket-state.tsx';
import { CATEGORY_WORDS, groupedNumber } from '../app/text/ticket-words.ts';
import { TicketSeats } from './ticket-seats.tsx';
import { Whose } from './whose.tsx';

const WORDS = {
  back: text('きっぷをさがす', 'Find a ticket'),
  ticket: text('きっぷ', 'Ticket'),
  sold: text('発売', 'Sale'),
  number: text('きっぷ番号', 'Ticket number'),
  issued: text('発券番号', 'Issue number'),
  kind: text('種類', 'Kind'),
  order: text('注文番号', 'Order'),
  orderTime: text('注文日時', 'Ordered'),
  seller: text('販売元', 'Seller'),
  site: text('販売場所', 'Sold at'),
  reissueOf: text('再発行前のきっぷ', 'Reissued for'),
  reissuedAs: text('再発行後のきっぷ', 'Reissued as'),
};

const linkTo = (ticketNo: string | undefined) =>
  ticketNo && <a href={hrefOf('tickets', [ticketNo])}>{groupedNumber(ticketNo)}</a>;

/** How the ticket was sold, and the ticket that it replaces or that replaces it. */
function Sale({ of: ticket }: { readonly of: DeskTicket }) {
  const say = useSay();
  const language = useLanguage();
  const { moment } = useFormat();
  return (
    <Card title={say(WORDS.sold)}>
      <Facts
        of={[
          [say(WORDS.reissueOf), linkTo(ticket.reissueOf)],
          [say(WORDS.reissuedAs), linkTo(ticket.reissuedAs)],
          [say(WORDS.issued), groupedNumber(ticket.issuedTicketNo)],
          [say(WORDS.kind), kindWord(ticket.kind, language)],
          [
            say(WORDS.order),
            <a key="order" href={hrefOf('tickets', [], { order: ticket.orderId })}>
              {ticket.orderId}
            </a>,
          ],
          [say(WORDS.orderTime), moment(ticket.orderTime)],
          [say(WORDS.seller), ticket.seller],
          [say(WORDS.site), ticket.salesSite],
        ]}
      />
    </Card>
  );
}

/** All of a ticket that was found: state, acts, seats, owner, sale and history. */
function TicketDetail({ ticket }: { readonly ticket: DeskTicket }) {
  const [reissued, setReissued] = useState<{
    readonly changed: ChangedTicket;
    readonly keptSeats: boolean;
  }>();
  return (
    <>
      {reissued?.changed.reissued && (
        <Reissued as={reissued.changed.reissued} bound={ticket.bound} keptSeats={reissued.keptSeats} />
      )}
      <TicketState of={ticket} />
      <TicketActions
        ticket={ticket}
        onReissued={(changed, keptSeats) => setReissued({ changed, keptSeats })}
      />
      <Columns>
        <div className={css['stack']}>
          <TicketSeats
            of={ticket}
            actsOf={(seat) => <SeatButtons ticket={ticket} seat={seat} />}
            more={pageSettings().hasSeats && <ReserveButton ticket={ticket} />}
          />
          {ticket.bound && <Whose key={ticket.ticketNo} ticketNo={ticket.ticketNo} />}
        </div>
        <Sale of={ticket} />
      </Columns>
      <TicketHistory of={ticket} />
    </>
  );
}

export function TicketPage({ ticketNo }: { readonly ticketNo: string }) {
  const say = useSay();
  const language = useLanguage();
  const read = useRead(deskTicket, { ticketNo });
  const ticket = isGone(read.error) ? undefined : read.data;
  return (
    <Page
      title={`${say(WORDS.ticket)} ${groupedNumber(ticketNo)}`}
      lead={
        ticket &&
        `${nameIn(ticket, 'productName', language)} · ${say(CATEGORY_WORDS[ticket.passengerCategory])}`
      }
      back={{ href: hrefOf('tickets'), label: say(WORDS.back) }}
    >
      <Loaded read={read} lines={8}>
        {(found) => <TicketDetail ticket={found} />}
      </Loaded>
    </Page>
  );
}
