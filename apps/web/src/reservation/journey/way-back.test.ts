// The other half of a round trip.
import type { PlanInfo, Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Direction } from '@kippu/contract/values';
import type { Section } from '@kippu/contract/calls/traveller/station';
import { expect, test } from 'vitest';
import { wayBackOf } from './way-back.ts';

const names = {
  stationNameJp: '',
  stationNameEn: '',
  stationNameKr: '',
  stationNameCn: '',
  stationNameTc: '',
};
const station = (stationId: string) =>
  ({ stationId, code: '', lat: 0, lon: 0, region: '', gate: 'none', haruka: true, ...names }) as const;
const section = (from: string, to: string, direction: Direction): Section => ({
  from: station(from),
  to: station(to),
  direction,
});
const OUT = section('kyoto', 'kix', 'outbound');

function reservation(direction: Direction, ticketId: string, state: Reservation['state'] = 1): Reservation {
  const [from, to] = direction === 'inbound' ? ['kix', 'kyoto'] : ['kyoto', 'kix'];
  return {
    reservationId: `${direction}-${ticketId}`,
    state,
    direction,
    departureId: 'x@2026-04-01',
    trainNo: '1',
    date: '2026-04-01',
    trainNameJp: '',
    trainNameEn: '',
    trainNameKr: '',
    trainNameCn: '',
    trainNameTc: '',
    from: station(from!),
    to: station(to!),
    car: 4,
    departAt: '2026-04-01 10:00:00',
    arriveAt: '2026-04-01 11:00:00',
    changeableUntil: '2026-04-01 09:55:00',
    reservedAt: '2026-03-30 10:00:00',
    seats: [{ ticketId, seatInfo: '4-1A', seatType: 'reserved', carClass: 'ordinary' }],
  };
}
const plan = (sections: Section[], left = 1): PlanInfo => ({
  sections,
  bookableFrom: '2026-04-01',
  bookableTo: '2026-05-01',
  maxSeats: 1,
  perTicket: [{ ticketId: 't1', left }],
});
const there = reservation('inbound', 't1');

test('the rest of a round trip is offered, with the same tickets from the day of the first half', () => {
  expect(wayBackOf(there, [there], plan([OUT]))).toEqual({
    kind: 'open',
    params: { ticketIds: 't1', from: 'kyoto', to: 'kix', date: '2026-04-01' },
  });
});

test('a reserved half is shown, and only with the same ticket', () => {
  const back = reservation('outbound', 't1');
  expect(wayBackOf(there, [there, back], plan([], 0))).toEqual({ kind: 'reserved', reservation: back });
  expect(wayBackOf(back, [there, back], plan([], 0))).toEqual({ kind: 'reserved', reservation: there });
  expect(wayBackOf(there, [reservation('outbound', 't2')], plan([], 0))).toBeNull();
  expect(wayBackOf(there, [reservation('outbound', 't1', 2)], plan([], 0))).toBeNull();
});

test('a pass, a one-way ticket and a cancelled half offer none', () => {
  expect(wayBackOf(there, [there], plan([OUT, section('kix', 'kyoto', 'inbound')]))).toBeNull();
  expect(wayBackOf(there, [there], plan([section('kix', 'kyoto', 'inbound')]))).toBeNull();
  expect(wayBackOf(there, [there], plan([OUT], 0))).toBeNull();
  expect(wayBackOf(there, [there], undefined)).toBeNull();
  expect(wayBackOf(reservation('inbound', 't1', 2), [], plan([OUT]))).toBeNull();
});
