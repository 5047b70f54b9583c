// Wire times compare as text, across midnight and New Year.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { describe, expect, test } from 'vitest';
import { endedBefore, reservedBeyond } from './ended-before.ts';

const KYOTO: Reservation['from'] = {
  stationId: 'kyoto',
  code: 'KD-08',
  lat: 35,
  lon: 135.7,
  region: 'kyoto',
  gate: 'qr',
  haruka: true,
  stationNameCn: '',
  stationNameEn: '',
  stationNameJp: '京都',
  stationNameTc: '',
  stationNameKr: '',
};
const RESERVATION: Reservation = {
  reservationId: 'r',
  trainNo: '62',
  state: 1,
  departureId: 'haruka-62@2026-12-01',
  date: '2026-12-02',
  trainNameCn: '',
  trainNameEn: 'HARUKA',
  trainNameJp: '',
  trainNameTc: '',
  trainNameKr: '',
  direction: 'inbound',
  from: KYOTO,
  to: KYOTO,
  seats: [],
  car: 2,
  departAt: '2026-12-02 00:10:00',
  arriveAt: '2026-12-02 01:30:00',
  changeableUntil: '2026-12-02 00:05:00',
  reservedAt: '2026-11-28 12:00:00',
};

describe('a ticket used before the day of its train', () => {
  const reserved = (departAt: string, state: 1 | 2 | 3 = 1) => ({ ...RESERVATION, departAt, state });

  test('names the trains that leave after it has ended, past midnight too, and no others', () => {
    const reservations = [
      reserved('2026-12-01 23:59:59'),
      reserved('2026-12-02 00:10:00'),
      reserved('2026-12-03 08:00:00', 2),
      reserved('2027-01-01 08:00:00'),
    ];
    expect(reservedBeyond({ reservations }, '2026-12-01 23:59:59').map(({ departAt }) => departAt)).toEqual([
      '2026-12-02 00:10:00',
      '2027-01-01 08:00:00',
    ]);
  });

  test('names a train that is expected to leave after it has ended', () => {
    const live = { asOf: '2026-12-01 23:00:00', isOld: false, runs: true, hasLeft: false };
    const late = {
      ...reserved('2026-12-01 23:30:00'),
      live: { ...live, expectedDepartAt: '2026-12-02 00:10:00', expectedArriveAt: '2026-12-02 01:30:00' },
    };
    expect(reservedBeyond({ reservations: [late] }, '2026-12-01 23:59:59')).toEqual([late]);
  });

  test('is shown on the reservation by the ticket that ends first', () => {
    const tickets = [{ abtExpireDate: '2026-12-02 23:59:59' }, {}];
    expect(endedBefore('2026-12-02 23:59:00', tickets)).toBeUndefined();
    expect(endedBefore('2026-12-03 00:10:00', tickets)).toBe('2026-12-02 23:59:59');
    const first = { abtExpireDate: '2026-12-01 23:59:59' };
    expect(endedBefore('2026-12-03 00:10:00', [...tickets, first])).toBe('2026-12-01 23:59:59');
  });
});
