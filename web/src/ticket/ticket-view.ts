// What a ticket says of itself on the screen, decided in one place: its label, its date line, its one action.
import type { Ticket, TicketSummary, TicketStatus } from '@kippu/contract/ticket';
import { isExpired } from '@kippu/domain/ticket-life';
import type { Language } from '@kippu/contract/limits';
import { formatDay, formatMoment } from '../i18n/format.ts';
import type { Messages } from '../i18n/words.ts';

export type TicketLabel = TicketStatus | 'expired';
/** The one action on the stub. */
export type TicketAction = 'code' | 'reserve' | 'use' | 'open';

/**
 * Takes a ticket as the server told it and now (epoch milliseconds, the server's clock); gives it as it is by now: a
 * screen that lies open over its last midnight, or without a network, offers nothing that has ended.
 */
export const asOf = <T extends TicketSummary>(ticket: T, now: number): T =>
  ticket.expired || !isExpired(ticket, now) ? ticket : { ...ticket, expired: true, reservable: false };

/** Takes a ticket; gives the label to show: its status, 'expired' where only time has ended it. */
export function labelOf({ status, expired }: Pick<TicketSummary, 'status' | 'expired'>): TicketLabel {
  return expired && (status === 'bound' || status === 'inUse') ? 'expired' : status;
}

/** Whether it is over: nothing can be done with it any more. */
export const isOver = (ticket: Pick<TicketSummary, 'expired'>): boolean => ticket.expired;

/** The line under its name: until when it may be used, or must be started or exchanged. */
export function dateLine(
  ticket: Pick<TicketSummary, 'kind' | 'expired' | 'abtExpireDate' | 'useExpireDate'>,
  words: Messages['ticket'],
  language: Language,
): string {
  const { abtExpireDate, useExpireDate } = ticket;
  if (ticket.expired) return words.endedOn(formatDay(abtExpireDate ?? useExpireDate, language));
  if (abtExpireDate) return words.until(formatMoment(abtExpireDate, language));
  return words[ticket.kind === 'voucher' ? 'exchangeBy' : 'useBy'](formatDay(useExpireDate, language));
}

/** Whether it shows a code: vouchers are exchanged at a counter instead. */
export const showsCode = (ticket: Pick<TicketSummary, 'kind' | 'status' | 'expired'>): boolean =>
  ticket.kind !== 'voucher' && ticket.status === 'inUse' && !ticket.expired;

/** Whether it can be activated now, as far as the phone knows. */
export const isUsable = (ticket: Pick<TicketSummary, 'kind' | 'status' | 'expired'>): boolean =>
  ticket.kind !== 'voucher' && ticket.status === 'bound' && !ticket.expired;

/** Takes a ticket; gives the one action that helps most now. */
export function actionOf(ticket: TicketSummary): TicketAction {
  if (showsCode(ticket)) return 'code';
  if (ticket.reservable) return 'reserve';
  return isUsable(ticket) ? 'use' : 'open';
}

/** The journeys of a ticket, each pair of stations once, whichever way it runs. */
export function journeysOf(ticket: Pick<Ticket, 'sections'>): Ticket['sections'] {
  const seen = new Set<string>();
  return ticket.sections.filter(({ from, to }) => {
    const pair = [from.stationId, to.stationId].toSorted().join(' ');
    if (seen.has(pair)) return false;
    seen.add(pair);
    return true;
  });
}
