// Holds seats for a partner, without tickets: named seats, or so many of a class.
import { randomUUID } from 'node:crypto';
import { chooseSeats } from '@kippu/domain/reservation/choose-seats';
import type { SeatPreference } from '@kippu/contract/calls/traveller/seat-hold';
import { checkDeparture, checkWindow } from '@kippu/domain/reservation/seat-rules';
import { refuse, type Refusal } from '@kippu/domain/outcome';
import type { Trx } from '../../platform/db/database.ts';
import { lockAccountSeats, lockDepartures } from '../../platform/db/locks.ts';
import { failingFast } from '../../platform/db/stuck-locks.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { refusalOfCut } from '../checks/check-request.ts';
import { requireAllowed } from '../checks/seat-refusal.ts';
import { carsToChooseFrom } from '../hold/free-seats.ts';
import { takenSeats } from '../store/taken-seats-store.ts';
import { findJourney, type Journey } from '../timetable/departure.ts';
import { carOfSeat } from '../timetable/formation-seats.ts';
import { countPartnerSeats, NOBODY, partnerLock, takePartnerSeats } from './partner-hold-store.ts';

/** Returns why no seat of a ride can be sold now, before tickets are known; null where it can. */
export function refusalOfSale(ride: Journey, now: number): Refusal | null {
  const cut = refusalOfCut(ride);
  if (cut) return cut;
  if (ride.hasLeft) return refuse('SEAT-0004');
  for (const outcome of [checkDeparture(ride.leavesAt, now), checkWindow(ride.departAt, now)])
    if (!outcome.ok) return outcome;
  return null;
}

export interface WantedSeats {
  readonly departureId: string;
  readonly from: string;
  readonly to: string;
  readonly seats?: readonly string[];
  readonly any?: { readonly count: number; readonly carClass?: string; readonly prefer?: SeatPreference };
}

interface PartnerTerms {
  readonly partnerId: string;
  /** The most seats on one train that no traveller has added. */
  readonly seatsATrain: number | null;
}

export interface HeldSeats {
  readonly holdId: string;
  readonly ride: Journey;
  readonly seats: readonly string[];
}

/**
 * Holds seats until `expiresAt`. Times in epoch milliseconds.
 * @throws AppError SEAT-0013 no such train, station or seat; SEAT-0015, 0016, 0004, 0005, 0009 the ride cannot be sold; SEAT-0003 too few are left;
 * SEAT-0002 somebody else has some; `tooMany` of the caller over the partner's limit
 */
export const holdForPartner = (
  trx: Trx,
  operator: OperatorData,
  terms: PartnerTerms,
  wanted: WantedSeats,
  { now, expiresAt, tooMany }: { now: number; expiresAt: number; tooMany: (held: number) => AppError },
): Promise<HeldSeats> =>
  failingFast([wanted.departureId], async () => {
    const ride = findJourney(operator, wanted.departureId, wanted.from, wanted.to);
    if (!ride) throw new AppError('SEAT-0013');
    requireAllowed(refusalOfSale(ride, now));
    for (const seat of wanted.seats ?? [])
      if (!carOfSeat(ride.formation, seat)) throw new AppError('SEAT-0013', { values: { seat } });
    await lockAccountSeats(trx, partnerLock(terms.partnerId));
    await lockDepartures(trx, [ride.departureId]);
    const count = wanted.seats?.length ?? wanted.any?.count ?? 0;
    const { seatsATrain } = terms;
    if (seatsATrain !== null) {
      const held = await countPartnerSeats(trx, terms.partnerId, ride.departureId, now);
      if (held + count > seatsATrain) throw tooMany(held);
    }
    const seats = wanted.seats ?? (await freeSeats(trx, operator, ride, wanted.any, now));
    const holdId = randomUUID();
    const lost = await takePartnerSeats(trx, {
      holdId,
      partnerId: terms.partnerId,
      ride,
      seats,
      now,
      expiresAt,
    });
    if (lost.length > 0) {
      const free = seats.filter((seat) => !lost.includes(seat));
      throw new AppError('SEAT-0002', { values: { seats: lost.join(', '), free: free.join(', ') } });
    }
    return { holdId, ride, seats };
  });

/** Chooses among the free seats. The departure is locked, so they are still free when they are taken. */
async function freeSeats(
  trx: Trx,
  { settings }: OperatorData,
  ride: Journey,
  any: WantedSeats['any'],
  now: number,
): Promise<string[]> {
  const carClass = any?.carClass ?? settings.classes[0]?.class ?? '';
  const cars = carsToChooseFrom(ride, carClass, await takenSeats(trx, ride, NOBODY, now));
  const seats = chooseSeats(cars, any?.count ?? 0, any?.prefer ?? 'together');
  if (seats) return seats;
  const left = cars.flatMap((car) => car.rows).reduce((sum, row) => sum + row.free.length, 0);
  throw new AppError('SEAT-0003', { values: { left } });
}
