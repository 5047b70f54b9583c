// What a traveller has to do next for a reserved train: one rule for the first screen, the cards, the reservation, the code and Help.
import { dateAt } from '../time/service-day.ts';

/** A ticket of the party that travels on one reservation. */
export interface PartyTicket {
  readonly ticketId: string;
  /** How its traveller passes a station: by a code that somebody reads, by verifying on the phone, or not with this ticket. */
  readonly passes: 'code' | 'verify' | 'no';
  /** `waiting`: not in use yet, and may be put into use. `over`: ended, suspended or given away. */
  readonly use: 'waiting' | 'inUse' | 'over';
  /** Whether it was ever put into use. */
  readonly wasInUse: boolean;
  /** Whether it has entered a station and has not left one since. */
  readonly isInside: boolean;
}

/** A reserved train; times in epoch milliseconds. */
export interface PartyRide {
  readonly isCancelled: boolean;
  /** Whether the train calls at both stations, and the party still has its seats. */
  readonly runs: boolean;
  /** By the timetable. */
  readonly departAt: number;
  /** As expected; never before the timetable. */
  readonly leavesAt: number;
  readonly arrivesAt: number;
  /** Whether a source says that the train has left. */
  readonly hasLeft: boolean;
  /** Empty while the phone knows none of them. */
  readonly tickets: readonly PartyTicket[];
}

/**
 * `choose`: another train, because this one does not run or the seats are lost. `wait`: nothing, the train leaves another day. `use`: put the tickets into use.
 * `show`: show the codes. `verify`: verify the entry. `board`: all have entered. `onBoard`: the train is on its way. `missed`: it left, and
 * no ticket was in use. `exit`: it has arrived, and tickets have not left the station. `none`: nothing is left to do.
 */
export type Act =
  'choose' | 'wait' | 'use' | 'show' | 'verify' | 'board' | 'onBoard' | 'missed' | 'exit' | 'none';

export interface NextAct {
  readonly act: Act;
  /** The tickets with which the traveller does it; empty for an act without tickets. */
  readonly ticketIds: readonly string[];
}

const MINUTE_MS = 60_000;
/** Travellers of a train just after midnight enter before midnight. */
const BEFORE_MIDNIGHT_MS = 60 * MINUTE_MS;
/** A train that leaves within this time comes before the end of another ride. */
const SOON_MS = 120 * MINUTE_MS;

const idsOf = (tickets: readonly PartyTicket[]) => tickets.map(({ ticketId }) => ticketId);
const without = (act: Act): NextAct => ({ act, ticketIds: [] });

function beforeLeaving({ departAt, leavesAt, tickets }: PartyRide, now: number): NextAct {
  const isTravelDay = dateAt(now) >= dateAt(departAt) || leavesAt - now <= BEFORE_MIDNIGHT_MS;
  if (!isTravelDay) return without('wait');
  const passing = tickets.filter(({ passes }) => passes !== 'no');
  const waiting = passing.filter(({ use }) => use === 'waiting');
  if (waiting.length > 0) return { act: 'use', ticketIds: idsOf(waiting) };
  const outside = passing.filter(({ use, isInside }) => use === 'inUse' && !isInside);
  const byCode = outside.filter(({ passes }) => passes === 'code');
  if (byCode.length > 0) return { act: 'show', ticketIds: idsOf(byCode) };
  if (outside.length > 0) return { act: 'verify', ticketIds: idsOf(outside) };
  return without(passing.some(({ isInside }) => isInside) ? 'board' : 'wait');
}

function onTheWay({ tickets }: PartyRide): NextAct {
  // A gate without a network reports entries later, so a ticket in use counts as on board.
  if (tickets.length === 0 || tickets.some(({ isInside, use }) => isInside || use === 'inUse'))
    return without('onBoard');
  return without(tickets.some(({ wasInUse }) => wasInUse) ? 'none' : 'missed');
}

/**
 * Returns what the traveller has to do next for a reserved train.
 * @param now epoch milliseconds by the server's clock
 */
export function nextAct(ride: PartyRide, now: number): NextAct {
  if (ride.isCancelled) return without('none');
  if (!ride.runs) return without('choose');
  if (!ride.hasLeft && now < ride.leavesAt) return beforeLeaving(ride, now);
  if (now < ride.arrivesAt) return onTheWay(ride);
  const inside = ride.tickets.filter(({ isInside }) => isInside);
  return inside.length > 0 ? { act: 'exit', ticketIds: idsOf(inside) } : without('none');
}

/** Which of several rides needs the traveller first: the lower, the sooner. */
function urgency({ act }: NextAct, { leavesAt }: PartyRide, now: number): number {
  if (act === 'onBoard') return 0;
  if (act === 'exit') return 2;
  if (act === 'missed') return 3;
  return leavesAt - now <= SOON_MS ? 1 : 4;
}

/**
 * Returns the ride that needs the traveller first, with its act; undefined if none does. The train on which the traveller is comes first, then the next
 * two hours, what is left of earlier rides, and later trains. A ride whose train does not run is left out: another box shows it.
 * @param now epoch milliseconds by the server's clock
 */
export function firstNeed<Ride extends PartyRide>(
  rides: readonly Ride[],
  now: number,
): { readonly ride: Ride; readonly next: NextAct } | undefined {
  const needs = rides.flatMap((ride) => {
    const next = nextAct(ride, now);
    return next.act === 'none' || next.act === 'choose' ? [] : [{ ride, next }];
  });
  // Of two trains that seem to be on their way, the traveller is on the later one.
  const order = (need: (typeof needs)[number]) =>
    need.next.act === 'onBoard' ? -need.ride.leavesAt : need.ride.leavesAt;
  return needs.toSorted(
    (a, b) => urgency(a.next, a.ride, now) - urgency(b.next, b.ride, now) || order(a) - order(b),
  )[0];
}
