// Which tickets form a party, and what it can do together.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aReservation, aTicket, aTicketInUse } from '../../../test/factories.ts';
import { partiesOf } from './parties-of.ts';
import { actsOf } from './party-acts.ts';

const [seat] = aReservation().seats;
const rideOf = (...ticketIds: readonly string[]) =>
  aReservation({ seats: ticketIds.map((ticketId) => ({ ...seat!, ticketId })) });
const idsOf = (parties: ReturnType<typeof partiesOf>) =>
  parties.map((party) => party.map(({ ticketId }) => ticketId).join(''));
const tickets = (...named: readonly string[]) =>
  named.map((each) => {
    const [ticketId = '', party] = each.split(':');
    return party === undefined ? { ticketId } : { ticketId, party };
  });

describe('a party', () => {
  test('is the tickets of one order, at the place of its first', () => {
    expect(idsOf(partiesOf(tickets('a:x', 'b:y', 'c:x', 'd'), []))).toEqual(['ac', 'b', 'd']);
  });
  test('is also who travels on one reservation, and a chain of both is one', () => {
    expect(idsOf(partiesOf(tickets('a', 'b', 'c'), [rideOf('a', 'c')]))).toEqual(['ac', 'b']);
    expect(idsOf(partiesOf(tickets('a:x', 'b:y', 'c:x', 'd:y'), [rideOf('c', 'd')]))).toEqual(['abcd']);
  });
  test('has each ticket of the list once, whatever the orders and reservations', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const parties = fc.array(fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }), {
      minLength: 6,
      maxLength: 6,
    });
    const rides = fc.array(fc.subarray([...ids, 'gone'], { minLength: 1 }), { maxLength: 4 });
    fc.assert(
      fc.property(parties, rides, (names, coming) => {
        const list = ids.map((ticketId, at) => {
          const party = names[at];
          return party === undefined ? { ticketId } : { ticketId, party };
        });
        const found = partiesOf(
          list,
          coming.map((some) => rideOf(...some)),
        );
        expect(found.flat().toSorted((a, b) => a.ticketId.localeCompare(b.ticketId))).toEqual(list);
        const partyOf = (ticketId: string) =>
          found.findIndex((some) => some.some((each) => each.ticketId === ticketId));
        for (const some of coming)
          expect(new Set(some.filter((id) => id !== 'gone').map(partyOf)).size).toBeLessThan(2);
        for (const one of list)
          for (const other of list)
            if (one.party !== undefined && one.party === other.party)
              expect(partyOf(one.ticketId)).toBe(partyOf(other.ticketId));
      }),
    );
  });
});

describe('the acts of a party', () => {
  const none: ReadonlySet<string> = new Set();
  const waiting = aTicket({ ticketId: 'waiting' });
  const inUse = aTicketInUse({ ticketId: 'inUse' });
  const spent = aTicket({ ticketId: 'spent', reservable: false });
  test('are for those tickets that can do them', () => {
    expect(actsOf([waiting, inUse, spent], none)).toEqual({
      code: ['inUse'],
      use: ['waiting', 'spent'],
      reserve: ['waiting'],
      transfer: ['waiting', 'inUse', 'spent'],
      first: 'code',
    });
    const inside = aTicketInUse({ entry: { stationId: 'kix', at: '2026-01-01 10:00:00' } });
    expect(actsOf([inside], none).transfer).toEqual([]);
  });
  test('begin with the tickets that a train of today needs, then codes, seats and use', () => {
    expect(actsOf([waiting, inUse, spent], new Set(['spent']))).toMatchObject({
      use: ['spent'],
      first: 'use',
    });
    expect(actsOf([waiting, spent], none).first).toBe('reserve');
    expect(actsOf([spent], none).first).toBe('use');
    expect(actsOf([aTicket({ status: 'suspended', expired: true, reservable: false })], none).first).toBe(
      undefined,
    );
  });
});
