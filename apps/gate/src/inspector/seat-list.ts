// A train's list of reserved seats, as an inspector took it along, and what it says of a ticket. Pure functions: the time is an argument.
import type { DataOf } from '@kippu/contract/route-types';
import type { inspectorSeats } from '@kippu/contract/routes/gate/inspect';
import { SEAT_TAG_BYTES, seatTagText } from '@kippu/ticket-code/certificate/seat-tag';
import { base64urlOf } from '@kippu/client/base64url';
import { splitSeat } from '@kippu/domain/reservation/seat-name';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import type { CertificateSeat } from '@kippu/ticket-code/certificate/payload';

export type SeatList = DataOf<typeof inspectorSeats>;
export type ListedSeat = SeatList['seats'][number];

/** Returns the tag by which the list of a departure names a ticket. */
export async function seatTag(departureId: string, ticketId: string): Promise<string> {
  const text = new TextEncoder().encode(seatTagText(departureId, ticketId));
  const digest = await crypto.subtle.digest('SHA-256', text);
  return base64urlOf(new Uint8Array(digest).subarray(0, SEAT_TAG_BYTES));
}

/** The key of a tick: a seat that was given to another ticket since is not ticked. */
export const seatKey = ({ seat, tag, firstLeg }: ListedSeat): string => `${seat} ${firstLeg} ${tag}`;

/** Whether the list may be kept no longer. `now` in epoch milliseconds. */
export const hasEnded = ({ endsAt }: SeatList, now: number): boolean => wallToEpoch(endsAt) <= now;

/** Returns how old the list is, in milliseconds. */
export const ageOf = ({ madeAt }: SeatList, now: number): number => Math.max(0, now - wallToEpoch(madeAt));

/** Returns the stops where the train calls, by their positions: a leg of today goes from one to the next. */
const callsOf = ({ stops }: SeatList): readonly number[] =>
  stops.flatMap(({ skipped }, at) => (skipped ? [] : at));

/** A hop of today: from a stop where the train calls to the next one. Stops left out lie between. */
export interface Leg {
  readonly from: number;
  readonly to: number;
}

/** Returns the legs of today. A train that calls at fewer than two stops has none. */
export function legsOf(list: SeatList): readonly Leg[] {
  const calls = callsOf(list);
  return calls.slice(1).map((to, at) => ({ from: calls[at] ?? 0, to }));
}

/** Returns the number of the leg on which the train is by its expected times: the first before it leaves, the last after it has arrived. */
export function legAt(list: SeatList, now: number): number {
  const left = legsOf(list).findLastIndex(({ from }) => {
    const { expectedDepartAt, departAt } = list.stops[from] ?? {};
    const leaves = expectedDepartAt ?? departAt;
    return leaves !== undefined && wallToEpoch(leaves) <= now;
  });
  return Math.max(0, left);
}

/** Whether the seat is reserved on a leg of today. */
export const isOn = ({ firstLeg, endLeg }: ListedSeat, { from, to }: Leg): boolean =>
  firstLeg < to && endLeg > from;

export const carOf = ({ seat }: ListedSeat): number => Number(splitSeat(seat)?.car ?? 0);

/** The cars to look through: those that run, then missing ones for which seats are reserved. */
export function carNumbers(list: SeatList): readonly number[] {
  const running = list.cars.map(({ car }) => car);
  const missing = list.seats.map(carOf).filter((car) => !running.includes(car));
  return [...new Set([...running, ...missing])];
}

/**
 * What the list says of a genuine ticket. `noList`: no train is chosen. `here`: its seat, on this leg. `otherLeg`: its seats, on other legs. `lostCar`: its
 * seat is in a car that does not run today. `notInList`: the ticket names this train, but the list has no seat for it. `otherTrain`: the ticket names
 * another train. `noSeat`: it has none, and the train has cars without reservation; `noSeatHere`: all cars are reserved.
 */
export type Standing =
  | { readonly kind: 'noList'; readonly seat: CertificateSeat | null }
  | { readonly kind: 'here' | 'otherLeg' | 'lostCar'; readonly seats: readonly [ListedSeat, ...ListedSeat[]] }
  | { readonly kind: 'notInList' | 'otherTrain'; readonly seat: CertificateSeat }
  | { readonly kind: 'noSeat' | 'noSeatHere' };

/** Returns what the list says of the ticket with that tag on a leg. `seat` is the one that the ticket's certificate names. */
export function standingOf(
  list: SeatList | null,
  leg: Leg | undefined,
  { tag, seat }: { readonly tag: string; readonly seat: CertificateSeat | null },
): Standing {
  if (!list) return { kind: 'noList', seat };
  const [first, ...others] = list.seats.filter((each) => each.tag === tag);
  if (first) {
    const all = [first, ...others];
    const [now, ...more] = all.filter((each) => leg !== undefined && isOn(each, leg));
    if (!now) return { kind: 'otherLeg', seats: [first, ...others] };
    const runs = list.cars.some(({ car }) => car === carOf(now));
    return { kind: runs ? 'here' : 'lostCar', seats: [now, ...more] };
  }
  if (seat) return { kind: seat.train === list.onTicket ? 'notInList' : 'otherTrain', seat };
  return { kind: list.nonReservedCars.length > 0 || list.cars.length === 0 ? 'noSeat' : 'noSeatHere' };
}
