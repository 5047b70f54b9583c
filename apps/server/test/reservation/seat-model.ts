// An independent model of the taken seats on each leg of each train, for tests that compare the database with it.
import fc from 'fast-check';
import { expect } from 'vitest';
import { inTransaction, type Db } from '../../src/platform/db/database.ts';
import { storeCancel, storeCancelPart, storeHold, storeSave } from './seat.ts';
import { releaseHold } from '../../src/reservation/store/seat-store.ts';
import { countTakenSeats, takenSeats } from '../../src/reservation/store/taken-seats-store.ts';

export const TRAVELLERS = 3;
const LEGS = 3;
const SEATS = ['2-1A', '2-1B'];
const TRAINS = ['haruka-25', 'haruka-27'];
const SERVICE_DATE = '2026-11-28';
const HELD_MS = 300_000;

interface Hold {
  do: 'hold';
  who: number;
  train: number;
  seats: string[];
  first: number;
  length: number;
  change: number | null;
}
export type Step =
  | Hold
  | { do: 'save' | 'release' | 'cancel' | 'part'; who: number; pick: number }
  | { do: 'wait'; seconds: number };

const who = fc.nat(TRAVELLERS - 1);
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('hold' as const),
    who,
    train: fc.nat(TRAINS.length - 1),
    seats: fc.shuffledSubarray(SEATS, { minLength: 1 }),
    first: fc.nat(LEGS - 1),
    length: fc.integer({ min: 1, max: LEGS }),
    change: fc.option(fc.nat(20)),
  }),
  fc.record({
    do: fc.constantFrom(...(['save', 'save', 'save', 'release', 'cancel', 'part'] as const)),
    who,
    pick: fc.nat(20),
  }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 299, 300, 400) }),
);

interface Claim {
  id: string;
  who: number;
  kind: 'held' | 'reserved';
  train: number;
  seats: string[];
  first: number;
  end: number;
  /** The requested cells. Those that the changed reservation has already are not taken again. */
  cells: string[];
  change: string | undefined;
  /** The cells of the changed reservation when the hold was made. */
  own: string[] | undefined;
  until: number;
}

const cellOf = (train: number, seat: string, leg: number) => `${TRAINS[train]} ${seat}/${leg}`;
/** A hold that changes a reservation does not take the cells that the live reservation has. */
const cellsTaken = (claim: Claim) =>
  claim.change === undefined || claim.kind === 'reserved'
    ? claim.cells
    : claim.cells.filter((cell) => !claim.own?.includes(cell));
const departureOf = (train: number) => `${TRAINS[train]}@${SERVICE_DATE}`;

/**
 * The travellers' claims, computed from their steps alone. With `all` the model knows every traveller and predicts each answer; without,
 * unknown rivals may take a seat first, and it predicts everything else.
 */
export class SeatModel {
  private claims: Claim[] = [];
  /** All ids, so that expired and cancelled ones are tried again too. */
  private readonly ids: string[] = [];
  private readonly db: Db;
  private readonly all: boolean;

  constructor(db: Db, { all }: { all: boolean }) {
    this.db = db;
    this.all = all;
  }

  private living(now: number): Claim[] {
    return this.claims.filter((claim) => claim.kind === 'reserved' || claim.until > now);
  }

  /** Lists the cells taken at `now` (epoch milliseconds); a cell claimed twice is listed twice. */
  cells(now: number): string[] {
    return this.living(now).flatMap(cellsTaken);
  }

  /** Applies a step to the database and compares the answer; `id` names what it creates. */
  async take(s: Exclude<Step, { do: 'wait' }>, id: string, now: number): Promise<void> {
    if (s.do === 'hold') return this.hold(s, id, now);
    if (this.ids.length === 0) return undefined;
    const picked = this.ids[s.pick % this.ids.length] ?? '';
    const mine = this.living(now).find((claim) => claim.id === picked && claim.who === s.who);
    const account = `a${s.who}`;
    if (s.do === 'save') return this.save(account, picked, mine, now);
    if (s.do === 'release') {
      await inTransaction(this.db, (trx) => releaseHold(trx, account, picked));
      if (mine?.kind === 'held') this.claims = this.claims.filter((claim) => claim !== mine);
      return undefined;
    }
    if (s.do === 'part' && mine && mine.seats.length > 1) return this.cancelLast(account, mine, now);
    const done = await storeCancel(this.db, account, picked, now);
    expect(done).toBe(mine?.kind === 'reserved');
    if (done) this.claims = this.claims.filter((claim) => claim !== mine);
    return undefined;
  }

