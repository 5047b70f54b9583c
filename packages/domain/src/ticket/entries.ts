// Entries and exits of a ticket at stations: their order, how long a verification shows, when a ticket is used up.
import { CHECKLIST, type SiteCode } from '@kippu/contract/values';
import type { TripType } from '@kippu/contract/calls/traveller/ticket';
import type { OperatorRules } from '@kippu/contract/page-settings';
import { ALLOWED, refuse, type Outcome } from '../outcome.ts';
import { theRules } from '../rules.ts';

export type PassageDirection = 'in' | 'out';

/** The record code of a verification by the traveller: 35 verified entry, 36 verified exit. */
export const VERIFIED_CODE = { in: 35, out: 36 } as const satisfies Record<PassageDirection, SiteCode>;
export const CANCEL_ENTRY_CODE = 34 satisfies SiteCode;

/** The codes that end a journey: gate exit, verified exit, and the two that staff force. */
export const JOURNEY_ENDS: readonly SiteCode[] = [32, 36, 37, 38];

/**
 * Checks the order of passages. TKT-0008: a second entry without an exit. TKT-0009: an exit without an entry. Staff
 * may force both without this rule.
 * @param inside whether the ticket has an open entry
 */
export function checkPassage(direction: PassageDirection, inside: boolean): Outcome {
  if (direction === 'in') return inside ? refuse('TKT-0008') : ALLOWED;
  return inside ? ALLOWED : refuse('TKT-0009');
}

/**
 * Checks a verification at a station that the ticket has passed before. A ticket that is handed back could let a
 * second person through, in either direction. Within the operator's pass-back time, staff decide.
 *
 * @param passedHereAt when the ticket last passed this station, in either direction, epoch milliseconds; null for
 *   never
 * @param now epoch milliseconds
 * @returns refused with TKT-0021 and its `minutes` within the time
 */
export function checkPassBack(passedHereAt: number | null, now: number, passBackMinutes: number): Outcome {
  if (passedHereAt === null || Math.abs(now - passedHereAt) >= passBackMinutes * 60_000) return ALLOWED;
  return refuse('TKT-0021', { minutes: passBackMinutes });
}

/**
 * Returns until when a ticket may still leave, its last second in epoch milliseconds: so long after its validity as the railway allows,
 * if an entry was made within the validity and has no exit yet. Null otherwise.
 *
 * @param validUntil the last second of the validity, epoch milliseconds
 * @param enteredAt when the open entry was made, epoch milliseconds; null for no open entry
 */
export function exitUntil(validUntil: number, enteredAt: number | null): number | null {
  const isWithin = enteredAt !== null && Math.floor(enteredAt / 1000) <= Math.floor(validUntil / 1000);
  return isWithin ? validUntil + theRules().exitGraceHours * 3_600_000 : null;
}

/** Returns when a verification ends. Both in epoch milliseconds. */
export const verifiedUntil = (at: number): number => at + theRules().verifiedMinutes * 60_000;

/** A railway's limits for cancelling one's own entry. */
export type CancelRules = Pick<OperatorRules, 'cancelMinutes' | 'cancelsPerDay'>;

/**
 * Returns until when an entry may be cancelled (not included), or null if it may not.
 * @param verifiedAt when it was verified, epoch milliseconds
 * @param cancelledToday how many entries of the ticket were cancelled today
 */
export const cancellableUntil = (
  verifiedAt: number,
  cancelledToday: number,
  { cancelMinutes, cancelsPerDay }: CancelRules,
): number | null => (cancelledToday < cancelsPerDay ? verifiedAt + cancelMinutes * 60_000 : null);

/** The stored state: open, passed (closed by a gate or an exit), or cancelled. */
type StoredPassage = 'open' | 'passed' | 'cancelled';

/** Returns the state of a verification at `now` (epoch milliseconds): an open one expires when its time is over. */
export function passageStateAt(
  passage: { readonly state: StoredPassage; readonly until: number },
  now: number,
): StoredPassage | 'expired' {
  return passage.state === 'open' && now >= passage.until ? 'expired' : passage.state;
}

/**
 * Whether an exit uses up a ticket: the only journey of a one-way ticket (trip types 10 and 11), the second of a
 * round trip (20). Other tickets end by date.
 * @param journeysBefore how many journeys it has completed
 */
export function isUsedUpByExit(
  ticket: { readonly tripType?: TripType | null | undefined },
  journeysBefore: number,
): boolean {
  if (ticket.tripType === 20) return journeysBefore >= 1;
  return ticket.tripType === 10 || ticket.tripType === 11;
}

/** Checks the ticked items of the checklist. TKT-0012: an item is missing. */
export const checkChecklist = (ticked: readonly string[]): Outcome =>
  CHECKLIST.every((item) => ticked.includes(item)) ? ALLOWED : refuse('TKT-0012');
