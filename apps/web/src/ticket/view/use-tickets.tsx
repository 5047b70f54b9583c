// Puts tickets into use in one act, after one question that says it cannot be undone. Of several, all are chosen at first.
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { ticketList, ticketLoad, use as activation } from '@kippu/contract/routes/traveller/ticket';
import { activateTickets } from '@kippu/contract/routes/traveller/party';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { nameIn } from '@kippu/contract/names';
import { expiryOnActivation } from '@kippu/domain/ticket/life';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../app/call/api.ts';
import { queryClient, queryKey, refetch, useWrite } from '../../app/query/queries.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { formatList, formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { Question } from '../../ui/messages/question.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { reservedBeyond } from './ended-before.ts';
import { isUsable } from './ticket-view.ts';
import { WhichTickets } from './which-tickets.tsx';

interface Props {
  /** One or more tickets that can be put into use. */
  readonly ticketIds: readonly string[];
  readonly onClose: () => void;
}

/** The question. After a failure, it goes on with the tickets that are still not in use. */
export function UseTickets({ ticketIds, onClose }: Props) {
  const { ticket: words, travel, party } = useMessages();
  const loaded = useQueries({
    queries: ticketIds.map((ticketId) => ({
      queryKey: queryKey(ticketLoad, { ticketId }),
      queryFn: ({ signal }: { signal: AbortSignal }) => send(ticketLoad, { query: { ticketId }, signal }),
    })),
  });
  const tickets = loaded.flatMap(({ data }) => data ?? []);
  const [left, setLeft] = useState<readonly string[]>([]);
  // Another phone may have put some of them into use meanwhile.
  const usable = tickets.filter(isUsable);
  const chosen = usable.filter(({ ticketId }) => !left.includes(ticketId));
  const one = useWrite(activation, {
    onSuccess: (used) => {
      queryClient.setQueryData(queryKey(ticketLoad, { ticketId: used.ticketId }), used);
      onClose();
      toast(words.used);
      return refetch(ticketList, reserveList);
    },
  });
  const several = useWrite(activateTickets, {
    onSuccess: ({ tickets: used }) => {
      onClose();
      toast(travel.used(used.length));
      return refetch(ticketList, ticketLoad, reserveList);
    },
  });
  // What another phone has done meanwhile may be why.
  const onError = () => void refetch(ticketList, ticketLoad, reserveList);
  const failed = one.error ?? several.error ?? loaded.find(({ error }) => error)?.error;
  const isKnown = tickets.length === ticketIds.length;
  const go = () => {
    const [first, ...others] = chosen.map(({ ticketId }) => ticketId);
    if (first === undefined) return;
    if (others.length === 0) one.mutate({ body: { ticketId: first } }, { onError });
    else several.mutate({ body: { ticketIds: [first, ...others] } }, { onError });
  };
  const again = () => {
    if (isKnown) go();
    else for (const each of loaded) if (each.error) void each.refetch();
  };
  return (
    <Question
      title={
        ticketIds.length === 1 || chosen.length === 1
          ? words.useTitle
          : travel.question(chosen.length || ticketIds.length)
      }
      yes={ticketIds.length === 1 ? words.useConfirm : travel.putIntoUse(chosen.length || ticketIds.length)}
      busy={one.isPending || several.isPending}
      disabled={!isKnown || chosen.length === 0}
      problem={<SendFailed error={failed} again={again} keyed failed="activateFailed" />}
      onYes={go}
      onNo={onClose}
    >
      {isKnown && ticketIds.length > 1 && <WhichTickets tickets={usable} left={left} onLeave={setLeft} />}
      {chosen.some(({ waitingLink }) => waitingLink) && (
        <NoticeBox tone="warn">{party.useEndsLink}</NoticeBox>
      )}
      {chosen.length > 0 && isKnown && <WhatUseMeans tickets={chosen} />}
    </Question>
  );
}

/** Shows until when the tickets are valid once in use, and which reserved trains leave after that. */
function WhatUseMeans({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const { ticket: words, travel } = useMessages();
  const language = useLanguage();
  const untilOf = ({ validDays }: Ticket) => expiryOnActivation(serverNow(), validDays);
  const ends = new Set(tickets.map(untilOf));
  const outlived = tickets.flatMap((ticket) => reservedBeyond(ticket, untilOf(ticket)));
  const departures = new Set(outlived.map(({ departAt }) => departAt));
  const moments = formatList(
    [...departures].map((departAt) => formatMoment(departAt, language)),
    language,
  );
  return (
    <>
      {ends.size > 1
        ? tickets.map((ticket) => (
            <p key={ticket.ticketId}>
              {words.category[ticket.passengerCategory]} · {nameIn(ticket, 'productName', language)}:{' '}
              {words.usedUntil(formatMoment(untilOf(ticket), language))}
            </p>
          ))
        : [...ends].map((until) => (
            <p key={until}>
              {(tickets.length === 1 ? words : travel).usedUntil(formatMoment(until, language))}
            </p>
          ))}
      {departures.size > 0 && (
        <NoticeBox tone="warn">{words.outlivedBySeats(moments, departures.size)}</NoticeBox>
      )}
    </>
  );
}
