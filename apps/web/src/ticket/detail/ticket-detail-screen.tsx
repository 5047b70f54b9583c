// One ticket, whole: its paper, what it can do now, its seats, and every number staff may ask for.
import { nameIn } from '@kippu/contract/fields';
import { reserveList } from '@kippu/contract/seat';
import { ticketList, ticketLoad, use as activation, type Ticket } from '@kippu/contract/ticket';
import { expiryOnActivation } from '@kippu/domain/ticket-life';
import { Armchair, QrCode, Stamp } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../app/error-text.ts';
import { queryClient, queryKey, refetch, useRead, useWrite } from '../app/queries.ts';
import { useParams } from '../app/router.ts';
import { serverNow } from '../app/server-clock.ts';
import { useNow } from '../app/use-now.ts';
import { formatList, formatMoment } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Paper } from '../ui/paper.tsx';
import { Question } from '../ui/question.tsx';
import { Group, Screen } from '../ui/screen.tsx';
import { toast } from '../ui/toast.tsx';
import { wholeWords } from '../ui/whole-words.ts';
import { reservedBeyond } from './ended-before.ts';
import { StatusLabel } from './ticket-card.tsx';
import css from './ticket-detail.module.css';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketReservations } from './ticket-reservations.tsx';
import { TicketLinks } from './transfer-links.tsx';
import { asOf, dateLine, isUsable, journeysOf, labelOf, showsCode } from './ticket-view.ts';

export function TicketDetailScreen() {
  const { ticket: words } = useMessages();
  const ticketId = useParams('detail').ticketId ?? '';
  const query = useRead(ticketLoad, { ticketId });
  const now = useNow(60_000);
  return (
    <Screen
      title={words.detailTitle}
      leave="back"
      dock={query.data && <Actions ticket={asOf(query.data, now)} />}
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
  // How to use it is of no use any more to whom it has ended for.
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
        {ticket.kind === 'haruka' &&
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

function Actions({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, ticketLife } = useMessages();
  const { ticketId } = ticket;
  if (ticket.kind === 'voucher')
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
  if (!code && !usable && !ticket.reservable) return null;
  return (
    <>
      {code && (
        <ButtonLink to="code" params={{ ticketId }} icon={QrCode}>
          {words.showCode}
        </ButtonLink>
      )}
      {usable && <UseNow ticket={ticket} />}
      {ticket.reservable && (
        <ButtonLink to="train" params={{ ticketIds: ticketId }} icon={Armchair} kind="outline">
          {words.reserveSeat}
        </ButtonLink>
      )}
    </>
  );
}

/** Activation: asked once, in one sentence that says there is no way back. */
function UseNow({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words } = useMessages();
  const text = useErrorText();
  const [asking, setAsking] = useState(false);
  const activate = useWrite(activation, {
    onSuccess: async (used) => {
      queryClient.setQueryData(queryKey(ticketLoad, { ticketId: ticket.ticketId }), used);
      setAsking(false);
      toast(words.used);
      await refetch(ticketList, reserveList);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.useNow}</Button>
      {asking && (
        <Question
          title={words.useTitle}
          yes={words.useConfirm}
          busy={activate.isPending}
          problem={activate.error && text(activate.error)}
          onYes={() => activate.mutate({ body: { ticketId: ticket.ticketId } })}
          onNo={() => setAsking(false)}
        >
          <WhatUseMeans ticket={ticket} />
        </Question>
      )}
    </>
  );
}

/** Until when it is valid once in use, and which reserved trains leave only after that. */
function WhatUseMeans({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const until = expiryOnActivation(serverNow(), ticket.validDays);
  const outlived = reservedBeyond(ticket, until);
  const moments = formatList(
    outlived.map(({ departAt }) => formatMoment(departAt, language)),
    language,
  );
  return (
    <>
      <p>{words.usedUntil(formatMoment(until, language))}</p>
      {outlived.length > 0 && (
        <NoticeBox tone="warn">{words.outlivedBySeats(moments, outlived.length)}</NoticeBox>
      )}
    </>
  );
}
