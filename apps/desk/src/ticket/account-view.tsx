// An account: its owner, the next reservations and the tickets.
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { deskAccountTickets, type deskFindAccount } from '@kippu/contract/routes/desk/find';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Empty } from '../ui/layout/load-state.tsx';
import { Card, Columns } from '../ui/layout/page.tsx';
import { AccountActs } from './account-acts.tsx';
import { AccountFacts } from './account-facts.tsx';
import css from './ticket.module.css';
import { TicketLines } from './ticket-lines.tsx';
import { groupedNumber } from '../app/text/ticket-words.ts';

const WORDS = {
  account: text('アカウント', 'Account'),
  upcoming: text('これからの座席予約', 'Upcoming seat reservations'),
  noSeats: text('これから乗る列車の予約はありません。', 'No seat is reserved on an upcoming train.'),
  tickets: text('きっぷ', 'Tickets'),
  none: text('きっぷがありません', 'No tickets'),
  noneText: text(
    'まだ登録していません。リンクか登録コードを別のアカウントで登録していないか確かめてください。',
    'None was added yet. Ask whether the link or code was used with another account.',
  ),
};
type Found = NonNullable<DataOf<typeof deskFindAccount>>;

function Upcoming({ of }: { readonly of: Found['reservations'] }) {
  const say = useSay();
  const language = useLanguage();
  const { shortMoment, time } = useFormat();
  if (of.length === 0) return <p className={css['quiet']}>{say(WORDS.noSeats)}</p>;
  return (
    <ul className={css['rides']}>
      {of.map((ride) => (
        <li key={ride.reservationId}>
          <p className={css['ride']}>
            <b>
              {shortMoment(ride.departAt)}–{time(ride.arriveAt)}
            </b>{' '}
            {nameIn(ride, 'trainName', language)} {ride.trainNo}
          </p>
          <p>
            {nameIn(ride, 'fromName', language)} → {nameIn(ride, 'toName', language)}
          </p>
          <ul className={css['seats']}>
            {ride.seats.map(({ seat, ticketNo }) => (
              <li key={seat}>
                <b>{seat}</b> <a href={hrefOf('tickets', [ticketNo])}>{groupedNumber(ticketNo)}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The first page came with the account. Further pages are read on request. */
function useAccountTickets({ account: { accountId }, tickets }: Found) {
  const [wanted, setWanted] = useState(false);
  const { next } = tickets;
  const rest = usePages(
    deskAccountTickets,
    { accountId, ...(next === undefined ? {} : { cursor: next }) },
    { enabled: wanted && next !== undefined },
  );
  const coming = wanted && rest.rows === undefined;
  return {
    rows: [...tickets.items, ...(rest.rows ?? [])],
    error: rest.error,
    again: rest.again,
    hasMore: next !== undefined && (!wanted || coming || rest.hasMore),
    more: () => (wanted ? rest.more() : setWanted(true)),
    moreBusy: (coming && rest.error === null) || rest.moreBusy,
  };
}

export function AccountView({ found }: { readonly found: Found }) {
  const say = useSay();
  const source = useAccountTickets(found);
  return (
    <>
      <Columns>
        <Card title={say(WORDS.account)}>
          <AccountFacts of={found.account} />
          <AccountActs of={found.account} />
        </Card>
        <Card title={say(WORDS.upcoming)}>
          <Upcoming of={found.reservations} />
        </Card>
      </Columns>
      <section className={css['group']}>
        <h2 className={css['heading']}>{say(WORDS.tickets)}</h2>
        <TicketLines
          label={say(WORDS.tickets)}
          source={source}
          withAccount={false}
          empty={
            <Empty icon={Ticket} title={say(WORDS.none)}>
              {say(WORDS.noneText)}
            </Empty>
          }
        />
      </section>
    </>
  );
}
