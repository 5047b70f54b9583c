// Puts tickets into use after one question that says it cannot be undone.
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { ticketList, ticketLoad, use as activation } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { nameIn } from '@kippu/contract/names';
import { expiryOnActivation } from '@kippu/domain/ticket/life';
import { useMutation, useQueries } from '@tanstack/react-query';
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

interface Props {
  /** One or more tickets that can be put into use. */
  readonly ticketIds: readonly string[];
  readonly onClose: () => void;
}

/** The question. After a failure, it goes on with the tickets that are still not in use. */
export function UseTickets({ ticketIds, onClose }: Props) {
  const { ticket: words, travel } = useMessages();
  const loaded = useQueries({
    queries: ticketIds.map((ticketId) => ({
      queryKey: queryKey(ticketLoad, { ticketId }),
      queryFn: ({ signal }: { signal: AbortSignal }) => send(ticketLoad, { query: { ticketId }, signal }),
    })),
  });
  const tickets = loaded.flatMap(({ data }) => data ?? []);
  const activate = useWrite(activation, {
    onSuccess: (used) => queryClient.setQueryData(queryKey(ticketLoad, { ticketId: used.ticketId }), used),
  });
  const all = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      // One after another: the first refusal stops the rest.
      for (const ticket of tickets.filter(isUsable))
        await activate.mutateAsync({ body: { ticketId: ticket.ticketId } });
    },
    onSuccess: async () => {
      onClose();
      toast(ticketIds.length === 1 ? words.used : travel.used(ticketIds.length));
    },
    onSettled: () => refetch(ticketList, reserveList),
  });
  const failed = all.error ?? loaded.find(({ error }) => error)?.error;
  const isKnown = tickets.length === ticketIds.length;
  const again = () => {
    if (isKnown) all.mutate();
    else for (const each of loaded) if (each.error) void each.refetch();
  };
  return (
    <Question
      title={ticketIds.length === 1 ? words.useTitle : travel.question(ticketIds.length)}
      yes={words.useConfirm}
      busy={all.isPending}
      disabled={!isKnown}
      problem={<SendFailed error={failed} again={again} keyed failed="activateFailed" />}
      onYes={() => all.mutate()}
      onNo={onClose}
    >
      {isKnown && <WhatUseMeans tickets={tickets} />}
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