  /** Cancels the last ticket of a group, which also releases a hold to change the whole group. */
  private async cancelLast(account: string, mine: Claim, now: number): Promise<void> {
    const ticketId = `t${mine.seats.length - 1}`;
    const done = await storeCancelPart(this.db, account, mine.id, [ticketId], now);
    expect(done).toBe(mine.kind === 'reserved');
    if (!done) return;
    const seat = mine.seats.at(-1) ?? '';
    const cells = mine.cells.filter((cell) => !cell.includes(` ${seat}/`));
    Object.assign(mine, { seats: mine.seats.slice(0, -1), cells });
    this.claims = this.claims.filter((claim) => claim.kind === 'reserved' || claim.change !== mine.id);
  }

  private async hold(s: Hold, id: string, now: number): Promise<void> {
    const end = Math.min(LEGS, s.first + s.length);
    const cells = s.seats.flatMap((seat) =>
      Array.from({ length: end - s.first }, (_, i) => cellOf(s.train, seat, s.first + i)),
    );
    const mine = this.living(now).filter((claim) => claim.who === s.who && claim.kind === 'reserved');
    const changed = s.change === null ? undefined : mine[s.change % Math.max(1, mine.length)];
    const rivals = this.living(now).filter(
      (claim) => claim !== changed && !(claim.who === s.who && claim.kind === 'held'),
    );
    const free = !rivals.some((claim) => cellsTaken(claim).some((cell) => cells.includes(cell)));
    const held = await storeHold(this.db, {
      holdId: id,
      accountId: `a${s.who}`,
      departureId: departureOf(s.train),
      firstLeg: s.first,
      endLeg: end,
      fromStation: 'kyoto',
      toStation: 'kansai-airport',
      ticketIds: s.seats.map((_, i) => `t${i}`),
      change: changed?.id,
      seats: s.seats,
      now,
    });
    if (this.all || !free) expect(held).toBe(free);
    if (!held) return;
    this.claims = this.living(now).filter((claim) => claim.who !== s.who || claim.kind === 'reserved');
    const claim = {
      id,
      who: s.who,
      kind: 'held' as const,
      train: s.train,
      seats: s.seats,
      first: s.first,
      end,
    };
    this.claims.push({ ...claim, cells, change: changed?.id, own: changed?.cells, until: now + HELD_MS });
    this.ids.push(id);
  }

  private async save(account: string, id: string, mine: Claim | undefined, now: number): Promise<void> {
    const { seats, first, end, train } = mine ?? { seats: SEATS, first: 0, end: LEGS, train: 0 };
    const changed = mine?.kind === 'held' ? mine.change : undefined;
    const done = await storeSave(
      this.db,
      {
        holdId: id,
        accountId: account,
        departureId: departureOf(train),
        tripId: TRAINS[train] ?? '',
        now,
        serviceDate: SERVICE_DATE,
        fromStation: 'kyoto',
        toStation: 'kansai-airport',
        firstLeg: first,
        endLeg: end,
        departAt: now,
        arriveAt: now,
        seats: seats.map((seat, i) => ({
          ticket_id: `t${i}`,
          seat,
          seat_type: 'reserved',
          car_class: 'ordinary',
        })),
      },
      changed,
    );
    const target =
      changed === undefined
        ? mine
        : this.living(now).find((claim) => claim.id === changed && claim.kind === 'reserved');
    const possible = mine?.kind === 'held' && target !== undefined;
    expect(done).toBe(possible);
    if (!possible) return;
    if (changed !== undefined) this.claims = this.claims.filter((claim) => claim !== mine);
    Object.assign(target, { kind: 'reserved', train, seats, cells: mine.cells, change: undefined });
  }
}

/** Compares the database's taken seats with a model's cells, on each leg of each train and on the whole way. */
export async function expectSame(db: Db, cells: readonly string[], now: number): Promise<void> {
  expect(cells.length, 'no seat has two holders on one leg').toBe(new Set(cells).size);
  const nobody = { accountId: 'nobody', ticketIds: [], change: undefined };
  const legs = Array.from({ length: LEGS }, (_, leg) => ({ firstLeg: leg, endLeg: leg + 1 }));
  for (const train of TRAINS.keys()) {
    for (const { firstLeg, endLeg } of [...legs, { firstLeg: 0, endLeg: LEGS }]) {
      const stretch = { departureId: departureOf(train), firstLeg, endLeg };
      const taken = await takenSeats(db, stretch, nobody, now);
      const onStretch = legs.slice(firstLeg, endLeg);
      const has = (seat: string) =>
        onStretch.some((leg) => cells.includes(cellOf(train, seat, leg.firstLeg)));
      expect([...taken].sort()).toEqual(SEATS.filter(has));
      const [cars] = await countTakenSeats(db, [stretch], nobody, now);
      expect([...(cars?.values() ?? [])].reduce((sum, n) => sum + n, 0)).toBe(taken.size);
    }
  }
}
