// The party of a train: which tickets count at its gates, and what they need.
import { expect, test } from 'vitest';
import { aReservation, aTicket, aTicketInUse, wallIn } from '../../../test/factories.ts';
import { needOf, onOtherTrains, toUseToday } from './party.ts';

const MINUTE = 60_000;
const seatsOf = (...ticketIds: string[]) =>
  ticketIds.map(
    (ticketId) => ({ ticketId, seatInfo: '4-1A', seatType: 'reserved', carClass: 'ordinary' }) as const,
  );
const soon = (departureId: string, ...ticketIds: string[]) =>
  aReservation({
    reservationId: `${departureId} ${ticketIds.join(' ')}`,
    departureId,
    date: wallIn(0).slice(0, 10),
    // A minute ago: today at every time of the day, and as late as the train may be.
    departAt: wallIn(-MINUTE),
    arriveAt: wallIn(60 * MINUTE),
    seats: seatsOf(...ticketIds),
  });
const later = aReservation({
  reservationId: 'later',
  departureId: 'later',
  departAt: wallIn(50 * 60 * MINUTE),
  arriveAt: wallIn(51 * 60 * MINUTE),
  seats: seatsOf('a', 'd'),
});

test('at the gates of a train, tickets of other trains are left out', () => {
  // Two reservations on one train, such as for seven travellers.
  const coming = [soon('now', 'a', 'b'), soon('now', 'c'), later];
  expect([...onOtherTrains('a', coming, Date.now())]).toEqual(['d']);
  expect([...onOtherTrains('c', coming, Date.now())]).toEqual(['d']);
});

test('without a train of today, all tickets count', () => {
  expect([...onOtherTrains('d', [soon('now', 'a'), later], Date.now())]).toEqual([]);
  expect([...onOtherTrains('x', [soon('now', 'a'), later], Date.now())]).toEqual([]);
});

test('only tickets that can come into use are to be used, on the day of their train', () => {
  const tickets = [aTicket({ ticketId: 'a' }), aTicketInUse({ ticketId: 'b' }), aTicket({ ticketId: 'd' })];
  const leaving = { ...soon('now', 'a', 'b'), departAt: wallIn(50 * MINUTE) };
  expect([...toUseToday([leaving, later], tickets, Date.now())]).toEqual(['a']);
  expect(needOf([leaving, later], tickets, Date.now())?.next).toEqual({ act: 'use', ticketIds: ['a'] });
});

test('a train that does not run is shown elsewhere, and needs nothing here', () => {
  const live = { asOf: wallIn(0), isOld: false, runs: false, cut: 'train', hasLeft: false } as const;
  expect(needOf([{ ...soon('now', 'a'), live }], [aTicket({ ticketId: 'a' })], Date.now())).toBeUndefined();
});
