// How a ticket is presented: its label, its date line and its one action.
import type { Ticket, TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import type { TicketStatus } from '@kippu/contract/values';
import { shiftHours, wallToEpoch } from '@kippu/domain/time/service-day';
import { isExpired } from '@kippu/domain/ticket/life';
import type { Language } from '@kippu/contract/languages';
import { pageSettings } from '@kippu/client/page-settings';
import { isCodeRead, isExchanged, opensGates, theRules } from '@kippu/domain/rules';
import { formatDate, formatDay, formatMoment, formatTime } from '../../i18n/format.ts';
import type { FirstMessages } from '@kippu/words/app-words';

export type TicketLabel = TicketStatus | 'expired';
/** The one action on the stub. */
export type TicketAction = 'code' | 'verify' | 'reserve' | 'use' | 'open';

type Ended = Pick<TicketSummary, 'expired' | 'exitUntil'>;

/**
 * The last second in which the ticket can exit. If the server's last answer is from before the end, the phone cannot know
 * whether there was an entry, and assumes one.
 */
function lastExitOf({ kind, status, expired, exitUntil, abtExpireDate }: TicketSummary): string | undefined {
  if (expired || exitUntil !== undefined) return exitUntil;
  return opensGates(kind) && status === 'inUse' && abtExpireDate
    ? shiftHours(abtExpireDate, theRules().exitGraceHours)
    : undefined;
}

/**
 * The ticket as it is at `now` (epoch milliseconds, server's clock), computed from the server's last answer. A screen
 * that stays open past the last midnight, or is offline, then offers nothing that has ended. `exitUntil` is set while
 * the validity has ended and an exit is still possible.
 */
export function asOf<T extends TicketSummary>(ticket: T, now: number): T {
  if (!ticket.expired && !isExpired(ticket, now)) return ticket;
  const until = lastExitOf(ticket);
  const ended = { ...ticket, expired: true, reservable: false };
  delete ended.exitUntil;
  return until !== undefined && now < wallToEpoch(until) + 1000 ? { ...ended, exitUntil: until } : ended;
}

/** Whether the validity has ended and only the exit is left. */
export const isExitOnly = ({ expired, exitUntil }: Ended): boolean => expired && exitUntil !== undefined;

/** The time at which the exit ends, 'HH:mm': the second after the last one. '' if there is none. */
export const exitEndOf = (exitUntil: string): string =>
  exitUntil && formatTime(shiftHours(exitUntil, 1 / 3600));

/** The label to show: the status, or 'expired' if the ticket ended by time alone. */
export function labelOf(ticket: Pick<TicketSummary, 'status'> & Ended): TicketLabel {
  const { status } = ticket;
  return isOver(ticket) && (status === 'bound' || status === 'inUse') ? 'expired' : status;
}

/** Whether the ticket has ended and offers no action. */
export const isOver = (ticket: Ended): boolean => ticket.expired && ticket.exitUntil === undefined;

/** The line under the name: until when the ticket is valid, by when it must be started or exchanged, when it ended, or whom to ask. */
export function dateLine(
  ticket: Pick<
    TicketSummary,
    'kind' | 'expired' | 'exitUntil' | 'abtExpireDate' | 'useExpireDate' | 'endedAt'
  > &
    Partial<Pick<TicketSummary, 'status'>>,
  words: FirstMessages['ticket'],
  language: Language,
): string {
  const { abtExpireDate, useExpireDate, exitUntil, endedAt } = ticket;
  if (ticket.status === 'suspended') return words.suspendedLine;
  if (ticket.expired && exitUntil !== undefined) return words.exitBy(exitEndOf(exitUntil));
  if (ticket.expired) return words.endedOn(formatDate(endedAt ?? abtExpireDate ?? useExpireDate, language));
  if (abtExpireDate) return words.until(formatMoment(abtExpireDate, language));
  return words[isExchanged(ticket.kind) ? 'exchangeBy' : 'useBy'](formatDay(useExpireDate, language));
}

/** Whether the ticket can pass stations or be taken in now. */
const isInForce = (ticket: Pick<TicketSummary, 'status'> & Ended): boolean =>
  ticket.status === 'inUse' && !isOver(ticket);

/** Whether the ticket shows a code. One whose code nobody reads shows none. */
export const showsCode = (ticket: Pick<TicketSummary, 'kind' | 'status'> & Ended): boolean =>
  isCodeRead(ticket.kind) && isInForce(ticket);

/** Whether its traveller verifies each entry and exit, because the railway has no gates. */
export const isVerified = (ticket: Pick<TicketSummary, 'kind' | 'status'> & Ended): boolean =>
  opensGates(ticket.kind) && !isCodeRead(ticket.kind) && isInForce(ticket);

/** The way that its traveller verifies next. */
export const nextWayOf = (ticket: Pick<TicketSummary, 'entry'> & Ended): 'in' | 'out' =>
  ticket.entry || isExitOnly(ticket) ? 'out' : 'in';

/** Whether gates read its code, rather than staff who take it in. A ticket that is not known yet counts as one for gates. */
export const isForGates = (ticket: Pick<TicketSummary, 'kind'> | undefined): boolean =>
  pageSettings().hasGates && (ticket === undefined || opensGates(ticket.kind));

/** Whether it can be activated now, as far as the phone knows. */
export const isUsable = (ticket: Pick<TicketSummary, 'kind' | 'status' | 'expired'>): boolean =>
  !isExchanged(ticket.kind) && ticket.status === 'bound' && !ticket.expired;

/** Returns the most useful action now. */
export function actionOf(ticket: TicketSummary): TicketAction {
  if (showsCode(ticket)) return 'code';
  if (isVerified(ticket)) return 'verify';
  if (ticket.reservable) return 'reserve';
  return isUsable(ticket) ? 'use' : 'open';
}

/** The journeys of a ticket. Each pair of stations appears once, in either direction. */
export function journeysOf(ticket: Pick<Ticket, 'sections'>): Ticket['sections'] {
  const seen = new Set<string>();
  return ticket.sections.filter(({ from, to }) => {
    const pair = [from.stationId, to.stationId].toSorted().join(' ');
    if (seen.has(pair)) return false;
    seen.add(pair);
    return true;
  });
}
