// Entries and exits of a ticket at stations: what may follow what, how long a verification shows, when a ticket is used up.
import { STATION_VERIFIED_MINUTES } from '@kippu/contract/limits';
import { CHECKLIST } from '@kippu/contract/station';
import type { SiteCode, TicketKind, TripType } from '@kippu/contract/ticket';
import { ALLOWED, refuse, type Outcome } from './outcome.ts';

export type PassageDirection = 'in' | 'out';

/** The record code of a verification by the traveller: 35 verified entry, 36 verified exit. */
export const VERIFIED_CODE = { in: 35, out: 36 } as const satisfies Record<PassageDirection, SiteCode>;
export const CANCEL_ENTRY_CODE = 34 satisfies SiteCode;

/** The codes after which a journey is over: gate exit, verified exit, and the two that staff force. */
export const JOURNEY_ENDS: readonly SiteCode[] = [32, 36, 37, 38];

/**
 * Takes a direction and whether the ticket has an open entry; refuses TKT-0008 a second entry without an exit and
 * TKT-0009 an exit without an entry. Staff may force both, which asks no rule.
 */
export function checkPassage(direction: PassageDirection, inside: boolean): Outcome {
  if (direction === 'in') return inside ? refuse('TKT-0008') : ALLOWED;
  return inside ? ALLOWED : refuse('TKT-0009');
}

/** Takes the moment of a verification (epoch milliseconds); gives when it ends, 5 minutes later. */
export const verifiedUntil = (at: number): number => at + STATION_VERIFIED_MINUTES * 60_000;

/** As stored: whether it is still open, was passed (a gate or an exit closed it), or was cancelled. */
type StoredPassage = 'open' | 'passed' | 'cancelled';

/** Takes a verification and now (epoch milliseconds); gives it as shown: an open one counts as expired once its time is over. */
export function passageStateAt(
  passage: { readonly state: StoredPassage; readonly until: number },
  now: number,
): StoredPassage | 'expired' {
  return passage.state === 'open' && now >= passage.until ? 'expired' : passage.state;
}

/**
 * Takes a ticket and how many journeys it has ended before; tells whether an exit uses it up: the only journey of a
 * one-way ticket (trip types 10 and 11), the second of a round trip (20). Others end by their date.
 */
export function isUsedUpByExit(
  ticket: { readonly kind: TicketKind; readonly tripType?: TripType | null | undefined },
  journeysBefore: number,
): boolean {
  if (ticket.tripType === 20) return journeysBefore >= 1;
  return ticket.tripType === 10 || ticket.tripType === 11;
}

/** Takes the ids of the ticked items; refuses TKT-0012 unless each item of the checklist is among them. */
export const checkChecklist = (ticked: readonly string[]): Outcome =>
  CHECKLIST.every((item) => ticked.includes(item)) ? ALLOWED : refuse('TKT-0012');
